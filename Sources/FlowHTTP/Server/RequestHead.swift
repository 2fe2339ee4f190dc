import CMicroHTTPD
import FlowModel
import FlowRuntime
import Glibc

/// A request's line and headers, held against what HTTP and the limits allow.
struct RequestHead {
  private(set) var request: HTTPRequest
  private(set) var refusal: HTTPRefusal?
  /// Whether the connection cannot go on after the refusal.
  private(set) var mustClose = false

  init(
    _ connection: OpaquePointer, _ method: UnsafePointer<CChar>, _ target: RequestTarget.Place,
    _ version: UnsafePointer<CChar>, _ peer: Peer, _ core: ServerCore
  ) {
    var headers = HTTPHeaders()
    withUnsafeMutablePointer(to: &headers) { pointer in
      lazy_mhd_headers(
        connection,
        { context, _, name, nameSize, value, valueSize in
          guard let headers = context?.assumingMemoryBound(to: HTTPHeaders.self), let name else { return lazy_mhd_yes }
          headers.pointee.add(RequestHead.text(name, nameSize), RequestHead.text(value, valueSize))
          return lazy_mhd_yes
        }, pointer)
    }
    let client = core.proxies.client(of: peer.address, headers)
    if headers[core.proxies.header.rawValue] != nil, !core.proxies.trusts(peer.address) {
      core.noteStranger(peer.address)
    }
    request = HTTPRequest(
      HTTPMethod(String(cString: method)), path: [], headers: headers, remoteAddress: client.address,
      isSecure: client.isSecure ?? core.isSecure, correlationID: CorrelationID.of(headers))
    request.localURL = core.localURL
    // Whatever is wrong besides, the path says in which protocol's form it is refused.
    let parsed = RequestTarget.parse(target.text, request.method)
    if let parsed {
      (request.path, request.query) = (parsed.path, parsed.query)
      // RFC 9112, section 3.2.2: the target's own host counts, whatever `Host` says.
      if let authority = parsed.authority { request.headers["Host"] = authority }
    }
    let limits = core.limits
    if lazy_mhd_header_size(connection) > limits.headerBytes || headers.fields.count > 100 {
      refuse(.headersTooLarge(limit: limits.headerBytes), close: true)
    } else if lazy_mhd_is_whole(connection, method, target.address, target.size, version) == 0 {
      refuse(.malformed("The request's head is not well-formed."), close: true)
    } else if let problem = framingProblem {
      refuse(.malformed(problem), close: true)
    } else if let length = headers["Content-Length"], Int(length).map({ $0 > limits.bodyBytes }) ?? true {
      refuse(.bodyTooLarge(limit: limits.bodyBytes), close: true)
    } else if let twice = ["Host", "Authorization"].first(where: { headers.values($0).count > 1 }) {
      refuse(.malformed("There is more than one \(twice)."), close: false)
    } else if let host = request.headers["Host"], !host.isEmpty, HostName(host) == nil {
      refuse(.malformed("Host is no name or address."), close: true)
    } else if parsed == nil {
      refuse(.malformed("The request's target is not well-formed."), close: false)
    }
  }

  private mutating func refuse(_ refusal: HTTPRefusal, close: Bool) {
    self.refusal = refusal
    mustClose = close
  }

  /// Why it is not certain where the request ends (RFC 9112, section 6.3): another server in front might see it elsewhere.
  private var framingProblem: String? {
    let lengths = request.headers.values("Content-Length")
    let encodings = request.headers.values("Transfer-Encoding")
    // Sections 5 and 5.1: a blank before the colon, and what some take for the end of a line.
    if let field = request.headers.fields.first(where: { !Self.isToken($0.name) || Self.hasControl($0.value) }) {
      return "The header \(String(field.name.prefix(40)).escapingDeceptive()) is not well-formed."
    }
    if lengths.count > 1 { return "There is more than one Content-Length." }
    if let length = lengths.first, length.isEmpty || !length.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      return "Content-Length is no number."
    }
    if encodings.isEmpty { return nil }
    if !lengths.isEmpty { return "There are both Content-Length and Transfer-Encoding." }
    return encodings.count == 1 && encodings[0].lowercased() == "chunked"
      ? nil : "The transfer encoding is not chunked."
  }

  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0.isVisible && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
  }

  private static func hasControl(_ value: String) -> Bool {
    value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
  }

  private static func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
    guard let bytes else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

