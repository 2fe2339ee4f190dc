/// A second factor could not be asked for.
public struct MFARequestChallengeError: NativeAuthError {
  /// All that is known.
  public let details: ErrorDetails
  /// An error of these details.
  public init(_ details: ErrorDetails) { self.details = details }
  /// Whether the server sends nothing to this method's address.
  public var isAuthMethodBlocked: Bool { reason == .contactBlocked }
}

/// A second factor was not accepted.
public struct MFASubmitChallengeError: NativeAuthError {
  /// All that is known.
  public let details: ErrorDetails
  /// An error of these details.
  public init(_ details: ErrorDetails) { self.details = details }
  /// Whether the code is wrong, too old, or was tried too often.
  public var isInvalidChallenge: Bool { reason == .invalidCode }
}

/// A strong method could not be registered.
public struct RegisterStrongAuthChallengeError: NativeAuthError {
  /// All that is known.
  public let details: ErrorDetails
  /// An error of these details.
  public init(_ details: ErrorDetails) { self.details = details }
  /// Whether the address or number is none.
  public var isInvalidInput: Bool { reason == .invalidContact }
  /// Whether the server sends nothing to this address or number.
  public var isVerificationContactBlocked: Bool { reason == .contactBlocked }
}

/// The code of a strong method was not accepted.
public struct RegisterStrongAuthSubmitChallengeError: NativeAuthError {
  /// All that is known.
  public let details: ErrorDetails
  /// An error of these details.
  public init(_ details: ErrorDetails) { self.details = details }
  /// Whether the code is wrong, too old, or was tried too often.
  public var isInvalidChallenge: Bool { reason == .invalidCode }
}
