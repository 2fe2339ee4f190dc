/// What a completed sign-in hands out (RFC 6749, section 5.1).
public struct FlowTokens: Hashable, Sendable {
  /// The access token, sent as `Authorization: Bearer …`.
  public let accessToken: Secret
  /// How long that is good, in seconds.
  public let expiresIn: Int
  /// What gets the next access token; nil where the session has none.
  public let refreshToken: Secret?
  /// Who signed in, as a signed token (OpenID Connect Core 1.0, section 2); nil where there is none.
  public let idToken: Secret?
  /// What the access token is good for.
  public let scopes: [String]

  init?(_ json: JSON?) {
    guard let token = json?["access_token"]?.string else { return nil }
    accessToken = Secret(token)
    expiresIn = json?["expires_in"]?.int.flatMap { Int(exactly: $0) } ?? 0
    refreshToken = json?["refresh_token"]?.string.map(Secret.init)
    idToken = json?["id_token"]?.string.map(Secret.init)
    scopes = (json?["scope"]?.string ?? "").split(separator: " ").map(String.init)
  }
}
