import FlowJSON
import FlowModel
import FlowRuntime

extension NativeAuthExchange {
  /// `/signup/v1.0/continue`.
  func continueSignUp() async throws(WireError) -> JSONObject {
    do throws(WireError) {
      return try await stepSignUp()
    } catch {
      throw error.askedByChallenge
    }
  }

  private func stepSignUp() async throws(WireError) -> JSONObject {
    let grantType = try required("grant_type")
    let token = try runToken()
    switch grantType {
    case "oob":
      let input: JSONObject = [SecretField.code.name: .string(try required("oob"))]
      return try signedUp(try await send(.submit, token, .signUp, input), token)
    case "password":
      let input: JSONObject = [SecretField.password.name: .string(try required("password"))]
      return try signedUp(try await send(.submit, token, .signUp, input), token)
    case "attributes":
      _ = try required("attributes")
      return try await submitAttributes(try WireAttributes(self["attributes"]), token)
    default: throw .parameter("grant_type")
    }
  }

  /// Submits attributes to the page, and to the next ones as long as they take some of the rest: clients may give all at
  /// once, or some now and the rest when they are asked for it. The token may be that of an earlier page
  /// (`FlowService.current`): the JavaScript SDK keeps its first one.
  private func submitAttributes(_ attributes: WireAttributes, _ token: WireToken) async throws(WireError) -> JSONObject
  {
    var reply: Reply
    do throws(WireError) {
      reply = try await page(token, .signUp, earlier: true)
    } catch {
      guard let end = try await answeredBefore(attributes, token) else { throw error }
      return try signedUp(end, token)
    }
    var rest = attributes.names
    for _ in 0..<16 {
      guard case .attributes(let event) = reply.kind(in: .signUp) else { throw .invalidToken }
      let input = attributes.input(for: event.fields)
      rest.subtract(input.members.map(\.name))
      reply = try await send(event.name, token.next(run: reply.token), .signUp, input, inParts: true)
      guard reply.error == nil, case .attributes(let next) = reply.kind(in: .signUp),
        next.fields.contains(where: { rest.contains($0.name) })
      else { break }
    }
    return try signedUp(reply, token)
  }

  /// What the attributes of a last page were answered with, which are sent again as that answer was lost. The run has ended, so
  /// the page is looked for among all of the flow's; the engine knows the event again, and takes no other.
  private func answeredBefore(_ attributes: WireAttributes, _ token: WireToken) async throws(WireError) -> Reply? {
    let flow = try flow(.signUp)
    for page in flow.pages.map({ PageView($0, in: flow, of: table) }) {
      guard case .attributes(let event) = NativeAuthProtocol.kind(of: page, in: .signUp) else { continue }
      let reply = try await send(event.name, token, .signUp, attributes.input(for: event.fields), inParts: true)
      if reply.end != nil, reply.error == nil { return reply }
    }
    return nil
  }

  /// What a step of a sign-up came to: its end, a refusal, or what is still required.
  private func signedUp(_ reply: Reply, _ token: WireToken) throws(WireError) -> JSONObject {
    if let end = reply.end { return try completed(end, reply, token) }
    guard reply.isAtRest else { throw refusal(reply) }
    let kind = reply.kind(in: .signUp)
    var required: WireError
    switch (kind, reply.error) {
    case (.attributes(let event), let error) where error.map(isMissing) ?? true:
      required = WireError(
        "attributes_required", codes: [AADSTS.attributesRequired],
        error?.messageWithReasons ?? "Attributes are required.")
      required.requiredAttributes = event.requiredAttributes(at: reply.page, error?.fields.map(\.name))
    // Whoever was refused where they were goes on with the token they have; elsewhere they need the new one.
    case (.password, let error) where error.map { reply.token != token.run && form($0).isOfPassword } ?? true,
      (.code, let error) where error == nil, (.held, let error) where error == nil:
      required = WireError(
        "credential_required", codes: [AADSTS.credentialRequired], error?.message ?? "A credential is required.")
    case (_, let error?): throw form(error)
    default: throw .unspeakable
    }
    required.locale = reply.error?.locale
    required.token = token.next(run: reply.token, told: false)
    throw required
  }

  private func isMissing(_ error: Reply.ErrorView) -> Bool { error.code == EngineError.attributesRequired.code }

  /// The answer to the end of a flow that grants a sign-in.
  func completed(_ end: Reply.EndView, _ reply: Reply, _ token: WireToken) throws(WireError) -> JSONObject {
    guard reply.error == nil, let grant = end.grants?["sign-in"]?.string else {
      throw reply.error.map(form) ?? (end.name == End.timedOut ? .expiredToken : .unspeakable)
    }
    return ["continuation_token": .string(token.granting(grant).text)]
  }
}

extension WireError {
  /// A redirect in the form of `/signup/v1.0/continue`. iOS takes each 200 there for a sign-up that is completed, and MSAL.js
  /// one without a token for a failure; after `credential_required` they ask `/challenge`, which tells them of the browser.
  var askedByChallenge: WireError {
    guard redirect != nil else { return self }
    var error = WireError("credential_required", codes: [AADSTS.credentialRequired], description)
    (error.token, error.locale) = (token, locale)
    return error
  }

  fileprivate var isOfPassword: Bool { suberror?.hasPrefix("password_") ?? false }
}
