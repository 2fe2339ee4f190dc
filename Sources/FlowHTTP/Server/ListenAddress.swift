import CMicroHTTPD
import Glibc

/// An IP address or host name with a port: `127.0.0.1:8080`, `[::1]:8080`, `localhost:0`. Port 0 is any free one.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// The host, without brackets.
  public let host: String
  /// The port.
  public let port: UInt16

  /// An address from its parts.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Whether nobody beyond this machine reaches it.
  public var isLoopback: Bool { HostName(host.contains(":") ? "[\(host)]" : host)?.isLoopback ?? false }

  /// Reads `HOST:PORT`; nil if the text is none.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    var host = text[..<colon]
    if host.first == "[", host.last == "]" {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.init(host: String(host), port: port)
  }

  /// `HOST:PORT`.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Opens a listening socket; it and the port it got.
  func listen() throws(ServerStartError) -> (descriptor: Int32, port: UInt16) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &found)
    defer { if let found { freeaddrinfo(found) } }
    guard status == 0, let info = found?.pointee else {
      throw .address(description, reason: String(cString: gai_strerror(status)))
    }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(info.ai_family, kind, 0)
    guard descriptor >= 0 else { throw .address(description, reason: systemError()) }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, Glibc.listen(descriptor, SOMAXCONN) == 0,
      let port = boundPort(descriptor)
    else {
      let reason = systemError()
      close(descriptor)
      throw .address(description, reason: reason)
    }
    return (descriptor, port)
  }

  private func boundPort(_ descriptor: Int32) -> UInt16? {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &address) { bytes in
      guard let base = bytes.baseAddress,
        getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &size) == 0
      else { return nil }
      // The port stands at the same place in the addresses of both families.
      return UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
    }
  }
}

/// The text of `errno`.
func systemError() -> String { String(cString: strerror(errno)) }

/// An IP address as text; an IPv4 address that came over IPv6 as IPv4.
func text(of address: UnsafePointer<sockaddr>?) -> String {
  guard let address else { return "" }
  var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
  let family = Int32(address.pointee.sa_family)
  let raw = UnsafeRawPointer(address)
  guard family == AF_INET || family == AF_INET6,
    inet_ntop(family, raw + (family == AF_INET ? 4 : 8), &buffer, socklen_t(buffer.count)) != nil
  else { return "" }
  let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
}
