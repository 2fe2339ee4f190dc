import FlowModel

/// Whom the counters of the catalogue are about.
extension EffectStep {
  /// The subjects for which a call spends a counter, one of each; none where nothing can be guessed or sent.
  func subjects(of counter: Counter, _ call: EffectCall) throws -> [String] {
    switch counter {
    case .guessesOfCode:
      return liveCode.map { [$0.codeHash.hex] } ?? []
    case .guessesAtAddress:
      return liveCode.map { [comparableIdentifier($0.target.value)] } ?? []
    case .guessesAtName:
      return guessesPassword(call) ? [subject(try boundAccount())] : []
    case .guessesAtAccount:
      if !guessesPassword(call) { return [] }
      // Nobody has a budget as well: what is written is the same.
      let account = try boundAccount()
      return [account?.id ?? "nobody\0" + subject(nil)]
    case .guessesAtFormer:
      return try guessedByNewPassword(call).map { [$0.id] } ?? []
    case .callsForSubject:
      return try subjects(ofFunction: call)
    case .callsOfRun:
      return function(of: call).map { [$0.name + "\0" + runID.hex] } ?? []
    case .codesToAddress, .linksToAddress, .noticesToAddress:
      return addressee(call).map { [comparableIdentifier($0.target.value)] } ?? []
    case .codesOfRun, .linksOfRun, .noticesOfRun:
      return addressee(call).map { _ in [""] } ?? []
    case .codesInARow:
      // Nobody waits for the end of a code that cannot be entered any more.
      if let code = liveCode, try isUsedUp(.guessesOfCode, for: code.codeHash.hex) { return [] }
      return addressee(call).map { [$0.target.text] } ?? []
    }
  }

  /// The code that can be entered now.
  var liveCode: Challenge? { run.challenge.flatMap { now < $0.expires ? $0 : nil } }

  /// Where an effect sends its message.
  struct Addressee {
    let slot: Slot
    let target: Identifier
    let channel: ChannelKind
  }

  /// Where an effect sends its message; nil where nothing can be sent.
  func addressee(_ call: EffectCall) -> Addressee? {
    guard let slot = call.address, let target = identifier(slot) else { return nil }
    if call.definition.leadsToFlow, table.links.base.isEmpty { return nil }
    // It goes to the address in the form that is proven: letters that only fold to the same, such as the sign of Kelvin and
    // "k", may be another person's.
    let channel = table.channel(of: call, to: slot, in: flow)
    guard ports.channel.accepts(channel, to: target.value) else { return nil }
    return Addressee(slot: slot, target: target, channel: channel)
  }

  /// Whom a guess or a question is about: whoever the account was looked for by, so that it counts alike whether there is
  /// one or not; the account only where it was not looked for, but shown by a link or a grant.
  private func subject(_ account: AccountRecord?) -> String { run.lookedUp?.text ?? account?.id ?? "" }

  /// Whom a call of a function is about: the account, the address that it attests, each name and address that it is passed; else
  /// whoever the run names. Where that is nobody, the run alone is counted: strangers hold nobody back, and what is nobody's
  /// own must be hard to guess by itself.
  private func subjects(ofFunction call: EffectCall) throws -> [String] {
    guard let function = function(of: call) else { return [] }
    var subjects = [subject(try boundAccount())].filter { !$0.isEmpty }
    let names = call.passed.filter { slot in
      table.identifierSlots.contains(slot) || table.definition(of: slot, in: flow)?.type.isAddress == true
    }
    subjects += ([call.attested].compactMap { $0 } + names).compactMap(comparable)
    if subjects.isEmpty { subjects = table.identifierSlots.compactMap(comparable) }
    return subjects.map { function.name + "\0" + $0 }
  }

  /// What a slot identifies, as limits count it: one mailbox is one, however its address is written.
  private func comparable(_ slot: Slot) -> String? { identifier(slot).map { comparableIdentifier($0.value) } }

  /// Whether a call compares a password: one that need not be given is compared only where the run has one.
  private func guessesPassword(_ call: EffectCall) -> Bool {
    let parameters = call.definition.parameters
    guard let index = parameters.firstIndex(where: { $0.kind == .secret(.password) }) else { return true }
    return parameters[index].isRequired || call.slot(index).flatMap { run.text($0) } != nil
  }

  /// The function that a call asks.
  func function(of call: EffectCall) -> FunctionDefinition? {
    call.function.map { table.functions[$0] }
  }
}

extension Identifier {
  /// Attribute and value as one text, different from that of any other identifier.
  var text: String { "\(attribute)\0\(value)" }
}
