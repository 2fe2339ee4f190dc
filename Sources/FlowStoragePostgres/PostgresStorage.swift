import CPostgres
public import FlowRuntime
import FlowThreads
import Synchronization

/// Storage in PostgreSQL, or a database that speaks its protocol and SQL, which any number of nodes may share.
///
/// Transactions are serializable, as the database sees to it: one that another is in the way of is run again. Each of some
/// threads has a connection of its own, which is made when it is needed, and made anew when it is lost, to whichever host of
/// the connection string takes writes.
public final class PostgresStorage: Storage {
  private let queue = WorkQueue<WaitingTransaction>()
  private let threads: Int

  /// Connects, and brings the database to the present schema.
  ///
  /// `settings` is a connection string of libpq: `postgres://user@host:port,host:port/database?sslmode=verify-full`, or
  /// `key=value` pairs. `connections` is how many transactions are under way at once.
  ///
  /// Throws `newerSchema` for a database of a newer version of this program, and `unavailable` where it cannot be reached, or is
  /// of an earlier schema and may not be brought to the present one (`migrating`).
  public init(
    _ settings: String, connections: Int = 8, migrating: Bool = true, log: any OperatorLog = NoPorts()
  ) async throws(StorageError) {
    threads = max(1, connections)
    if let reason = lazy_pg_load() {
      throw .unavailable("libpq, in Debian the package libpq5, cannot be used: \(String(cString: reason))")
    }
    if let problem = lazy_pg_problem(settings) {
      defer { lazy_pg_free_text(problem) }
      throw .unavailable("the connection string cannot be read")
    }
    let (queue, threads) = (queue, threads)
    let opening = await withCheckedContinuation { (opened: CheckedContinuation<Result<Void, StorageError>, Never>) in
      let code = startThread {
        let first = Worker(settings, log: log)
        do throws(StorageError) {
          try first.prepare(migrating: migrating)
        } catch {
          queue.close()
          queue.finish()
          return opened.resume(returning: .failure(error))
        }
        let running = Mutex(1)
        let work: @Sendable (Worker) -> Void = { worker in
          while let next = queue.take(atMost: 1) { for waiting in next { worker.carryOut(waiting) } }
          if running.withLock({ running in
            running -= 1
            return running == 0
          }) {
            queue.finish()
          }
        }
        for _ in 1..<threads {
          running.withLock { $0 += 1 }
          if startThread({ work(Worker(settings, log: log)) }) != 0 { running.withLock { $0 -= 1 } }
        }
        opened.resume(returning: .success(()))
        work(first)
      }
      if code != 0 {
        queue.close()
        queue.finish()
        opened.resume(returning: .failure(.unavailable("no thread could be started")))
      }
    }
    try opening.get()
  }

  deinit { queue.close() }

  /// Runs `body` on a thread that has a connection, and returns when the database has committed what it wrote.
  public func transact<Outcome: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Outcome
  ) async throws -> Outcome {
    try await queue.transact(body)
  }

  /// Waits for the transactions that were begun, and ends the connections.
  public func close() async {
    queue.close()
    await queue.finished()
  }
}
