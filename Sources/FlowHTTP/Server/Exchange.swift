import CMicroHTTPD
import FlowModel
import FlowRuntime
import Synchronization

/// One request and its response.
///
/// INVARIANT: `connection` is valid until `complete()`, which libmicrohttpd never calls while the connection is suspended;
/// `progress` says whether it is. `request` is written before `progress` leaves `receiving`, and never after. All other
/// stored properties belong to the one thread that serves the connection.
final class Exchange: @unchecked Sendable {
  private enum Progress {
    /// The request is still being received.
    case receiving
    /// The handler has it; the connection's thread has not yet found that it must wait.
    case handled
    /// The handler has it, and the connection waits.
    case suspended
    /// The response is here.
    case ready(HTTPResponse)
    /// The response is sent, or nobody waits for it any more.
    case over
  }

  private let core: ServerCore
  private let peer: Peer
  private let connection: OpaquePointer
  private let target: RequestTarget.Place
  private let began = monotonicNanoseconds()
  private var request: HTTPRequest?
  /// What the request turns out to be about.
  private var subject: RequestSubject?
  private var body: [UInt8] = []
  private var dropped = 0
  private var refusal: HTTPRefusal?
  /// Whether nothing else is read of the connection.
  private var mustClose = false
  private var answered: (status: Int, bytes: Int, time: Int64, trace: String?)?
  private let progress = Mutex(Progress.receiving)

  init(_ core: ServerCore, _ peer: Peer, _ connection: OpaquePointer, _ target: UnsafePointer<CChar>) {
    self.core = core
    self.peer = peer
    self.connection = connection
    self.target = RequestTarget.Place(target)
    peer.exchange.withLock { $0 = self }
    peer.hasAsked.store(true, ordering: .relaxed)
  }