/// What a request line asks for (RFC 9112, section 3.2).
enum RequestTarget {
  /// A target and where it stood.
  struct Place {
    let text: String
    let address: Int
    let size: Int

    init(_ bytes: UnsafePointer<CChar>) {
      text = String(cString: bytes)
      address = Int(bitPattern: bytes)
      size = strlen(bytes)
    }
  }

  /// The host that an absolute target names with its port, and the rest of any target, which begins with its path.
  static func split(_ target: String) -> (authority: String?, rest: Substring) {
    guard let scheme = ["http://", "https://"].first(where: target.hasPrefix) else { return (nil, target[...]) }
    let bytes = target.utf8.dropFirst(scheme.utf8.count)
    let authority = bytes.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    return (String(Substring(authority)), target[authority.endIndex...])
  }

  /// The decoded segments of the path, the query, and the host of an absolute target; nil if the target is none, or has more
  /// than 32 segments.
  static func parse(
    _ target: String, _ method: HTTPMethod
  ) -> (path: [String], query: FormFields, authority: String?)? {
    if target == "*", method == .options { return (["*"], FormFields(), nil) }
    let (authority, rest) = split(target)
    let bytes = rest.utf8
    guard authority != nil || bytes.first == UInt8(ascii: "/") else { return nil }
    guard bytes.allSatisfy({ ($0.isVisible || $0 >= 0x80) && $0 != UInt8(ascii: "#") }) else { return nil }
    let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
    var query = FormFields()
    if let mark {
      guard let fields = FormFields(bytes[bytes.index(after: mark)...]) else { return nil }
      query = fields
    }
    var path: [String] = []
    let parts = bytes[..<(mark ?? bytes.endIndex)].dropFirst().split(
      separator: UInt8(ascii: "/"), maxSplits: 32, omittingEmptySubsequences: false)
    guard parts.count <= 32 else { return nil }
    for part in parts {
      guard let segment = PercentEncoding.decode(part) else { return nil }
      path.append(segment)
    }
    return (path, query, authority)
  }
}

/// What ties requests to their lines in the log.
enum CorrelationID {
  /// The client's own, or a new one. It stands in the log: what could be an address, a name or a number that somebody has is
  /// none. UUIDs are taken, and what is as long in hexadecimal digits.
  static func of(_ headers: HTTPHeaders) -> String {
    let own = headers["client-request-id"] ?? headers["X-Request-Id"]
    if let own, own.utf8.count <= 64, own.utf8.allSatisfy({ $0.isHexadecimal || $0 == UInt8(ascii: "-") }),
      own.utf8.count(where: \.isHexadecimal) >= 16
    {
      return own
    }
    return new()
  }

  /// A random UUID (RFC 9562, version 4).
  static func new() -> String {
    // Not Swift's generator, which asks the system for each number.
    let (high, low) = SystemRandomness().bytes(16).withUnsafeBytes { bytes in
      (
        bytes.loadUnaligned(as: UInt64.self) & ~0xF000 | 0x4000,
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self) & ~(3 << 62) | 1 << 63
      )
    }
    return String(unsafeUninitializedCapacity: 36) { text in
      var at = 0
      for digit in 0..<32 {
        if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
          text[at] = UInt8(ascii: "-")
          at += 1
        }
        let nibble = UInt8((digit < 16 ? high : low) >> UInt64(60 - 4 * (digit & 15)) & 15)
        text[at] = nibble + (nibble < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        at += 1
      }
      return 36
    }
  }
}

extension UInt8 {
  /// Whether it is a hexadecimal digit, of either case.
  fileprivate var isHexadecimal: Bool { 0x30...0x39 ~= self || 0x41...0x46 ~= self || 0x61...0x66 ~= self }
}
