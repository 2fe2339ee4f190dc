// Tutorial: self-service password reset, with the newer calls that take parameters.
import NativeAuth
import Screen

final class ViewController: Screen {
  func resetPressed() {
    guard let email = emailTextField.text else { return finish() }
    let parameters = MSALNativeAuthResetPasswordParameters(username: email)
    nativeAuth.resetPassword(parameters: parameters, delegate: self)
  }
}

extension ViewController: ResetPasswordStartDelegate {
  func onResetPasswordCodeRequired(
    newState: NativeAuth.ResetPasswordCodeRequiredState, sentTo: String,
    channelTargetType: MSALNativeAuthChannelType, codeLength: Int
  ) {
    resultTextView.text = "Verification code sent to \(sentTo)"
    let userSuppliedCode = askForCode()
    newState.submitCode(code: userSuppliedCode, delegate: self)
  }

  func onResetPasswordStartError(error: NativeAuth.ResetPasswordStartError) {
    if error.isInvalidUsername {
      resultTextView.text = "Invalid username"
    } else if error.isUserNotFound {
      resultTextView.text = "User not found"
    } else if error.isUserDoesNotHavePassword {
      resultTextView.text = "User is not registered with a password"
    } else {
      resultTextView.text = "Error during reset password flow in: \(error.errorDescription ?? "no description")"
    }
    finish()
  }
}

extension ViewController: ResetPasswordVerifyCodeDelegate {
  func onResetPasswordVerifyCodeError(
    error: NativeAuth.VerifyCodeError, newState: NativeAuth.ResetPasswordCodeRequiredState?
  ) {
    resultTextView.text = "Error verifying code: \(error.errorDescription ?? "no description")"
    finish()
  }

  func onPasswordRequired(newState: NativeAuth.ResetPasswordRequiredState) {
    let newPassword = ask("New password") ?? ""
    newState.submitPassword(password: newPassword, delegate: self)
  }
}

extension ViewController: ResetPasswordRequiredDelegate {
  func onResetPasswordRequiredError(
    error: NativeAuth.PasswordRequiredError, newState: NativeAuth.ResetPasswordRequiredState?
  ) {
    resultTextView.text = "Error submitting new password: \(error.errorDescription ?? "no description")"
    finish()
  }

  func onResetPasswordCompleted(newState: SignInAfterResetPasswordState) {
    resultTextView.text = "Password reset completed"
    let parameters = MSALNativeAuthSignInAfterResetPasswordParameters()
    newState.signIn(parameters: parameters, delegate: self)
  }
}

extension ViewController: SignInAfterResetPasswordDelegate {
  func onSignInAfterResetPasswordError(error: SignInAfterResetPasswordError) {
    resultTextView.text = "Error signing in after password reset"
    finish()
  }

  func onSignInCompleted(result: NativeAuth.MSALNativeAuthUserAccountResult) {
    // User successfully signed in
    let parameters = MSALNativeAuthGetAccessTokenParameters()
    result.getAccessToken(parameters: parameters, delegate: self)
  }
}

extension ViewController: CredentialsDelegate {
  func onAccessTokenRetrieveError(error: NativeAuth.RetrieveAccessTokenError) {
    resultTextView.text = "Error retrieving access token"
    finish()
  }

  func onAccessTokenRetrieveCompleted(result: MSALNativeAuthTokenResult) {
    resultTextView.text = "Signed in. Access Token: \(result.accessToken)"
    finish()
  }
}

await ViewController.launch("phone") { screen in
  await screen.haveAccount("ada@example.com", password: "Tr0ub4dor-and-more")
  while let email = screen.ask("Email") {
    screen.emailTextField.text = email
    await screen.run { screen.resetPressed() }
  }
}
