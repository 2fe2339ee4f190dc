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

    /// Whether its request gives what a field takes.
    fileprivate func gives(_ field: FieldView) -> Bool {
      switch field.kind {
      case .secret(let secret):
        switch self {
        case .register, .logIn, .resetCall: secret == .password
        case .confirm: [.token, .tokenId].contains(secret)
        case .reset: [.token, .tokenId, .password].contains(secret)
        case .resendConfirmation, .retryConfirmation, .resetSend: false
        }
      case .attribute(let attribute) where attribute.isIdentifier: ![.confirm, .reset].contains(self)
      case .attribute(let attribute): self == .resetCall && [.list, .any].contains(attribute.type)
      }
    }
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
    Part(rawValue: place.part).map { unspeakable(in: page, $0) } ?? []
  }

  private static func unspeakable(in page: PageView, _ part: Part) -> [Unspeakable] {
    guard let index = page.events.firstIndex(where: { $0.name == submit }) ?? (page.events.count == 1 ? 0 : nil) else {
      return [.page]
    }
    let event = page.events[index]
    return (event.name == submit ? [] : [.event(index, likely: submit)])
      + event.fields(index) { $0.isRequired && !part.gives($0) }
  }
}
