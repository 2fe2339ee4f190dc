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
  /// How long its tokens live and how they are signed.
  public var policy: TokenPolicy
  /// Which identifiers are told as what.
  public var claims: IdentifierClaims

  /// A client and what it asks for.
  public init(
    id: String, scopes: [String], issuer: String, declared: [APIScope] = [], policy: TokenPolicy = TokenPolicy(),
    claims: IdentifierClaims = IdentifierClaims()
  ) {
    self.id = id
    self.scopes = scopes
    self.issuer = issuer
    self.declared = declared
    self.policy = policy
    self.claims = claims
  }

  /// The `aud` of an access token for no API of its own: the issuer and the client id, as an application of another tenant
  /// may well have the same id.
  var audience: String { Self.audience(issuer: issuer, client: id) }

  /// The `aud` of access tokens of a client of an issuer that are for no API.
  public static func audience(issuer: String, client: String) -> String { "\(issuer)/\(client)" }
}

/// Which attributes, by which accounts are found, are told as what in tokens (OpenID Connect Core 1.0, section 5.1).
public struct IdentifierClaims: Hashable, Sendable {
  /// Those that are e-mail addresses.
  public var emails: [String]
  /// Those that are phone numbers.
  public var phones: [String]

  /// Attributes by their names.
  public init(emails: [String] = ["email"], phones: [String] = ["phone"]) {
    self.emails = emails
    self.phones = phones
  }

  /// The identifiers of a tenant.
  public init(_ table: FlowTable) {
    let identifiers = table.attributes.filter(\.isIdentifier)
    self.init(
      emails: identifiers.filter { $0.type == .email }.map(\.name),
      phones: identifiers.filter { $0.type == .phone }.map(\.name))
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
