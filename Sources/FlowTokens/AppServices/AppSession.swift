import FlowRuntime

/// A session that a user of App Services has open, as an access token proves it.
public struct AppSession: Hashable, Sendable {
  /// The session's id, 24 hexadecimal digits.
  public let id: String
  /// The id of the device it was opened on, 24 hexadecimal digits.
  public let device: String
  /// Whose it is.
  public let account: AccountRecord
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
