import FlowJSON
public import FlowModel
import FlowRuntime
public import FlowTokens

/// Sign-out, revocation and introspection for every token that the server gives, whichever protocol it was made for. Below the
/// flow API's prefix:
///
/// | request | shows | answer |
/// |---|---|---|
/// | `GET tenants/{tenant}/sessions` | an access token | 200: the open sessions of its owner |
/// | `DELETE tenants/{tenant}/sessions` | an access token | 204: all of them have ended |
/// | `DELETE tenants/{tenant}/sessions/others` | an access token | 204: all but its own have ended |
/// | `DELETE tenants/{tenant}/sessions/current` | an access token | 204: its own has ended: sign-out |
/// | `DELETE tenants/{tenant}/sessions/{id}` | an access token | 204: this one has ended; 404: there is none |
/// | `POST tenants/{tenant}/tokens/revoke` | a token and its client id (RFC 7009) | 200, also for what is no token |
/// | `POST tenants/{tenant}/tokens/introspect` | an application's secret (RFC 7662) | 200: what a token is worth now |
public struct SessionAPI: Sendable {
  let tokens: TokenService
  let issuer: @Sendable (HTTPRequest, _ tenant: String) -> String
  let table: @Sendable (_ tenant: String) -> FlowTable?
  let secrets: Secrets

  /// What an application's server may show: all that a tenant's secret stands for by now, as one takes the place of another.
  public typealias Secrets = @Sendable (_ tenant: String, FunctionSecret) async -> [[UInt8]]

  /// An API over the tokens of tenants. `issuer` is the URL that a tenant's tokens name, `table` a tenant's newest version,
  /// `secrets` what a tenant's secrets stand for.
  public init(
    tokens: TokenService, issuer: @escaping @Sendable (HTTPRequest, String) -> String,
    table: @escaping @Sendable (String) -> FlowTable?,
    secrets: @escaping Secrets
  ) {
    self.tokens = tokens
    self.issuer = issuer
    self.table = table
    self.secrets = secrets
  }

  /// The paths, below a prefix.
  static let sessionsPath = "tenants/{tenant}/sessions"
  static let revokePath = "tenants/{tenant}/tokens/revoke"
  static let introspectPath = "tenants/{tenant}/tokens/introspect"

  func mount(on router: inout Router) {
    router.on(.get, Self.sessionsPath) { await list($0) }
    router.on(.delete, Self.sessionsPath) { await end($0, which: nil) }
    router.on(.delete, Self.sessionsPath + "/{session}") { await end($0, which: $0.parameters["session"] ?? "") }
    router.on(.post, Self.revokePath) { await revoke($0) }
    router.on(.post, Self.introspectPath) { await introspect($0) }
  }

  // MARK: Sessions

  private nonisolated(nonsending) func list(_ request: HTTPRequest) async -> HTTPResponse {
    do {
      let own = try await session(request)
      let sessions = try await tokens.sessions(of: own.account, tenant: own.tenant)
      return .json(200, ["sessions": .array(sessions.map { $0.json(isCurrent: $0.id == own.id) })])
    } catch { return Self.refusal(error) }
  }

  /// Ends the sessions that a path names; nil: all.
  private nonisolated(nonsending) func end(_ request: HTTPRequest, which: String?) async -> HTTPResponse {
    do {
      let own = try await session(request)
      switch which {
      case nil: try await tokens.endSessions(of: own.account, tenant: own.tenant)
      case "others": try await tokens.endSessions(of: own.account, tenant: own.tenant, except: own.id)
      case let name?:
        let id = name == "current" ? own.id : name
        guard try await tokens.endSession(id, of: own.account, tenant: own.tenant) else { throw HTTPRefusal.notFound }
      }
      return HTTPResponse(204)
    } catch { return Self.refusal(error) }
  }

  /// The session of the request's access token.
  private nonisolated(nonsending) func session(_ request: HTTPRequest) async throws -> OpenSession {
    let table = try tenant(of: request)
    guard let token = request.bearerToken else { throw Self.unauthorized(nil) }
    let session = try await tokens.session(
      accessToken: token, tenant: table.tenant, issuer: issuer(request, table.tenant))
    guard let session,
      // With an application that is gone nobody goes on.
      session.application.map({ name in table.applications.contains { $0.name == name } }) ?? true
    else { throw Self.unauthorized("invalid_token") }
    return session
  }

  private func tenant(of request: HTTPRequest) throws(HTTPRefusal) -> FlowTable {
    guard let table = request.parameters["tenant"].flatMap(table) else { throw .notFound }
    return table
  }

  private static func unauthorized(_ error: String?) -> HTTPRefusal {
    // Who shows nothing is told how, and of no error (RFC 6750, section 3.1).
    HTTPRefusal(
      401, "invalid_token",
      error == nil ? "Show an access token in Authorization." : "The access token is not valid here, or has ended.",
      headers: ["WWW-Authenticate": "Bearer" + (error.map { " error=\"\($0)\"" } ?? "")])
  }

  private static func refusal(_ error: any Error) -> HTTPResponse {
    (error as? HTTPRefusal ?? .unavailable).response
  }
}

extension OpenSession {
  fileprivate func json(isCurrent: Bool) -> JSON {
    var object: JSONObject = [
      "id": .string(id), "current": .bool(isCurrent), "protocol": .string(spoken.name),
      "startedAt": .string(started.utcText), "expiresAt": .string(expires.utcText),
    ]
    object["application"] = application.map(JSON.string)
    object["usedAt"] = used.map { .string($0.utcText) }
    object["amr"] = signIn.map { .array($0.references.map(JSON.string)) }
    return .object(object)
  }
}
