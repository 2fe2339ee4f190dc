/// What a sign-up begins with.
public final class SignUpParameters {
  /// The user name: an e-mail address, or what else identifies accounts.
  public var username: String
  /// The password; nil: the account gets one later, or none.
  public var password: String?
  /// Attributes by their names, as texts.
  public var attributes: [String: String]?
  /// Names the flow in the logs of both sides; nil: a new name.
  public var correlationId: String?
  /// Parameters.
  public init(username: String) { self.username = username }
}

extension SignUpParameters: CustomReflectable {
  /// What a debugger or `dump` shows: no password, and not what else was typed.
  public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}

/// What a sign-in begins with.
public final class SignInParameters {
  /// The user name.
  public var username: String
  /// The password; nil: it is asked for where there is one.
  public var password: String?
  /// The scopes of the access token; none: the usual ones.
  public var scopes: [String] = []
  /// Names the flow in the logs of both sides; nil: a new name.
  public var correlationId: String?
  /// Parameters.
  public init(username: String) { self.username = username }
}

extension SignInParameters: CustomReflectable {
  /// What a debugger or `dump` shows: no password.
  public var customMirror: Mirror { Mirror(self, children: ["username": username, "scopes": scopes]) }
}

/// What a reset begins with.
public final class ResetPasswordParameters {
  /// The user name.
  public var username: String
  /// Names the flow in the logs of both sides; nil: a new name.
  public var correlationId: String?
  /// Parameters.
  public init(username: String) { self.username = username }
}

/// How a person is signed in after a sign-up.
public final class SignInAfterSignUpParameters {
  /// The scopes of the access token; none: the usual ones.
  public var scopes: [String] = []
  /// Parameters.
  public init() {}
}

/// How a person is signed in after a reset.
public final class SignInAfterResetPasswordParameters {
  /// The scopes of the access token; none: the usual ones.
  public var scopes: [String] = []
  /// Parameters.
  public init() {}
}

/// Which access token is wanted.
public final class GetAccessTokenParameters {
  /// Its scopes; none: those of the sign-in.
  public var scopes: [String] = []
  /// Whether a new one is asked for, however good the one at hand is.
  public var forceRefresh = false
  /// Names the exchange in the logs of both sides; nil: a new name.
  public var correlationId: String?
  /// Parameters.
  public init() {}
}

/// What is to become a strong method.
public final class ChallengeAuthMethodParameters {
  /// The kind of method.
  public var authMethod: AuthMethod
  /// The address or number, such as `+12025550167`.
  public var verificationContact: String
  /// Parameters.
  public init(authMethod: AuthMethod, verificationContact: String) {
    self.authMethod = authMethod
    self.verificationContact = verificationContact
  }
}
