import FlowThreads
import Glibc
import Synchronization

/// An HTTP server on 127.0.0.1 that answers each connection with the same bytes, one after the other on one thread, and
/// remembers what it was asked.
public final class StubServer: Sendable {
  /// There is no socket or no thread for it.
  public struct Failure: Error {}

  /// What it was asked once.
  public struct Request: Sendable {
    /// The first line.
    public var line = ""
    /// The headers, their names in lower case.
    public var headers: [String: String] = [:]
    /// The body.
    public var body: [UInt8] = []
  }

  /// Where it listens.
  public let port: UInt16
  /// What it may be called by.
  public var url: String { "http://127.0.0.1:\(port)/hook" }
  /// What it was asked so far.
  public var requests: [Request] { state.recorded.withLock { $0 } }

  private final class State: Sendable {
    let listener: Int32
    let answer: [UInt8]
    let delay: UInt32
    let recorded = Mutex<[Request]>([])

    init(listener: Int32, answer: [UInt8], delay: UInt32) {
      self.listener = listener
      self.answer = answer
      self.delay = delay
    }
    deinit { close(listener) }
  }

  private let state: State

  /// Answers `status` with `headers` and `body`, after `delay` milliseconds.
  public convenience init(_ body: String, status: String = "200 OK", headers: String = "", delay: UInt32 = 0) throws {
    let head = "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\(headers)\r\n"
    try self.init(raw: head + body, delay: delay)
  }

  /// Answers with these bytes.
  public init(raw: String, delay: UInt32 = 0) throws {
    guard let socket = LoopbackSocket(backlog: 8) else { throw Failure() }
    port = socket.port
    state = State(listener: socket.descriptor, answer: Array(raw.utf8), delay: delay)
    guard startThread({ [state] in StubServer.serve(state) }) == 0 else { throw Failure() }
  }

  deinit { shutdown(state.listener, Int32(SHUT_RDWR)) }

  private static func serve(_ state: State) {
    while true {
      let connection = accept(state.listener, nil, nil)
      guard connection >= 0 else { return }
      let request = receive(from: connection)
      state.recorded.withLock { $0.append(request) }
      usleep(state.delay * 1000)
      var sent = 0
      while sent < state.answer.count {
        let count = state.answer[sent...].withUnsafeBytes {
          send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { break }
        sent += count
      }
      close(connection)
    }
  }

  private static func receive(from connection: Int32) -> Request {
    var bytes: [UInt8] = []
    var request = Request()
    var headerEnd: Int?
    while true {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return request }
      bytes += buffer.prefix(count)
      if headerEnd == nil,
        let end = bytes.indices.dropLast(3).first(where: { bytes[$0...].starts(with: [13, 10, 13, 10]) })
      {
        headerEnd = end + 4
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        request.line = lines.first.map(String.init) ?? ""
        for line in lines.dropFirst() {
          guard let colon = line.firstIndex(of: ":") else { continue }
          request.headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
      }
      if let headerEnd, bytes.count - headerEnd >= request.headers["content-length"].flatMap({ Int($0) }) ?? 0 {
        request.body = Array(bytes[headerEnd...])
        return request
      }
    }
  }
}
