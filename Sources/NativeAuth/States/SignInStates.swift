/// What a factor of a sign-in leads to.
public enum SignInResult: Sendable {
  /// The person is signed in.
  case completed(UserAccountResult)
  /// A second factor is needed, by one of these methods.
  case awaitingMFA([AuthMethod], AwaitingMFAState)
  /// A strong method is to be registered first, of one of these kinds.
  case strongAuthMethodRegistration([AuthMethod], RegisterStrongAuthState)

  init(_ progress: SignInProgress, _ step: Step) {
    self =
      switch progress {
      case .completed(let account): .completed(account)
      case .awaitingMFA(let methods, let token): .awaitingMFA(methods, AwaitingMFAState(step.with(token)))
      case .registration(let methods, let token):
        .strongAuthMethodRegistration(methods, RegisterStrongAuthState(step.with(token)))
      }
  }
}

/// A code was sent, and is to be entered.
public struct SignInCodeRequiredState: FlowState {
  let step: Step
  init(_ step: Step) { self.step = step }

  /// Submits the code that the person has entered.
  public func submitCode(_ code: String) async throws(StepError<VerifyCodeError, Self>) -> SignInResult {
    try await take(VerifyCodeError.self) { step throws(WireFailure) in
      SignInResult(try await step.wire.signIn(.code(code), step), step)
    }
  }

  /// Has another code sent, and those before are void. Where it is too soon for that (``SentCode/resendAfter``), none is sent: the
  /// one before is good, and it is told once more where that went.
  public func resendCode() async throws(StepError<ResendCodeError, Self>) -> (newState: Self, sent: SentCode) {
    try await take(ResendCodeError.self, mayRepeat: true) { step throws(WireFailure) in
      let (token, sent) = try await step.wire.codeChallenge(.signInChallenge, step.token, step.correlation)
      return (Self(step.with(token)), sent)
    }
  }
}

/// A password is to be entered.
public struct SignInPasswordRequiredState: FlowState {
  let step: Step
  init(_ step: Step) { self.step = step }

  /// Submits the password that the person has entered.
  public func submitPassword(_ password: String) async throws(StepError<PasswordRequiredError, Self>) -> SignInResult {
    try await take(PasswordRequiredError.self) { step throws(WireFailure) in
      do throws(WireFailure) {
        return SignInResult(try await step.wire.signIn(.password(password), step), step)
      } catch {
        var failure = error
        // Here the user name was right before, so it is the password alone.
        if failure.details.reason == .invalidCredentials { failure.details.reason = .invalidPassword }
        throw failure
      }
    }
  }
}

/// The account is made; its owner can be signed in without more ado.
public struct SignInAfterSignUpState: FlowState {
  let step: Step
  init(_ step: Step) { self.step = step }

  /// Signs in. A server takes this once: where its answer was lost, the person signs in as always.
  public nonisolated(nonsending) func signIn(
    _ parameters: SignInAfterSignUpParameters = SignInAfterSignUpParameters()
  ) async throws(SignInAfterSignUpError) -> SignInResult {
    try await signIn(scopes: parameters.scopes)
  }

  func signIn(scopes: [String]) async throws(SignInAfterSignUpError) -> SignInResult {
    try await signInAfter(scopes, failing: SignInAfterSignUpError.self)
  }
}

/// The new password is set; its owner can be signed in without more ado.
public struct SignInAfterResetPasswordState: FlowState {
  let step: Step
  init(_ step: Step) { self.step = step }

  /// Signs in. A server takes this once: where its answer was lost, the person signs in as always.
  public nonisolated(nonsending) func signIn(
    _ parameters: SignInAfterResetPasswordParameters = SignInAfterResetPasswordParameters()
  ) async throws(SignInAfterResetPasswordError) -> SignInResult {
    try await signIn(scopes: parameters.scopes)
  }

  func signIn(scopes: [String]) async throws(SignInAfterResetPasswordError) -> SignInResult {
    try await signInAfter(scopes, failing: SignInAfterResetPasswordError.self)
  }
}

extension FlowState {
  /// Signs in with what the flow before has handed out.
  fileprivate func signInAfter<Cause: NativeAuthError>(
    _ scopes: [String], failing: Cause.Type
  ) async throws(Cause) -> SignInResult {
    do throws(StepError<Cause, Self>) {
      return try await take(Cause.self) { step throws(WireFailure) in
        let step = step.with(step.token, scopes: scopes)
        return SignInResult(try await step.wire.signIn(.continuation, step), step)
      }
    } catch {
      throw error.cause
    }
  }
}
