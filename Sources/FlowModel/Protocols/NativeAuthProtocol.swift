/// The native-authentication API of MSAL's SDKs, version 1: what it asks of flows.
public enum NativeAuthProtocol {
  /// The parts that flows play.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// `signup/v1.0`.
    case signUp = "sign-up"
    /// `oauth2/v2.0` and `register/v1.0`.
    case signIn = "sign-in"
    /// `resetpassword/v1.0`.
    case resetPassword = "reset-password"

    /// What a flow needs to play it.
    var definition: ProtocolPart {
      switch self {
      case .signUp: ProtocolPart(rawValue, effects: [.accountCreate], grantsSignIn: true)
      case .signIn: ProtocolPart(rawValue, effects: [.tokenIssue])
      case .resetPassword: ProtocolPart(rawValue, effects: [.passwordSet], grantsSignIn: true)
      }
    }
  }

  /// What a client shows at `oauth2/v2.0/token`: the `grant_type`.
  public enum GrantType: String, Hashable, Sendable, CaseIterable {
    case password
    case code = "oob"
    case secondFactor = "mfa_oob"
    case continuation = "continuation_token"
    case refresh = "refresh_token"
  }

  /// The errors of flows that have a form of their own on the wire.
  public enum Failure: String, Hashable, Sendable, CaseIterable {
    case passwordTooShort = "password_too_short"
    case passwordTooLong = "password_too_long"
    case passwordTooWeak = "password_too_weak"
    case passwordBanned = "password_banned"
    case passwordRecentlyUsed = "password_recently_used"
    case userAlreadyExists = "user_already_exists"
    case userNotFound = "user_not_found"
    case userHasNoPassword = "user_has_no_password"
    case userDisabled = "user_disabled"
    case confirmationRequired = "confirmation_required"
    case invalidUsername = "invalid_username"
    case invalidCredentials = "invalid_credentials"
    case invalidPassword = "invalid_password"
    case accountLocked = "account_locked"
    case invalidCode = "invalid_code"
    case codeExpired = "code_expired"
    case tooManyCodes = "too_many_codes"
    case tooManyAttempts = "too_many_attempts"
    case invalidGrant = "invalid_grant"
    case resetFailed = "reset_failed"
    case timedOut = "timed_out"
    case denied = "denied"
    case contactBlocked = "contact_blocked"
    case passwordChangeRequired = "password_change_required"
  }

  /// The events that the adapter sends by name.
  public enum Event: String, Hashable, Sendable, CaseIterable {
    /// Takes what the page asks for.
    case submit
    /// The repeated challenge.
    case resend
    /// For clients that have no password.
    case useCode = "use-code"
    /// From a page where the run rests until the client comes for its tokens.
    case `continue`
    /// The method of a second factor: a code by e-mail.
    case email
    /// The method of a second factor: a code by text message.
    case sms

    /// The methods of a second factor.
    public static let methods: [Event] = [.email, .sms]

    fileprivate var meaning: String {
      switch self {
      case .submit: "takes what the page asks for"
      case .resend: "sends the code once more"
      case .useCode: "sends a code to a client that gives no password"
      case .continue: "goes on when the client comes for its tokens"
      case .email: "sends the code of a second factor by e-mail"
      case .sms: "sends the code of a second factor by text message"
      }
    }

    /// Whether an event that sends these codes, one of `count` on its page, does what this one does.
    func isLikely(_ sends: CodeSends?, among count: Int) -> Bool {
      switch self {
      case .submit: false
      case .resend: sends?.returns ?? false
      case .useCode: sends != nil
      case .continue: sends == nil && count == 1
      case .email: sends?.channels == [.email]
      case .sms: sends?.channels == [.sms]
      }
    }
  }

  static let definition = ProtocolDefinition(
    name: "native-auth", parts: Part.allCases.map(\.definition), neededPart: Part.signIn.rawValue,
    errors: Failure.allCases.map(\.rawValue), events: Event.allCases.map { ProtocolEvent($0.rawValue, $0.meaning) },
    namesAudience: true, settings: [.scopes]
  ) { page, place, sends in
    guard let part = Part(rawValue: place.part) else { return [] }
    return unspeakable(in: page, part, isFirst: place.isFirst, sends)
  }
}
