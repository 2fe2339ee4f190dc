import FlowHTTP
import FlowRuntime
import FlowThreads
import Glibc
import Synchronization
import Testing

/// Runs each test of a suite twice: with the API as a function, and over a real socket.
struct OverBothTransports: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await function()
    let servers = LiveServers()
    do {
      try await LiveServers.$current.withValue(servers) { try await function() }
    } catch {
      await servers.shutdown()
      throw error
    }
    await servers.shutdown()
  }
}

extension Trait where Self == OverBothTransports {
  static var overBothTransports: Self { Self() }
}

/// The servers that a test has started.
final class LiveServers: Sendable {
  /// Where a world starts its server; nil: it needs none.
  @TaskLocal static var current: LiveServers?

  private let servers = Mutex<[HTTPServer]>([])

  func serve(_ handler: any HTTPHandler) throws -> UInt16 {
    var settings = ServerSettings(address: ListenAddress(host: "127.0.0.1", port: 0))
    settings.threads = 1
    settings.limits.clientSeconds = 120
    let server = try HTTPServer(settings, handler: handler)
    servers.withLock { $0.append(server) }
    return server.port
  }

  func shutdown() async {
    for server in servers.withLock({ $0 }) { await server.shutdown(grace: .seconds(1)) }
  }
}

/// Sends one request over a connection of its own; status, headers and body of the answer.
func ask(_ port: UInt16, _ request: HTTPRequest) async throws -> HTTPResponse {
  try await threads.run { Result { try exchange(port, request) } }.get()
}

private let threads = WorkerPool(threads: 40)

private struct SocketFailure: Error { let what: String }

private func exchange(_ port: UInt16, _ request: HTTPRequest) throws -> HTTPResponse {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  // Other tests of the process may hold all of its threads for a while.
  var timeout = timeval(tv_sec: 120, tv_usec: 0)
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let status = withUnsafeBytes(of: &address) { bytes in
    bytes.baseAddress.map { connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) }
      ?? -1
  }
  guard status == 0 else { throw SocketFailure(what: "no connection") }

  let fields = request.query.fields.map { "\($0.name)=\($0.value)" }
  let query = fields.isEmpty ? "" : "?" + fields.joined(separator: "&")
  var head =
    "\(request.method.name) /\(request.path.joined(separator: "/"))\(query) HTTP/1.1\r\nConnection: close\r\n"
  if request.headers["Host"] == nil { head += "Host: localhost\r\n" }
  for header in request.headers.fields { head += "\(header.name): \(header.value)\r\n" }
  if !request.correlationID.isEmpty { head += "client-request-id: \(request.correlationID)\r\n" }
  let bytes = Array("\(head)Content-Length: \(request.body.count)\r\n\r\n".utf8) + request.body
  var sent = 0
  while sent < bytes.count {
    let count = bytes[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    if count <= 0 { break }
    sent += count
  }
  var answer: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while case let count = recv(descriptor, &chunk, chunk.count, 0), count > 0 { answer += chunk[..<count] }
  return try HTTPResponse(read: answer)
}

extension HTTPResponse {
  fileprivate init(read bytes: [UInt8]) throws {
    let end = Array("\r\n\r\n".utf8)
    guard let split = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else {
      throw SocketFailure(what: "no head in \(bytes.count) bytes: \(String(cString: strerror(errno)))")
    }
    let lines = String(decoding: bytes[..<split], as: UTF8.self).split(separator: "\r\n")
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw SocketFailure(what: "no status")
    }
    self.init(status, body: Array(bytes[(split + 4)...]))
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers.add(String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
  }
}
