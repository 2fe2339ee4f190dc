// Tutorial: sign up with a one-time code, and sign in after it. The application `browser` signs up without a password.
import NativeAuth
import Screen

final class ViewController: Screen {
  func signUpPressed() {
    guard let email = emailTextField.text else {
      resultTextView.text = "Email or password not set"
      return finish()
    }
    let parameters = MSALNativeAuthSignUpParameters(username: email)
    // The flow asks for these: given here, the code is all that is left.
    parameters.attributes = ["country": "United States", "city": "Redmond"]
    nativeAuth.signUp(parameters: parameters, delegate: self)
  }
}

extension ViewController: SignUpStartDelegate {
  func onSignUpStartError(error: NativeAuth.SignUpStartError) {
    resultTextView.text = "Error signing up: \(error.errorDescription ?? "no description")"
    finish()
  }

  func onSignUpCodeRequired(
    newState: NativeAuth.SignUpCodeRequiredState, sentTo: String,
    channelTargetType: NativeAuth.MSALNativeAuthChannelType, codeLength: Int
  ) {
    resultTextView.text = "Verification code sent to \(sentTo)"
    if ask("Send it again?") == "yes" { return newState.resendCode(delegate: self) }
    let userSuppliedCode = askForCode()
    newState.submitCode(code: userSuppliedCode, delegate: self)
  }
}

extension ViewController: SignUpResendCodeDelegate {
  func onSignUpResendCodeError(error: NativeAuth.ResendCodeError, newState: NativeAuth.SignUpCodeRequiredState?) {
    resultTextView.text = "Error sending a code: \(error.errorDescription ?? "no description")"
    finish()
  }

  func onSignUpResendCodeCodeRequired(
    newState: NativeAuth.SignUpCodeRequiredState, sentTo: String,
    channelTargetType: NativeAuth.MSALNativeAuthChannelType, codeLength: Int
  ) {
    resultTextView.text = "Verification code sent to \(sentTo) again"
    newState.submitCode(code: askForCode(), delegate: self)
  }
}

extension ViewController: SignUpVerifyCodeDelegate {
  func onSignUpVerifyCodeError(error: NativeAuth.VerifyCodeError, newState: NativeAuth.SignUpCodeRequiredState?) {
    resultTextView.text = "Error verifying code: \(error.errorDescription ?? "no description")"
    finish()
  }

  func onSignUpCompleted(newState: SignInAfterSignUpState) {
    resultTextView.text = "Signed up successfully!"
    newState.signIn(delegate: self)
  }
}

extension ViewController: SignInAfterSignUpDelegate {
  func onSignInAfterSignUpError(error: SignInAfterSignUpError) {
    resultTextView.text = "Error signing in after sign up"
    finish()
  }

  func onSignInCompleted(result: NativeAuth.MSALNativeAuthUserAccountResult) {
    resultTextView.text = "Signed in as \(result.account.username)"
    finish()
  }
}

await ViewController.launch("browser") { screen in
  screen.emailTextField.text = screen.ask("Email")
  await screen.run { screen.signUpPressed() }
}
