public import FlowJSON
public import FlowModel

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
  /// Where tokens are revoked (RFC 7009); nil: nowhere.
  public var revocationEndpoint: String?
  /// Where servers ask about tokens (RFC 7662); nil: nowhere.
  public var introspectionEndpoint: String?
  /// How the tenant's tokens are signed.
  public var algorithm: TokenAlgorithm
  /// What `grant_type` may be.
  public var grantTypes: [String]
  /// What applications may ask for of APIs of their own, beside what every one may.
  public var apiScopes: [String]

  /// The addresses of a tenant.
  public init(
    issuer: String, authorizationEndpoint: String, tokenEndpoint: String, keysEndpoint: String,
    grantTypes: [String] = NativeAuthProtocol.GrantType.allCases.map(\.rawValue),
    apiScopes: [String] = [], revocationEndpoint: String? = nil, introspectionEndpoint: String? = nil,
    algorithm: TokenAlgorithm = .es256
  ) {
    self.issuer = issuer
    self.authorizationEndpoint = authorizationEndpoint
    self.tokenEndpoint = tokenEndpoint
    self.keysEndpoint = keysEndpoint
    self.grantTypes = grantTypes
    self.apiScopes = apiScopes
    self.revocationEndpoint = revocationEndpoint
    self.introspectionEndpoint = introspectionEndpoint
    self.algorithm = algorithm
  }

  /// The document.
  public func json(_ settings: TokenSettings) -> JSON {
    func list(_ names: [String]) -> JSON { .array(names.map(JSON.string)) }
    var policy = TokenPolicy()
    policy.algorithm = algorithm
    var document: JSONObject = [
      "issuer": .string(issuer), "authorization_endpoint": .string(authorizationEndpoint),
      "token_endpoint": .string(tokenEndpoint), "jwks_uri": .string(keysEndpoint),
      "scopes_supported": list(settings.scopes + apiScopes), "response_types_supported": ["none"],
      "grant_types_supported": list(grantTypes), "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": list([settings.under(policy).algorithm.rawValue]),
      "token_endpoint_auth_methods_supported": ["none"],
      "acr_values_supported": ["0", "urn:usher:acr:1", "urn:usher:acr:2"],
      "claims_supported": list([
        "iss", "sub", "aud", "exp", "iat", "nbf", "oid", "tid", "sid", "ver", "auth_time", "acr", "amr", "name",
        "preferred_username", "email", "email_verified", "phone_number", "phone_number_verified",
      ]),
    ]
    if let revocationEndpoint {
      document["revocation_endpoint"] = .string(revocationEndpoint)
      document["revocation_endpoint_auth_methods_supported"] = ["none"]
    }
    if let introspectionEndpoint {
      document["introspection_endpoint"] = .string(introspectionEndpoint)
      document["introspection_endpoint_auth_methods_supported"] = ["client_secret_basic"]
    }
    return .object(document)
  }
}
