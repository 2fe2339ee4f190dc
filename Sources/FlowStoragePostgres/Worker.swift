import FlowRuntime
import Glibc

/// Carries out transactions on a connection of its own.
///
/// INVARIANT: used by one thread.
final class Worker {
  private let settings: String
  private let log: any OperatorLog
  private var connection: Connection?
  private var isReachable = true

  init(_ settings: String, log: any OperatorLog) {
    self.settings = settings
    self.log = log
  }

  /// How long a transaction is tried again, where the database is gone or others are in its way: with the time for which it
  /// has waited in line, so that nobody waits longer where many do.
  private static let patience = Duration.seconds(10)

  /// Brings the database to the present schema.
  func prepare(migrating: Bool) throws(StorageError) {
    try trying { () throws(Failure) in
      let connection = try Connection(settings)
      try Schema.current.prepare(connection, migrating: migrating)
    }
  }

  /// Runs a transaction, again where it has to be, and answers its caller.
  func carryOut(_ waiting: WaitingTransaction) {
    do throws(StorageError) {
      try trying(since: waiting.since) { () throws(Failure) in try attempt(waiting) }
    } catch {
      waiting.fail(error)
    }
  }

  /// One attempt. Returns where the caller has been answered.
  private func attempt(_ waiting: WaitingTransaction) throws(Failure) {
    let connection = try ready()
    let transaction = PostgresTransaction(connection)
    let outcome = Result {
      try transaction.begin()
      return try waiting.run(transaction)
    }
    if connection.failure == nil { transaction.commit(undoing: outcome.isFailure) }
    transaction.end()
    if let failure = connection.failure {
      if !connection.isOpen || !connection.rollBack() { self.connection = nil }
      throw failure
    }
    switch outcome {
    case .success(let answer): answer()
    case .failure(let error): waiting.fail(error)
    }
  }

  private func ready() throws(Failure) -> Connection {
    if let connection, connection.isOpen { return connection }
    connection = nil
    let new = try Connection(settings)
    try new.run(script: Schema.session)
    // Every query is by a key. A small table that is read whole, as the planner of PostgreSQL does, makes transactions conflict over
    // rows that they do not have in common. Engines that speak its protocol may not know the setting.
    try? new.run(script: "SET enable_seqscan = off;")
    try new.beginPipeline()
    connection = new
    return new
  }

  /// Tries until it is done, or the time is over.
  private func trying(
    since begin: ContinuousClock.Instant = .now, _ body: () throws(Failure) -> Void
  ) throws(StorageError) {
    let end = begin + Self.patience
    var pause = 500.0
    while true {
      do throws(Failure) {
        try body()
        return note(isReachable: true)
      } catch {
        switch error {
        case .overtaken: break
        case .lost(let reason): note(isReachable: false, reason)
        case .unanswered, .final: throw error.error
        }
        guard ContinuousClock.now < end else { throw error.error }
        // By chance, so that two that were in each other's way do not meet again.
        usleep(useconds_t(Double.random(in: 0.5...1) * pause))
        if case .lost = error { pause = min(pause * 2, 500_000) } else { pause = min(pause * 1.5, 20_000) }
      }
    }
  }

  private func note(isReachable: Bool, _ reason: String = "") {
    guard isReachable != self.isReachable else { return }
    self.isReachable = isReachable
    log.write(
      isReachable
        ? LogEntry(.info, "the database is reached again")
        : LogEntry(.warning, "the database cannot be reached: steps wait for it (\(reason))"))
  }
}

extension Result {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
