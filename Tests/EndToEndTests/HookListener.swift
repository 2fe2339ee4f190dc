import Glibc
import TestSupport

/// A socket that a web hook would listen at.
final class HookListener {
  private let listener: Int32
  let port: UInt16

  init() throws {
    guard let socket = LoopbackSocket(backlog: 8) else { throw ProcessError.system("listen", errno) }
    (listener, port) = (socket.descriptor, socket.port)
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
