/// Hears what a reset begins with.
@MainActor
public protocol ResetPasswordStartDelegate: NativeAuthDelegate {
  /// It could not be started.
  func onResetPasswordStartError(error: ResetPasswordStartError)
  /// A code was sent to the person's address.
  func onResetPasswordCodeRequired(
    newState: ResetPasswordCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int)
}

/// Hears what a code comes to.
@MainActor
public protocol ResetPasswordVerifyCodeDelegate: NativeAuthDelegate {
  /// It was not accepted; with the state to go on from, if there is one.
  func onResetPasswordVerifyCodeError(error: VerifyCodeError, newState: ResetPasswordCodeRequiredState?)
  /// A new password is to be chosen.
  func onPasswordRequired(newState: ResetPasswordRequiredState)
}

/// Hears of another code.
@MainActor
public protocol ResetPasswordResendCodeDelegate: NativeAuthDelegate {
  /// It could not be sent; with the state to go on from, if there is one.
  func onResetPasswordResendCodeError(error: ResendCodeError, newState: ResetPasswordCodeRequiredState?)
  /// It was sent.
  func onResetPasswordResendCodeRequired(
    newState: ResetPasswordCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int)
}

/// Hears what a new password comes to.
@MainActor
public protocol ResetPasswordRequiredDelegate: NativeAuthDelegate {
  /// It was not accepted; with the state to go on from, if there is one.
  func onResetPasswordRequiredError(error: PasswordRequiredError, newState: ResetPasswordRequiredState?)
  /// It is set.
  func onResetPasswordCompleted(newState: SignInAfterResetPasswordState)
}
