public import FlowModel

/// A client of native authentication, and what it asks tokens for.
public struct TokenClient: Hashable, Sendable {
  /// The client id: an application's name.
  public var id: String
  /// The scopes, as `TokenService.scopes` read them.
  public var scopes: [String]
  /// The issuer's URL, as the discovery document of the client's tenant has it.
  public var issuer: String
  /// What of its own APIs it may ask for, as its application declares it.
  public var declared: [APIScope]

  /// A client and what it asks for.
  public init(id: String, scopes: [String], issuer: String, declared: [APIScope] = []) {
    self.id = id
    self.scopes = scopes
    self.issuer = issuer
    self.declared = declared
  }
}

extension TokenService {
  /// What a client gets that asks for nothing in particular.
  static let usualScopes = ["openid", "profile", "offline_access"]

  /// The scopes of a request's `scope` parameter (RFC 6749, section 3.3), each once; none asked for: `openid profile
  /// offline_access`. Throws `invalidScope` for one that the client may not ask for: neither one of everybody's nor one that
  /// its application declares; and `secondResource` where APIs are mixed, as an access token is for one.
  public func scopes(_ text: String?, declared: [APIScope] = []) throws(TokenError) -> [String] {
    var scopes: [String] = []
    var resource: String?
    for scope in (text ?? "").split(separator: " ").map(String.init) where !scopes.contains(scope) {
      if let own = declared.first(where: { $0.text == scope }) {
        guard resource ?? own.resource == own.resource else { throw .secondResource(scope) }
        resource = own.resource
      } else if !settings.scopes.contains(scope) {
        throw .invalidScope(scope)
      }
      scopes.append(scope)
    }
    return scopes.isEmpty ? Self.usualScopes : scopes
  }
}
