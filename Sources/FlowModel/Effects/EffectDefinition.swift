/// The entry of an effect in the catalogue: its parameters, what it can answer, and what it proves, needs and ends. Nobody asks
/// for an effect by its name.
public final class EffectDefinition: Sendable {
  /// The effect.
  public let effect: Effect
  /// The name in YAML, such as `code.send`.
  public let name: String
  /// What it does, in one sentence.
  public let summary: String
  /// What `with:` may name.
  public let parameters: [ParameterDefinition]
  /// What it can answer; a flow must handle each.
  public let outcomes: [OutcomeDefinition]
  /// What must be proven before it on every path: one of these alternatives.
  public let demands: [Demand]
  /// What somebody can do to others who gets here without that, after "somebody can".
  public let risk: String
  /// Whether it ends all earlier proofs of the bound account by binding another one.
  public let rebindsAccount: Bool
  /// What it reads of the run without being handed it.
  public let impliedReads: ImpliedReads
  /// Whether it writes the attributes collected so far to the account.
  public let writesAttributes: Bool
  /// Whether it gives the account another password, which ends what the former one opened.
  public let setsPassword: Bool
  /// The index of the parameter with the password that a new account gets; nil: it makes none that has one.
  public let passwordOfAccount: Int?
  /// The index of the parameter that says what stays of what strangers have put on the account, where it takes that off.
  public let keeps: Int?
  /// Whether it opens a session, whose tokens an end can hand out.
  public let opensSession: Bool
  /// Whether it takes the account away from whoever has it: for good, or for as long as nobody enables it.
  public let endsAccount: Bool
  /// Whether it is performed for an enabled account alone: who was shut out does not undo that, nor acts for the tenant.
  public let needsEnabled: Bool
  /// The message that it sends; nil: none, or one of somebody else's.
  public let sends: Sending?
  /// What it compares, sends or asks, and what is spent before it is performed.
  public let bounds: [Bound]
  /// Whether it hashes, sends, signs or asks somebody outside, so that a client can tell by the time whether it was run.
  public let takesTime: Bool
  /// Whether somebody outside, who is told of the bound account, decides on the outcome.
  public let asksOthers: Bool

  init<Declaration: EffectDeclaration>(
    _ declaration: Declaration.Type, _ effect: Effect, _ name: String, _ summary: String,
    parameters: [any ParameterKey<Declaration>] = [], demands: [Demand] = [], risk: String = "",
    rebindsAccount: Bool = false,
    impliedReads: ImpliedReads = .nothing, writesAttributes: Bool = false, setsPassword: Bool = false,
    passwordOfAccount: Parameter<Declaration, Slot>? = nil,
    keeps: Parameter<Declaration, KeptCredential>? = nil, opensSession: Bool = false,
    endsAccount: Bool = false, needsEnabled: Bool = false, sends: Sending? = nil,
    bounds: [Bound] = [], takesTime: Bool = false, asksOthers: Bool = false
  ) {
    self.effect = effect
    self.name = name
    self.summary = summary
    let keys = parameters.sorted { $0.index < $1.index }
    assert(keys.map(\.index) == Array(keys.indices), "\(name): two parameters at one place, or none at another")
    self.parameters = keys.map(\.definition)
    outcomes = Declaration.Outcome.definitions
    self.demands = demands
    self.risk = risk
    self.rebindsAccount = rebindsAccount
    self.impliedReads = impliedReads
    self.writesAttributes = writesAttributes
    self.setsPassword = setsPassword
    self.passwordOfAccount = passwordOfAccount?.index
    self.keeps = keeps?.index
    self.opensSession = opensSession
    self.endsAccount = endsAccount
    self.needsEnabled = needsEnabled
    self.sends = sends
    self.bounds = bounds
    self.takesTime = takesTime
    self.asksOthers = asksOthers
  }

  /// The outcome by which the effect has done what it is for; by the others nothing was changed. Declarations name it first.
  public var success: OutcomeDefinition? { outcomes.first }

  /// Whether the outcome of an index, as edges and transitions have it, is the one by which the effect has done what it is for.
  public func succeeds(by outcome: Int32) -> Bool { outcome == 0 && success != nil }

  /// The index of an outcome by its name.
  public func outcome(_ name: String) -> Int? { outcomes.firstIndex { $0.name == name } }
  /// The index of a parameter by its name.
  public func parameter(_ name: String) -> Int? { parameters.firstIndex { $0.name == name } }
}

