public import FlowRuntime
import FlowThreads

/// Storage in one SQLite file, which several processes may share.
///
/// A thread of its own writes: it takes all transactions that wait, commits them as one, and answers them when the commit
/// is on the disk (`synchronous=FULL`). Each transaction is all or nothing by itself; when the commit fails, none of the
/// group has happened. The file and its companions `-wal` and `-shm` are created readable by their owner alone.
public final class SQLiteStorage: Storage {
  private let queue = WorkQueue<WaitingTransaction>()

  /// Opens or creates the file at `path`, and brings it to the present schema; `:memory:` is a database that ends with
  /// the storage.
  ///
  /// Throws `newerSchema` for a file of a newer version of this program, `corrupted` for a damaged one, and `unavailable`
  /// for a file that is no database, is another program's, or cannot be opened. Such a file is left as it is. So is one of an
  /// earlier schema where it may not be brought to the present one (`migrating`), which is `unavailable` then. `log` is told
  /// when others keep it waiting.
  public convenience init(
    path: String, migrating: Bool = true, log: any OperatorLog = NoPorts()
  ) async throws(StorageError) {
    var schema = Schema.current
    schema.mayMigrate = migrating
    try await self.init(path: path, schema: schema, log: log)
  }

  /// Opens a file with another schema than the present one, for tests of migration.
  init(path: String, schema: Schema, log: any OperatorLog = NoPorts()) async throws(StorageError) {
    let queue = queue
    let opening = await withCheckedContinuation { (opened: CheckedContinuation<Result<Void, StorageError>, Never>) in
      let code = startThread {
        do throws(StorageError) {
          let writer = GroupWriter(database: try Database(path: path, schema: schema), log: log)
          opened.resume(returning: .success(()))
          while let group = queue.take(atMost: 128, within: writer.untilErasure) { writer.commit(group) }
          writer.end()
        } catch {
          queue.close()
          opened.resume(returning: .failure(error))
        }
        queue.finish()
      }
      if code != 0 {
        queue.close()
        opened.resume(returning: .failure(.unavailable("no thread could be started: \(describe(errno: code))")))
      }
    }
    try opening.get()
  }

  deinit { queue.close() }

  /// Runs `body` on the writer's thread, and returns when what it wrote is on the disk.
  public func transact<Outcome: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Outcome
  ) async throws -> Outcome {
    try await queue.transact(body)
  }

  /// Looks through the file: what is wrong with it, in SQLite's words; nothing where it is whole. `quickly` leaves out whether
  /// indexes say what their tables do. It reads all of the file, and steps wait for it.
  public func problems(quickly: Bool) async throws(StorageError) -> [String] {
    do {
      return try await transact { transaction in
        guard let database = (transaction as? SQLiteTransaction)?.database else { return [] }
        let found =
          try quickly
          ? database.rows("PRAGMA quick_check(10)", read: Self.text)
          : database.rows("PRAGMA integrity_check(10)", read: Self.text)
        if found != ["ok"] { return found }
        if quickly { return [] }
        return try database.rows(
          "SELECT DISTINCT \"table\" || ': rows lead to ' || parent || ' that are not there' FROM pragma_foreign_key_check",
          read: Self.text)
      }
    } catch {
      throw error as? StorageError ?? .unavailable("\(error)")
    }
  }

  private static func text(_ row: Statement) throws(StorageError) -> String { try row.text(0) }

  /// Waits for the transactions that were begun, and closes the file.
  public func close() async {
    queue.close()
    await queue.finished()
  }
}
