public import FlowJSON
public import FlowModel
public import FlowRuntime
public import FlowTokens

/// Who asks for tokens, and for which.
public struct NativeAuthClient: Hashable, Sendable {
  /// The tenant's name.
  public var tenant: String
  /// The client id: the application's name.
  public var id: String
  /// The scopes asked for, as `NativeAuthTokens.scopes` read them; none: those that were granted before.
  public var scopes: [String]
  /// The issuer's URL, the `iss` of the tokens.
  public var issuer: String
  /// What of its own APIs it may ask for.
  public var declared: [APIScope]
  /// How long its tokens live and how they are signed.
  public var policy: TokenPolicy
  /// Which identifiers are told as what.
  public var claims: IdentifierClaims

  /// A client and what it asks for.
  public init(
    tenant: String, id: String, scopes: [String], issuer: String, declared: [APIScope] = [],
    policy: TokenPolicy = TokenPolicy(), claims: IdentifierClaims = IdentifierClaims()
  ) {
    self.tenant = tenant
    self.id = id
    self.scopes = scopes
    self.issuer = issuer
    self.declared = declared
    self.policy = policy
    self.claims = claims
  }
}

/// Why no tokens were made.
public enum NativeAuthTokenError: Error, Hashable, Sendable {
  /// A scope that cannot be granted; with its name.
  case invalidScope(String)
  /// A scope of another API than one before it; with its name.
  case secondResource(String)
  /// The refresh token's time is over.
  case expired
  /// The refresh token is none, was used before, or belongs to somebody else.
  case invalid
  /// Tokens cannot be made now.
  case unavailable
}

/// What the native-authentication API needs of the service that makes tokens.
public protocol NativeAuthTokens: Sendable {
  /// The scopes of a request's `scope` parameter, each once; the usual ones where it asks for none. `declared` are those of
  /// the application's own APIs.
  func scopes(_ text: String?, declared: [APIScope]) throws(NativeAuthTokenError) -> [String]
  /// Makes the tokens of a sign-in: an object with `token_type` (exactly `Bearer`), `scope`, `expires_in`,
  /// `ext_expires_in`, `access_token`, `id_token`, `refresh_token` and `client_info`.
  func issuer(for client: NativeAuthClient) -> any TokenIssuer
  /// The same for a refresh token.
  func refresh(_ token: String, for client: NativeAuthClient) async throws(NativeAuthTokenError) -> JSONObject
}
