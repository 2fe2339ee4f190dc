/// Hears what a sign-up begins with.
@MainActor
public protocol SignUpStartDelegate: NativeAuthDelegate {
  /// It could not be started.
  func onSignUpStartError(error: SignUpStartError)
  /// A code was sent to the person's address.
  func onSignUpCodeRequired(
    newState: SignUpCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int)
  /// Attributes of these names have values that the server does not take: the sign-up is started again. Optional.
  func onSignUpAttributesInvalid(attributeNames: [String])
}

/// Hears what comes after a step of a sign-up.
@MainActor
public protocol SignUpProgressDelegate: NativeAuthDelegate {
  /// These attributes are to be given. Optional.
  func onSignUpAttributesRequired(attributes: [RequiredAttribute], newState: SignUpAttributesRequiredState)
  /// The same without saying which, as older tutorials have it: called where the other is missing. Optional.
  func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState)
  /// The account is made. Optional.
  func onSignUpCompleted(newState: SignInAfterSignUpState)
}

/// Hears what a code comes to.
@MainActor
public protocol SignUpVerifyCodeDelegate: SignUpProgressDelegate {
  /// It was not accepted; with the state to go on from, if there is one.
  func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?)
  /// A password is to be chosen. Optional.
  func onSignUpPasswordRequired(newState: SignUpPasswordRequiredState)
}

/// Hears of another code.
@MainActor
public protocol SignUpResendCodeDelegate: NativeAuthDelegate {
  /// It could not be sent; with the state to go on from, if there is one.
  func onSignUpResendCodeError(error: ResendCodeError, newState: SignUpCodeRequiredState?)
  /// It was sent.
  func onSignUpResendCodeCodeRequired(
    newState: SignUpCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int)
}

/// Hears what a chosen password comes to.
@MainActor
public protocol SignUpPasswordRequiredDelegate: SignUpProgressDelegate {
  /// It was not accepted; with the state to go on from, if there is one.
  func onSignUpPasswordRequiredError(error: PasswordRequiredError, newState: SignUpPasswordRequiredState?)
}

/// Hears what attributes come to.
@MainActor
public protocol SignUpAttributesRequiredDelegate: SignUpProgressDelegate {
  /// They were not accepted.
  func onSignUpAttributesRequiredError(error: AttributesRequiredError)
  /// Attributes of these names have values that the server does not take. Optional.
  func onSignUpAttributesInvalid(attributeNames: [String], newState: SignUpAttributesRequiredState)
}

extension NativeAuthDelegate {
  /// Says that it is missing.
  public func onSignUpAttributesInvalid(attributeNames: [String]) {
    MissingCallback.tell("onSignUpAttributesInvalid(attributeNames:)")
  }
  /// Says that it is missing.
  public func onSignUpAttributesInvalid(attributeNames: [String], newState: SignUpAttributesRequiredState) {
    MissingCallback.tell("onSignUpAttributesInvalid(attributeNames:newState:)")
  }
  /// Says that it is missing.
  public func onSignUpPasswordRequired(newState: SignUpPasswordRequiredState) {
    MissingCallback.tell("onSignUpPasswordRequired(newState:)")
  }
}

extension SignUpProgressDelegate {
  /// Calls the one without attributes.
  public func onSignUpAttributesRequired(attributes: [RequiredAttribute], newState: SignUpAttributesRequiredState) {
    onSignUpAttributesRequired(newState: newState)
  }
  /// Says that it is missing.
  public func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState) {
    MissingCallback.tell("onSignUpAttributesRequired(attributes:newState:)")
  }
  /// Says that it is missing.
  public func onSignUpCompleted(newState: SignInAfterSignUpState) {
    MissingCallback.tell("onSignUpCompleted(newState:)")
  }
}
