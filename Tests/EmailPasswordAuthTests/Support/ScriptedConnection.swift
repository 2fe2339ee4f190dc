import EmailPasswordAuth
import FlowClient
import Synchronization

/// A connection that does what a test says, and keeps what it was asked.
final class ScriptedConnection: Connection {
  /// Answers a request; `count` is how many with its path came, this one among them.
  typealias Script = @Sendable (_ request: ClientRequest, _ count: Int) async throws(ConnectionError) -> ClientAnswer

  private let asked = Mutex<[ClientRequest]>([])
  private let script: Script
  /// Each request as it comes.
  let arrivals: AsyncStream<ClientRequest>
  private let arriving: AsyncStream<ClientRequest>.Continuation

  init(_ script: @escaping Script) {
    self.script = script
    (arrivals, arriving) = AsyncStream.makeStream()
  }

  /// How many requests with that end of their paths came.
  func count(_ ending: String) -> Int { asked.withLock { $0.count { $0.path.hasSuffix(ending) } } }

  /// The requests so far.
  var requests: [ClientRequest] { asked.withLock { $0 } }

  /// Waits for a request whose path ends so.
  func comes(_ ending: String) async {
    for await request in arrivals where request.path.hasSuffix(ending) { return }
  }

  func send(_ request: ClientRequest) async throws(ConnectionError) -> ClientAnswer {
    let count = asked.withLock { asked in
      asked.append(request)
      return asked.count { $0.path == request.path }
    }
    arriving.yield(request)
    return try await script(request, count)
  }
}

extension ClientAnswer {
  /// An answer in the protocol's JSON.
  static func json(_ status: Int, _ text: String) -> ClientAnswer {
    ClientAnswer(status, headers: [ClientHeader("Content-Type", "application/json")], body: Array(text.utf8))
  }

  static let location = json(200, #"{"hostname":"http://localhost","ws_hostname":"ws://localhost"}"#)
}

/// What a request waits for that nobody answers: its own cancellation.
func nobodyAnswers() async -> ConnectionError {
  while !Task.isCancelled { try? await Task.sleep(for: .seconds(600)) }
  return .cancelled
}
