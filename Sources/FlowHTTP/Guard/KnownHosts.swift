import FlowRuntime

/// By which names a server is called. Whoever sends a request writes its `Host`: no token says it, and
/// answers repeat only names that the operator gave, and those of the machine itself.
public struct KnownHosts: Hashable, Sendable {
  /// The address that clients know. Where there is one, answers name it and nothing else.
  public var url: String?
  /// Further names and addresses, without ports, besides `localhost` and the addresses of the loopback network.
  public var names: Set<String>

  /// The names of a server.
  public init(url: String? = nil, names: Set<String> = []) {
    self.url = url
    self.names = Set(names.map { $0.lowercased() })
  }

  /// A name or address as it is compared; nil if the text is none, or has a port.
  public static func name(_ text: String) -> String? {
    guard let host = HostName(text.contains(":") && !text.hasPrefix("[") ? "[\(text)]" : text) else { return nil }
    return text.hasSuffix("]") || IPAddress(text) != nil || !text.contains(":") ? host.name : nil
  }

  /// Whether a name or an address is one of the machine itself, which nobody else can ask.
  public static func isLoopback(_ host: String) -> Bool {
    HostName(host.contains(":") ? "[\(host)]" : host)?.isLoopback ?? false
  }

  /// Whether a text is an address of this server as others write it: a scheme, a host, perhaps a port and a path, and neither
  /// a user, a query nor a fragment, as paths are put behind it.
  public static func isURL(_ text: String) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
    let parts = text.dropFirst(scheme.count).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.count > 1 ? parts[1] : ""
    let isPlain = path.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7F && !"?#\\\"<>`{}|^".utf8.contains($0)
    }
    return isPlain && HostName(String(parts[0])) != nil
  }

  /// The request as the server takes it; nil where it calls the server by a name that is none of its own.
  func known(_ request: HTTPRequest) -> HTTPRequest? {
    var request = request
    request.publicURL = url
    guard url == nil, let text = request.headers["Host"] else { return request }
    guard let host = HostName(text), host.isLoopback || names.contains(host.name) else { return nil }
    return request
  }
}

/// What a `Host` header names (RFC 9110, section 7.2): a name or an address, without its port.
struct HostName: Hashable, Sendable {
  /// In lower case; an IPv6 address without its brackets.
  let name: String

  /// Reads `uri-host [":" port]` strictly: letters, digits, `-`, `_` and `.`, or an address; nil if the text is none.
  init?(_ text: String) {
    let bytes = text.utf8
    var host = bytes[...]
    if bytes.first == UInt8(ascii: "["), let end = bytes.firstIndex(of: UInt8(ascii: "]")) {
      host = bytes[bytes.index(after: bytes.startIndex)..<end]
      guard let address = IPAddress(String(Substring(host))), host.contains(UInt8(ascii: ":")),
        Self.isPort(bytes[bytes.index(after: end)...])
      else { return nil }
      name = address.text
      return
    }
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
      guard Self.isPort(bytes[colon...]) else { return nil }
      host = bytes[..<colon]
    }
    guard !host.isEmpty, host.count <= 253, host.first != UInt8(ascii: "."), host.allSatisfy(Self.isName) else {
      return nil
    }
    name = String(Substring(host)).lowercased()
  }

  /// Whether it names this very machine.
  var isLoopback: Bool {
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    guard let address = IPAddress(name) else { return false }
    return address.bytes.count == 4 ? address.bytes[0] == 127 : address == IPAddress("::1")
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: isDigit(byte)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  /// Whether it is nothing, or `:` and a port.
  private static func isPort(_ text: Substring.UTF8View) -> Bool {
    if text.isEmpty { return true }
    guard text.first == UInt8(ascii: ":"), text.count <= 6, text.dropFirst().allSatisfy(isDigit) else { return false }
    return Int(String(Substring(text.dropFirst()))).map { $0 < 65_536 } ?? true
  }
}

/// Refuses requests that call the server by another name (421, RFC 9110, section 15.5.20).
struct NamedServer: HTTPHandler {
  let handler: any HTTPHandler
  let hosts: KnownHosts

  nonisolated(nonsending) func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard let known = hosts.known(request) else { return refuse(.misdirected, request) }
    return await handler.respond(to: known)
  }

  func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse {
    if let known = hosts.known(request) { return handler.refuse(refusal, known) }
    var nameless = request
    nameless.headers["Host"] = nil
    return handler.refuse(refusal, nameless)
  }

  func knows(_ segment: String) -> Bool { handler.knows(segment) }
}
