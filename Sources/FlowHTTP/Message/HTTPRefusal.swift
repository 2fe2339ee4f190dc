import FlowJSON
import FlowModel
import FlowRuntime

/// Why a request is answered without having reached what it asks for. Each protocol gives it a form of its own.
public struct HTTPRefusal: Error, Hashable, Sendable {
  /// The status that says it.
  public var status: Int
  /// The stable code of the flow contract.
  public var code: String
  /// A sentence for people.
  public var message: String
  /// Headers that belong to it, such as `Allow` and `Retry-After`.
  public var headers: HTTPHeaders = [:]

  /// A refusal.
  public init(_ status: Int, _ code: String, _ message: String, headers: HTTPHeaders = [:]) {
    self.status = status
    self.code = code
    self.message = message
    self.headers = headers
  }

  /// 400: what was sent is no such request.
  public static func malformed(_ message: String) -> HTTPRefusal {
    HTTPRefusal(400, EngineError.invalidRequest.code, message)
  }
  /// 404: there is nothing at this path.
  public static let notFound = HTTPRefusal(404, "not_found", "There is nothing at this path.")
  /// 405: the path takes other methods.
  public static func methodNotAllowed(_ allowed: [HTTPMethod]) -> HTTPRefusal {
    let list = allowed.map(\.name).joined(separator: ", ")
    return HTTPRefusal(405, "method_not_allowed", "This path takes \(list).", headers: ["Allow": list])
  }
  /// 413: the body is larger than the limit.
  public static func bodyTooLarge(limit: Int) -> HTTPRefusal {
    HTTPRefusal(413, "content_too_large", "A body has at most \(limit) bytes.")
  }
  /// 415: the body is of another type.
  public static func unsupportedType(_ expected: String) -> HTTPRefusal {
    HTTPRefusal(415, "unsupported_media_type", "The body must be \(expected) in UTF-8.")
  }
  /// 421: the server is not called by the name that the request gives it.
  public static let misdirected = HTTPRefusal(
    421, "misdirected_request", "This server is not known by this name; its operator can name it.")
  /// 429: too many requests; seconds to wait.
  public static func tooManyRequests(retryAfter seconds: Int) -> HTTPRefusal {
    HTTPRefusal(
      429, "too_many_requests", "Too many requests; wait a while.", headers: ["Retry-After": String(seconds)])
  }
  /// 431: the request line and the headers are larger than the limit.
  public static func headersTooLarge(limit: Int) -> HTTPRefusal {
    HTTPRefusal(431, "headers_too_large", "Request line and headers have at most \(limit) bytes, in 100 headers.")
  }
  /// 503: the server has too much to do, or is about to stop.
  public static let unavailable = HTTPRefusal(
    503, EngineError.unavailable.code, EngineError.unavailable.message, headers: ["Retry-After": "1"])

  /// The refusal as plain text, where no protocol is spoken.
  public var plain: HTTPResponse {
    var headers = headers
    headers.add("Content-Type", "text/plain; charset=utf-8")
    return HTTPResponse(status, headers: headers, body: Array((message + "\n").utf8))
  }

  /// The refusal in the form of the flow contract: a reply of nothing but an error.
  public var response: HTTPResponse { response(of: nil) }

  /// The same of a tenant. What the engine's errors say is in the language that is asked for; all else is in English.
  func response(of table: FlowTable?) -> HTTPResponse {
    var reply: Reply
    if let known = EngineError.all.first(where: { $0.code == code }) {
      reply = Reply(runless: known, precisely: message, of: table)
    } else {
      reply = Reply(error: .init(ErrorDefinition(code, message), in: .english))
    }
    var headers = headers
    if let locale = reply.locale { headers.add("Content-Language", locale.text) }
    return .json(status, reply.json, headers: headers)
  }
}
