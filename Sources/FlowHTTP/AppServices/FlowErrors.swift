import FlowModel
import FlowRuntime

extension AppServicesError {
  /// A flow's error in the form that clients know. What the protocol has no form for keeps the flow's own words in a
  /// general error.
  init(_ error: Reply.ErrorView, on part: AppServicesProtocol.Part, of app: AppServicesApp, email: String) {
    self.init(silently: error, on: part, of: app, email: email)
    // RFC 9110, section 8.5: of an answer that says something to people in the words of a flow.
    if error.isSaid(by: text), let locale = error.locale { headers.add("Content-Language", locale.text) }
  }

  private init(
    silently error: Reply.ErrorView, on part: AppServicesProtocol.Part, of app: AppServicesApp, email: String
  ) {
    let code = app.spoken(error.code)
    guard let failure = AppServicesProtocol.Failure(rawValue: code) else {
      self.init(code, error, on: part, of: app)
      return
    }
    switch failure {
    case .userAlreadyExists: self = .nameInUse
    case .userNotFound: self = part == .logIn ? .invalidPassword : .userNotFound
    case .alreadyConfirmed: self = .alreadyConfirmed
    case .invalidLink, .linkExpired, .linkUsed: self = .tokenInvalid
    case .confirmationFailed: self = .confirmationFailed(email)
    case .resetFailed: self = .resetFailed(email)
    case .passwordTooShort, .passwordTooLong: self = .password(app.passwordLengths)
    case .passwordTooWeak, .passwordBanned, .passwordRecentlyUsed: self = .badRequest(error.message)
    case .invalidUsername: self = .processing
    case .tooManyLinks, .tooManyCodes, .tooManyAttempts, .accountLocked:
      self = .tooManyRequests(error.message, retryAfter: error.retryAfter)
    // What follows has a form in a log-in alone.
    case .invalidCredentials where part == .logIn, .invalidPassword where part == .logIn,
      .userHasNoPassword where part == .logIn:
      self = .invalidPassword
    case .confirmationRequired where part == .logIn: self = .confirmationRequired
    case .userDisabled where part == .logIn: self = .userDisabled
    case .invalidCredentials, .invalidPassword, .userHasNoPassword, .confirmationRequired, .userDisabled, .timedOut,
      .denied:
      self.init(400, nil, error.message)
    }
  }

  /// An error of the engine's, or one that no flow of this protocol should have.
  private init(
    _ code: String, _ error: Reply.ErrorView, on part: AppServicesProtocol.Part, of app: AppServicesApp
  ) {
    switch code {
    case EngineError.attributesRequired.code, EngineError.attributesInvalid.code:
      self.init(fields: error, on: part, of: app)
    case EngineError.unknownFlow.code, EngineError.unknownApplication.code:
      self = .providerNotFound(AppServicesAPI.provider)
    case EngineError.unavailable.code: self = .processing
    case EngineError.busy.code: self = .busy(error.message, retryAfter: error.retryAfter)
    case EngineError.tooManyRuns.code: self = .tooManyRequests(error.message, retryAfter: error.retryAfter)
    default: self.init(400, nil, error.message)
    }
  }

  /// An error about fields: of several, the one that clients are told of first. No account has an address that is none.
  private init(fields error: Reply.ErrorView, on part: AppServicesProtocol.Part, of app: AppServicesApp) {
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
      self = .badRequest(error.messageWithReasons)
    }
  }
}
