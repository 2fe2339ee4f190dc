public import FlowHTTP
public import FlowJSON
import FlowRuntime
import FlowThreads
import Glibc

/// Threads on which tests may block.
private let threads = WorkerPool(threads: 80)

/// Does what blocks away from Swift's pool.
public func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await threads.run { Swift.Result { try body() } }.get()
}

/// What a server sent.
public struct RawResponse: Sendable {
  /// The status.
  public var status: Int
  /// The headers.
  public var headers: HTTPHeaders
  /// The body.
  public var body: [UInt8]

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }
  /// The body as JSON; null where it is none.
  public var json: JSON { (try? JSON.parse(body)) ?? .null }
}

/// A client that sends bytes as they are, to see what a server does with them. It blocks.
public final class RawClient: Sendable {
  /// What went wrong with the connection.
  public struct Failure: Error {
    let what: String

    /// A failure.
    public init(what: String) { self.what = what }
  }

  /// The socket.
  public let descriptor: Int32

  /// Connects; `seconds` is how long a read waits.
  public init(port: UInt16, seconds: Int = 10) throws {
    // A program that another test starts must not inherit it: the connection would stay open for as long as that runs.
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var timeout = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafeBytes(of: &address) { bytes in
      bytes.baseAddress.map {
        connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      } ?? -1
    }
    if status != 0 { throw Failure(what: "no connection: \(String(cString: strerror(errno)))") }
  }

  deinit { close(descriptor) }

  /// Sends all of it; false where the server has closed.
  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends all of it; false where the server has closed.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// Whether the server has closed, or closes soon.
  public func isClosed() -> Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, 0)
    return count == 0 || (count < 0 && errno == ECONNRESET)
  }

  /// The next response; `toHead`: it has no body.
  public func response(toHead: Bool = false) throws -> RawResponse {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) { head.append(try byte()) }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Failure(what: "no status line")
    }
    var response = RawResponse(status: status, headers: HTTPHeaders(), body: [])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw Failure(what: "no header: \(line)") }
      response.headers.add(String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
    if status == 100 { return try self.response() }
    if !toHead, let length = response.headers["Content-Length"].flatMap({ Int($0) }) {
      while response.body.count < length { response.body.append(try byte()) }
    }
    return response
  }

  /// Sends a request and waits for its response.
  public func ask(_ request: String) throws -> RawResponse {
    send(request)
    return try response(toHead: request.hasPrefix("HEAD"))
  }

  private func byte() throws -> UInt8 {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, 0)
    if count == 1 { return byte }
    throw Failure(what: count == 0 ? "closed" : String(cString: strerror(errno)))
  }
}

/// A request as text.
public func request(_ line: String, _ headers: [String] = [], body: String = "") -> String {
  var lines = ["\(line) HTTP/1.1", "Host: localhost"] + headers
  if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
  return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
}

/// Asks once, on a connection of its own.
public func ask(_ port: UInt16, _ line: String, _ headers: [String] = [], body: String = "") async throws -> RawResponse
{
  let text = request(line, headers, body: body)
  // Other tests of the process may hold all of its threads for a while.
  return try await blocking { try RawClient(port: port, seconds: 60).ask(text) }
}

/// Runs a server for as long as the body needs it.
public func withServer(
  _ handler: any HTTPHandler, _ change: (inout ServerSettings) -> Void = { _ in },
  _ body: (HTTPServer) async throws -> Void
) async throws {
  var settings = ServerSettings(address: ListenAddress(host: "127.0.0.1", port: 0))
  change(&settings)
  let server = try HTTPServer(settings, handler: handler)
  do {
    try await body(server)
  } catch {
    await server.shutdown(grace: .seconds(1))
    throw error
  }
  await server.shutdown(grace: .seconds(1))
}

/// Does what a shell is told; the exit status and all that was said. It blocks.
public func shell(_ command: String) throws -> (status: Int32, output: String) {
  guard let pipe = popen("{ \(command); } 2>&1", "r") else { throw RawClient.Failure(what: "no shell") }
  var output: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&block, 1, block.count, pipe)
    if count == 0 { break }
    output += block[..<count]
  }
  let status = pclose(pipe)
  return (status, String(decoding: output, as: UTF8.self))
}
