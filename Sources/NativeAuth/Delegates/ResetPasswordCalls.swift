extension NativeAuthApplication {
  /// Starts a reset.
  public func resetPassword(parameters: ResetPasswordParameters, delegate: any ResetPasswordStartDelegate) {
    resetPassword(username: parameters.username, correlationId: parameters.correlationId, delegate: delegate)
  }

  /// Starts a reset, as older tutorials write it.
  public func resetPassword(
    username: String, correlationId: String? = nil, delegate: any ResetPasswordStartDelegate
  ) {
    tell { () async throws(ResetPasswordStartError) in
      try await self.resetPassword(username, correlationId ?? CorrelationID.new())
    } failed: {
      delegate.onResetPasswordStartError(error: $0)
    } answered: { state, sent in
      delegate.onResetPasswordCodeRequired(
        newState: state, sentTo: sent.sentTo, channelTargetType: sent.channelTargetType, codeLength: sent.codeLength)
    }
  }
}

extension ResetPasswordCodeRequiredState {
  /// Submits the code that the person has entered.
  public func submitCode(code: String, delegate: any ResetPasswordVerifyCodeDelegate) {
    tell { () async throws(StepError<VerifyCodeError, Self>) in
      try await self.submitCode(code)
    } failed: {
      delegate.onResetPasswordVerifyCodeError(error: $0.cause, newState: $0.newState)
    } answered: {
      delegate.onPasswordRequired(newState: $0)
    }
  }

  /// Has another code sent; those before are void.
  public func resendCode(delegate: any ResetPasswordResendCodeDelegate) {
    tell { () async throws(StepError<ResendCodeError, Self>) in
      try await self.resendCode()
    } failed: {
      delegate.onResetPasswordResendCodeError(error: $0.cause, newState: $0.newState)
    } answered: { state, sent in
      delegate.onResetPasswordResendCodeRequired(
        newState: state, sentTo: sent.sentTo, channelTargetType: sent.channelTargetType, codeLength: sent.codeLength)
    }
  }
}

extension ResetPasswordRequiredState {
  /// Submits the password that the person has chosen, and waits until it is set.
  public func submitPassword(password: String, delegate: any ResetPasswordRequiredDelegate) {
    tell { () async throws(StepError<PasswordRequiredError, Self>) in
      try await self.submitPassword(password)
    } failed: {
      delegate.onResetPasswordRequiredError(error: $0.cause, newState: $0.newState)
    } answered: {
      delegate.onResetPasswordCompleted(newState: $0)
    }
  }
}
