import CCurl
import FlowThreads
import Synchronization

/// The transfers of one connection, on one thread, which starts with the first of them.
final class TransferDriver: Sendable {
  private enum Stage {
    case idle
    case driving(WakeableMulti)
    case failed(ConnectionError)
    case closed
  }

  private struct State {
    var stage = Stage.idle
    var arrived: [Transfer] = []
  }

  private let settings: HTTPConnection.Settings
  private let state = Mutex(State())

  init(_ settings: HTTPConnection.Settings) { self.settings = settings }

  /// Sends a request and waits for the whole answer.
  func send(_ request: ClientRequest, to url: String) async throws(ConnectionError) -> ClientAnswer {
    let transfer = Transfer(request, url)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { caller in
        transfer.begin(caller)
        add(transfer)
      }
    } onCancel: {
      transfer.cancel()
      wake()
    }
    return try result.get()
  }

  /// Lets the thread end. There is nobody left who waits for a transfer.
  func close() {
    state.withLock { state in
      if case .driving(let multi) = state.stage { multi.wake() }
      state.stage = .closed
    }
  }

  private func add(_ transfer: Transfer) {
    let failure = state.withLock { state -> ConnectionError? in
      if case .idle = state.stage {
        do throws(ConnectionError) { state.stage = try start() } catch { return error }
      }
      switch state.stage {
      case .driving(let multi):
        state.arrived.append(transfer)
        multi.wake()
        return nil
      case .failed(let error): return error
      case .idle, .closed: return ConnectionError(.unavailable, "The connection was closed.")
      }
    }
    if let failure { transfer.end(.failure(failure)) }
  }

  private func wake() {
    state.withLock { if case .driving(let multi) = $0.stage { multi.wake() } }
  }

  /// Starts the thread. A lack of memory or threads may pass, so that the next request tries again; that of libcurl does not.
  private func start() throws(ConnectionError) -> Stage {
    if let reason = lazy_curl_load() {
      return .failed(ConnectionError(.unavailable, "libcurl could not be loaded: \(String(cString: reason))."))
    }
    guard let pointer = lazy_curl_multi_init() else { throw ConnectionError(.unavailable, "No memory.") }
    lazy_curl_multi_set_long(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, max(1, settings.connections))
    let multi = WakeableMulti(pointer: pointer)
    guard startThread({ [self] in drive(multi) }) == 0 else {
      lazy_curl_multi_cleanup(pointer)
      throw ConnectionError(.unavailable, "The system has no thread left.")
    }
    return .driving(multi)
  }

  /// The thread: takes what has arrived, lets libcurl work, and hands out what is done.
  private func drive(_ multi: WakeableMulti) {
    var active = ActiveTransfers(multi: multi.pointer, settings: settings)
    while true {
      let (arrived, isClosed) = state.withLock { state in
        defer { state.arrived = [] }
        if case .closed = state.stage { return (state.arrived, true) }
        return (state.arrived, false)
      }
      for transfer in arrived { active.add(transfer) }
      active.endCancelled()
      if isClosed { break }
      _ = lazy_curl_multi_perform(multi.pointer)
      // What was done frees nobody from waiting for the rest.
      if !active.handOutDone() { lazy_curl_multi_poll(multi.pointer, 60_000) }
    }
    active.endAll()
    // Nobody wakes it any more: `close` was the last.
    lazy_curl_multi_cleanup(multi.pointer)
  }
}

/// libcurl's set of transfers.
///
/// INVARIANT: only the thread that drives it uses the pointer, but for `wake`, which libcurl allows from any thread. It is
/// woken where the lock is held and the stage is `driving`; the thread frees it once it has seen, under the lock, that it is not.
struct WakeableMulti: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer

  func wake() { lazy_curl_multi_wakeup(pointer) }
}
