import FlowJSON

/// An error as clients of App Services read it: they branch on `code`, some on `text`. realm-core makes a code that it
/// does not list an `AppServerError`, which keeps code and text; one that is absent an `AppUnknownError`.
public struct AppServicesError: Error, Hashable, Sendable {
  /// The status.
  public var status: Int
  /// `error_code`; nil: none.
  public var code: String?
  /// `error`.
  public var text: String
  /// Headers that belong to it.
  public var headers: HTTPHeaders = [:]

  init(_ status: Int, _ code: String?, _ text: String, headers: HTTPHeaders = [:]) {
    self.status = status
    self.code = code
    self.text = text
    self.headers = headers
  }

  /// What the server refuses.
  init(_ refusal: HTTPRefusal) {
    let code: String? =
      switch refusal.status {
      case 400, 415, 431: "BadRequest"
      case 413: "ReadSizeLimitExceeded"
      case 429: Self.tooManyRequests("").code
      case 503: Self.busy("").code
      default: nil
      }
    self.init(refusal.status, code, refusal.message, headers: refusal.headers)
  }

  static func badRequest(_ text: String) -> Self { Self(400, "BadRequest", text) }

  // MARK: Apps

  static func unknownApp(_ id: String) -> Self { Self(404, nil, "cannot find app using Client App ID '\(id)'") }
  static let notFound = Self(404, nil, "there is nothing at this path")
  static func providerNotFound(_ name: String) -> Self {
    Self(404, "AuthProviderNotFound", "authentication via '\(name)' is not enabled")
  }

  // MARK: Requests

  static func invalidParameter(_ name: String, _ kind: String) -> Self {
    Self(400, "InvalidParameter", "'\(name)' must be \(kind)")
  }
  static let emailInvalid = badRequest("email invalid")
  static func password(_ lengths: ClosedRange<Int>) -> Self {
    badRequest("password must be between \(lengths.lowerBound) and \(lengths.upperBound) characters")
  }
  static let invalidTokenData = badRequest("invalid token data")

  // MARK: Users

  static let nameInUse = Self(409, "AccountNameInUse", "name already in use")
  static let userNotFound = Self(404, "UserNotFound", "user not found")
  static let alreadyConfirmed = Self(400, "UserAlreadyConfirmed", "already confirmed")
  static let tokenInvalid = Self(404, "UserpassTokenInvalid", "userpass token is expired or invalid")

  // MARK: Log-in. Only here a 401 may say `unauthorized`: elsewhere realm-web would refresh and repeat without end.

  static let invalidPassword = Self(401, "InvalidPassword", "unauthorized")
  static let confirmationRequired = Self(401, "AuthError", "unauthorized")
  static let userDisabled = Self(401, "UserDisabled", "unauthorized")

  // MARK: Confirmation and reset

  static func confirmationFailed(_ email: String) -> Self { badRequest("failed to confirm user \"\(email)\"") }
  static let confirmByFunction = Self(400, nil, "please use confirm via function")
  static func confirmationAutomatic(_ email: String) -> Self {
    Self(400, nil, "cannot run confirmation for \(email): automatic confirmation is enabled")
  }
  static func confirmationWithoutFunction(_ email: String) -> Self {
    Self(400, nil, "cannot run confirmation for \(email): no confirmation function is configured")
  }
  static func confirmationWithoutMail(_ email: String) -> Self {
    Self(400, nil, "cannot send confirmation to \(email): no confirmation mail is configured")
  }
  static func resetFailed(_ email: String) -> Self {
    Self(400, nil, "failed to reset password for user \"\(email)\"")
  }
  static let resetByFunction = Self(400, nil, "please use reset password via function")

  // MARK: Sessions and the server

  static let missingAuthorization = Self(401, "MissingAuthReq", "no authorization: a bearer token is needed")
  static func invalidSession(_ text: String) -> Self { Self(401, "InvalidSession", text) }
  /// `retryAfter`: in how many seconds it is possible again, where that is known.
  static func tooManyRequests(_ text: String, retryAfter: Int? = nil) -> Self {
    var headers = HTTPHeaders()
    if let retryAfter { headers.add("Retry-After", String(retryAfter)) }
    return Self(429, "TooManyRequests", text, headers: headers)
  }
  static func busy(_ text: String, retryAfter: Int? = nil) -> Self {
    Self(503, "MaintenanceInProgress", text, headers: ["Retry-After": String(retryAfter ?? 1)])
  }
  static let processing = Self(500, "InternalServerError", "error processing request")

  /// The response. `link` leads to the app's log, and may be absent; nothing is ever null, or realm-core loses it all.
  func response(link: String?) -> HTTPResponse {
    var body: JSONObject = ["error": .string(text)]
    body["error_code"] = code.map(JSON.string)
    body["link"] = link.map(JSON.string)
    return .json(status, .object(body), headers: headers)
  }
}
