/// The App Services API of the Realm SDKs for users with e-mail and password: what it asks of flows.
///
/// A request is one run: `submit` of each page takes of what the request gives.
public enum AppServicesProtocol {
  /// The parts that flows play: what an app of the protocol can ask for.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// `POST register`.
    case register
    /// `POST confirm`.
    case confirm
    /// `POST confirm/send`.
    case resendConfirmation = "resend-confirmation"
    /// `POST confirm/call`.
    case retryConfirmation = "retry-confirmation"
    /// `POST reset/send`.
    case resetSend = "reset-send"
    /// `POST reset/call`.
    case resetCall = "reset-call"
    /// `POST reset`.
    case reset
    /// `POST login`.
    case logIn = "log-in"

    /// What a flow needs to play it.
    var definition: ProtocolPart {
      switch self {
      case .register: ProtocolPart(rawValue, effects: [.accountCreate])
      case .confirm: ProtocolPart(rawValue, effects: [.accountConfirm])
      case .resendConfirmation: ProtocolPart(rawValue, effects: [.linkSend], lookUp: "confirm/send")
      case .retryConfirmation: ProtocolPart(rawValue, effects: [.functionCall], lookUp: "confirm/call")
      case .resetSend: ProtocolPart(rawValue, effects: [.linkSend])
      case .resetCall: ProtocolPart(rawValue, effects: [.functionCall])
      case .reset: ProtocolPart(rawValue, effects: [.passwordSet])
      case .logIn: ProtocolPart(rawValue, effects: [.tokenIssue])
      }
    }

    /// What its request gives, in the order in which it is read: the adapter hands on just this, and no page of its flow can
    /// need more.
    public var gives: [Gift] {
      switch self {
      case .register, .logIn: [.identifier, .password]
      case .confirm: [.link]
      case .resendConfirmation, .retryConfirmation, .resetSend: [.identifier]
      case .resetCall: [.identifier, .password, .arguments]
      case .reset: [.link, .password]
      }
    }
  }

  /// What a request can give to the pages of its flow.
  public enum Gift: Hashable, Sendable, CaseIterable {
    /// By what the account is found: `email`, or `username`, of the request.
    case identifier
    /// `password`.
    case password
    /// `token` and `tokenId` of a link.
    case link
    /// `arguments`: a list of whatever the app passes on.
    case arguments

    /// Whether it is what a field takes, where accounts are found by the attribute of a name.
    func fills(_ field: FieldView, foundBy identifier: String?) -> Bool {
      switch self {
      case .identifier: field.isIdentifier && field.name == identifier
      case .password: field.secret == .password
      case .link: field.secret == .token || field.secret == .tokenId
      case .arguments: field.name == AppServicesProtocol.arguments && (field.type == .list || field.type == .any)
      }
    }
  }

  /// The attribute that a request calls `email` or `username`: the first address that identifies accounts, else whatever does.
  public static func identifier(of attributes: [AttributeDefinition]) -> AttributeDefinition? {
    let identifiers = attributes.filter(\.isIdentifier)
    return identifiers.first { $0.type == .email } ?? identifiers.first
  }

  /// The field that a request's further arguments go to.
  public static let arguments = "arguments"

  /// The errors of flows that have a form of their own on the wire.
  public enum Failure: String, Hashable, Sendable, CaseIterable {
    case passwordTooShort = "password_too_short"
    case passwordTooLong = "password_too_long"
    case passwordTooWeak = "password_too_weak"
    case passwordBanned = "password_banned"
    case passwordRecentlyUsed = "password_recently_used"
    case userAlreadyExists = "user_already_exists"
    case userNotFound = "user_not_found"
    case userDisabled = "user_disabled"
    case confirmationRequired = "confirmation_required"
    case alreadyConfirmed = "already_confirmed"
    case invalidUsername = "invalid_username"
    case invalidCredentials = "invalid_credentials"
    case invalidPassword = "invalid_password"
    case accountLocked = "account_locked"
    case invalidLink = "invalid_link"
    case linkExpired = "link_expired"
    case linkUsed = "link_used"
    case tooManyLinks = "too_many_links"
    case tooManyCodes = "too_many_codes"
    case tooManyAttempts = "too_many_attempts"
    case userHasNoPassword = "user_has_no_password"
    case confirmationFailed = "confirmation_failed"
    case resetFailed = "reset_failed"
    case timedOut = "timed_out"
    case denied = "denied"
  }

  /// The event that a request sends to each page.
  public static let submit = "submit"

  static let definition = ProtocolDefinition(
    name: "app-services", parts: Part.allCases.map(\.definition), neededPart: Part.logIn.rawValue,
    errors: Failure.allCases.map(\.rawValue), events: [ProtocolEvent(submit, "takes what the page asks for")],
    hasRedirects: false, namesNoTenant: true, settings: [.userData]
  ) { page, place, _ in
    Part(rawValue: place.part).map { unspeakable(in: page, $0, foundBy: identifier(of: place.attributes)?.name) } ?? []
  }

  private static func unspeakable(
    in page: PageView, _ part: Part, foundBy identifier: String?
  ) -> [Unspeakable] {
    guard let index = page.events.firstIndex(where: { $0.name == submit }) ?? (page.events.count == 1 ? 0 : nil) else {
      return [.page]
    }
    let event = page.events[index]
    return (event.name == submit ? [] : [.event(index, likely: submit)])
      + event.fields(index) { field in
        field.isRequired && !part.gives.contains { $0.fills(field, foundBy: identifier) }
      }
  }
}
