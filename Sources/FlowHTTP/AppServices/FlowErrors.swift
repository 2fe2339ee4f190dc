import FlowModel
import FlowRuntime

extension AppServicesError {
  /// A flow's error in the form that clients know. What the protocol has no form for keeps the flow's own words in a
  /// general error.
  init(_ error: Reply.ErrorView, on part: AppServicesPart, of app: AppServicesApp, email: String) {
    switch app.spokenAs[error.code] ?? error.code {
    case "user_already_exists": self = .nameInUse
    case "user_not_found": self = part == .logIn ? .invalidPassword : .userNotFound
    case "already_confirmed": self = .alreadyConfirmed
    case "invalid_link", "link_expired", "link_used": self = .tokenInvalid
    case "confirmation_failed": self = .confirmationFailed(email)
    case "reset_failed": self = .resetFailed(email)
    case "password_too_short", "password_too_long": self = .password(app.passwordLengths)
    case "password_too_weak", "password_banned", "password_recently_used": self = .badRequest(error.message)
    case "invalid_username": self = .processing
    case "too_many_links", "too_many_codes", "too_many_attempts", "account_locked":
      self = .tooManyRequests(error.message)
    case EngineError.attributesRequired.code, EngineError.attributesInvalid.code:
      self.init(fields: error, on: part, of: app)
    case EngineError.unknownFlow.code: self = .providerNotFound(AppServicesAPI.provider)
    case EngineError.unavailable.code: self = .processing
    case EngineError.busy.code: self = .busy(error.message)
    case let code: self.init(code, error.message, on: part)
    }
  }

  /// An error about fields: of several, the one that clients are told of first. No account has an address that is none.
  private init(fields error: Reply.ErrorView, on part: AppServicesPart, of app: AppServicesApp) {
    let names = error.fields.map(\.name)
    if part == .logIn {
      self = .invalidPassword
    } else if names.contains(app.identifier.name) {
      self = part == .register ? .emailInvalid : .userNotFound
    } else if names.contains(SecretField.password.name) {
      self = .password(app.passwordLengths)
    } else if names.contains(SecretField.token.name) || names.contains(SecretField.tokenId.name) {
      self = .invalidTokenData
    } else {
      self = .badRequest(error.message)
    }
  }

  /// An error that only a log-in has a form for, and any other.
  private init(_ code: String, _ message: String, on part: AppServicesPart) {
    switch (part, code) {
    case (.logIn, "invalid_credentials"), (.logIn, "invalid_password"), (.logIn, "user_has_no_password"):
      self = .invalidPassword
    case (.logIn, "confirmation_required"): self = .confirmationRequired
    case (.logIn, "user_disabled"): self = .userDisabled
    default: self = AppServicesError(400, nil, message)
    }
  }
}
