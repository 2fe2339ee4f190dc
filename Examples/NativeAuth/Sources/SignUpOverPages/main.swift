// Tutorial: collect user attributes over one or more pages, once the address is proven.
import NativeAuth
import Screen

final class ViewController: Screen {
  func signUpPressed() {
    guard let email = emailTextField.text else { return finish() }
    nativeAuth.signUp(username: email, delegate: self)
  }

  /// The attributes of one page, as the person types them: `country=Spain, city=Vigo`.
  func askForAttributes() -> [String: String] {
    let pairs = (ask("Attributes") ?? "").split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
    return Dictionary(
      pairs.filter { $0.count == 2 }.map { (String($0[0].drop { $0 == " " }), String($0[1])) }
    ) { $1 }
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
    let userSuppliedCode = askForCode()
    newState.submitCode(code: userSuppliedCode, delegate: self)
  }
}

extension ViewController: SignUpVerifyCodeDelegate {
  // Called where there is no other: a class that has the one with attributes, as this one below, hears which they are.
  func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState) {
    resultTextView.text = "Attributes required"
    newState.submitAttributes(attributes: askForAttributes(), delegate: self)
  }

  func onSignUpVerifyCodeError(error: NativeAuth.VerifyCodeError, newState: NativeAuth.SignUpCodeRequiredState?) {
    resultTextView.text = "Error verifying code: \(error.errorDescription ?? "no description")"
    finish()
  }

  func onSignUpCompleted(newState: SignInAfterSignUpState) {
    resultTextView.text = "Signed up successfully!"
    finish()
  }
}

extension ViewController: SignUpAttributesRequiredDelegate {
  func onSignUpAttributesRequiredError(error: AttributesRequiredError) {
    resultTextView.text = "Error submitting attributes: \(error.errorDescription ?? "no description")"
    finish()
  }

  func onSignUpAttributesRequired(
    attributes: [MSALNativeAuthRequiredAttribute], newState: SignUpAttributesRequiredState
  ) {
    resultTextView.text = "Attributes required: \(attributes.map(\.name).joined(separator: ", "))"
    newState.submitAttributes(attributes: askForAttributes(), delegate: self)
  }

  func onSignUpAttributesInvalid(attributeNames: [String], newState: SignUpAttributesRequiredState) {
    resultTextView.text = "Attributes invalid: \(attributeNames.joined(separator: ", "))"
    newState.submitAttributes(attributes: askForAttributes(), delegate: self)
  }
}

await ViewController.launch("browser") { screen in
  screen.emailTextField.text = screen.ask("Email")
  await screen.run { screen.signUpPressed() }
}
