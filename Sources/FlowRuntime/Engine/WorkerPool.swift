import Glibc
import Synchronization

/// Threads of their own for work that blocks or computes long, so that it never holds a thread of Swift's pool.
public final class WorkerPool: Sendable {
  private struct State {
    var queue: [@Sendable () -> Void] = []
    var first = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let ready: Semaphore

  /// Starts `threads` threads, one for each processor if not given.
  public init(threads: Int? = nil) {
    ready = Semaphore()
    let count = max(1, threads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    for _ in 0..<count { _ = startThread { [self] in work() } }
  }

  /// Does `body` on one of the threads, in the order of asking.
  public func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      state.withLock { $0.queue.append { continuation.resume(returning: body()) } }
      ready.signal()
    }
  }

  /// Lets the threads end once the queue is empty.
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
