import FlowModel

extension EffectStep {
  mutating func sendCode(_ call: Call<CodeSend>, _ permit: Permit) throws -> CodeSend.Outcome {
    guard let addressee = addressee(call.call) else { return .undeliverable }
    let (target, channel) = (addressee.target, addressee.channel)
    // What a refusal tells: that a message was sent. It is told only where that is no secret of an account.
    let tellsRefusal = flow.revealsAccounts && call[CodeSend.audience] != .account
    if tellsRefusal, try isUndeliverable(target.value, over: channel) { return .undeliverable }
    let policy = table.codes
    let code = newCode(digits: policy.digits)
    let owner = try owner(of: call, target)
    run.challenge = Challenge(
      codeHash: hash(code), target: target, expires: now + Milliseconds(policy.lifetime) * 1000, owner: owner)
    run.sent = SentNotice(
      to: mask(target.value), channel: channel, length: Int64(policy.digits),
      resendAt: now + Milliseconds(policy.resendAfter) * 1000)
    try send(
      .code(code, lifetime: policy.lifetime), to: target.value, over: channel, for: flow.name,
      isDecoy: owner == .nobody, tellsRefusal: tellsRefusal, permit)
    return .sent
  }

  /// Where the code of a call would go.
  func held(_ call: EffectCall) -> Reply.Held {
    let slot = call.address
    return Reply.Held(
      to: slot.flatMap(identifier).map { mask($0.value) },
      channel: slot.map { table.channel(of: call, to: $0, in: flow) } ?? .email)
  }

  mutating func verifyCode(_ call: Call<CodeVerify>, _ permit: Permit) throws -> CodeVerify.Outcome {
    guard let challenge = liveCode else { return .expired }
    // Whoever pastes a code brings blanks along.
    let code = secret(call, CodeVerify.code).withoutBlanks
    guard try matches(code, challenge, permit) else { return .invalid }
    // Only now, so that a wrong code takes as long where there is no account to read.
    let account = try boundAccount()
    guard challenge.isFor(account) else { return .invalid }
    // It was sent before somebody else changed the password, and dies with what was proven then.
    if let account, !isUnchanged(account) { return .expired }
    let channel = run.sent?.channel
    run.challenge = nil
    run.sent = nil
    if let account { bind(account) }
    try prove(challenge.target)
    note(returnedTo: challenge.target, over: channel)
    return .valid
  }

  /// Who can enter the code: with `for: account` only the account whose own address it goes to.
  private func owner(of call: Call<CodeSend>, _ target: Identifier) throws -> Challenge.Owner {
    let account = try boundAccount()
    guard call[CodeSend.audience] == .account else { return .anyone }
    guard let account, account.identifiers.contains(target) else { return .nobody }
    return .account(account.id)
  }

  /// Whether a code is the one that is out.
  private func matches(_ code: String, _ challenge: Challenge, _ permit: Permit) throws -> Bool {
    try check(permit, for: .guess)
    return ports.key.isHash(challenge.codeHash, of: hashed(code), .code)
  }

  /// The keyed hash of a code, bound to this run.
  private func hash(_ code: String) -> [UInt8] { ports.key.hash(hashed(code), .code) }

  private func hashed(_ code: String) -> [UInt8] { runID.bytes + Array(code.utf8) }

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
