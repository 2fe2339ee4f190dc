/// Hears of the challenge of a second factor.
@MainActor
public protocol MFARequestChallengeDelegate: NativeAuthDelegate {
  /// It could not be asked for; with the state of a code that was sent before, if there is one.
  func onMFARequestChallengeError(error: MFARequestChallengeError, newState: MFARequiredState?)
  /// A code was sent, and is to be entered.
  func onMFARequestChallengeVerificationRequired(
    newState: MFARequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int)
}

/// Hears what the code of a second factor comes to.
@MainActor
public protocol MFASubmitChallengeDelegate: SignInProgressDelegate {
  /// It was not accepted; with the state to go on from, if there is one.
  func onMFASubmitChallengeError(error: MFASubmitChallengeError, newState: MFARequiredState?)
}

/// Where the code of a registration went.
public struct RegisterStrongAuthVerificationRequiredResult: Sendable {
  /// The state to go on from.
  public let newState: RegisterStrongAuthVerificationRequiredState
  /// The address or number, in part.
  public let sentTo: String
  /// What carries it.
  public let channelTargetType: ChannelType
  /// How many digits it has.
  public let codeLength: Int
}

/// Hears of the challenge of what is to become a strong method.
@MainActor
public protocol RegisterStrongAuthChallengeDelegate: SignInProgressDelegate {
  /// It could not be asked for; with the state to go on from, if there is one.
  func onRegisterStrongAuthChallengeError(error: RegisterStrongAuthChallengeError, newState: RegisterStrongAuthState?)
  /// A code was sent, and is to be entered.
  func onRegisterStrongAuthVerificationRequired(result: RegisterStrongAuthVerificationRequiredResult)
}

/// Hears what the code of a registration comes to.
@MainActor
public protocol RegisterStrongAuthSubmitChallengeDelegate: SignInProgressDelegate {
  /// It was not accepted; with the state to go on from, if there is one.
  func onRegisterStrongAuthSubmitChallengeError(
    error: RegisterStrongAuthSubmitChallengeError, newState: RegisterStrongAuthVerificationRequiredState?)
}
