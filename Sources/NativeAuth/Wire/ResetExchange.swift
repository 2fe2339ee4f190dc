import FlowClient

extension Wire {
  /// Starts a reset and asks for its code.
  func resetPassword(_ username: String, _ correlation: String) async throws(WireFailure) -> (
    token: String, sent: SentCode
  ) {
    guard !username.isEmpty else { throw .emptyUsername(correlation) }
    let token = try await post(.resetStart, start(username), correlation).continuation
    return try await codeChallenge(.resetChallenge, token, correlation)
  }

  /// Verifies the code of a reset; the token that a new password is submitted with.
  func verifyReset(_ code: String, _ token: String, _ correlation: String) async throws(WireFailure) -> String {
    try Self.check(code: code, correlation)
    return try await post(
      .resetContinue, [("continuation_token", token), ("grant_type", "oob"), ("oob", code)], correlation
    ).continuation
  }

  /// How often it is asked again whether a new password is set.
  private static let polls = 5

  /// Submits a new password and waits until it is set; the token of the sign-in after it.
  ///
  /// The answer is asked for once, and then as often as MSAL for iOS does.
  func submitReset(_ password: String, _ token: String, _ correlation: String) async throws(WireFailure) -> String {
    try Self.check(password: password, correlation)
    let submitted = try await post(
      .resetSubmit, [("continuation_token", token), ("new_password", password)], correlation)
    let token = try submitted.continuation
    let interval = Duration.seconds(min(max(1, try submitted.number("poll_interval")), 15))
    for poll in 0...Self.polls {
      if poll > 0 { try await pause(interval, correlation) }
      let answer = try await post(.resetPoll, [("continuation_token", token)], correlation)
      switch try answer.text("status") {
      case "succeeded": return try answer.continuation
      case "in_progress", "not_started": continue
      default: throw WireFailure(.resetFailed, "The password could not be set: start the reset again.", correlation)
      }
    }
    throw WireFailure(.resetFailed, "The password is still not set: try it, or start the reset again.", correlation)
  }

  private func pause(_ interval: Duration, _ correlation: String) async throws(WireFailure) {
    do {
      try await configuration.time.sleep(interval)
    } catch {
      throw WireFailure(connection: .cancelled, correlation)
    }
  }
}
