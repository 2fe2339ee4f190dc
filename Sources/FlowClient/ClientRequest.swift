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

extension ClientRequest {
  /// What no connection sends: a method or a header that is none, a path that would be another one on the way.
  package func check() throws(ConnectionError) {
    guard !method.isEmpty, method.utf8.allSatisfy(Self.isOfToken) else {
      throw ConnectionError(.malformed, "A method is a word, such as POST.")
    }
    guard path.isEmpty || path.hasPrefix("/"), !path.utf8.contains(where: Self.isUnprintable) else {
      throw ConnectionError(.malformed, "A path begins with / and has no blanks: escape them.")
    }
    guard headers.allSatisfy(Self.isSound) else {
      throw ConnectionError(.malformed, "A header's name or value has a character that none may have.")
    }
  }

  static func isUnprintable(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7F }

  private static func isSound(_ header: ClientHeader) -> Bool {
    !header.name.isEmpty && header.name.utf8.allSatisfy(isOfToken)
      && header.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// Whether a byte may stand in a token (RFC 9110, section 5.6.2).
  private static func isOfToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"),
      UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
      UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension ClientRequest: CustomStringConvertible, CustomReflectable {
  /// Method and path, without the query: what requests hold are passwords, codes and tokens.
  public var description: String { "\(method) \(path.prefix { $0 != "?" }), \(body.count) bytes" }
  /// What a debugger or `dump` shows.
  public var customMirror: Mirror { Mirror(self, children: ["description": description, "headers": headers]) }
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

extension ClientHeader: CustomStringConvertible, CustomReflectable {
  /// The name: values may be tokens.
  public var description: String { name }
  /// What a debugger or `dump` shows.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
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

extension ClientAnswer: CustomStringConvertible, CustomReflectable {
  /// The status and how long the body is, which may hold tokens.
  public var description: String { "status \(status), \(body.count) bytes" }
  /// What a debugger or `dump` shows.
  public var customMirror: Mirror { Mirror(self, children: ["description": description, "headers": headers]) }
}
