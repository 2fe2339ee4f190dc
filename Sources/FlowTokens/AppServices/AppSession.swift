public import FlowJSON
public import FlowModel
public import FlowRuntime

/// A session that a user of App Services has open, as an access token proves it.
public struct AppSession: Hashable, Sendable {
  /// The session's id, 24 hexadecimal digits.
  public let id: String
  /// The id of the device it was opened on, 24 hexadecimal digits.
  public let device: String
  /// The Client App ID of the app that opened it; nil if it named none.
  public let app: String?
  /// Whose it is.
  public let account: AccountRecord
}

/// An app as its sessions know it.
public struct SessionApp: Hashable, Sendable {
  /// The Client App ID.
  public let id: String
  /// The names of the attributes that it gives its users as custom data.
  public let userData: [String]
  /// How long its tokens and sessions live.
  public let policy: TokenPolicy

  /// An app that names these attributes.
  public init(id: String, userData: [String], policy: TokenPolicy = TokenPolicy()) {
    self.id = id
    self.userData = userData
    self.policy = policy
  }

  /// What an account holds of the attributes named: the user's custom data, in plain JSON, as both client libraries
  /// read it. An identifier that nobody has proven is left out, and so is what would be extended JSON, since
  /// realm-core refuses a token that holds what is no valid one.
  public func userData(of account: AccountRecord) -> JSONObject {
    let attributes = (try? JSON.parse(account.attributes)) ?? .null
    var data = JSONObject()
    for name in userData where !account.unproven.contains(where: { $0.attribute == name }) {
      if let value = attributes[name], value != .null, !value.hasOperators { data[name] = value }
    }
    return data
  }
}

extension JSON {
  /// Whether a member's name begins with `$`, at any depth.
  fileprivate var hasOperators: Bool {
    switch self {
    case .object(let object): object.members.contains { $0.name.hasPrefix("$") || $0.value.hasOperators }
    case .array(let elements): elements.contains(where: \.hasOperators)
    default: false
    }
  }
}

/// Why App Services refuses a session's token.
public enum AppSessionError: Error, Hashable, Sendable {
  /// The token is not one of ours, or not of this kind.
  case invalidSignature
  /// The access token's time is over; the client refreshes it.
  case accessTokenExpired
  /// The session was ended, or its time is over.
  case sessionNotFound
  /// The session's user is gone or may not sign in; with the user's id.
  case userNotFound(String)
  /// Storage or libcjose failed, with the reason for the log.
  case unavailable(String)

  /// The `error` text, which clients compare. All but `unavailable` have the code `InvalidSession` and the status 401.
  public var text: String {
    switch self {
    case .invalidSignature: "signature is invalid"
    case .accessTokenExpired: "invalid session: access token expired"
    case .sessionNotFound: "invalid session: failed to find refresh token"
    case .userNotFound(let id): "invalid session: No user found for session for user id \(id)"
    case .unavailable: "error processing request"
    }
  }
}
