import Glibc

/// A client's connection that is kept alive, over plain sockets: cheap enough to load a server from the same processors.
struct Connection {
  let descriptor: Int32
  private var buffer = [CChar](repeating: 0, count: 16 << 10)
  private var filled = 0

  /// Connects to a port of this machine, from any of its loopback addresses (127.0.1.1 and up).
  init(port: UInt16, from host: Int = 0) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard Self.address(0x7F00_0101 + UInt32(host), 0, { bind(descriptor, $0, $1) }) == 0,
      Self.address(0x7F00_0001, port, { connect(descriptor, $0, $1) }) == 0
    else { fatalFlow("no connection: \(String(cString: strerror(errno)))") }
  }

  private static func address(
    _ host: UInt32, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = host.bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  /// Sends a form to a path.
  func post(_ path: String, _ form: String) {
    write(
      "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)")
  }

  /// Asks for a path.
  func get(_ path: String) { write("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n") }

  private func write(_ text: String) {
    var text = text
    let sent = text.withUTF8 { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard sent == text.utf8.count else { fatalFlow("a request was not sent") }
  }

  /// Reads what there is, or waits for it; whether a response is complete. One that is not 200 ends the run.
  mutating func receive() -> Bool {
    let room = buffer.count - filled - 1
    let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress.map { $0 + filled }, room, 0) }
    guard count > 0 else {
      fatalFlow("a connection was closed: \(count == 0 ? "its end" : String(cString: strerror(errno)))")
    }
    filled += count
    buffer[filled] = 0
    let isWhole = buffer.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress, let end = strstr(start, "\r\n\r\n"),
        let length = strstr(start, "Content-Length:")
      else { return false }
      return start + filled - (UnsafePointer(end) + 4) >= atoi(length + 15)
    }
    if isWhole, strncmp(buffer, "HTTP/1.1 200", 12) != 0 {
      fatalFlow(String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    if isWhole { filled = 0 }
    return isWhole
  }

  /// Waits for a whole response.
  mutating func receiveAll() { while !receive() {} }

  /// The continuation token of the last response.
  var token: String {
    buffer.withUnsafeBufferPointer { buffer in
      let name = "\"continuation_token\":\""
      guard let start = buffer.baseAddress, let found = strstr(start, name) else { return "" }
      let value = found + name.utf8.count
      return String(decoding: UnsafeRawBufferPointer(start: value, count: strcspn(value, "\"")), as: UTF8.self)
    }
  }
}
