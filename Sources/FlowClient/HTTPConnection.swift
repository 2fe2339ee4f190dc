/// Requests over HTTP and HTTPS, through libcurl. It keeps connections open between requests and has any number of
/// requests under way; one thread of its own drives them all, from the first request on until the connection is let go.
///
/// Redirects are not followed, certificates are verified. What the environment says of proxies (`https_proxy`, `no_proxy`)
/// counts, as in libcurl.
public final class HTTPConnection: Connection {
  /// How requests are sent.
  public struct Settings: Hashable, Sendable {
    /// How long a request and its answer may take together.
    public var timeout: Duration = .seconds(30)
    /// How long it may take until a connection is there.
    public var connectTimeout: Duration = .seconds(10)
    /// The certificates, PEM, of those who may vouch for the server, in place of the system's; nil: the system's.
    public var authorities: String?
    /// How many connections to the server there may be at once; further requests wait for one. `usher serve` takes 256 from an
    /// address by default.
    public var connections = 100
    /// How large an answer may be, in bytes.
    public var largestAnswer = 4 << 20
    /// What `User-Agent` says.
    public var userAgent = "usher-client"

    /// The settings that most programs want.
    public init() {}
  }

  /// Where the server is: `https://login.example.com`, without a slash at its end.
  public let url: String
  private let driver: TransferDriver

  /// A connection to the server at an address: scheme, host, port if it is not the scheme's, and a prefix of all paths if there
  /// is one. Nothing is sent yet. Throws ``ConnectionError/Code/malformed`` where the address is none of HTTP or HTTPS.
  public init(to url: String, _ settings: Settings = Settings()) throws(ConnectionError) {
    guard let address = Self.address(url) else {
      throw ConnectionError(
        .malformed, "An address looks like https://login.example.com, with http:// or https:// and a host.")
    }
    self.url = address
    driver = TransferDriver(settings)
  }

  deinit { driver.close() }

  /// Sends a request and returns the whole answer.
  public func send(_ request: ClientRequest) async throws(ConnectionError) -> ClientAnswer {
    try request.check()
    // Who waits for an answer keeps the connection.
    defer { withExtendedLifetime(self) {} }
    return try await driver.send(request, to: url + request.path)
  }

  /// The address without slashes at its end; nil where it is none.
  private static func address(_ text: String) -> String? {
    let schemes = ["https://", "http://"]
    guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0) }) else { return nil }
    let rest = text.dropFirst(scheme.utf8.count)
    guard let first = rest.utf8.first, first != UInt8(ascii: "/"),
      !rest.utf8.contains(where: ClientRequest.isUnprintable),
      !rest.contains(where: { "?#@\\".contains($0) })
    else { return nil }
    var end = rest.endIndex
    while end > rest.startIndex, rest[rest.index(before: end)] == "/" { end = rest.index(before: end) }
    return scheme + rest[..<end]
  }
}
