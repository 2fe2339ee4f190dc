import FlowRuntime

/// A client of native authentication, and what it asks tokens for.
public struct TokenClient: Hashable, Sendable {
  /// The client id: an application's name.
  public var id: String
  /// The scopes, as `TokenService.scopes` read them.
  public var scopes: [String]
  /// The issuer's URL, as the discovery document of the client's tenant has it.
  public var issuer: String

  /// A client and what it asks for.
  public init(id: String, scopes: [String], issuer: String) {
    self.id = id
    self.scopes = scopes
    self.issuer = issuer
  }
}

extension TokenService {
  /// What a client gets that asks for nothing in particular.
  static let usualScopes = ["openid", "profile", "offline_access"]

  /// The scopes of a request's `scope` parameter (RFC 6749, section 3.3), each once; none asked for: `openid profile
  /// offline_access`. Throws `invalidScope` for one that clients may not ask for.
  public func scopes(_ text: String?) throws(TokenError) -> [String] {
    var scopes: [String] = []
    for scope in (text ?? "").split(separator: " ").map(String.init) where !scopes.contains(scope) {
      guard settings.scopes.contains(scope) else { throw .invalidScope(scope) }
      scopes.append(scope)
    }
    return scopes.isEmpty ? Self.usualScopes : scopes
  }
}
