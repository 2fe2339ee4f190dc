/// What the registration of a strong method asks for.
enum RegistrationProgress: Sendable {
  case code(SentCode, token: String)
  case signedIn(SignInProgress)
}

extension Wire {
  /// Asks for the challenge of an address that is to become a strong method. One that the server knows to be the person's own
  /// needs none: the sign-in goes on.
  func register(_ method: AuthMethod, _ contact: String, _ step: Step) async throws(WireFailure) -> RegistrationProgress
  {
    if let token = step.turn.kept(for: contact) { return .signedIn(try await signIn(.continuation, step.with(token))) }
    let answer = try await post(
      .registerChallenge,
      [
        ("continuation_token", step.token), ("challenge_type", method.challengeType), ("challenge_target", contact),
        ("challenge_channel", method.channelTargetType.value),
      ], step.correlation)
    guard answer.challengeType == "preverified" else {
      return .code(try answer.sentCode("challenge_target"), token: try answer.continuation)
    }
    let fields: [Field] = [("grant_type", "continuation_token")]
    return .signedIn(try await completed(fields, try answer.continuation, contact, step))
  }

  /// Verifies the code that went to such an address, and signs in.
  func register(_ code: String, _ step: Step) async throws(WireFailure) -> SignInProgress {
    try Self.check(code: code, step.correlation)
    if let token = step.turn.kept(for: code) { return try await signIn(.continuation, step.with(token)) }
    return try await completed([("grant_type", "oob"), ("oob", code)], step.token, code, step)
  }

  /// Completes the registration and asks for tokens. The step keeps that it is completed: where the tokens are lost on their
  /// way, it is not there to be repeated.
  private func completed(
    _ fields: [Field], _ token: String, _ input: String, _ step: Step
  ) async throws(WireFailure) -> SignInProgress {
    let answer = try await post(.registerContinue, [("continuation_token", token)] + fields, step.correlation)
    let token = try answer.continuation
    step.turn.keep(token, for: input)
    return try await signIn(.continuation, step.with(token))
  }
}
