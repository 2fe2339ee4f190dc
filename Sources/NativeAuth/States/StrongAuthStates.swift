/// A second factor is needed: its method is to be chosen.
public struct AwaitingMFAState: FlowState {
  let step: Step
  init(_ step: Step) { self.step = step }

  /// Has a code sent by a method.
  public func requestChallenge(
    _ method: AuthMethod
  ) async throws(StepError<MFARequestChallengeError, Self>) -> (newState: MFARequiredState, sent: SentCode) {
    try await take(MFARequestChallengeError.self, mayRepeat: true) { step throws(WireFailure) in
      try await step.challenge(method)
    }
  }
}

/// The code of a second factor was sent, and is to be entered.
public struct MFARequiredState: FlowState {
  let step: Step
  init(_ step: Step) { self.step = step }

  /// Submits the code that the person has entered.
  public func submitChallenge(
    _ challenge: String
  ) async throws(StepError<MFASubmitChallengeError, Self>) -> SignInResult {
    try await take(MFASubmitChallengeError.self) { step throws(WireFailure) in
      SignInResult(try await step.wire.signIn(.secondCode(challenge), step), step)
    }
  }

  /// Has a code sent by another method, or by the same once more.
  public func requestChallenge(
    _ method: AuthMethod
  ) async throws(StepError<MFARequestChallengeError, Self>) -> (newState: MFARequiredState, sent: SentCode) {
    try await take(MFARequestChallengeError.self, mayRepeat: true) { step throws(WireFailure) in
      try await step.challenge(method)
    }
  }
}

/// What the registration of a strong method leads to.
public enum RegisterStrongAuthResult: Sendable {
  /// A code was sent, and is to be entered.
  case verificationRequired(RegisterStrongAuthVerificationRequiredState, SentCode)
  /// The address was proven before: the person is signed in.
  case completed(UserAccountResult)
}

/// A strong method is to be registered before the person is signed in.
public struct RegisterStrongAuthState: FlowState {
  let step: Step
  init(_ step: Step) { self.step = step }

  /// Has a code sent to an address or number that is to become a strong method.
  public nonisolated(nonsending) func requestChallenge(
    _ parameters: ChallengeAuthMethodParameters
  ) async throws(StepError<RegisterStrongAuthChallengeError, Self>) -> RegisterStrongAuthResult {
    try await requestChallenge(parameters.authMethod, parameters.verificationContact)
  }

  func requestChallenge(
    _ method: AuthMethod, _ contact: String
  ) async throws(StepError<RegisterStrongAuthChallengeError, Self>) -> RegisterStrongAuthResult {
    try await take(RegisterStrongAuthChallengeError.self, mayRepeat: true) { step throws(WireFailure) in
      try await step.register(method, contact)
    }
  }
}

/// A code was sent to what is to become a strong method, and is to be entered.
public struct RegisterStrongAuthVerificationRequiredState: FlowState {
  let step: Step
  init(_ step: Step) { self.step = step }

  /// Submits the code that the person has entered: it registers the method, and signs in.
  public func submitChallenge(
    _ challenge: String
  ) async throws(StepError<RegisterStrongAuthSubmitChallengeError, Self>) -> UserAccountResult {
    try await take(RegisterStrongAuthSubmitChallengeError.self) { step throws(WireFailure) in
      guard case .completed(let account) = try await step.wire.register(challenge, step) else {
        throw .unexpected("another factor", step)
      }
      return account
    }
  }

  /// Has a code sent to another address, or to the same once more.
  public nonisolated(nonsending) func requestChallenge(
    _ parameters: ChallengeAuthMethodParameters
  ) async throws(StepError<RegisterStrongAuthChallengeError, Self>) -> RegisterStrongAuthResult {
    try await requestChallenge(parameters.authMethod, parameters.verificationContact)
  }

  func requestChallenge(
    _ method: AuthMethod, _ contact: String
  ) async throws(StepError<RegisterStrongAuthChallengeError, Self>) -> RegisterStrongAuthResult {
    try await take(RegisterStrongAuthChallengeError.self, mayRepeat: true) { step throws(WireFailure) in
      try await step.register(method, contact)
    }
  }
}

extension Step {
  fileprivate func challenge(
    _ method: AuthMethod
  ) async throws(WireFailure) -> (newState: MFARequiredState, sent: SentCode) {
    let (token, sent) = try await wire.codeChallenge(.signInChallenge, token, correlation, method: method.id)
    return (MFARequiredState(with(token)), sent)
  }

  fileprivate func register(
    _ method: AuthMethod, _ contact: String
  ) async throws(WireFailure) -> RegisterStrongAuthResult {
    switch try await wire.register(method, contact, self) {
    case .code(let sent, let token):
      .verificationRequired(RegisterStrongAuthVerificationRequiredState(with(token)), sent)
    case .signedIn(.completed(let account)): .completed(account)
    case .signedIn: throw .unexpected("another factor", self)
    }
  }
}
