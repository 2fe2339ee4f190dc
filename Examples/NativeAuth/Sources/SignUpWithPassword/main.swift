// Tutorial: sign up with user name (email) and password, with what can go wrong at the start.
import NativeAuth
import Screen

final class ViewController: Screen {
  func signUpPressed() {
    guard let email = emailTextField.text, let password = passwordTextField.text else {
      resultTextView.text = "Email or password not set"
      return finish()
    }
    let parameters = MSALNativeAuthSignUpParameters(username: email)
    parameters.password = password
    nativeAuth.signUp(parameters: parameters, delegate: self)
  }
}

extension ViewController: SignUpStartDelegate {
  func onSignUpStartError(error: NativeAuth.SignUpStartError) {
    if error.isUserAlreadyExists {
      resultTextView.text = "Unable to sign up: User already exists"
    } else if error.isInvalidPassword {
      resultTextView.text = "Unable to sign up: The password is invalid"
    } else if error.isInvalidUsername {
      resultTextView.text = "Unable to sign up: The username is invalid"
    } else {
      resultTextView.text = "Unexpected error signing up: \(error.errorDescription ?? "no description")"
    }
    finish()
  }

  func onSignUpCodeRequired(
    newState: NativeAuth.SignUpCodeRequiredState, sentTo: String,
    channelTargetType: NativeAuth.MSALNativeAuthChannelType, codeLength: Int
  ) {
    resultTextView.text = "Verification code sent to \(sentTo)"
    let userSuppliedCode = askForCode()
    newState.submitCode(code: userSuppliedCode, delegate: self)
  }
}

extension ViewController: SignUpVerifyCodeDelegate {
  func onSignUpVerifyCodeError(error: NativeAuth.VerifyCodeError, newState: NativeAuth.SignUpCodeRequiredState?) {
    resultTextView.text = "Error verifying code: \(error.errorDescription ?? "no description")"
    finish()
  }

  func onSignUpAttributesRequired(
    attributes: [MSALNativeAuthRequiredAttribute], newState: SignUpAttributesRequiredState
  ) {
    resultTextView.text = "Attributes required: \(attributes.map(\.name).joined(separator: ", "))"
    newState.submitAttributes(attributes: ["country": "United States", "city": "Redmond"], delegate: self)
  }

  func onSignUpCompleted(newState: SignInAfterSignUpState) {
    resultTextView.text = "Signed up successfully!"
    let parameters = MSALNativeAuthSignInAfterSignUpParameters()
    newState.signIn(parameters: parameters, delegate: self)
  }
}

extension ViewController: SignUpAttributesRequiredDelegate {
  func onSignUpAttributesRequiredError(error: AttributesRequiredError) {
    resultTextView.text = "Error submitting attributes: \(error.errorDescription ?? "no description")"
    finish()
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

// The button can be pressed again and again: what is wrong at the start starts nothing.
await ViewController.launch("phone") { screen in
  while let email = screen.ask("Email") {
    screen.emailTextField.text = email
    screen.passwordTextField.text = screen.ask("Password")
    await screen.run { screen.signUpPressed() }
  }
}
