import NativeAuth

// What is legal compiles, in both forms and with MSAL's names.

@MainActor
final class ViewController {
  let nativeAuth: MSALNativeAuthPublicClientApplication
  var text = ""
  init(_ nativeAuth: MSALNativeAuthPublicClientApplication) { self.nativeAuth = nativeAuth }

  func signUpPressed() {
    let parameters = MSALNativeAuthSignUpParameters(username: "ada@example.com")
    parameters.password = "Tr0ub4dor-and-more"
    parameters.attributes = ["country": "United States", "city": "Redmond"]
    nativeAuth.signUp(parameters: parameters, delegate: self)
  }

  func signUp() async {
    do {
      let parameters = SignUpParameters(username: "ada@example.com")
      switch try await nativeAuth.signUp(parameters) {
      case .codeRequired(let state, let sent):
        text = "Verification code sent to \(sent.sentTo)"
        _ = try await state.resendCode()
      case .attributesInvalid(let names): text = "Invalid attributes \(names)"
      }
    } catch let error as SignUpStartError {
      text = error.isUserAlreadyExists ? "exists" : error.errorDescription ?? ""
    } catch {}
  }
}

extension ViewController: SignUpStartDelegate {
  func onSignUpStartError(error: NativeAuth.SignUpStartError) { text = error.errorDescription ?? "no description" }
  func onSignUpCodeRequired(
    newState: NativeAuth.SignUpCodeRequiredState, sentTo: String,
    channelTargetType: NativeAuth.MSALNativeAuthChannelType, codeLength: Int
  ) { newState.submitCode(code: "12345678", delegate: self) }
}

extension ViewController: SignUpVerifyCodeDelegate {
  func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState) { text = "Attributes required" }
  func onSignUpVerifyCodeError(error: NativeAuth.VerifyCodeError, newState: NativeAuth.SignUpCodeRequiredState?) {
    if error.isInvalidCode { newState?.submitCode(code: "87654321", delegate: self) }
  }
}