/// What follows from the parts of a definition.
extension EffectDefinition {
  /// Whether it always compares something that can be guessed.
  public var isGuess: Bool { bounds.contains { $0.action == .guess && $0.parameters.isEmpty } }

  /// Whether it sends a one-time code: a step can be asked to rest before it.
  public var sendsCode: Bool { sends?.content == .code }

  /// Whether it sends a link.
  public var sendsLink: Bool { sends?.content == .link }

  /// Whether an address that refused a message of it is told of at the next one, in a flow that reveals who has an account.
  public var tellsRefusals: Bool { [.code, .notice].contains(sends?.content) }

  /// Whether it sends a link, to whomever.
  public var leadsToFlow: Bool { [.link, .invitation].contains(sends?.content) }

  /// Whether its message goes to the bound account alone, unless the address is proven: one to nobody is a decoy.
  public var sendsToAccount: Bool { [.link, .notice].contains(sends?.content) }

  /// Whether it gives out a way into the account, takes the account away, makes another one in its place, or acts for its owner
  /// with others: what stood in the account when that was decided must stand there still.
  public var needsPresentReadings: Bool {
    setsPassword || opensSession || endsAccount || createsAccount || needsEnabled || asksOthers || sendsLink
  }

  /// Whether a link to a flow that has it is as good as a way into the account: it changes or shows what the account holds, or
  /// has any effect that rests on what is read of it.
  public var isWayIn: Bool { needsPresentReadings || writesAttributes || outcomes.contains { $0.writes != nil } }

  /// The index of the parameter that names what is written to the account.
  public var written: Int? { parameters.firstIndex { $0.kind == .written } }

  /// The index of the parameter that names the address to which a code goes. One that is out for another address is void
  /// behind it, whatever the outcome.
  public var codeTarget: Int? { sendsCode ? sends?.address : nil }

  /// Whether an outcome of it is a new account.
  public var createsAccount: Bool { outcomes.contains { $0.mints.contains(.created) } }

  /// Whether it compares a code with the one that is out.
  public var comparesCode: Bool { isGuess && takes(.code) }

  /// Whether it says what the policy makes of a password, and gives it to nobody.
  public var judgesPassword: Bool {
    !setsPassword && passwordOfAccount == nil
      && outcomes.contains { if case .refusedPassword? = $0.cause { true } else { false } }
  }

  /// Whether it compares a password with the bound account's.
  public var comparesPassword: Bool { isGuess && takes(.password) }

  /// Whether it consumes a grant of an earlier flow.
  public var redeemsGrants: Bool { takes(.grant) }

  private func takes(_ secret: SecretField) -> Bool { parameters.contains { $0.kind == .secret(secret) } }

  /// Whether a link leads to a flow that has it.
  public var redeemsLinks: Bool { outcomes.contains { $0.mints.contains(.verifiedLinkTarget) } }

  /// What kind of link leads to a flow that has it.
  public var redeems: RedeemedLink? {
    redeemsLinks ? .link : takes(.token) ? .invitation : nil
  }
}

/// What an effect reads of a run without being handed it.
public enum ImpliedReads: Sendable, Hashable {
  /// Nothing.
  case nothing
  /// The identifiers that it has.
  case identifiers
  /// The same, where the password policy forbids them.
  case identifiersIfForbidden
}

/// A message that an effect sends.
public struct Sending: Sendable, Hashable {
  /// What it carries.
  public let content: MessageContent
  /// The index of the parameter that names the attribute with the address.
  public let address: Int
  /// The index of the parameter that says how it travels.
  public let channel: Int?
  /// The index of the parameter that says whom it is for.
  public let audience: Int?

  static func code<Owner>(
    to address: Parameter<Owner, Slot>, by channel: Parameter<Owner, ChannelKind>,
    for audience: Parameter<Owner, CodeFor>
  ) -> Self {
    Self(content: .code, address: address.index, channel: channel.index, audience: audience.index)
  }

  static func link<Owner>(to address: Parameter<Owner, Slot>) -> Self {
    Self(content: .link, address: address.index, channel: nil, audience: nil)
  }

  static func invitation<Owner>(to address: Parameter<Owner, Slot>) -> Self {
    Self(content: .invitation, address: address.index, channel: nil, audience: nil)
  }

  static func notice<Owner>(to address: Parameter<Owner, Slot>) -> Self {
    Self(content: .notice, address: address.index, channel: nil, audience: nil)
  }
}
