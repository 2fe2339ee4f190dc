/// Hears what a factor of a sign-in leads to.
@MainActor
public protocol SignInProgressDelegate: NativeAuthDelegate {
  /// The person is signed in. Optional.
  func onSignInCompleted(result: UserAccountResult)
  /// A second factor is needed, by one of these methods. Optional.
  func onSignInAwaitingMFA(authMethods: [AuthMethod], newState: AwaitingMFAState)
  /// A strong method is to be registered first, of one of these kinds. Optional.
  func onSignInStrongAuthMethodRegistration(authMethods: [AuthMethod], newState: RegisterStrongAuthState)
}

/// Hears what a sign-in begins with.
@MainActor
public protocol SignInStartDelegate: SignInProgressDelegate {
  /// It could not be started.
  func onSignInStartError(error: SignInStartError)
  /// A code was sent to the person's address. Optional.
  func onSignInCodeRequired(
    newState: SignInCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int)
  /// The account has a password, which is to be entered. Optional.
  func onSignInPasswordRequired(newState: SignInPasswordRequiredState)
}

/// Hears what a code comes to.
@MainActor
public protocol SignInVerifyCodeDelegate: SignInProgressDelegate {
  /// It was not accepted; with the state to go on from, if there is one.
  func onSignInVerifyCodeError(error: VerifyCodeError, newState: SignInCodeRequiredState?)
}

/// Hears of another code.
@MainActor
public protocol SignInResendCodeDelegate: NativeAuthDelegate {
  /// It could not be sent; with the state to go on from, if there is one.
  func onSignInResendCodeError(error: ResendCodeError, newState: SignInCodeRequiredState?)
  /// It was sent.
  func onSignInResendCodeCodeRequired(
    newState: SignInCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int)
}

/// Hears what a password comes to.
@MainActor
public protocol SignInPasswordRequiredDelegate: SignInProgressDelegate {
  /// It was not accepted; with the state to go on from, if there is one.
  func onSignInPasswordRequiredError(error: PasswordRequiredError, newState: SignInPasswordRequiredState?)
}

/// Hears what a sign-in after a sign-up comes to.
@MainActor
public protocol SignInAfterSignUpDelegate: SignInProgressDelegate {
  /// It failed: the person signs in as always.
  func onSignInAfterSignUpError(error: SignInAfterSignUpError)
}

/// Hears what a sign-in after a reset comes to.
@MainActor
public protocol SignInAfterResetPasswordDelegate: SignInProgressDelegate {
  /// It failed: the person signs in as always.
  func onSignInAfterResetPasswordError(error: SignInAfterResetPasswordError)
}

/// Hears of access tokens.
@MainActor
public protocol CredentialsDelegate: NativeAuthDelegate {
  /// There is none to be had.
  func onAccessTokenRetrieveError(error: RetrieveAccessTokenError)
  /// Here it is.
  func onAccessTokenRetrieveCompleted(result: TokenResult)
}

extension SignInProgressDelegate {
  /// Says that it is missing.
  public func onSignInCompleted(result: UserAccountResult) { MissingCallback.tell("onSignInCompleted(result:)") }
  /// Says that it is missing.
  public func onSignInAwaitingMFA(authMethods: [AuthMethod], newState: AwaitingMFAState) {
    MissingCallback.tell("onSignInAwaitingMFA(authMethods:newState:)")
  }
  /// Says that it is missing.
  public func onSignInStrongAuthMethodRegistration(authMethods: [AuthMethod], newState: RegisterStrongAuthState) {
    MissingCallback.tell("onSignInStrongAuthMethodRegistration(authMethods:newState:)")
  }

  func hear(_ result: SignInResult) {
    switch result {
    case .completed(let account): onSignInCompleted(result: account)
    case .awaitingMFA(let methods, let state): onSignInAwaitingMFA(authMethods: methods, newState: state)
    case .strongAuthMethodRegistration(let methods, let state):
      onSignInStrongAuthMethodRegistration(authMethods: methods, newState: state)
    }
  }
}

extension SignInStartDelegate {
  /// Says that it is missing.
  public func onSignInCodeRequired(
    newState: SignInCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int
  ) {
    MissingCallback.tell("onSignInCodeRequired(newState:sentTo:channelTargetType:codeLength:)")
  }
  /// Says that it is missing.
  public func onSignInPasswordRequired(newState: SignInPasswordRequiredState) {
    MissingCallback.tell("onSignInPasswordRequired(newState:)")
  }
}
