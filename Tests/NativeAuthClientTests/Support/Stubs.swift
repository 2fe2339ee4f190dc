import FlowClient
import Synchronization

/// A connection that is lost where a test says so: before a request is handed over, or after the server has taken it.
final class Flaky: Connection {
  enum Loss: Sendable { case before, after }

  private let connection: any Connection
  private let losses = Mutex<[(Loss, path: String)]>([])
  private let sent = Mutex<[String]>([])

  init(_ connection: any Connection) { self.connection = connection }

  /// Loses the next request whose path ends so.
  func lose(_ loss: Loss, _ path: String) { losses.withLock { $0.append((loss, path)) } }

  /// The paths of all requests, oldest first.
  var paths: [String] { sent.withLock(\.self) }

  func send(_ request: ClientRequest) async throws(ConnectionError) -> ClientAnswer {
    sent.withLock { $0.append(request.path) }
    let loss = losses.withLock { losses -> Loss? in
      guard let index = losses.firstIndex(where: { request.path.hasSuffix($0.path) }) else { return nil }
      return losses.remove(at: index).0
    }
    if loss == .before { throw ConnectionError(.unreachable, "The way is gone.") }
    let answer = try await connection.send(request)
    if loss == .after { throw ConnectionError(.interrupted, "The way broke.") }
    return answer
  }
}

/// A connection on which requests wait until a test lets them go. A cancelled one ends at once.
final class Gate: Connection {
  private struct State {
    var isOpen = true
    var waiting: [CheckedContinuation<Void, Never>] = []
    var arrivals: [(count: Int, CheckedContinuation<Void, Never>)] = []
  }

  private let connection: any Connection
  private let state = Mutex(State())
  private let number = Mutex(0)

  init(_ connection: any Connection) { self.connection = connection }

  /// How many requests were sent.
  var count: Int { number.withLock(\.self) }

  func close() { state.withLock { $0.isOpen = false } }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until so many requests wait.
  func arrived(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.waiting.count >= count { return true }
        state.arrivals.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  func send(_ request: ClientRequest) async throws(ConnectionError) -> ClientAnswer {
    number.withLock { $0 += 1 }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (goesOn, there) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
          if state.isOpen || Task.isCancelled { return (true, []) }
          state.waiting.append(continuation)
          let there = state.arrivals.filter { $0.count <= state.waiting.count }.map(\.1)
          state.arrivals.removeAll { $0.count <= state.waiting.count }
          return (false, there)
        }
        for arrival in there { arrival.resume() }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      open()
    }
    if Task.isCancelled { throw .cancelled }
    return try await connection.send(request)
  }
}

/// A server of prepared answers, for what no true one says.
final class Scripted: Connection {
  private let answers: Mutex<[ClientAnswer]>

  /// These answers in turn: a status and a body.
  convenience init(_ answers: (Int, String)...) { self.init(list: answers) }

  init(list answers: [(Int, String)]) {
    self.answers = Mutex(answers.map { ClientAnswer($0.0, body: Array($0.1.utf8)) })
  }

  func send(_ request: ClientRequest) async throws(ConnectionError) -> ClientAnswer {
    try answers.withLock { answers throws(ConnectionError) in
      guard !answers.isEmpty else { throw ConnectionError(.unreachable, "No further answer is prepared.") }
      return answers.removeFirst()
    }
  }
}
