/// A request, wholly received.
public struct HTTPRequest: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// The decoded segments of the path that are not routed yet: `/a%20b/c` is `["a b", "c"]`, `/` is `[""]`.
  public var path: [String]
  /// The decoded segments of the path that mounts have taken.
  public var mountedAt: [String] = []
  /// What the segments of the route's pattern hold, by name.
  public var parameters: [String: String] = [:]
  /// The decoded fields behind `?`.
  public var query: FormFields
  /// The headers.
  public var headers: HTTPHeaders
  /// The body.
  public var body: [UInt8]
  /// The client's IP address: the connection's, or what a trusted proxy says.
  public var remoteAddress: String
  /// Whether the client sent it over TLS.
  public var isSecure: Bool
  /// The address that clients know, where the server has one.
  public var publicURL: String?
  /// Where the server listens, such as `http://127.0.0.1:8080`.
  public var localURL: String?
  /// What ties the request to its line in the log: the client's `client-request-id` or `X-Request-Id`, if it is a UUID or the
  /// like (16 to 64 hexadecimal digits, hyphens between), else a new random UUID.
  public var correlationID: String

  /// A request.
  public init(
    _ method: HTTPMethod, path: [String], query: FormFields = FormFields(), headers: HTTPHeaders = [:],
    body: [UInt8] = [], remoteAddress: String = "", isSecure: Bool = false, correlationID: String = ""
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.remoteAddress = remoteAddress
    self.isSecure = isSecure
    self.correlationID = correlationID
  }

  /// Where the client finds the server: the address that clients know, else the scheme and authority that this one used,
  /// `http://127.0.0.1:8080`; nil without a `Host`.
  public var origin: String? {
    publicURL ?? headers["Host"].map { (isSecure ? "https://" : "http://") + $0 }
  }

  /// Where the server says that it is, in tokens above all: the address that clients know, else the one where it listens. What
  /// the request calls it is not asked, as whoever sends it writes that.
  public var serverURL: String? { publicURL ?? localURL }

  /// The token of `Authorization: Bearer …` (RFC 6750, section 2.1).
  public var bearerToken: String? {
    guard let value = headers["Authorization"], value.utf8.count > 7,
      value.utf8.prefix(7).elementsEqual("bearer ".utf8, by: { $0.lowercase == $1 })
    else { return nil }
    return String(value.dropFirst(7).drop { $0 == " " })
  }
}
