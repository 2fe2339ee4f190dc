// Tutorial: collect user attributes at the start of a sign-up.
import NativeAuth
import Screen

final class ViewController: Screen {
  func signUpPressed(city: String) {
    guard let email = emailTextField.text, let password = passwordTextField.text else { return finish() }
    let attributes = ["country": "United States", "city": city]
    let parameters = MSALNativeAuthSignUpParameters(username: email)
    parameters.password = password
    parameters.attributes = attributes
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
    newState.submitCode(code: askForCode(), delegate: self)
  }

  func onSignUpAttributesInvalid(attributeNames: [String]) {
    resultTextView.text = "Invalid attributes \(attributeNames)"
    signUpPressed(city: ask("City") ?? "")
  }
}

extension ViewController: SignUpVerifyCodeDelegate {
  func onSignUpVerifyCodeError(error: NativeAuth.VerifyCodeError, newState: NativeAuth.SignUpCodeRequiredState?) {
    resultTextView.text = "Error verifying code: \(error.errorDescription ?? "no description")"
    finish()
  }

  func onSignUpCompleted(newState: SignInAfterSignUpState) {
    resultTextView.text = "Signed up successfully!"
    finish()
  }
}

await ViewController.launch("phone") { screen in
  screen.emailTextField.text = screen.ask("Email")
  screen.passwordTextField.text = screen.ask("Password")
  await screen.run { screen.signUpPressed(city: screen.ask("City") ?? "") }
}
