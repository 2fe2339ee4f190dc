import NativeAuth
import Testing

/// What a delegate was told: the method and what came with it.
struct Heard: Sendable {
  let callback: String
  let values: [any Sendable]

  /// The value of a type that came with it, such as the new state.
  func value<Value>(_ type: Value.Type = Value.self) throws -> Value {
    try #require(values.lazy.compactMap { $0 as? Value }.first, "\(callback) has no \(type)")
  }
}

/// A delegate of everything, which keeps what it was told.
@MainActor
final class Listener {
  private(set) var callbacks: Set<String> = []
  private var waiting: CheckedContinuation<Heard, Never>?

  /// Makes a call and waits until one method was called.
  func hear(_ call: (Listener) -> Void) async -> Heard {
    await withCheckedContinuation {
      waiting = $0
      call(self)
    }
  }

  /// The same, with the method that must be called.
  @discardableResult
  func hear(_ callback: String, _ call: (Listener) -> Void) async throws -> Heard {
    let heard = await hear(call)
    try #require(heard.callback == callback, "\(heard)")
    return heard
  }

  private func told(_ values: [(any Sendable)?] = [], _ callback: String = #function) {
    callbacks.insert(callback)
    waiting?.resume(returning: Heard(callback: callback, values: values.compactMap(\.self)))
    waiting = nil
  }
}

extension Listener: SignUpStartDelegate, SignUpVerifyCodeDelegate, SignUpResendCodeDelegate,
  SignUpPasswordRequiredDelegate, SignUpAttributesRequiredDelegate
{
  func onSignUpStartError(error: SignUpStartError) { told([error]) }
  func onSignUpCodeRequired(
    newState: SignUpCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int
  ) { told([newState, sentTo, channelTargetType, codeLength]) }
  func onSignUpAttributesInvalid(attributeNames: [String]) { told([attributeNames]) }
  func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) { told([error, newState]) }
  func onSignUpPasswordRequired(newState: SignUpPasswordRequiredState) { told([newState]) }
  func onSignUpAttributesRequired(attributes: [RequiredAttribute], newState: SignUpAttributesRequiredState) {
    told([attributes, newState])
  }
  func onSignUpCompleted(newState: SignInAfterSignUpState) { told([newState]) }
  func onSignUpResendCodeError(error: ResendCodeError, newState: SignUpCodeRequiredState?) { told([error, newState]) }
  func onSignUpResendCodeCodeRequired(
    newState: SignUpCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int
  ) { told([newState, sentTo, channelTargetType, codeLength]) }
  func onSignUpPasswordRequiredError(error: PasswordRequiredError, newState: SignUpPasswordRequiredState?) {
    told([error, newState])
  }
  func onSignUpAttributesRequiredError(error: AttributesRequiredError) { told([error]) }
  func onSignUpAttributesInvalid(attributeNames: [String], newState: SignUpAttributesRequiredState) {
    told([attributeNames, newState])
  }
}

extension Listener: ResetPasswordStartDelegate, ResetPasswordVerifyCodeDelegate, ResetPasswordResendCodeDelegate,
  ResetPasswordRequiredDelegate
{
  func onResetPasswordStartError(error: ResetPasswordStartError) { told([error]) }
  func onResetPasswordCodeRequired(
    newState: ResetPasswordCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int
  ) { told([newState, sentTo, channelTargetType, codeLength]) }
  func onResetPasswordVerifyCodeError(error: VerifyCodeError, newState: ResetPasswordCodeRequiredState?) {
    told([error, newState])
  }
  func onPasswordRequired(newState: ResetPasswordRequiredState) { told([newState]) }
  func onResetPasswordResendCodeError(error: ResendCodeError, newState: ResetPasswordCodeRequiredState?) {
    told([error, newState])
  }
  func onResetPasswordResendCodeRequired(
    newState: ResetPasswordCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int
  ) { told([newState, sentTo, channelTargetType, codeLength]) }
  func onResetPasswordRequiredError(error: PasswordRequiredError, newState: ResetPasswordRequiredState?) {
    told([error, newState])
  }
  func onResetPasswordCompleted(newState: SignInAfterResetPasswordState) { told([newState]) }
}

extension Listener: SignInStartDelegate, SignInVerifyCodeDelegate, SignInResendCodeDelegate,
  SignInPasswordRequiredDelegate, SignInAfterSignUpDelegate, SignInAfterResetPasswordDelegate, CredentialsDelegate
{
  func onSignInStartError(error: SignInStartError) { told([error]) }
  func onSignInCodeRequired(
    newState: SignInCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int
  ) { told([newState, sentTo, channelTargetType, codeLength]) }
  func onSignInPasswordRequired(newState: SignInPasswordRequiredState) { told([newState]) }
  func onSignInCompleted(result: UserAccountResult) { told([result]) }
  func onSignInAwaitingMFA(authMethods: [AuthMethod], newState: AwaitingMFAState) { told([authMethods, newState]) }
  func onSignInStrongAuthMethodRegistration(authMethods: [AuthMethod], newState: RegisterStrongAuthState) {
    told([authMethods, newState])
  }
  func onSignInVerifyCodeError(error: VerifyCodeError, newState: SignInCodeRequiredState?) { told([error, newState]) }
  func onSignInResendCodeError(error: ResendCodeError, newState: SignInCodeRequiredState?) { told([error, newState]) }
  func onSignInResendCodeCodeRequired(
    newState: SignInCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int
  ) { told([newState, sentTo, channelTargetType, codeLength]) }
  func onSignInPasswordRequiredError(error: PasswordRequiredError, newState: SignInPasswordRequiredState?) {
    told([error, newState])
  }
  func onSignInAfterSignUpError(error: SignInAfterSignUpError) { told([error]) }
  func onSignInAfterResetPasswordError(error: SignInAfterResetPasswordError) { told([error]) }
  func onAccessTokenRetrieveError(error: RetrieveAccessTokenError) { told([error]) }
  func onAccessTokenRetrieveCompleted(result: TokenResult) { told([result]) }
}

extension Listener: MFARequestChallengeDelegate, MFASubmitChallengeDelegate, RegisterStrongAuthChallengeDelegate,
  RegisterStrongAuthSubmitChallengeDelegate
{
  func onMFARequestChallengeError(error: MFARequestChallengeError, newState: MFARequiredState?) {
    told([error, newState])
  }
  func onMFARequestChallengeVerificationRequired(
    newState: MFARequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int
  ) { told([newState, sentTo, channelTargetType, codeLength]) }
  func onMFASubmitChallengeError(error: MFASubmitChallengeError, newState: MFARequiredState?) {
    told([error, newState])
  }
  func onRegisterStrongAuthChallengeError(error: RegisterStrongAuthChallengeError, newState: RegisterStrongAuthState?) {
    told([error, newState])
  }
  func onRegisterStrongAuthVerificationRequired(result: RegisterStrongAuthVerificationRequiredResult) { told([result]) }
  func onRegisterStrongAuthSubmitChallengeError(
    error: RegisterStrongAuthSubmitChallengeError, newState: RegisterStrongAuthVerificationRequiredState?
  ) { told([error, newState]) }
}
