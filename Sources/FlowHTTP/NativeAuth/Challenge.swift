import FlowJSON
import FlowModel
import FlowRuntime

extension NativeAuthExchange {
  /// `/signup/v1.0/challenge` and `/resetpassword/v1.0/challenge`.
  func challenge(_ part: NativeAuthPart) async throws(WireError) -> JSONObject {
    let types = try challengeTypes()
    let token = try runToken()
    let reply = try await page(token, part)
    return try await challenge(reply, token.next(run: reply.token), types, part)
  }

  /// `/oauth2/v2.0/challenge`, by which a method of a second factor is chosen as well.
  func challengeSignIn() async throws(WireError) -> JSONObject {
    let types = try challengeTypes()
    let token = try runToken()
    let reply = try await page(token, .signIn)
    switch (reply.kind(in: .signIn), self["id"]) {
    case (.methods, nil):
      throw WireError("invalid_request", "introspect_required", "Choose a method first.")
    case (.methods, let id?): return try await choose(id, reply, token)
    case (.held, let id?) where id != reply.held?.channel.name: throw .parameter("id")
    // A code is on its way already: another method is chosen, or the same one once more.
    case (.code, let id?) where reply.sent.map { $0.channel.name != id } ?? reply.methods.contains(id):
      return try await choose(id, reply, token)
    default: return try await challenge(reply, token.next(run: reply.token), types, .signIn)
    }
  }

  private func choose(_ method: String, _ standing: Reply, _ token: WireToken) async throws(WireError) -> JSONObject {
    guard standing.methods.contains(method) else { throw .parameter("id") }
    let reply = try await send(method, token, .signIn, sendsCodes: true)
    guard reply.error == nil || isTooSoon(reply), reply.kind(in: .signIn) == .code else {
      throw refusal(reply)
    }
    return oob(reply, token)
  }

  private func challenge(
    _ reply: Reply, _ token: WireToken, _ types: Set<String>, _ part: NativeAuthPart
  ) async throws(WireError) -> JSONObject {
    switch reply.kind(in: part) {
    case .held:
      guard types.contains("oob") else { return Self.redirect("The flow sends a code.") }
      return try released(try await send(ClientEvent.release, token, part, sendsCodes: true), token, types, part)
    case .code:
      guard types.contains("oob") else { return Self.redirect("The flow sends a code.") }
      // A client that was not told where a code went asks for the first one; it may have failed to be sent before.
      guard token.stage == .told || reply.sent == nil, reply.has(.resend) else { return oob(reply, token) }
      return oob(try await resend(token, part), token)
    case .password:
      guard part != .resetPassword else { throw .invalidToken }
      if types.contains("password") { return Self.password(token) }
      guard types.contains("oob"), reply.has(.useCode) else { return Self.redirect("The flow asks for a password.") }
      return try released(try await send(.useCode, token, part, sendsCodes: true), token, types, part)
    default: throw .invalidToken
    }
  }

  /// The answer once a code was to be sent: the flow may have come to something else.
  private func released(
    _ reply: Reply, _ token: WireToken, _ types: Set<String>, _ part: NativeAuthPart
  ) throws(WireError) -> JSONObject {
    guard reply.error == nil, reply.page != nil else { throw refusal(reply) }
    switch reply.kind(in: part) {
    case .code: return oob(reply, token)
    case .password where part != .resetPassword && types.contains("password"):
      return Self.password(token.next(run: reply.token))
    default: return Self.redirect("The flow goes on with what this client cannot show here.")
    }
  }

  private static func password(_ token: WireToken) -> JSONObject {
    ["continuation_token": .string(token.text), "challenge_type": "password"]
  }

  /// Sends a code anew; the one before is void. Where it is too soon for that nothing is sent, and the one before is good.
  func resend(_ token: WireToken, _ part: NativeAuthPart) async throws(WireError) -> Reply {
    let reply = try await send(.resend, token, part, sendsCodes: true)
    guard reply.error == nil || isTooSoon(reply), reply.page != nil else { throw refusal(reply) }
    return reply
  }

  /// Whether a code was asked for again before its time: the one that went there a moment ago still waits to be entered.
  ///
  /// No client tells one error of `/challenge` from another, so this is answered as the code was: by where it is.
  func isTooSoon(_ reply: Reply) -> Bool {
    guard let error = reply.error, failure(error) == .tooManyCodes, let sent = reply.sent else { return false }
    return sent.resendAfter > 0 && reply.page?.event(NativeAuthEvent.submit.rawValue)?.collects(.code) == true
  }

  /// What stands for an address where the flow could send no code. Android takes no empty one.
  private static let nowhere = "***"

  /// Where a code went. `label` is what the address is called: the registration of a method calls it otherwise. Only the
  /// sign-up says in how many seconds another one may be sent.
  func oob(_ reply: Reply, _ token: WireToken, label: String = "challenge_target_label") -> JSONObject {
    var answer: JSONObject = [
      "continuation_token": .string(token.next(run: reply.token, told: true).text), "challenge_type": "oob",
      "binding_method": "prompt", "challenge_channel": .string((reply.sent?.channel ?? .email).name),
      label: .string(reply.sent?.to ?? Self.nowhere),
      "code_length": .int(Int64(reply.sent?.length ?? table.codes.digits)),
    ]
    if NativeAuthEndpoint(path: request.path) == .signUpChallenge {
      answer["interval"] = .int(Int64(reply.sent?.resendAfter ?? 0))
    }
    return answer
  }
}
