import FlowRuntime
import Glibc

/// A transaction that waits to be carried out.
struct Work: Sendable {
  /// Runs the body; what it returns answers the caller once the group is committed.
  let run: @Sendable (any StorageTransaction) throws -> @Sendable () -> Void
  /// Answers the caller with an error.
  let fail: @Sendable (any Error) -> Void
}

/// What waits for the writer's thread.
final class WorkQueue: @unchecked Sendable {
  // INVARIANT: the variables are only touched between `lock` and `unlock`; mutex and condition never move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var waiting: [Work] = []
  private var isIdle = false
  private var isClosed = false
  private var isFinished = false
  private var finishers: [@Sendable () -> Void] = []

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Adds work; false if the queue is closed.
  func add(_ work: Work) -> Bool {
    locked {
      guard !isClosed else { return false }
      waiting.append(work)
      if isIdle { pthread_cond_signal(condition) }
      return true
    }
  }

  /// The work that waits, as soon as there is some; nil when there is none and the queue is closed.
  func take(atMost limit: Int) -> [Work]? {
    locked {
      while waiting.isEmpty {
        if isClosed { return nil }
        isIdle = true
        pthread_cond_wait(condition, mutex)
        isIdle = false
      }
      let group = Array(waiting.prefix(limit))
      waiting.removeFirst(group.count)
      return group
    }
  }

  /// Lets in no more work.
  func close() {
    locked {
      isClosed = true
      pthread_cond_signal(condition)
    }
  }

  /// Says that the thread has ended.
  func finish() {
    let callers = locked {
      isFinished = true
      defer { finishers = [] }
      return finishers
    }
    for call in callers { call() }
  }

  /// Calls `caller` when the thread has ended.
  func whenFinished(_ caller: @escaping @Sendable () -> Void) {
    let isAlready = locked {
      if !isFinished { finishers.append(caller) }
      return isFinished
    }
    if isAlready { caller() }
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
