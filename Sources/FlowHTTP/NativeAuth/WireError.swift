import FlowJSON
import FlowModel
import FlowRuntime
import Glibc

/// Numbers of the service's own errors that clients branch on, and some that only people read.
enum AADSTS {
  static let usernameOrClient = 90100
  static let malformed = 90023
  static let missingParameter = 900_144
  static let challengeTypes = 901_007
  static let invalidContact = 901_001
  static let unknownTenant = 90002
  static let unknownClient = 700_016
  static let userExists = 1_003_037
  static let userNotFound = 50034
  static let noPassword = 500_222
  static let wrongPassword = 50126
  static let passwordChangeRequired = 50142
  static let locked = 50053
  static let disabled = 50057
  static let wrongCode = 50181
  static let oldCode = 50184
  static let tooManyCodes = 501_811
  static let passwordPolicy = 399_246
  static let credentialRequired = 55103
  static let attributesRequired = 55106
  static let invalidToken = 55200
  static let expiredToken = 552_003
  static let throttled = 90055
  static let mfaRequired = 50076
  static let registrationRequired = 50079
  static let contactBlocked = 550_024
  static let wrongMethod = 400_002
  static let expiredRefreshToken = 700_082
  static let invalidRefreshToken = 70000
  static let unknownGrantType = 70003
  static let invalidScope = 70011
  static let manyResources = 28000
  static let unavailable = 90033
}

/// An answer that says why not.
struct WireError: Error {
  var error: String
  var suberror: String?
  var codes: [Int]
  var description: String
  var token: WireToken?
  var requiredAttributes: [JSON] = []
  var invalidAttributes: [String] = []
  var unverifiedAttributes: [String] = []
  /// In how many seconds to try again, where that is known: a header, as the body has no member for it.
  var retryAfter: Int?
  /// The language of the description, where that is a flow's: a header as well.
  var locale: LanguageTag?
  /// Why the client must go on in a browser, where that is all there is to say; then it is no error on the wire.
  private(set) var redirect: String?

  /// The flow goes on in a browser.
  init(redirect reason: String) {
    self.init("interaction_required", nil, reason)
    redirect = reason
  }

  init(_ error: String, _ suberror: String? = nil, codes: [Int] = [], _ description: String) {
    self.error = error
    self.suberror = suberror
    self.codes = codes
    self.description = description
  }

  /// A parameter that is empty, missing or not what it should be.
  static func parameter(_ name: String, code: Int = AADSTS.missingParameter) -> WireError {
    WireError("invalid_request", codes: [code], "\(name) parameter is empty or not valid.")
  }

  static let username = parameter("username", code: AADSTS.usernameOrClient)
  static let invalidToken = WireError(
    "invalid_request", codes: [AADSTS.invalidToken], "The continuation_token is not valid here.")
  /// What cannot be answered now.
  static func unavailable(_ description: String, retryAfter: Int? = nil) -> WireError {
    var error = WireError("temporarily_unavailable", codes: [AADSTS.unavailable], description)
    error.retryAfter = retryAfter
    return error
  }
  /// More than the server takes of one client.
  static func tooMany(_ description: String, retryAfter: Int? = nil) -> WireError {
    var error = WireError("slow_down", codes: [AADSTS.malformed], description)
    error.retryAfter = retryAfter
    return error
  }
  static let expiredToken = WireError(
    "expired_token", codes: [AADSTS.expiredToken], "The continuation_token has expired; start again.")
  /// The run came to a place that the endpoint has no form for.
  static let unspeakable = WireError("invalid_request", nil, "The flow cannot go on here.")

  /// The body. `trace` is the id of this very answer.
  ///
  /// Without a number there is no `error_codes`: an empty list is what Android reads the first element of.
  func json(_ request: HTTPRequest, trace: String, _ clock: any TimeSource) -> JSON {
    var object: JSONObject = ["error": .string(error)]
    object["suberror"] = suberror.map(JSON.string)
    object["error_description"] = .string(codes.first.map { "AADSTS\($0): \(description)" } ?? description)
    object["error_codes"] = codes.isEmpty ? nil : .array(codes.map { .int(Int64($0)) })
    object["timestamp"] = .string(timestamp(clock.now()))
    object["trace_id"] = .string(trace)
    object["correlation_id"] = .string(request.correlationID)
    object["continuation_token"] = token.map { .string($0.text) }
    func names(_ names: [String]) -> JSON? {
      names.isEmpty ? nil : .array(names.map { ["name": .string($0)] })
    }
    object["required_attributes"] = requiredAttributes.isEmpty ? nil : .array(requiredAttributes)
    object["invalid_attributes"] = names(invalidAttributes)
    object["unverified_attributes"] = names(unverifiedAttributes)
    return .object(object)
  }
}

/// A time as the service writes it: `2026-03-01 09:30:00Z`.
private func timestamp(_ time: Milliseconds) -> String {
  var seconds = time_t(time / 1000)
  var parts = tm()
  guard gmtime_r(&seconds, &parts) != nil else { return "1970-01-01 00:00:00Z" }
  func digits(_ value: Int32) -> String { value < 10 ? "0\(value)" : String(value) }
  let date = "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
  return "\(date) \(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec))Z"
}
