import Synchronization

/// One request, and whoever waits for its answer.
final class Transfer: Sendable {
  private struct State {
    var caller: CheckedContinuation<Result<ClientAnswer, ConnectionError>, Never>?
    var isCancelled = false
  }

  let request: ClientRequest
  let url: String
  private let state = Mutex(State())

  init(_ request: ClientRequest, _ url: String) { (self.request, self.url) = (request, url) }

  /// Somebody waits now.
  func begin(_ caller: CheckedContinuation<Result<ClientAnswer, ConnectionError>, Never>) {
    state.withLock { $0.caller = caller }
  }

  /// Nobody wants the answer any more, also where nobody waits yet.
  func cancel() { state.withLock { $0.isCancelled = true } }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Answers whoever waits. The first answer counts.
  func end(_ result: Result<ClientAnswer, ConnectionError>) {
    let caller = state.withLock { state in
      defer { state.caller = nil }
      return state.caller
    }
    caller?.resume(returning: result)
  }
}
