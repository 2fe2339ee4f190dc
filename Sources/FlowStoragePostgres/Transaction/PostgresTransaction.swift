import FlowModel
import FlowRuntime

/// One transaction. Each kind of record has its own file.
final class PostgresTransaction: StorageTransaction {
  /// Nil once the body has returned, so that nobody writes between transactions.
  private var connection: Connection?
  private var hasSavepoint = false

  init(_ connection: Connection) { self.connection = connection }

  /// Sent with the first statement.
  func begin() throws(StorageError) { try open.send("BEGIN ISOLATION LEVEL SERIALIZABLE") }

  /// Commits what was written, or nothing of it. Also what only read is committed: the database then vouches for what it read.
  func commit(undoing: Bool) {
    guard let connection else { return }
    do throws(StorageError) {
      if undoing, hasSavepoint { try connection.send("ROLLBACK TO SAVEPOINT step") }
      try connection.send("COMMIT")
      try connection.synchronise()
    } catch {
      // Nobody knows of a commit that was sent and not answered, unless there was nothing to commit.
      if case .lost(let reason)? = connection.failure, hasSavepoint, !undoing {
        connection.failure = .unanswered(reason)
      }
    }
  }

  func end() { connection = nil }

  private var open: Connection {
    get throws(StorageError) {
      guard let connection else { throw .unavailable("its transaction has ended") }
      return connection
    }
  }

  // MARK: Statements

  /// Sends a statement that writes.
  func write(_ statement: StaticString, _ values: Value...) throws(StorageError) {
    try beginWriting().send(statement, values)
  }

  /// The rows of statements that write, all in one round trip, and how many each changed.
  func changes(_ statements: [(StaticString, [Value])]) throws(StorageError) -> Int {
    let connection = try beginWriting()
    for (statement, values) in statements { try connection.send(statement, values, isWanted: true) }
    return try connection.synchronise().reduce(0) { $0 + $1.changes }
  }

  /// The rows of a query.
  func rows(_ statement: StaticString, _ values: Value...) throws(StorageError) -> Rows {
    guard let rows = try rows(of: [(statement, values)]).first else {
      throw try open.note(.lost("an answer is missing"))
    }
    return rows
  }

  /// The rows of several queries in one round trip.
  func rows(of statements: [(StaticString, [Value])]) throws(StorageError) -> [Rows] {
    let connection = try open
    for (statement, values) in statements { try connection.send(statement, values, isWanted: true) }
    return try connection.synchronise()
  }

  /// The record in the first row, whose key must be its own.
  func record<Record: KeyValueRecord>(_ rows: Rows, at key: KeyValueKey? = nil, row: Int = 0) throws(StorageError)
    -> Record?
  {
    guard row < rows.count else { return nil }
    do {
      let record = try Record(encodedBytes: rows.bytes(row, 0))
      guard key == nil || record.place == key else { throw DamagedRow() }
      return record
    } catch {
      throw try open.note(.final(.corrupted("\(Record.self): \(error)")))
    }
  }

  /// The records of all rows.
  func records<Record: KeyValueRecord>(_ rows: Rows) throws(StorageError) -> [Record] {
    var records: [Record] = []
    for row in 0..<rows.count {
      if let record: Record = try record(rows, row: row) { records.append(record) }
    }
    return records
  }

  /// Called before each write, so that this transaction can be undone and what it read vouched for.
  private func beginWriting() throws(StorageError) -> Connection {
    let connection = try open
    if !hasSavepoint { try connection.send("SAVEPOINT step") }
    hasSavepoint = true
    return connection
  }
}

/// A row that says of itself that it is another one.
private struct DamagedRow: Error, CustomStringConvertible {
  let description = "a key leads to another record"
}
