import Glibc

/// Why a pool does not take work.
package enum WorkerPoolRefusal: Error, Hashable, Sendable {
  /// As much waits already as may.
  case full
  /// The system had no thread left when the pool was made.
  case noThreads
}

/// Threads of their own for work that blocks or computes long, so that it never holds a thread of Swift's pool. They end
/// with the pool, once what waits is done.
package final class WorkerPool: Sendable {
  private let queue: WorkQueue<@Sendable () -> Void>
  /// How many threads there are; 1 at least.
  let threads: Int

  /// Starts `threads` threads, one for each processor if not given; fewer where the system has not as many. `waiting` is
  /// how much may wait for each of them.
  package convenience init(threads: Int? = nil, waiting: Int = .max) {
    self.init(threads: threads, waiting: waiting, start: startThread)
  }

  /// The same with another way to start a thread: it says 0, or an `errno`.
  init(threads: Int?, waiting: Int, start: (@escaping @Sendable () -> Void) -> Int32) {
    let count = max(1, threads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let (limit, isOver) = count.multipliedReportingOverflow(by: waiting)
    let queue = WorkQueue<@Sendable () -> Void>(limit: isOver ? .max : limit)
    self.queue = queue
    self.threads = count
    let started = (0..<count).filter { _ in
      start { while let work = queue.take(atMost: 1) { for body in work { body() } } } == 0
    }
    // Nobody would ever take what waits.
    if started.isEmpty { queue.close() }
  }

  deinit { queue.close() }

  /// How many jobs it was given so far.
  var jobs: Int { queue.added }

  /// Does `body` on one of the threads, in the order of asking. Throws at once where it never would be done, or too late.
  package func run<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async throws(WorkerPoolRefusal) -> Result {
    let outcome: Swift.Result<Result, WorkerPoolRefusal> = await withCheckedContinuation { continuation in
      let admission = queue.add { continuation.resume(returning: .success(body())) }
      if let refusal = refusal(admission) { continuation.resume(returning: .failure(refusal)) }
    }
    return try outcome.get()
  }

  /// Whether `run` would throw `full` now.
  var isCrowded: Bool { queue.room == .full }

  /// Throws what `run` would throw now.
  package func demandRoom() throws(WorkerPoolRefusal) {
    if let refusal = refusal(queue.room) { throw refusal }
  }

  private func refusal(_ admission: WorkQueue<@Sendable () -> Void>.Admission) -> WorkerPoolRefusal? {
    switch admission {
    case .added: nil
    case .full: .full
    case .closed: .noThreads
    }
  }
}
