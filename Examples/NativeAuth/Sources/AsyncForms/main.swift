// The same tutorials without delegates: a sign-up, a reset, and the sign-in after each, as straight lines of code.
import NativeAuth
import Screen

final class ViewController: Screen {
  func signUp(_ email: String, _ password: String) async {
    let parameters = SignUpParameters(username: email)
    parameters.password = password
    do throws(SignUpStartError) {
      switch try await nativeAuth.signUp(parameters) {
      case .codeRequired(let state, let sent):
        resultTextView.text = "Verification code sent to \(sent.sentTo)"
        await verify(state)
      case .attributesInvalid(let names): resultTextView.text = "Invalid attributes \(names)"
      }
    } catch {
      resultTextView.text = "Error signing up: \(error)"
    }
  }

  func verify(_ state: SignUpCodeRequiredState) async {
    do throws(StepError<VerifyCodeError, SignUpCodeRequiredState>) {
      switch try await state.submitCode(askForCode()) {
      case .completed(let state): await signIn(state)
      case .passwordRequired: resultTextView.text = "There is a password already"
      case .attributesRequired(let attributes, let state): await submit(attributes, state)
      }
    } catch {
      guard error.isInvalidCode, let state = error.newState else {
        return resultTextView.text = "Error verifying code: \(error)"
      }
      resultTextView.text = "The code is wrong"
      await verify(state)
    }
  }

  func submit(_ attributes: [RequiredAttribute], _ state: SignUpAttributesRequiredState) async {
    resultTextView.text = "Attributes required: \(attributes.map(\.name).joined(separator: ", "))"
    do throws(StepError<AttributesRequiredError, SignUpAttributesRequiredState>) {
      switch try await state.submitAttributes(["country": "United States", "city": "Redmond"]) {
      case .completed(let state): await signIn(state)
      case .attributesRequired(let attributes, let state): await submit(attributes, state)
      case .attributesInvalid(let names, _): resultTextView.text = "Attributes invalid: \(names)"
      }
    } catch {
      resultTextView.text = "Error submitting attributes: \(error)"
    }
  }

  func signIn(_ state: SignInAfterSignUpState) async {
    resultTextView.text = "Signed up successfully!"
    do {
      if case .completed(let result) = try await state.signIn() { try await show(result) }
    } catch {
      resultTextView.text = "Error signing in after sign up: \(error)"
    }
  }

  func resetPassword(_ email: String, _ password: String) async {
    do {
      let (state, sent) = try await nativeAuth.resetPassword(ResetPasswordParameters(username: email))
      resultTextView.text = "Verification code sent to \(sent.sentTo)"
      let done = try await state.submitCode(askForCode()).submitPassword(password)
      resultTextView.text = "Password reset completed"
      if case .completed(let result) = try await done.signIn() { try await show(result) }
    } catch {
      resultTextView.text = "Error during reset password flow: \(error)"
    }
  }

  func show(_ result: UserAccountResult) async throws {
    let token = try await result.getAccessToken()
    resultTextView.text = "Signed in. Access Token: \(token.accessToken)"
  }
}

await ViewController.launch("phone") { screen in
  guard let email = screen.ask("Email"), let password = screen.ask("Password") else { return }
  screen.emailTextField.text = email
  await screen.signUp(email, password)
  guard let newPassword = screen.ask("New password") else { return }
  await screen.resetPassword(email, newPassword)
}
