import FlowHTTP
import FlowRuntime
import FlowThreads
import Glibc

/// How requests get to the API.
protocol Wire: Sendable {
  func answer(to request: HTTPRequest) async throws -> HTTPResponse
}

/// Straight into the handler.
struct DirectWire: Wire {
  let handler: any HTTPHandler

  func answer(to request: HTTPRequest) async throws -> HTTPResponse { await handler.respond(to: request) }
}

/// Over a real socket, a connection for each request.
struct SocketWire: Wire {
  struct Failure: Error { let what: String }

  let port: UInt16
  /// Who listens there.
  var server: HTTPServer?
  /// Threads on which tests may block.
  private static let threads = WorkerPool(threads: 16)

  func answer(to request: HTTPRequest) async throws -> HTTPResponse {
    let bytes = encode(request)
    return try await Self.threads.run { [port] in Result { try Self.exchange(bytes, port) } }.get()
  }

  private func encode(_ request: HTTPRequest) -> [UInt8] {
    let path = request.path.map { segment in
      segment.utf8.map { byte in
        byte > 0x20 && byte < 0x7F && !"%/?#".utf8.contains(byte)
          ? String(UnicodeScalar(byte)) : "%" + String(256 + Int(byte), radix: 16).dropFirst()
      }.joined()
    }
    let query = request.query.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    var lines = [
      "\(request.method.name) /\(path.joined(separator: "/"))\(query.isEmpty ? "" : "?" + query) HTTP/1.1"
    ]
    lines += request.headers.fields.map { "\($0.name): \($0.value)" }
    lines += ["Content-Length: \(request.body.count)", "Connection: close", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8) + request.body
  }

  private static func exchange(_ bytes: [UInt8], _ port: UInt16) throws -> HTTPResponse {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var timeout = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafeBytes(of: &address) { bytes in
      bytes.baseAddress.map { connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) }
    }
    guard status == 0 else { throw Failure(what: "no connection") }
    guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Failure(what: "not sent")
    }
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = recv(descriptor, &chunk, chunk.count, 0), count > 0 { answer += chunk[..<count] }
    return try decode(answer)
  }

  private static func decode(_ bytes: [UInt8]) throws -> HTTPResponse {
    guard let end = bytes.indices.dropLast(3).first(where: { bytes[$0..<$0 + 4].elementsEqual("\r\n\r\n".utf8) }) else {
      throw Failure(what: "no head")
    }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Failure(what: "no status")
    }
    var response = HTTPResponse(status, body: Array(bytes[(end + 4)...]))
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw Failure(what: "no header: \(line)") }
      response.headers.add(String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
    return response
  }
}

/// The wires that whatever holds must hold on.
enum WireKind: String, CaseIterable, Sendable {
  case direct
  case socket
}
