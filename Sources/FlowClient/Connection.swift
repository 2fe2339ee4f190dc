/// The way from a client to a server: over HTTP (``HTTPConnection``), or to an engine in the same program
/// (`InProcessConnection` of the module `FlowInProcess`).
public protocol Connection: Sendable {
  /// Sends a request and returns the whole answer, whatever its status.
  ///
  /// A cancelled caller gets ``ConnectionError/Code/cancelled``. A request that was not handed over yet has changed nothing then;
  /// whether one under way was taken, its sender cannot know.
  func send(_ request: ClientRequest) async throws(ConnectionError) -> ClientAnswer
}

/// A request to a server.
public struct ClientRequest: Hashable, Sendable {
  /// Its method, such as `POST`.
  public var method: String
  /// The path below the connection's address, with its query: `/contoso/signup/v1.0/start`. Segments are percent-encoded.
  public var path: String
  /// The headers, in the order in which they are sent.
  public var headers: [ClientHeader]
  /// The body; empty: there is none.
  public var body: [UInt8]

  /// A request.
  public init(_ method: String, _ path: String, headers: [ClientHeader] = [], body: [UInt8] = []) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
  }
}

/// One header of a request or an answer.
public struct ClientHeader: Hashable, Sendable {
  /// The name as it is written.
  public let name: String
  /// The value.
  public let value: String

  /// A header.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What a server answered.
public struct ClientAnswer: Hashable, Sendable {
  /// The status code (RFC 9110, section 15).
  public let status: Int
  /// The headers in their order.
  public let headers: [ClientHeader]
  /// The body.
  public let body: [UInt8]

  /// An answer.
  public init(_ status: Int, headers: [ClientHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The first header of a name, without regard to case (RFC 9110, section 5.1); nil where there is none.
  public func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }
}
