import Glibc

/// What waits for the threads that take it, in the order of its coming.
///
/// INVARIANT: the variables are only touched between `lock` and `unlock`; mutex and condition never move.
package final class WorkQueue<Work: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let limit: Int
  private var waiting: [Work] = []
  private var total = 0
  private var idleThreads = 0
  private var isClosed = false
  private var isFinished = false
  private var finishers: [@Sendable () -> Void] = []

  /// A queue in which at most `limit` may wait.
  package init(limit: Int = .max) {
    self.limit = limit
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// What became of work that was to be added.
  package enum Admission: Hashable, Sendable {
    /// It waits now.
    case added
    /// As much waits already as may.
    case full
    /// No more work is taken.
    case closed
  }

  /// Adds work, if that may be.
  package func add(_ work: Work) -> Admission {
    locked {
      let admission = admission
      if admission == .added {
        waiting.append(work)
        total += 1
        if idleThreads > 0 { pthread_cond_signal(condition) }
      }
      return admission
    }
  }

  /// What `add` would say now.
  package var room: Admission { locked { admission } }

  /// How much was added so far.
  package var added: Int { locked { total } }

  private var admission: Admission { isClosed ? .closed : waiting.count >= limit ? .full : .added }

  /// The work that waits, as soon as there is some; nil when there is none and the queue is closed. Blocks, but no longer than
  /// so many milliseconds: then nothing is returned.
  package func take(atMost count: Int, within milliseconds: Int? = nil) -> [Work]? {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = end.tv_nsec + (milliseconds ?? 0) % 1000 * 1_000_000
    end.tv_sec += (milliseconds ?? 0) / 1000 + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    return locked { () -> [Work]? in
      while waiting.isEmpty {
        if isClosed { return nil }
        idleThreads += 1
        let code =
          milliseconds == nil
          ? pthread_cond_wait(condition, mutex) : pthread_cond_timedwait(condition, mutex, &end)
        idleThreads -= 1
        if code == ETIMEDOUT, waiting.isEmpty { return isClosed ? nil : [] }
      }
      let taken = Array(waiting.prefix(count))
      waiting.removeFirst(taken.count)
      return taken
    }
  }

  /// Lets in no more work.
  package func close() {
    locked {
      isClosed = true
      pthread_cond_broadcast(condition)
    }
  }

  /// Says that all that was taken is done, and what the thread held is let go.
  package func finish() {
    let callers = locked {
      isFinished = true
      defer { finishers = [] }
      return finishers
    }
    for call in callers { call() }
  }

  /// Waits until `finish` was called.
  package func finished() async {
    await withCheckedContinuation { caller in
      let isAlready = locked {
        if !isFinished { finishers.append { caller.resume() } }
        return isFinished
      }
      if isAlready { caller.resume() }
    }
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
