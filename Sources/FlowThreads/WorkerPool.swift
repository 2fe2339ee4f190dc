import Glibc
import Synchronization

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
  private let line: WorkerLine
  /// How many threads there are; 1 at least.
  package let threads: Int
  /// Whether work is done at once, by whoever asks for it.
  private let isAtOnce: Bool

  /// No threads: work is done at once, by whoever asks for it. For work that takes no time.
  package static let atOnce = WorkerPool()

  private init() { (line, threads, isAtOnce) = (WorkerLine(places: 0), 1, true) }

  /// Starts `threads` threads, one for each processor if not given; fewer where the system has not as many. `waiting` is
  /// how much may wait for each of them.
  package convenience init(threads: Int? = nil, waiting: Int = .max) {
    self.init(threads: threads, waiting: waiting, start: startThread)
  }

  /// The same with another way to start a thread: it says 0, or an `errno`.
  package init(threads: Int?, waiting: Int, start: (@escaping @Sendable () -> Void) -> Int32) {
    let count = max(1, threads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    // What a thread is at has a place as well.
    let (places, isOver) = count.multipliedReportingOverflow(by: waiting == .max ? waiting : waiting + 1)
    let line = WorkerLine(places: isOver ? .max : places)
    self.line = line
    self.threads = count
    isAtOnce = false
    let started = (0..<count).filter { _ in start { while line.doNext() {} } == 0 }
    // Nobody would ever take what waits.
    if started.isEmpty { line.close() }
  }

  deinit { line.close() }

  /// How many jobs it was given so far.
  package var jobs: Int { line.jobs }

  /// How much is being done or waits.
  package var taken: Int { line.taken }

  /// Does `body` on one of the threads: what is for one key in the order of asking, and what is for several by turns. Throws
  /// at once where it never would be done, or too late.
  package func run<Result: Sendable>(
    for key: String? = nil, _ body: @escaping @Sendable () -> Result
  ) async throws(WorkerPoolRefusal) -> Result {
    var place = WorkerPlace(in: self, for: key)
    try place.take()
    defer { place.giveBack() }
    return await place.run(body)
  }

  /// Throws what `run` would throw now.
  package func demandRoom() throws(WorkerPoolRefusal) {
    try takePlace(for: nil)
    giveBackPlace(for: nil)
  }

  fileprivate func takePlace(for key: String?) throws(WorkerPoolRefusal) {
    if !isAtOnce { try line.takePlace(for: key) }
  }

  fileprivate func giveBackPlace(for key: String?) {
    if !isAtOnce { line.giveBackPlace(for: key) }
  }

  fileprivate func run<Result: Sendable>(
    inPlaceOf key: String?, _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    if isAtOnce { return body() }
    return await withCheckedContinuation { continuation in
      line.add({ continuation.resume(returning: body()) }, for: key)
    }
  }
}

/// Somebody's place among those whose work a pool does. Who has one is not refused any more: what only makes sense if the work
/// is done after it is done with a place.
package struct WorkerPlace {
  private let pool: WorkerPool
  private let key: String?
  private var isTaken = false

  /// No place yet.
  package init(in pool: WorkerPool, for key: String?) { (self.pool, self.key) = (pool, key) }

  /// Takes the place, unless it was taken before.
  package mutating func take() throws(WorkerPoolRefusal) {
    if isTaken { return }
    try pool.takePlace(for: key)
    isTaken = true
  }

  /// Gives the place back, if it was taken. Whoever took it must.
  package mutating func giveBack() {
    if isTaken { pool.giveBackPlace(for: key) }
    isTaken = false
  }

  /// Does `body` on one of the pool's threads. The place must have been taken.
  package func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    precondition(isTaken, "work without a place")
    return await pool.run(inPlaceOf: key, body)
  }
}

/// What waits for the threads of a pool. They are called once for each job, and whoever is called does the one whose turn it
/// is.
private final class WorkerLine: Sendable {
  private let calls = WorkQueue<Void>()
  private let places: Mutex<FairPlaces>
  private let waiting = Mutex(FairQueue<@Sendable () -> Void>())

  init(places: Int) { self.places = Mutex(FairPlaces(limit: places)) }

  var jobs: Int { calls.added }

  var taken: Int { places.withLock { $0.count } }

  /// Only a pool without threads, or one that nobody has any more, is closed.
  func close() { calls.close() }

  func takePlace(for key: String?) throws(WorkerPoolRefusal) {
    if calls.room == .closed { throw .noThreads }
    guard places.withLock({ $0.take(for: key) }) else { throw .full }
  }

  func giveBackPlace(for key: String?) { places.withLock { $0.giveBack(for: key) } }

  func add(_ job: @escaping @Sendable () -> Void, for key: String?) {
    waiting.withLock { $0.add(job, for: key) }
    _ = calls.add(())
  }

  /// Waits for a call and does a job; false where none comes any more.
  func doNext() -> Bool {
    guard calls.take(atMost: 1) != nil else { return false }
    waiting.withLock { $0.next() }?()
    return true
  }
}
