public import FlowJSON

/// A response. `Cache-Control: no-store` is added unless it has a `Cache-Control` of its own; so are `Date`,
/// `Content-Length` and `Connection`.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The headers in the order in which they are sent.
  public var headers: HTTPHeaders
  /// The body.
  public var body: [UInt8]

  /// A response.
  public init(_ status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response of JSON; its type is exactly `application/json`.
  public static func json(_ status: Int, _ body: JSON, headers: HTTPHeaders = [:]) -> HTTPResponse {
    var response = HTTPResponse(status, headers: headers, body: body.utf8())
    response.headers.add("Content-Type", "application/json")
    return response
  }
}
