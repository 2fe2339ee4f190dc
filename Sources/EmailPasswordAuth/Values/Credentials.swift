/// With what somebody logs in.
public enum Credentials: Hashable, Sendable {
  /// The e-mail address, as it was typed when the account was registered, and the password.
  case emailPassword(email: String, password: String)
}

extension Credentials: CustomStringConvertible {
  /// Whose they are, without the password.
  public var description: String {
    switch self {
    case .emailPassword(let email, _): "e-mail and password of \(email)"
    }
  }
}

extension Credentials: CustomReflectable {
  /// What a debugger or `dump` shows: no password.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
