import FlowJSON

/// The calls of somebody who is logged in. The first two show the refresh token, the others the access token.
enum SessionCalls {
  /// Another access token.
  static let refresh = Call(method: .post, path: ["auth", "session"]) { $0["access_token"]?.string }

  /// Ends the session.
  static let end = Call(.delete, ["auth", "session"])

  /// Who it is.
  static let profile = Call(method: .get, path: ["auth", "profile"], read: KnownUser.init)

  /// Removes the account.
  static let delete = Call(.delete, ["auth", "delete"])
}
