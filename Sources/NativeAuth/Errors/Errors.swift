/// A sign-up could not be started.
public struct SignUpStartError: NativeAuthError {
  /// All that is known.
  public let details: ErrorDetails
  /// An error of these details.
  public init(_ details: ErrorDetails) { self.details = details }
  /// Whether there is an account of this user name already.
  public var isUserAlreadyExists: Bool { reason == .userAlreadyExists }
  /// Whether the password is not good enough.
  public var isInvalidPassword: Bool { reason == .invalidPassword }
  /// Whether the user name is empty, or none that the server takes.
  public var isInvalidUsername: Bool { reason == .invalidUsername }
}

/// A sign-in could not be started.
public struct SignInStartError: NativeAuthError {
  /// All that is known.
  public let details: ErrorDetails
  /// An error of these details.
  public init(_ details: ErrorDetails) { self.details = details }
  /// Whether there is no account of this user name.
  public var isUserNotFound: Bool { reason == .userNotFound }
  /// Whether the password is wrong.
  public var isInvalidCredentials: Bool { reason == .invalidCredentials }
  /// Whether the user name is empty, or none that the server takes.
  public var isInvalidUsername: Bool { reason == .invalidUsername }
}

/// A reset could not be started.
public struct ResetPasswordStartError: NativeAuthError {
  /// All that is known.
  public let details: ErrorDetails
  /// An error of these details.
  public init(_ details: ErrorDetails) { self.details = details }
  /// Whether there is no account of this user name.
  public var isUserNotFound: Bool { reason == .userNotFound }
  /// Whether the account has no password, as it signs in with codes.
  public var isUserDoesNotHavePassword: Bool { reason == .userDoesNotHavePassword }
  /// Whether the user name is empty, or none that the server takes.
  public var isInvalidUsername: Bool { reason == .invalidUsername }
}

/// A code was not accepted.
public struct VerifyCodeError: NativeAuthError {
  /// All that is known.
  public let details: ErrorDetails
  /// An error of these details.
  public init(_ details: ErrorDetails) { self.details = details }
  /// Whether the code is wrong, too old, or was tried too often.
  public var isInvalidCode: Bool { reason == .invalidCode }
}

/// Another code could not be sent.
public struct ResendCodeError: NativeAuthError {
  /// All that is known.
  public let details: ErrorDetails
  /// An error of these details.
  public init(_ details: ErrorDetails) { self.details = details }
}

/// A password was not accepted.
public struct PasswordRequiredError: NativeAuthError {
  /// All that is known.
  public let details: ErrorDetails
  /// An error of these details.
  public init(_ details: ErrorDetails) { self.details = details }
  /// Whether the password is wrong, or not good enough.
  public var isInvalidPassword: Bool { reason == .invalidPassword }
}

/// Attributes were not accepted.
public struct AttributesRequiredError: NativeAuthError {
  /// All that is known.
  public let details: ErrorDetails
  /// An error of these details.
  public init(_ details: ErrorDetails) { self.details = details }
}

/// The sign-in after a sign-up failed.
public struct SignInAfterSignUpError: NativeAuthError {
  /// All that is known.
  public let details: ErrorDetails
  /// An error of these details.
  public init(_ details: ErrorDetails) { self.details = details }
}

/// The sign-in after a reset failed.
public struct SignInAfterResetPasswordError: NativeAuthError {
  /// All that is known.
  public let details: ErrorDetails
  /// An error of these details.
  public init(_ details: ErrorDetails) { self.details = details }
}

/// There is no access token to be had.
public struct RetrieveAccessTokenError: NativeAuthError {
  /// All that is known.
  public let details: ErrorDetails
  /// An error of these details.
  public init(_ details: ErrorDetails) { self.details = details }
  /// Whether the refresh token is too old, so that a sign-in is needed.
  public var isRefreshTokenExpired: Bool { reason == .refreshTokenExpired }
  /// Whether nobody is signed in any more.
  public var isTokenNotFound: Bool { reason == .signedOut }
}
