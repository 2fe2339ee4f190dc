import FlowExpression
import FlowModel

/// What the log is told of a step: it follows from what the catalogue says of the outcomes, and from how the run stood.
extension EffectStep {
  /// How the run stood to its account before an effect.
  struct Standing {
    /// The account that it was bound to.
    let account: String?
    /// Whether the account was looked for, or is bound: whoever goes on says it is theirs.
    let isClaimed: Bool
    /// Whether the owner was shown to be present.
    let isAuthenticated: Bool
    /// Whether the run made the account.
    let isCreated: Bool
    /// Whether the account had a password.
    let hasPassword: Bool
    /// Whether the code that was sent went to an address of the account's: another one's is no factor of it.
    let isCodeItsOwn: Bool
  }

  /// How the run stands now.
  func standing(before call: EffectCall) throws -> Standing {
    let account = run.account
    // What is about to be written is read in any case.
    let hasPassword = call.definition.setsPassword ? try boundAccount()?.passwordHash != nil : false
    let isAuthenticated = account.map { run.proofs.contains(.authenticated($0)) } ?? false
    var isCodeItsOwn = true
    // That there is an account is no secret of whoever has shown to be its owner.
    if isAuthenticated, call.definition.comparesCode, let target = run.challenge?.target {
      isCodeItsOwn = try boundAccount()?.identifiers.contains(target) ?? false
    }
    // A code to whoever reads an address is asked for to prove that, whether or not it was looked up before.
    let isForAnyone = call.definition.comparesCode && run.challenge?.owner == .anyone
    return Standing(
      account: account, isClaimed: account != nil || run.lookedUp != nil && !isForAnyone,
      isAuthenticated: isAuthenticated,
      isCreated: account.map { run.proofs.contains(.created($0)) } ?? false, hasPassword: hasPassword,
      isCodeItsOwn: isCodeItsOwn)
  }

  /// Notes what an effect has come to.
  mutating func note(_ outcome: OutcomeDefinition, _ before: Standing) {
    defer { (reason, hasChangedAddress) = (nil, false) }
    guard let note = outcome.security, let (kind, word) = event(note, before) else { return }
    events.append(
      SecurityEvent(kind, account: run.account ?? before.account, flow: flow.name, reason: reason ?? word))
  }

  private func event(_ note: SecurityNote, _ before: Standing) -> (SecurityEvent.Kind, reason: String?)? {
    switch note {
    case .accountCreated: (.accountCreated, nil)
    case .accountConfirmed: (.accountConfirmed, nil)
    case .accountDisabled: (.accountDisabled, nil)
    case .accountDeleted: (.accountDeleted, nil)
    case .signedIn: (.signInSucceeded, nil)
    case .passwordSet: (before.hasPassword && !before.isAuthenticated ? .passwordReset : .passwordSet, nil)
    case .passwordMatched: unusable.map { (.signInFailed, $0) }
    case .addressChanged: hasChangedAddress ? (.addressChanged, nil) : nil
    case .codeMatched: before.isAuthenticated && before.isCodeItsOwn ? (.secondFactorPassed, nil) : nil
    case .codeRefused(let reason): (Self.failed(before), reason)
    case .signInFailed(let reason): (.signInFailed, reason)
    case .proofFailed(let reason): (.proofFailed, reason)
    case .guessesUsedUp(let reason): (.signInLocked, reason)
    case .messageThrottled(let content): (.messageThrottled, content.name)
    case .reused(let reason): (.tokenReused, reason)
    }
  }

  /// Why the bound account may not sign in; nil where it may.
  private var unusable: String? {
    if run[AccountFact.enabled.slot] == .bool(false) { return "account_disabled" }
    return run[AccountFact.confirmed.slot] == .bool(false) ? "account_unconfirmed" : nil
  }

  /// What a wrong code is: of whoever has shown the first factor, of whoever says that an account is theirs, or at a sign-up.
  private static func failed(_ before: Standing) -> SecurityEvent.Kind {
    if before.isAuthenticated { return before.isCodeItsOwn ? .secondFactorFailed : .proofFailed }
    return before.isClaimed && !before.isCreated ? .signInFailed : .proofFailed
  }
}

extension Engine {
  /// Tells of a step that was committed, and hands its answer on.
  func committed(_ answer: StepAnswer, by subject: StepSubject, since began: ContinuousClock.Instant) -> StepAnswer {
    if let step = answer.measured { step.measures.note(step, took: .now - began) }
    let reply = answer.reply
    let (tenant, run) = (reply.tenant ?? subject.tenant, reply.run)
    RequestSubject.present?.note(tenant: tenant, run: run)
    for event in answer.events { ports.log.write(LogEntry(event, tenant: tenant, run: run)) }
    return answer
  }
}
