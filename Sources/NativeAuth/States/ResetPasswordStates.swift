/// A code was sent, and is to be entered.
public struct ResetPasswordCodeRequiredState: FlowState {
  let step: Step
  init(_ step: Step) { self.step = step }

  /// Submits the code that the person has entered; the state in which a new password is chosen.
  public func submitCode(
    _ code: String
  ) async throws(StepError<VerifyCodeError, Self>) -> ResetPasswordRequiredState {
    try await take(VerifyCodeError.self) { step throws(WireFailure) in
      ResetPasswordRequiredState(step.with(try await step.wire.verifyReset(code, step.token, step.correlation)))
    }
  }

  /// Has another code sent, and those before are void. Where it is too soon for that (``SentCode/resendAfter``), none is sent: the
  /// one before is good, and it is told once more where that went.
  public func resendCode() async throws(StepError<ResendCodeError, Self>) -> (newState: Self, sent: SentCode) {
    try await take(ResendCodeError.self, mayRepeat: true) { step throws(WireFailure) in
      let (token, sent) = try await step.wire.codeChallenge(.resetChallenge, step.token, step.correlation)
      return (Self(step.with(token)), sent)
    }
  }
}

/// A new password is to be chosen.
public struct ResetPasswordRequiredState: FlowState {
  let step: Step
  init(_ step: Step) { self.step = step }

  /// Submits the password that the person has chosen, and waits until it is set.
  public func submitPassword(
    _ password: String
  ) async throws(StepError<PasswordRequiredError, Self>) -> SignInAfterResetPasswordState {
    try await take(PasswordRequiredError.self) { step throws(WireFailure) in
      SignInAfterResetPasswordState(
        step.with(try await step.wire.submitReset(password, step.token, step.correlation)))
    }
  }
}
