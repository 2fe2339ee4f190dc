/// An effect with its arguments, in a table or resolved for one: what others ask of it, whichever effect it is.
public protocol CalledEffect {
  /// The effect.
  var effect: Effect { get }
  /// The arguments, in the order of the definition's parameters.
  var arguments: [EffectArgument] { get }
}

extension EffectCall: CalledEffect {}

extension CalledEffect {
  /// The entry of the effect in the catalogue.
  public var definition: EffectDefinition { effect.definition }

  /// The argument of a parameter.
  public func argument(_ parameter: Int) -> EffectArgument {
    arguments.indices.contains(parameter) ? arguments[parameter] : .absent
  }

  /// The slot that a parameter names.
  public func slot(_ parameter: Int) -> Slot? { Slot(argument(parameter)) }

  /// Whether a parameter has a word.
  public func says(_ word: String, at parameter: Int) -> Bool {
    guard case .word(let number) = argument(parameter), case .word(let words) = definition.parameters[parameter].kind,
      words.indices.contains(Int(number))
    else { return false }
    return words[Int(number)].name == word
  }

  /// Whether it says itself that it does without a proof.
  public var optsOutOfProof: Bool {
    definition.demands.contains {
      if case .optedOut(let parameter, let word) = $0 { says(word, at: parameter) } else { false }
    }
  }

  /// Whether a word of it stands for the proof that it does without, for good or for now.
  public var doesWithoutProof: Bool {
    definition.demands.contains { demand in
      switch demand {
      case .parameterIs(let parameter, let word), .optedOut(let parameter, let word): says(word, at: parameter)
      case .verifiedParameter, .verifiedAccount, .created, .authenticated, .noAddress, .ownAddress: false
      }
    }
  }

  /// The slot of the address to which it sends a message.
  public var address: Slot? { definition.sends.flatMap { slot($0.address) } }

  /// The kind of the message that it sends.
  public var messageKind: MessageKind? {
    definition.sends.flatMap { sending in
      switch sending.content {
      case .code: .code
      case .link: .link
      case .invitation: .invitation
      case .notice: arguments.lazy.compactMap(NoticeName.init).first.map { .notice($0.text) }
      }
    }
  }

  /// How its message travels, if that is said.
  public var channel: ChannelKind? { definition.sends?.channel.flatMap { ChannelKind(argument($0)) } }

  /// Whether the code that it sends is for the bound account alone.
  public var isForAccount: Bool { definition.sends?.audience.flatMap { CodeFor(argument($0)) } == .account }

  /// Whether it takes a password off the account that was set before anybody had proven an address of it.
  public var takesStrangersPassword: Bool {
    definition.keeps.map { KeptCredential(argument($0)) != .password } ?? false
  }

  /// Whether the new account that it makes has a password from the start.
  public var createsWithPassword: Bool { definition.passwordOfAccount.map { argument($0) != .absent } ?? false }

  /// Whether it gives an account a password.
  public var setsPassword: Bool { definition.setsPassword || createsWithPassword }

  /// Whether a client can tell by the time that it was run.
  public var takesTime: Bool { definition.takesTime || createsWithPassword }

  /// Whether an outcome can come with these arguments.
  public func mayAnswer(_ outcome: OutcomeDefinition) -> Bool { outcome.needs.map { argument($0) != .absent } ?? true }

  /// The slot of the attribute that an answer proves.
  public var attested: Slot? { arguments.lazy.compactMap(Attested.init).first?.slot }

  /// The slot of the attribute whose second factor an answer shows.
  public var shownFactor: Slot? {
    definition.parameters.firstIndex { $0.kind == .factor }.flatMap { slot($0) }
  }

  /// The slots of the attributes that it hands on.
  public var passed: [Slot] {
    definition.parameters.firstIndex { $0.kind == .attributes }.flatMap { [Slot](argument($0)) } ?? []
  }

  /// Whether it writes what the run has of an attribute to the account: one that it names, or any where it names none.
  public func writes(_ slot: Slot) -> Bool {
    definition.writesAttributes && (definition.written.flatMap { [Slot](argument($0)) }?.contains(slot) ?? true)
  }

  /// The function that it asks, as an index into the tenant's.
  public var function: Int? { arguments.lazy.compactMap(FunctionIndex.init).first?.number }

  /// The flow that redeems the link which it sends or hands over, as an index into the table's.
  public var linkFlow: Int? { arguments.lazy.compactMap(FlowIndex.init).first?.number }
}
