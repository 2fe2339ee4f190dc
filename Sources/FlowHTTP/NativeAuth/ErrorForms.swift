import FlowModel
import FlowRuntime

extension NativeAuthExchange {
  /// The form of what a reply refuses, with nothing to go on from.
  func refusal(_ reply: Reply) -> WireError {
    guard let error = reply.error else { return reply.end == nil ? .unspeakable : .invalidToken }
    return form(error)
  }

  /// The form of a flow's or the engine's error. An error of the tenant's own takes the form it is mapped to.
  func form(_ error: Reply.ErrorView) -> WireError {
    var form = silentForm(error)
    if error.isSaid(by: form.description) { form.locale = error.locale }
    return form
  }

  private func silentForm(_ error: Reply.ErrorView) -> WireError {
    let names = error.fields.map(\.name)
    switch error.code {
    case EngineError.invalidToken.code, EngineError.runEnded.code, EngineError.unknownEvent.code,
      EngineError.unknownField.code:
      return .invalidToken
    case EngineError.runExpired.code: return .expiredToken
    case EngineError.unknownFlow.code, EngineError.unknownApplication.code:
      return WireError("unauthorized_client", codes: [AADSTS.unknownClient], error.message)
    case EngineError.unavailable.code, EngineError.busy.code:
      return .unavailable(error.message, retryAfter: error.retryAfter ?? 1)
    case EngineError.tooManyRuns.code: return .tooMany(error.message, retryAfter: error.retryAfter)
    case EngineError.attributesRequired.code: return missing(names, error)
    case EngineError.attributesInvalid.code: return invalid(names, error)
    default:
      guard let failure = failure(error) else { return WireError("invalid_request", nil, error.message) }
      var form = wireForm(failure)
      form.retryAfter = error.retryAfter
      form.description = failure == .invalidUsername ? WireError.username.description : error.message
      if failure == .confirmationRequired { form.unverifiedAttributes = identifiers }
      return form
    }
  }

  /// The protocol's own error that a flow's is, or is spoken as where the tenant has its own; nil for any other.
  func failure(_ error: Reply.ErrorView) -> NativeAuthProtocol.Failure? {
    let spoken = application.errors.first { $0.code == error.code }?.spokenAs
    return NativeAuthProtocol.Failure(rawValue: spoken ?? error.code)
  }

  /// The names of the attributes that identify accounts.
  var identifiers: [String] { table.attributes.filter(\.isIdentifier).map(\.name) }

  private func missing(_ names: [String], _ error: Reply.ErrorView) -> WireError {
    if names.contains(where: identifiers.contains) { return .username }
    if let secret = names.first(where: { SecretField(name: $0) != nil }) {
      return .parameter(secret == SecretField.code.name ? "oob" : secret)
    }
    return WireError("attributes_required", codes: [AADSTS.attributesRequired], error.messageWithReasons)
  }

  private func invalid(_ names: [String], _ error: Reply.ErrorView) -> WireError {
    if names.contains(where: identifiers.contains) { return .username }
    if names.contains(SecretField.password.name) { return wireForm(.passwordTooLong).saying(error.messageWithReasons) }
    if names.contains(SecretField.code.name) { return wireForm(.invalidCode).saying(error.messageWithReasons) }
    var form = WireError("invalid_grant", "attribute_validation_failed", error.messageWithReasons)
    form.invalidAttributes = names
    return form
  }

  /// The form of an error, without its words.
  private func wireForm(_ failure: NativeAuthProtocol.Failure) -> WireError {
    func invalidGrant(_ number: Int, _ suberror: String? = nil) -> WireError {
      WireError("invalid_grant", suberror, codes: [number], "")
    }
    switch failure {
    case .userAlreadyExists: return WireError("user_already_exists", codes: [AADSTS.userExists], "")
    case .userNotFound: return WireError("user_not_found", codes: [AADSTS.userNotFound], "")
    case .userHasNoPassword: return WireError("invalid_request", codes: [AADSTS.noPassword], "")
    case .passwordChangeRequired: return WireError("invalid_request", codes: [AADSTS.passwordChangeRequired], "")
    case .userDisabled: return invalidGrant(AADSTS.disabled)
    case .confirmationRequired: return WireError("verification_required", nil, "")
    case .invalidUsername: return .username
    case .invalidCredentials, .invalidPassword: return invalidGrant(AADSTS.wrongPassword)
    case .accountLocked: return invalidGrant(AADSTS.locked)
    case .invalidCode: return invalidGrant(AADSTS.wrongCode, "invalid_oob_value")
    case .codeExpired: return invalidGrant(AADSTS.oldCode, "invalid_oob_value")
    case .tooManyAttempts: return invalidGrant(AADSTS.tooManyCodes, "invalid_oob_value")
    case .tooManyCodes: return WireError("invalid_request", codes: [AADSTS.throttled], "")
    case .invalidGrant: return invalidGrant(AADSTS.invalidToken)
    case .timedOut: return .expiredToken
    case .denied: return WireError("access_denied", nil, "")
    case .contactBlocked:
      return WireError("access_denied", "provider_blocked_by_rep", codes: [AADSTS.contactBlocked], "")
    case .resetFailed: return invalidGrant(AADSTS.passwordPolicy, "password_is_invalid")
    case .passwordTooShort, .passwordTooLong, .passwordTooWeak, .passwordBanned, .passwordRecentlyUsed:
      return invalidGrant(AADSTS.passwordPolicy, failure.rawValue)
    }
  }
}

extension WireError {
  fileprivate func saying(_ description: String) -> WireError {
    var form = self
    form.description = description
    return form
  }
}
