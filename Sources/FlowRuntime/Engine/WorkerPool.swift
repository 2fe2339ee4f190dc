import Glibc
import Synchronization

/// Why a pool does not take work.
public enum WorkerPoolRefusal: Error, Hashable, Sendable {
  /// As much waits already as may.
  case full
  /// The system had no thread left when the pool was made, or the pool is closed.
  case noThreads
}

/// Threads of their own for work that blocks or computes long, so that it never holds a thread of Swift's pool.
public final class WorkerPool: Sendable {
  private struct State {
    var threads = 0
    var queue: [@Sendable () -> Void] = []
    var first = 0
    var jobs = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let ready = Semaphore()
  private let limit: Int

  /// Starts `threads` threads, one for each processor if not given; fewer where the system has not as many. `waiting` is
  /// how much may wait for each of them.
  public convenience init(threads: Int? = nil, waiting: Int = .max) {
    self.init(threads: threads, waiting: waiting) { startThread($0) }
  }

  /// The same with another way to start a thread: it says 0, or an `errno`.
  init(threads: Int?, waiting: Int, start: (@escaping @Sendable () -> Void) -> Int32) {
    let count = max(1, threads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    limit = count.multipliedReportingOverflow(by: waiting).overflow ? .max : count * waiting
    let started = (0..<count).filter { _ in start { [self] in work() } == 0 }.count
    state.withLock { $0.threads = started }
  }

  /// How many jobs it was given so far.
  var jobs: Int { state.withLock { $0.jobs } }

  /// Does `body` on one of the threads, in the order of asking. Throws at once where it never would be done, or too late.
  public func run<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async throws(WorkerPoolRefusal) -> Result {
    let outcome: Swift.Result<Result, WorkerPoolRefusal> = await withCheckedContinuation { continuation in
      let refusal = state.withLock { state in
        let refusal = obstacle(state)
        if refusal == nil {
          state.jobs += 1
          state.queue.append { continuation.resume(returning: .success(body())) }
        }
        return refusal
      }
      if let refusal { continuation.resume(returning: .failure(refusal)) } else { ready.signal() }
    }
    return try outcome.get()
  }

  /// Throws what `run` would throw now.
  public func demandRoom() throws(WorkerPoolRefusal) {
    if let refusal = state.withLock({ obstacle($0) }) { throw refusal }
  }

  private func obstacle(_ state: State) -> WorkerPoolRefusal? {
    if state.threads == 0 || state.isClosed { return .noThreads }
    return state.queue.count - state.first >= limit ? .full : nil
  }

  /// Lets the threads end once the queue is empty; takes no more work.
  public func close() {
    state.withLock { $0.isClosed = true }
    ready.signal()
  }

  private func work() {
    while true {
      ready.wait()
      let next: (@Sendable () -> Void)? = state.withLock { state in
        guard state.first < state.queue.count else { return nil }
        let next = state.queue[state.first]
        state.first += 1
        if state.first > 64, state.first * 2 > state.queue.count {
          state.queue.removeFirst(state.first)
          state.first = 0
        }
        return next
      }
      if let next {
        next()
      } else if state.withLock({ $0.isClosed }) {
        ready.signal()
        return
      }
    }
  }
}

/// A counting semaphore of POSIX.
private final class Semaphore: Sendable {
  // INVARIANT: initialised once before it is shared, destroyed when nobody holds it; sem_t is made for concurrent use.
  nonisolated(unsafe) private let handle: UnsafeMutablePointer<sem_t>

  init() {
    handle = .allocate(capacity: 1)
    sem_init(handle, 0, 0)
  }

  deinit {
    sem_destroy(handle)
    handle.deallocate()
  }

  func signal() { sem_post(handle) }

  func wait() { while sem_wait(handle) != 0 {} }
}
