import FlowJSON
import FlowModel
import FlowRuntime
import FlowTokens

private let part = NativeAuthPart.signIn

extension NativeAuthExchange {
  /// `/oauth2/v2.0/introspect`: the methods of the second factor.
  func introspectMethods() async throws(WireError) -> JSONObject {
    let token = try runToken()
    let reply = try await page(token, part)
    var methods = reply.methods
    if methods.isEmpty, reply.kind(in: part) == .code, let sent = reply.sent { methods = [sent.channel.name] }
    if let held = reply.held { methods = [held.channel.name] }
    guard !methods.isEmpty else { throw .invalidToken }
    let list = methods.map { channel in method(channel, channel, reply.held?.to ?? hint(reply, channel)) }
    return ["continuation_token": .string(token.next(run: reply.token).text), "methods": .array(list)]
  }

  /// A method of `/introspect`. Android insists on all four members, however little a hint there is to give.
  func method(_ id: String, _ channel: String, _ hint: String?) -> JSON {
    [
      "id": .string(id), "challenge_type": "oob", "challenge_channel": .string(channel),
      "login_hint": .string(hint ?? ""),
    ]
  }

  /// The masked address that an event would send a code to, or that a code was sent to over its channel.
  func hint(_ reply: Reply, _ event: String) -> String? {
    if let target = reply.targets.first(where: { $0.event == event }) { return target.to }
    return reply.sent.flatMap { $0.channel.name == event ? $0.to : nil }
  }

  /// `/oauth2/v2.0/token`.
  func issueTokens() async throws(WireError) -> JSONObject {
    // An unknown grant type is named before what it is sent with.
    guard let grantType = NativeAuthProtocol.GrantType(rawValue: try required("grant_type")) else {
      throw WireError(
        "unsupported_grant_type", codes: [AADSTS.unknownGrantType], "There is no such grant_type here.")
    }
    let client = try client(isRefresh: grantType == .refresh)
    if grantType == .refresh { return try await refresh(try required("refresh_token"), client) }
    let issuer = api.tokens.issuer(for: client)
    let reply: Reply
    let token = try token()
    switch grantType {
    case .password:
      guard token.isOfRun else { throw .invalidToken }
      let input: JSONObject = [SecretField.password.name: .string(try required("password"))]
      reply = try await send(.submit, token, part, input, tokens: issuer)
    case .code, .secondFactor:
      guard token.isOfRun else { throw .invalidToken }
      let input: JSONObject = [SecretField.code.name: .string(try required("oob"))]
      reply = try await send(.submit, token, part, input, tokens: issuer)
    case .continuation, .refresh:
      if token.stage == .granted {
        reply = try await redeem(token.grant, issuer)
      } else {
        guard token.isOfRun else { throw .invalidToken }
        reply = try await send(.continue, token, part, tokens: issuer)
      }
    }
    return try await signedIn(reply, token, issuer)
  }

  /// Signs in with what a completed sign-up or reset granted: an event of the first page takes it.
  private func redeem(_ grant: String, _ issuer: any TokenIssuer) async throws(WireError) -> Reply {
    let first = PageView(startOf: try flow(part), of: table)
    guard let event = first?.events.first(where: { $0.collects(.grant) }) else { throw .unspeakable }
    let input: JSONObject = [SecretField.grant.name: .string(grant)]
    return try await start(part, ClientEvent(event.name, input: input), tokens: issuer)
  }

  /// What a factor came to: tokens, a refusal, or what else is required.
  private func signedIn(
    _ reply: Reply, _ token: WireToken, _ issuer: any TokenIssuer
  ) async throws(WireError) -> JSONObject {
    var reply = reply
    if reply.error == nil, reply.kind(in: part) == .rest {
      reply = try await send(.continue, token.next(run: reply.token), part, tokens: issuer)
    }
    if let answer = reply.end?.result?["tokens"], case .object(let tokens) = answer, reply.error == nil {
      return tokens
    }
    guard reply.error == nil, reply.isAtRest else { throw refusal(reply) }
    let (capability, suberror, code): (WireToken.Capabilities, String, Int)
    switch reply.kind(in: part) {
    case .methods, .code, .held: (capability, suberror, code) = (.mfa, "mfa_required", AADSTS.mfaRequired)
    case .contacts:
      (capability, suberror, code) = (.registration, "registration_required", AADSTS.registrationRequired)
    default: return Self.redirect("The flow asks for what this client cannot show.")
    }
    guard token.capabilities.contains(capability) else { return Self.redirect("The client lacks \(suberror).") }
    var error = WireError("invalid_grant", suberror, codes: [code], "The sign-in needs one more step.")
    error.token = token.next(run: reply.token, told: false)
    throw error
  }

  // MARK: Tokens

  private func client(isRefresh: Bool) throws(WireError) -> NativeAuthClient {
    var client = NativeAuthClient(
      tenant: table.tenant, id: application.name, scopes: [], issuer: api.issuer(request, table.tenant),
      declared: application.scopes, policy: table.tokens, claims: IdentifierClaims(table))
    // A refresh that asks for no scopes is for those that were granted.
    if isRefresh, self["scope"] == nil { return client }
    do {
      client.scopes = try api.tokens.scopes(self["scope"], declared: application.scopes)
    } catch {
      throw form(error)
    }
    return client
  }

  private func refresh(_ token: String, _ client: NativeAuthClient) async throws(WireError) -> JSONObject {
    do {
      return try await api.tokens.refresh(token, for: client)
    } catch {
      throw form(error)
    }
  }

  private func form(_ error: NativeAuthTokenError) -> WireError {
    switch error {
    case .invalidScope(let name):
      WireError("invalid_scope", codes: [AADSTS.invalidScope], "The scope \(name.prefix(64)) cannot be granted.")
    case .secondResource(let name):
      WireError(
        "invalid_scope", codes: [AADSTS.manyResources],
        "The scope \(name.prefix(64)) is of another API than one before it.")
    case .expired:
      WireError("expired_refresh_token", codes: [AADSTS.expiredRefreshToken], "The refresh token has expired.")
    case .invalid: WireError("invalid_grant", codes: [AADSTS.invalidRefreshToken], "The refresh token is not valid.")
    case .unavailable: .unavailable("Tokens cannot be made at the moment; try again.")
    }
  }
}
