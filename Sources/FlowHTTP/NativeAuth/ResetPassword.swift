import FlowJSON
import FlowModel
import FlowRuntime

private let part = NativeAuthPart.resetPassword

/// The service's own limit for what follows a verified code, in seconds.
private let lifetime: JSON = 600

extension NativeAuthExchange {
  /// `/resetpassword/v1.0/continue`.
  func continueReset() async throws(WireError) -> JSONObject {
    guard try required("grant_type") == "oob" else { throw .parameter("grant_type") }
    let token = try runToken()
    let reply = try await send(.submit, token, part, [SecretField.code.name: .string(try required("oob"))])
    guard reply.error == nil, reply.kind(in: part) == .password else { throw refusal(reply) }
    return ["continuation_token": .string(token.next(run: reply.token, told: false).text), "expires_in": lifetime]
  }

  /// `/resetpassword/v1.0/submit`. The password is set when this is answered; the poll that clients insist on finds it so.
  func submitNewPassword() async throws(WireError) -> JSONObject {
    let password = try required("new_password")
    let token = try runToken()
    let reply = try await send(.submit, token, part, [SecretField.password.name: .string(password)])
    guard let end = reply.end else { throw refusal(reply) }
    if end.name == End.timedOut { throw .expiredToken }
    if let error = reply.error { throw form(error) }
    let submitted = token.submitted(reply.token, granting: end.grants?["sign-in"]?.string)
    return ["continuation_token": .string(submitted.text), "poll_interval": 1]
  }

  /// `/resetpassword/v1.0/poll_completion`, with the token of the submission, however often.
  func pollReset() async throws(WireError) -> JSONObject {
    let token = try token()
    guard token.stage == .submitted else { throw .invalidToken }
    guard let end = try await end(token, part) else { return ["status": "in_progress"] }
    // The end that sets the password is the one that grants the sign-in, whatever its name.
    guard end.name != End.failed, !token.grant.isEmpty else { return ["status": "failed"] }
    var answer: JSONObject = ["status": "succeeded"]
    answer["continuation_token"] = .string(token.granting(token.grant).text)
    answer["expires_in"] = lifetime
    return answer
  }
}
