public import FlowJSON
public import FlowModel
import FlowRuntime

/// Who asks about tokens: an application's own server.
public struct TokenAsker: Hashable, Sendable {
  /// The application.
  public var application: String
  /// The APIs of its own, as it declares them.
  public var resources: Set<String>

  /// An application's server.
  public init(application: String, resources: Set<String>) {
    self.application = application
    self.resources = resources
  }

  /// The server of an application of a table.
  public init(_ application: Application) {
    self.init(application: application.name, resources: Set(application.scopes.map(\.resource)))
  }

  /// Whether it may hear of a token: one of its own application, or one that is for an API of its own.
  func mayHear(of token: FoundToken) -> Bool {
    if token.use == .access, let audience = token.audience, token.session.spoken.definition.namesAudience,
      audience.hasPrefix(APIScope.prefix)
    {
      return resources.contains(audience)
    }
    return token.session.application == application
  }
}

/// What a token is worth now (RFC 7662).
extension TokenService {
  /// The answer about a token of a tenant, whose issuer is given, to somebody. It is `{"active":false}` for what is no token,
  /// has ended, or is none of the asker's: these look the same.
  public func introspect(
    _ token: String, tenant: String, issuer: String, by asker: TokenAsker
  ) async throws(TokenError) -> JSONObject {
    RequestSubject.present?.note(tenant: tenant)
    let now = clock.now()
    return try await storage.attempt(log) { transaction in
      guard let found = try find(token, tenant: tenant, transaction, now: now), asker.mayHear(of: found)
      else { return ["active": false] }
      return found.introspection(issuer: issuer)
    }
  }
}

extension FoundToken {
  /// The members of an answer (RFC 7662, section 2.2).
  fileprivate func introspection(issuer: String) -> JSONObject {
    var answer: JSONObject = [
      "active": true, "iss": .string(issuer), "sub": .string(session.account), "sid": .string(session.id),
      "exp": .int(session.expires / 1000), "iat": .int(session.started / 1000), "tid": .string(session.tenant),
    ]
    answer["client_id"] = session.application.map(JSON.string)
    if !session.scopes.isEmpty { answer["scope"] = .string(session.scopes.joined(separator: " ")) }
    if let signIn = session.signIn { answer.add(signIn) }
    if use == .access { answer["token_type"] = "Bearer" }
    for name in ["exp", "iat", "nbf", "jti", "scope"] {
      if let value = claims?[name] { answer[name] = value }
    }
    if session.spoken.definition.namesAudience, let audience = claims?["aud"] { answer["aud"] = audience }
    return answer
  }
}
