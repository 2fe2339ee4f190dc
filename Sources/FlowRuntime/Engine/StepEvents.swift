import FlowExpression
import FlowModel

/// What the log is told of a step: it follows from the effects and their outcomes, and from nothing else.
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
  }

  /// How the run stands now.
  func standing(before call: EffectCall) throws -> Standing {
    let account = run.account
    // What is about to be written is read in any case.
    let hasPassword = call.definition.setsPassword ? try boundAccount()?.passwordHash != nil : false
    return Standing(
      account: account, isClaimed: account != nil || run.lookedUp != nil,
      isAuthenticated: account.map { run.proofs.contains(.authenticated($0)) } ?? false,
      isCreated: account.map { run.proofs.contains(.created($0)) } ?? false, hasPassword: hasPassword)
  }

  /// Notes what an effect has come to.
  mutating func note(_ effect: Effect, _ outcome: OutcomeDefinition, _ before: Standing) {
    guard let (kind, reason) = refusedMatch(effect, outcome.name) ?? Self.event(effect, outcome.name, before) else {
      return
    }
    events.append(SecurityEvent(kind, account: run.account ?? before.account, flow: flow.name, reason: reason))
  }

  /// The right password of an account that may not sign in.
  private func refusedMatch(_ effect: Effect, _ outcome: String) -> (SecurityEvent.Kind, reason: String?)? {
    guard effect == .passwordVerify, outcome == "match" else { return nil }
    if run[AccountFact.enabled.slot] == .bool(false) { return (.signInFailed, "account_disabled") }
    return run[AccountFact.confirmed.slot] == .bool(false) ? (.signInFailed, "account_unconfirmed") : nil
  }

  private static func event(
    _ effect: Effect, _ outcome: String, _ before: Standing
  ) -> (SecurityEvent.Kind, reason: String?)? {
    switch (effect, outcome) {
    case (.accountCreate, "created"): (.accountCreated, nil)
    case (.accountConfirm, "confirmed"): (.accountConfirmed, nil)
    case (.accountDisable, "disabled"): (.accountDisabled, nil)
    case (.accountDiscard, "discarded"): (.accountDeleted, nil)
    case (.passwordSet, "set"):
      (before.hasPassword && !before.isAuthenticated ? .passwordReset : .passwordSet, nil)
    case (.passwordVerify, "mismatch"): (.signInFailed, "wrong_password")
    case (.passwordVerify, "locked"): (.signInLocked, "password_attempts")
    case (.codeVerify, "valid"): before.isAuthenticated ? (.secondFactorPassed, nil) : nil
    case (.codeVerify, "invalid"): (failed(before), "wrong_code")
    case (.codeVerify, "expired"): (failed(before), "code_expired")
    case (.codeVerify, "exhausted"): (.signInLocked, "code_attempts")
    case (.codeSend, "throttled"): (.messageThrottled, "code")
    case (.linkSend, "throttled"): (.messageThrottled, "link")
    case (.linkRedeem, "invalid"): (.proofFailed, "wrong_link")
    case (.linkRedeem, "expired"): (.proofFailed, "link_expired")
    case (.linkRedeem, "used"): (.proofFailed, "link_used")
    case (.grantRedeem, "invalid"): (.signInFailed, "wrong_grant")
    case (.grantRedeem, "expired"): (.signInFailed, "grant_expired")
    case (.grantRedeem, "used"): (.tokenReused, "grant")
    case (.tokenIssue, "issued"): (.signInSucceeded, nil)
    default: nil
    }
  }

  /// What a wrong code is: of whoever has shown the first factor, of whoever says that an account is theirs, or at a sign-up.
  private static func failed(_ before: Standing) -> SecurityEvent.Kind {
    if before.isAuthenticated { return .secondFactorFailed }
    return before.isClaimed && !before.isCreated ? .signInFailed : .proofFailed
  }
}

extension Engine {
  /// Tells of a step that was committed, and hands its answer on.
  func committed(_ answer: StepAnswer, by subject: StepSubject) -> StepAnswer {
    let reply = answer.reply
    let (tenant, run) = (reply.tenant ?? subject.tenant, reply.run)
    RequestSubject.present?.note(tenant: tenant, run: run)
    for event in answer.events { ports.log.write(LogEntry(event, tenant: tenant, run: run)) }
    return answer
  }
}
