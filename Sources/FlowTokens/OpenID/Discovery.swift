public import FlowJSON

/// The document at `{issuer}/.well-known/openid-configuration` (OpenID Connect Discovery 1.0, section 3).
public struct Discovery: Sendable {
  /// The issuer's URL, the `iss` of its tokens.
  public var issuer: String
  /// Where a browser would begin. There is no such page here, but clients refuse a document without its address.
  public var authorizationEndpoint: String
  /// Where tokens are issued and refreshed.
  public var tokenEndpoint: String
  /// Where the JWKS is.
  public var keysEndpoint: String
  /// What `grant_type` may be.
  public var grantTypes: [String]
  /// What applications may ask for of APIs of their own, beside what every one may.
  public var apiScopes: [String]

  /// The addresses of a tenant.
  public init(
    issuer: String, authorizationEndpoint: String, tokenEndpoint: String, keysEndpoint: String,
    grantTypes: [String] = ["password", "oob", "mfa_oob", "continuation_token", "refresh_token"],
    apiScopes: [String] = []
  ) {
    self.issuer = issuer
    self.authorizationEndpoint = authorizationEndpoint
    self.tokenEndpoint = tokenEndpoint
    self.keysEndpoint = keysEndpoint
    self.grantTypes = grantTypes
    self.apiScopes = apiScopes
  }

  /// The document.
  public func json(_ settings: TokenSettings) -> JSON {
    func list(_ names: [String]) -> JSON { .array(names.map(JSON.string)) }
    let first = settings.algorithm
    let algorithms = [first] + SigningAlgorithm.allCases.filter { $0.isPublic && $0 != first }
    return [
      "issuer": .string(issuer), "authorization_endpoint": .string(authorizationEndpoint),
      "token_endpoint": .string(tokenEndpoint), "jwks_uri": .string(keysEndpoint),
      "scopes_supported": list(settings.scopes + apiScopes), "response_types_supported": ["none"],
      "grant_types_supported": list(grantTypes), "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": list(algorithms.map(\.rawValue)),
      "token_endpoint_auth_methods_supported": ["none"],
      "claims_supported": list([
        "iss", "sub", "aud", "exp", "iat", "nbf", "oid", "tid", "ver", "name", "preferred_username", "email",
      ]),
    ]
  }
}
