import FlowRuntime

/// Carries out transactions in groups, each group as one commit.
final class GroupWriter {
  private let database: Database
  private let log: any OperatorLog

  init(database: Database, log: any OperatorLog) {
    self.database = database
    self.log = log
  }

  /// How long others may hold the lock before the log is told.
  private static let patience = Duration.seconds(1)

  /// In how many milliseconds `commit` is to be called though nothing waits; nil: it need not be.
  var untilErasure: Int? { database.untilErasure }

  /// Runs each transaction, those that throw undone by themselves; commits; then answers all of them. When the group
  /// cannot be committed, all get that error, as what one of them saw of another has not happened.
  func commit(_ group: [WaitingTransaction]) {
    defer { database.eraseLog() }
    if group.isEmpty { return }
    var outcomes: [Result<@Sendable () -> Void, any Error>] = []
    outcomes.reserveCapacity(group.count)
    do throws(StorageError) {
      try database.demandFiles()
      try begin()
      for waiting in group { outcomes.append(try run(waiting)) }
      try database.execute("COMMIT")
    } catch {
      database.rollback()
      for waiting in group { waiting.fail(error) }
      return
    }
    for (waiting, outcome) in zip(group, outcomes) {
      switch outcome {
      case .success(let answer): answer()
      case .failure(let error): waiting.fail(error)
      }
    }
  }

  /// Leaves nothing in the log that was deleted: other processes may keep it for long.
  func end() { database.eraseLog(isEnding: true) }

  /// Takes the lock, and tells where that took long.
  private func begin() throws(StorageError) {
    let began = ContinuousClock.now
    defer {
      let waited = .now - began
      if waited >= Self.patience {
        log.write(
          LogEntry(
            .warning, "another process held the database's lock for \(waited.components.seconds) s: all steps waited"))
      }
    }
    try database.execute("BEGIN IMMEDIATE")
  }

  /// Runs one transaction; throws when the whole group is lost.
  private func run(_ waiting: WaitingTransaction) throws(StorageError) -> Result<@Sendable () -> Void, any Error> {
    let transaction = SQLiteTransaction(database: database)
    database.failure = nil
    let outcome = Result { try waiting.run(transaction) }
    let failure = database.failure
    // A full disk or a failing one may have made SQLite undo everything since BEGIN.
    guard database.isInTransaction else { throw failure ?? .unavailable("the transaction was undone") }
    switch (outcome, failure) {
    case (.success, nil):
      try transaction.keep()
      return outcome
    case (.success, let failure?):
      try transaction.undo()
      return .failure(failure)
    case (.failure, _):
      try transaction.undo()
      return outcome
    }
  }
}
