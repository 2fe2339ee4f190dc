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
    let names = error.fields.map(\.name)
    switch error.code {
    case EngineError.invalidToken.code, EngineError.runEnded.code, EngineError.unknownEvent.code,
      EngineError.unknownField.code:
      return .invalidToken
    case EngineError.runExpired.code: return .expiredToken
    case EngineError.unknownFlow.code:
      return WireError("unauthorized_client", codes: [AADSTS.unknownClient], error.message)
    case EngineError.unavailable.code, EngineError.busy.code:
      return .unavailable(error.message)
    case EngineError.attributesRequired.code: return missing(names, error)
    case EngineError.attributesInvalid.code: return invalid(names, error)
    default:
      let code = spoken(error.code)
      var form = standardForm(code) ?? WireError("invalid_request", nil, "")
      form.description = code == "invalid_username" ? WireError.username.description : error.message
      if code == "confirmation_required" { form.unverifiedAttributes = identifiers }
      return form
    }
  }

  /// The standard error that an error of the tenant's own is spoken as; any other is itself.
  func spoken(_ code: String) -> String { application.errors.first { $0.code == code }?.spokenAs ?? code }

  /// The names of the attributes that identify accounts.
  var identifiers: [String] { table.attributes.filter(\.isIdentifier).map(\.name) }

  private func missing(_ names: [String], _ error: Reply.ErrorView) -> WireError {
    if names.contains(where: identifiers.contains) { return .username }
    if let secret = names.first(where: { SecretField(name: $0) != nil }) {
      return .parameter(secret == SecretField.code.name ? "oob" : secret)
    }
    return WireError("attributes_required", codes: [AADSTS.attributesRequired], error.message)
  }

  private func invalid(_ names: [String], _ error: Reply.ErrorView) -> WireError {
    if names.contains(where: identifiers.contains) { return .username }
    if names.contains(SecretField.password.name), let form = standardForm("password_too_long") {
      return form.saying(error.message)
    }
    if names.contains(SecretField.code.name), let form = standardForm("invalid_code") {
      return form.saying(error.message)
    }
    var form = WireError("invalid_grant", "attribute_validation_failed", error.message)
    form.invalidAttributes = names
    return form
  }

  private func standardForm(_ code: String) -> WireError? {
    func invalidGrant(_ number: Int, _ suberror: String? = nil) -> WireError {
      WireError("invalid_grant", suberror, codes: [number], "")
    }
    switch code {
    case "user_already_exists": return WireError("user_already_exists", codes: [AADSTS.userExists], "")
    case "user_not_found": return WireError("user_not_found", codes: [AADSTS.userNotFound], "")
    case "user_has_no_password": return WireError("invalid_request", codes: [AADSTS.noPassword], "")
    case "password_change_required":
      return WireError("invalid_request", codes: [AADSTS.passwordChangeRequired], "")
    case "user_disabled": return invalidGrant(AADSTS.disabled)
    case "confirmation_required": return WireError("verification_required", nil, "")
    case "invalid_username": return .username
    case "invalid_credentials", "invalid_password": return invalidGrant(AADSTS.wrongPassword)
    case "account_locked": return invalidGrant(AADSTS.locked)
    case "invalid_code": return invalidGrant(AADSTS.wrongCode, "invalid_oob_value")
    case "code_expired": return invalidGrant(AADSTS.oldCode, "invalid_oob_value")
    case "too_many_attempts": return invalidGrant(AADSTS.tooManyCodes, "invalid_oob_value")
    case "too_many_codes": return WireError("invalid_request", codes: [AADSTS.throttled], "")
    case "invalid_grant": return invalidGrant(AADSTS.invalidToken)
    case "timed_out": return .expiredToken
    case "denied": return WireError("access_denied", nil, "")
    case "contact_blocked":
      return WireError("access_denied", "provider_blocked_by_rep", codes: [AADSTS.contactBlocked], "")
    case "reset_failed": return invalidGrant(AADSTS.passwordPolicy, "password_is_invalid")
    case "password_too_short", "password_too_long", "password_too_weak", "password_banned", "password_recently_used":
      return invalidGrant(AADSTS.passwordPolicy, code)
    default: return nil
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
