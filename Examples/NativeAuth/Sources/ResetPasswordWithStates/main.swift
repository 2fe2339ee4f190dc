// Tutorial: self-service password reset with the older calls, and errors from whose states it goes on.
import NativeAuth
import Screen

final class ViewController: Screen {
  func resetPressed() {
    guard let email = emailTextField.text else { return finish() }
    nativeAuth.resetPassword(username: email, delegate: self)
  }

  func retrieveNewCode(_ newState: ResetPasswordCodeRequiredState?) -> String { askForCode() }
  func retrieveNewPassword() -> String { ask("New password") ?? "" }
}

extension ViewController: ResetPasswordStartDelegate {
  func onResetPasswordCodeRequired(
    newState: NativeAuth.ResetPasswordCodeRequiredState, sentTo: String,
    channelTargetType: MSALNativeAuthChannelType, codeLength: Int
  ) {
    resultTextView.text = "Verification code sent to \(sentTo)"
    newState.submitCode(code: askForCode(), delegate: self)
  }

  func onResetPasswordStartError(error: NativeAuth.ResetPasswordStartError) {
    resultTextView.text = "Error verifying code: \(error.errorDescription ?? "no description")"
    finish()
  }
}

extension ViewController: ResetPasswordVerifyCodeDelegate {
  func onResetPasswordVerifyCodeError(
    error: NativeAuth.VerifyCodeError, newState: NativeAuth.ResetPasswordCodeRequiredState?
  ) {
    if error.isInvalidCode {
      // Inform the user that the submitted code was incorrect and ask for a new code to be supplied.
      // Request a new code calling `newState.resendCode(delegate)`
      resultTextView.text = "The code is wrong"
      let userSuppliedCode = retrieveNewCode(newState)
      newState?.submitCode(code: userSuppliedCode, delegate: self)
    } else {
      resultTextView.text = "Error verifying code: \(error.errorDescription ?? "no description")"
      finish()
    }
  }

  func onPasswordRequired(newState: NativeAuth.ResetPasswordRequiredState) {
    newState.submitPassword(password: retrieveNewPassword(), delegate: self)
  }
}

extension ViewController: ResetPasswordRequiredDelegate {
  func onResetPasswordRequiredError(
    error: NativeAuth.PasswordRequiredError, newState: NativeAuth.ResetPasswordRequiredState?
  ) {
    if error.isInvalidPassword {
      // Inform the user that the submitted password was invalid and ask for a new password to be supplied.
      resultTextView.text = "The password is not good enough"
      let newPassword = retrieveNewPassword()
      newState?.submitPassword(password: newPassword, delegate: self)
    } else {
      resultTextView.text = "Error submitting password: \(error.errorDescription ?? "no description")"
      finish()
    }
  }

  func onResetPasswordCompleted(newState: SignInAfterResetPasswordState) {
    resultTextView.text = "Password reset completed"
    newState.signIn(delegate: self)
  }
}

extension ViewController: SignInAfterResetPasswordDelegate {
  func onSignInAfterResetPasswordError(error: SignInAfterResetPasswordError) {
    resultTextView.text = "Error signing in after password reset"
    finish()
  }

  func onSignInCompleted(result: NativeAuth.MSALNativeAuthUserAccountResult) {
    // User successfully signed in
    result.getAccessToken(delegate: self)
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
  screen.emailTextField.text = screen.ask("Email")
  await screen.run { screen.resetPressed() }
}
