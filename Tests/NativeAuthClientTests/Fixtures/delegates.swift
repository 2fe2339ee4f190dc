import NativeAuth

// What a delegate must have, it must have.

@MainActor
final class Start: SignUpStartDelegate {  // error: type 'Start' does not conform to protocol 'SignUpStartDelegate'
  func onSignUpStartError(error: SignUpStartError) {}
}

@MainActor
final class Verify: SignUpVerifyCodeDelegate {  // error: type 'Verify' does not conform to protocol 'SignUpVerifyCodeDelegate'
  func onSignUpCompleted(newState: SignInAfterSignUpState) {}
}

@MainActor
final class Reset: ResetPasswordVerifyCodeDelegate {  // error: type 'Reset' does not conform to protocol 'ResetPasswordVerifyCodeDelegate'
  func onResetPasswordVerifyCodeError(error: VerifyCodeError, newState: ResetPasswordCodeRequiredState?) {}
}

// A step is told to the delegate of that step.

func wrongDelegate(_ state: SignUpCodeRequiredState, _ delegate: any SignUpStartDelegate) {
  state.submitCode(code: "12345678", delegate: delegate)  // error: argument type 'any SignUpStartDelegate' does not conform to expected type 'SignUpVerifyCodeDelegate'
}
