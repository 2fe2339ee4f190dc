import FlowClient
import FlowJSON

/// The tokens of an answer, and until when they are good.
struct Tokens: Sendable {
  let accessToken: String
  let scopes: [String]
  /// Seconds since 1970.
  let expiresOn: Int
  let refreshToken: String?
  let idToken: String?
  let clientInfo: String?

  /// Reads an answer. Where it names no scopes, they are those that were asked for (RFC 6749, section 5.1).
  init(_ answer: WireAnswer, asked: [String], now: Int) throws(WireFailure) {
    guard answer.object["token_type"]?.string?.lowercased() == "bearer" else {
      throw answer.missing("token_type Bearer")
    }
    accessToken = try answer.text("access_token")
    scopes = answer.object["scope"]?.string?.split(separator: " ").map(String.init) ?? asked
    expiresOn = now + min(max(0, try answer.number("expires_in")), 1 << 31)
    refreshToken = answer.object["refresh_token"]?.string
    idToken = answer.object["id_token"]?.string
    clientInfo = answer.object["client_info"]?.string
  }
}

/// An access token.
public struct TokenResult: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The token, which is shown to the API that it is for.
  public let accessToken: String
  /// What it allows.
  public let scopes: [String]
  /// Until when, in seconds since 1970.
  public let expiresOn: Int

  /// Its scopes and its end: a token has no place in a log.
  public var description: String { "an access token for \(scopes.joined(separator: " ")), until \(expiresOn)" }
  /// What a debugger or `dump` shows: no token.
  public var customMirror: Mirror { Mirror(self, children: ["scopes": scopes, "expiresOn": expiresOn]) }
}

/// Whose account it is.
public struct Account: Hashable, Sendable {
  /// The user name.
  public let username: String
  /// The account's id at the server, with the tenant's: `uid.utid`; nil where the server says none.
  public let identifier: String?
  /// What the id token says: texts as they are, other values as JSON.
  public let accountClaims: [String: String]

  init(_ tokens: Tokens, username: String) {
    let claims = tokens.idToken.flatMap(Self.payload) ?? [:]
    accountClaims = Dictionary(claims.members.map { ($0.name, $0.value.string ?? $0.value.text) }) { $1 }
    self.username = accountClaims["preferred_username"] ?? username
    let info = tokens.clientInfo.flatMap(Self.object)
    if let user = info?["uid"]?.string, let tenant = info?["utid"]?.string {
      identifier = "\(user).\(tenant)"
    } else {
      identifier = nil
    }
  }

  /// The claims of a signed token. The server that it came from is trusted: nothing is verified.
  private static func payload(_ token: String) -> JSONObject? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 ? object(parts[1]) : nil
  }

  private static func object(_ text: some StringProtocol) -> JSONObject? {
    guard let bytes = Base64URL.decode(text), case .object(let object)? = try? JSON.parse(bytes) else { return nil }
    return object
  }
}
