import FlowJSON
import FlowModel
import FlowRuntime

private let part = NativeAuthPart.signIn

/// The registration of a strong method is a stretch of a sign-in: a page that takes an address, a page that takes the code
/// sent there, and a page with `continue`, at which the run rests until `/token` goes on.
extension NativeAuthExchange {
  /// `/register/v1.0/introspect`.
  func introspectContacts() async throws(WireError) -> JSONObject {
    let token = try runToken()
    let reply = try await page(token, part)
    guard case .contacts(let events) = reply.kind(in: part) else { throw .invalidToken }
    let methods = events.compactMap { event in
      event.address.map { method($0.name, $0.channel.name, hint(reply, event.name)) }
    }
    return ["continuation_token": .string(token.next(run: reply.token).text), "methods": .array(methods)]
  }

  /// `/register/v1.0/challenge`: sends a code to an address, anew where one was sent before.
  func challengeContact() async throws(WireError) -> JSONObject {
    let types = try required("challenge_type").split(separator: " ")
    guard types.contains("oob") else {
      throw WireError("unsupported_challenge_type", codes: [AADSTS.challengeTypes], "The challenge_type must be oob.")
    }
    let target = try required("challenge_target")
    let token = try runToken()
    let standing = try await page(token, part)
    let reply: Reply
    if let event = standing.contacts.first(where: { event in
      self["challenge_channel"].map { $0 == event.address?.channel.name } ?? true
    }), let field = event.address {
      reply = try await send(event.name, token, part, [field.name: .string(target)], sendsCodes: true)
    } else if standing.kind(in: part) == .code, standing.has(.resend) {
      reply = try await send(.resend, token, part, sendsCodes: true)
    } else {
      throw standing.contacts.isEmpty ? .invalidToken : Self.invalidContact
    }
    if let error = reply.error, !isTooSoon(reply) { throw contactForm(error) }
    switch reply.kind(in: part) {
    case .code: return oob(reply, token, label: "challenge_target")
    case .rest:
      return [
        "continuation_token": .string(token.next(run: reply.token).text), "challenge_type": "preverified",
      ]
    default: throw reply.page == nil ? refusal(reply) : .unspeakable
    }
  }

  /// `/register/v1.0/continue`.
  func continueRegistration() async throws(WireError) -> JSONObject {
    let grantType = try required("grant_type")
    let token = try runToken()
    let reply: Reply
    switch grantType {
    case "oob":
      reply = try await send(.submit, token, part, [SecretField.code.name: .string(try required("oob"))])
    case "continuation_token": reply = try await page(token, part)
    default: throw .parameter("grant_type")
    }
    if let end = reply.end { return try completed(end, reply, token) }
    guard reply.error == nil, reply.kind(in: part) == .rest else {
      throw reply.error == nil ? .invalidToken : refusal(reply)
    }
    return ["continuation_token": .string(token.next(run: reply.token, told: false).text)]
  }

  private static let invalidContact = WireError(
    "invalid_request", codes: [AADSTS.invalidContact], "The challenge_target parameter is empty or not valid.")

  /// What is wrong with an address is a matter of its own here.
  private func contactForm(_ error: Reply.ErrorView) -> WireError {
    let codes = [
      EngineError.attributesInvalid.code, EngineError.attributesRequired.code,
      NativeAuthProtocol.Failure.invalidUsername.rawValue,
    ]
    return codes.contains(error.code) ? Self.invalidContact : form(error)
  }
}