  /// libmicrohttpd calls this once with the headers alone, then with each part of the body, then without any, and once
  /// more after the connection was resumed. False closes the connection.
  func receive(
    _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>, _ bytes: UnsafePointer<CChar>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> Bool {
    guard request != nil else { return readHead(method, version) }
    if count.pointee > 0, let bytes {
      let part = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
      count.pointee = 0
      return append(part)
    }
    return answer()
  }

  private func readHead(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) -> Bool {
    core.active.add(1, ordering: .relaxed)
    let head = RequestHead(connection, method, target, version, peer, core)
    request = head.request
    refusal = head.refusal
    // What is behind the parts of a body is read by libmicrohttpd as heads are, and nobody sees how.
    mustClose = head.mustClose || head.request.headers["Transfer-Encoding"] != nil
    // A response to the headers alone is right where what follows is too large, or cannot be told apart from the next
    // request. Any other waits for the whole request.
    return head.mustClose ? answer() : true
  }

  private func append(_ part: UnsafeRawBufferPointer) -> Bool {
    if refusal == nil {
      if body.count + part.count > core.limits.bodyBytes {
        refuse(.bodyTooLarge(limit: core.limits.bodyBytes))
      } else if core.bodyBytes.add(part.count, ordering: .relaxed).newValue > core.limits.bodyBytesInMemory {
        core.bodyBytes.subtract(part.count, ordering: .relaxed)
        refuse(.unavailable)
      } else {
        body += part
        return true
      }
    }
    // The rest of a refused body is read away, so that the client gets to read the answer; within reason.
    dropped += part.count
    return dropped <= max(core.limits.bodyBytes, 1 << 20)
  }

  private func refuse(_ reason: HTTPRefusal) {
    refusal = reason
    freeBody()
  }

  private func freeBody() {
    if !body.isEmpty { core.bodyBytes.subtract(body.count, ordering: .relaxed) }
    body = []
  }

  /// The request is here, or its response is.
  private func answer() -> Bool {
    guard let request else { return false }
    if let refusal { return respond(core.handler.refuse(refusal, request)) }
    if case .receiving = progress.withLock({ $0 }) { handle(request) }
    let response: HTTPResponse? = progress.withLock { progress in
      switch progress {
      case .ready(let response):
        progress = .over
        return response
      case .handled:
        progress = .suspended
        lazy_mhd_suspend(connection)
        return nil
      case .receiving, .suspended, .over: return nil
      }
    }
    if let response { return respond(response) }
    // `abandon` has either found the connection suspended, or its phase is found here.
    if core.phase.load(ordering: .sequentiallyConsistent) == .closing { abandon() }
    return true
  }

  private func handle(_ request: HTTPRequest) {
    peer.pause()
    progress.withLock { $0 = .handled }
    var request = request
    request.body = body
    let handler = core.handler
    let subject = RequestSubject(id: request.correlationID)
    self.subject = subject
    let languages = request.headers.list("Accept-Language").flatMap(LanguagePreferences.init(acceptLanguage:))
    RequestSubject.$present.withValue(subject) {
      Requester.$present.withValue(ClientNetwork.of(request.remoteAddress)) {
        RequestLanguages.$present.withValue(languages) {
          if body.count <= 32 << 10 {
            // Most answers need no more than this thread; then there is nothing to wait for.
            _ = Task.immediate { [request] in finish(await handler.respond(to: request)) }
          } else {
            _ = Task { [self, request] in finish(await handler.respond(to: request)) }
          }
        }
      }
    }
  }

  /// The handler is done.
  private func finish(_ response: HTTPResponse) {
    progress.withLock { progress in
      switch progress {
      case .handled: progress = .ready(response)
      case .suspended:
        progress = .ready(response)
        lazy_mhd_resume(connection)
      case .receiving, .ready, .over: break
      }
    }
  }

  /// The server does not wait for the handler any more.
  func abandon() {
    let isReceived = progress.withLock { if case .receiving = $0 { false } else { true } }
    guard isReceived, let request else { return }
    finish(core.handler.refuse(.unavailable, request))
  }

  private func respond(_ response: HTTPResponse) -> Bool {
    progress.withLock { $0 = .over }
    peer.restart(core.limits)
    answered = (response.status, response.body.count, monotonicNanoseconds(), response.headers["x-ms-request-id"])
    guard let message = response.body.withUnsafeBytes({ lazy_mhd_response($0.baseAddress, $0.count) }) else {
      return false
    }
    for header in response.headers.fields where lazy_mhd_add_header(message, header.name, header.value) == 0 {
      var entry = LogEntry(.error, "a response's header \(header.name) was left out: it is no valid header")
      entry.request = request?.correlationID
      core.log.write(entry)
    }
    if response.headers["Cache-Control"] == nil { _ = lazy_mhd_add_header(message, "Cache-Control", "no-store") }
    if mustClose || core.phase.load(ordering: .relaxed) != .serving {
      _ = lazy_mhd_add_header(message, "Connection", "close")
    }
    return lazy_mhd_queue(connection, UInt32(clamping: response.status), message) != 0
  }

  /// The request is over, however it went.
  func complete() {
    progress.withLock { $0 = .over }
    peer.exchange.withLock { $0 = nil }
    peer.restart(core.limits)
    freeBody()
    if request != nil { core.active.subtract(1, ordering: .relaxed) }
    guard let accessLog = core.accessLog else { return }
    let about = subject?.subject
    let status = answered?.status ?? Int(lazy_mhd_status(connection))
    // What was found is what the server has there; but preflights are answered wherever they ask.
    let isFound = 200..<300 ~= status && request?.method != .options
    accessLog(
      AccessRecord(
        time: wallMilliseconds(), method: AccessRecord.method(request?.method),
        path: isFound
          ? AccessRecord.path(of: target.text) : AccessRecord.path(of: target.text, knowing: core.handler.knows),
        status: status,
        microseconds: ((answered?.time ?? monotonicNanoseconds()) - began) / 1000, bytes: answered?.bytes ?? 0,
        correlationID: request?.correlationID ?? CorrelationID.new(), trace: answered?.trace,
        tenant: about?.tenant, run: about?.run,
        remoteAddress: request?.remoteAddress ?? peer.address))
  }
}
