extension AppError {
  /// The kinds of reasons, by the names that the protocol has for them. A name that is not listed here is kept as it is:
  /// `AppError.Code(rawValue: "InvalidEmailPassword")`.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// A kind of reason by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }
  }
}

// MARK: The protocol's codes for users

extension AppError.Code {
  /// Register: an account, confirmed or pending, has this e-mail address.
  public static let accountNameInUse = Self(rawValue: "AccountNameInUse")
  /// The server does not take the request as it is: an address, a password or a token that is none.
  public static let badRequest = Self(rawValue: "BadRequest")
  /// Log-in: no such account, or not its password.
  public static let invalidPassword = Self(rawValue: "InvalidPassword")
  /// Log-in: the password is right, and the account waits for its confirmation.
  public static let authError = Self(rawValue: "AuthError")
  /// Log-in: an administrator has disabled the account.
  public static let userDisabled = Self(rawValue: "UserDisabled")
  /// No account has this e-mail address.
  public static let userNotFound = Self(rawValue: "UserNotFound")
  /// The account is confirmed already.
  public static let userAlreadyConfirmed = Self(rawValue: "UserAlreadyConfirmed")
  /// The token of a link is unknown, used or expired.
  public static let userpassTokenInvalid = Self(rawValue: "UserpassTokenInvalid")
  /// The app has no users with e-mail address and password.
  public static let authProviderNotFound = Self(rawValue: "AuthProviderNotFound")
}

// MARK: The protocol's codes for sessions and requests

extension AppError.Code {
  /// The session is over: the user must log in again.
  public static let invalidSession = Self(rawValue: "InvalidSession")
  /// The call came without a token.
  public static let missingAuthReq = Self(rawValue: "MissingAuthReq")
  /// A parameter is not of its kind.
  public static let invalidParameter = Self(rawValue: "InvalidParameter")
  /// A parameter is missing.
  public static let missingParameter = Self(rawValue: "MissingParameter")
  /// The request is larger than the server takes.
  public static let readSizeLimitExceeded = Self(rawValue: "ReadSizeLimitExceeded")
  /// The server does not answer this origin.
  public static let domainNotAllowed = Self(rawValue: "DomainNotAllowed")
  /// Too many calls; ``AppError/retryAfter`` says when it is possible again.
  public static let tooManyRequests = Self(rawValue: "TooManyRequests")
  /// The server is busy; ``AppError/retryAfter`` says when it is possible again.
  public static let maintenanceInProgress = Self(rawValue: "MaintenanceInProgress")
  /// Something failed on the server's side.
  public static let internalServerError = Self(rawValue: "InternalServerError")
  /// A function of the app failed.
  public static let functionExecutionError = Self(rawValue: "FunctionExecutionError")
  /// The app has no such function.
  public static let functionNotFound = Self(rawValue: "FunctionNotFound")
  /// A function of the app took too long.
  public static let executionTimeLimitExceeded = Self(rawValue: "ExecutionTimeLimitExceeded")
}

// MARK: The client's own codes

extension AppError.Code {
  /// The server gave a text and no code.
  public static let unknown = Self(rawValue: "Unknown")
  /// The answer is none of the protocol, such as that of a proxy.
  public static let httpError = Self(rawValue: "HTTPError")
  /// There is no answer; ``AppError/connection`` says why.
  public static let connectionFailed = Self(rawValue: "ConnectionFailed")
  /// The call needs a user who is logged in.
  public static let userNotLoggedIn = Self(rawValue: "ClientUserNotLoggedIn")
  /// The server's token cannot be read.
  public static let badToken = Self(rawValue: "BadToken")
}
