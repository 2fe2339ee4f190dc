/// What a `/challenge` asks for.
enum Challenge: Sendable {
  case code(SentCode)
  case password
}

extension Wire {
  /// Asks for a challenge, which sends a code where it is one; with the token to go on with.
  func challenge(
    _ endpoint: Endpoint, _ token: String, _ correlation: String, method: String? = nil
  ) async throws(WireFailure) -> (token: String, challenge: Challenge) {
    var fields: [Field] = [("continuation_token", token), ("challenge_type", configuration.challengeTypes.wire)]
    if let method { fields.append(("id", method)) }
    let answer = try await post(endpoint, fields, correlation)
    switch answer.challengeType {
    case "oob": return (try answer.continuation, .code(try answer.sentCode("challenge_target_label")))
    case "password": return (try answer.continuation, .password)
    default: throw answer.missing("challenge_type that is known")
    }
  }

  /// The same where nothing but a code is possible.
  func codeChallenge(
    _ endpoint: Endpoint, _ token: String, _ correlation: String, method: String? = nil
  ) async throws(WireFailure) -> (token: String, sent: SentCode) {
    guard case (let token, .code(let sent)) = try await challenge(endpoint, token, correlation, method: method) else {
      throw WireFailure(.general, "The server asks for a password where it should send a code.", correlation)
    }
    return (token, sent)
  }
}

extension WireAnswer {
  /// Where a code went; `label` is what its address is called.
  func sentCode(_ label: String) throws(WireFailure) -> SentCode {
    SentCode(
      sentTo: try text(label), channelTargetType: ChannelType(value: try text("challenge_channel")),
      codeLength: try number("code_length"), resendAfter: object["interval"].flatMap(Self.number))
  }
}
