import Glibc
import TestSupport

/// A socket that a web hook would listen at.
final class HookListener {
  private let listener: Int32
  let port: UInt16

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutableBytes(of: &address) { bytes -> Bool in
      guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
      return bind(listener, pointer, size) == 0 && getsockname(listener, pointer, &size) == 0
    }
    guard isBound, listen(listener, 8) == 0 else { throw ProcessError.system("listen", errno) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(listener) }

  /// Whether somebody waits to be answered.
  var wasCalled: Bool {
    var poller = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return poll(&poller, 1, 0) > 0
  }

  /// Waits for a request and answers it with these bytes; the request with its body, which ends in a brace.
  func answer(_ text: String) throws -> String {
    var poller = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, 20_000) > 0 else { throw Stalled(description: "nobody called the web hook") }
    let connection = accept(listener, nil, nil)
    defer { close(connection) }
    var request = ""
    while !request.hasSuffix("}"), let more = try readSome(connection, until: now() + 20) {
      request += String(decoding: more, as: UTF8.self)
    }
    _ = send(connection, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    return request
  }

  /// The same with a status and a body.
  func answer(status: String, _ body: String) throws -> String {
    try answer("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
  }
}
