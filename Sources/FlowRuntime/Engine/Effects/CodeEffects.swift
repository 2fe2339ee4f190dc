import FlowModel

extension EffectStep {
  mutating func sendCode(_ call: EffectCall) throws -> Int {
    let address = slot(call, Parameter.to)
    let target = address.flatMap(identifier)
    // A code that is out for another address is void from here on, even if none is sent: what is entered next is about
    // this one.
    if let challenge = run.challenge, challenge.target != target { (run.challenge, run.sent) = (nil, nil) }
    guard let slot = address, let target else { return try outcome("undeliverable", call) }
    let channel = table.channel(of: call, to: slot, in: flow)
    // It goes to the address in the form that is proven: letters that only fold to the same, such as the sign of Kelvin and
    // "k", may be another person's.
    guard ports.channel.accepts(channel, to: target.value) else { return try outcome("undeliverable", call) }
    let policy = table.codes
    if let sent = run.sent, sent.length > 0, run.challenge?.target == target, now < sent.resendAt {
      return try outcome("throttled", call)
    }
    guard run.codes.spend(policy.perIdentifier, now: now), try spend(.codesToAddress, for: target.value) else {
      return try outcome("throttled", call)
    }
    let code = newCode(digits: policy.digits)
    let owner = try owner(of: call, target)
    if Mutation.isOn(.newCodesForgiveGuesses) {
      try transaction.put(CounterRecord(key: key(of: .guessesAtAddress, for: target.value), count: 0, expires: now))
    }
    run.challenge = Challenge(
      codeHash: hash(code), target: target, expires: now + Milliseconds(policy.lifetime) * 1000, attempts: 0,
      owner: owner)
    run.sent = SentNotice(
      to: mask(target.value), channel: channel, length: Int64(policy.digits),
      resendAt: now + Milliseconds(policy.resendAfter) * 1000)
    try send(
      Message(
        id: newRandomID(), time: now, tenant: table.tenant, channel: channel, to: target.value, flow: flow.name,
        content: .code(code, lifetime: policy.lifetime)),
      isDecoy: owner == .nobody)
    return try outcome("sent", call)
  }

  /// Where the code of a call would go.
  func held(_ call: EffectCall) -> Reply.Held {
    let slot = slot(call, Parameter.to)
    return Reply.Held(
      to: slot.flatMap(identifier).map { mask($0.value) },
      channel: slot.map { table.channel(of: call, to: $0, in: flow) } ?? .email)
  }

  mutating func verifyCode(_ call: EffectCall) throws -> Int {
    let code = consume(call, Parameter.code)
    guard let challenge = run.challenge, now < challenge.expires else { return try outcome("expired", call) }
    guard challenge.attempts < Int64(table.codes.attempts) else { return try outcome("exhausted", call) }
    guessedCode = true
    run.challenge?.attempts += 1
    guard try spend(.guessesAtAddress, for: challenge.target.value) else { return try outcome("exhausted", call) }
    let account = try boundAccount()
    guard equalInConstantTime(hash(code), challenge.codeHash), challenge.isFor(account) else {
      return try outcome("invalid", call)
    }
    if !Mutation.isOn(.codesStayGood) {
      run.challenge = nil
      run.sent = nil
    }
    run.proofs.append(.verified(challenge.target))
    if let account { bind(account) }
    return try outcome("valid", call)
  }

  /// Who can enter the code: with `for: account` only the account whose own address it goes to.
  private func owner(of call: EffectCall, _ target: Identifier) throws -> Challenge.Owner {
    let account = try boundAccount()
    guard CodeFor(call.arguments) == .account else { return .anyone }
    guard let account, account.identifiers.contains(target) else { return .nobody }
    return .account(account.id)
  }

  /// The keyed hash of a code, bound to this run.
  private func hash(_ code: String) -> [UInt8] { ports.key.hash(runID.bytes + Array(code.utf8), .code) }

  /// A code of uniformly distributed digits.
  private mutating func newCode(digits: Int) -> String {
    var code = ""
    while code.utf8.count < digits {
      for byte in randomBytes(digits) where byte < 250 && code.utf8.count < digits {
        code += String(byte % 10)
      }
    }
    return code
  }
}

extension Challenge {
  /// Whether a run that is bound to this account may enter the code.
  func isFor(_ account: AccountRecord?) -> Bool {
    switch owner {
    case .anyone: true
    case .account(let id): account?.id == id && account?.identifiers.contains(target) == true
    case .nobody: false
    }
  }
}
