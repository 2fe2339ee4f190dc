import FlowJSON

/// The protocol's error object.
struct Refusal: Sendable {
  let error: String
  let suberror: String?
  let codes: [Int]
  let description: String?
  let uri: String?
  /// The server's name for the exchange.
  let correlation: String?
  /// In how many seconds to try again.
  let retryAfter: Int?
  /// The token to go on with, where the error asks for something more.
  let continuation: String?
  let requiredAttributes: [RequiredAttribute]
  let invalidAttributes: [String]

  /// Reads an object; nil where it is no error.
  init?(_ object: JSONObject, retryAfter: Int?) {
    guard let error = object["error"]?.string else { return nil }
    self.error = error
    self.retryAfter = retryAfter
    suberror = object["suberror"]?.string
    codes = object["error_codes"]?.array?.compactMap { $0.int.map { Int(clamping: $0) } } ?? []
    description = object["error_description"]?.string
    uri = object["error_uri"]?.string
    correlation = object["correlation_id"]?.string
    continuation = object["continuation_token"]?.string
    requiredAttributes = object["required_attributes"]?.array?.compactMap(RequiredAttribute.init) ?? []
    invalidAttributes = object["invalid_attributes"]?.array?.compactMap { $0["name"]?.string } ?? []
  }

  /// What it means to an app, whichever step it answers.
  var reason: ErrorReason {
    switch (error, suberror, codes.first) {
    case ("user_already_exists", _, _): .userAlreadyExists
    case ("user_not_found", _, _), ("invalid_grant", _, 50034): .userNotFound
    case ("invalid_request", _, 500_222): .userDoesNotHavePassword
    case ("invalid_request", _, 90100) where description?.contains("username") == true: .invalidUsername
    case ("invalid_request", _, 901_001): .invalidContact
    case ("invalid_request", _, 55200), ("invalid_grant", nil, 55200): .stateIsPast
    case ("invalid_grant", "attribute_validation_failed", _) where !invalidAttributes.isEmpty:
      .invalidAttributes(invalidAttributes)
    case ("invalid_grant", "invalid_oob_value", _): .invalidCode
    case ("invalid_grant", let suberror?, _) where suberror.hasPrefix("password_"): .invalidPassword
    case ("invalid_grant", _, 50126): .invalidCredentials
    case ("access_denied", "provider_blocked_by_rep", _): .contactBlocked
    case ("expired_token", _, _): .expired
    case ("expired_refresh_token", _, _), ("invalid_grant", _, 700_082): .refreshTokenExpired
    case ("temporarily_unavailable", _, _), ("slow_down", _, _): .tryLater(seconds: retryAfter)
    default: .general
    }
  }

  /// Whether it asks for something more, by a word of the protocol, and hands out the token to go on with.
  func asks(for word: String) -> String? { error == word || suberror == word ? continuation : nil }
}

extension RequiredAttribute {
  /// Reads an element of `required_attributes`; nil where it is none.
  fileprivate init?(_ json: JSON) {
    guard let name = json["name"]?.string else { return nil }
    let isRequired = json["required"] != .bool(false)
    self.init(
      name: name, type: json["type"]?.string ?? "string", required: isRequired,
      regex: json["options"]?["regex"]?.string)
  }
}
