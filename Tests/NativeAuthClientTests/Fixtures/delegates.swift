import NativeAuth

// What a delegate must have, it must have.

@MainActor
// error: type 'Start' does not conform to protocol 'SignUpStartDelegate'
final class Start: SignUpStartDelegate {
  func onSignUpStartError(error: SignUpStartError) {}
}

@MainActor
// error: type 'Verify' does not conform to protocol 'SignUpVerifyCodeDelegate'
final class Verify: SignUpVerifyCodeDelegate {
  func onSignUpCompleted(newState: SignInAfterSignUpState) {}
}

@MainActor
// error: type 'Reset' does not conform to protocol 'ResetPasswordVerifyCodeDelegate'
final class Reset: ResetPasswordVerifyCodeDelegate {
  func onResetPasswordVerifyCodeError(error: VerifyCodeError, newState: ResetPasswordCodeRequiredState?) {}
}

// A step is told to the delegate of that step.

func wrongDelegate(_ state: SignUpCodeRequiredState, _ delegate: any SignUpStartDelegate) {
  // error: argument type 'any SignUpStartDelegate' does not conform to expected type 'SignUpVerifyCodeDelegate'
  state.submitCode(code: "12345678", delegate: delegate)
}
