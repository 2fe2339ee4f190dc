import Synchronization

/// Storage that lasts as long as the process: for tests, for trying flows out, and as the reference for other backends.
///
/// A transaction runs at once, on the caller's thread; `transact` never suspends. Its body runs without a lock, upon what it
/// reads one by one, and is committed under the lock if all of that is still so; otherwise it runs again. Whoever is
/// overtaken too often, or does what concerns records that it cannot name, runs under the lock.
public final class MemoryStorage: Storage {
  private let state = Mutex(MemoryTransaction())

  /// How often a body runs without the lock before it runs under it.
  private static let attempts = 4

  /// Whether one task alone uses it, so that a body need not be tried without the lock before.
  private let isAlone: Bool

  /// Empty storage.
  public init() { isAlone = false }

  /// Empty storage for one task alone.
  package init(forOneTask isAlone: Bool) { self.isAlone = isAlone }

  /// Runs `body` and keeps what it wrote, or undoes it when `body` throws.
  public func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result {
    if isAlone { return try underLock(body) }
    for _ in 0..<Self.attempts {
      let attempt = MemoryAttempt(reading: self)
      let outcome = Swift.Result { try body(attempt) }
      if attempt.needsLock { break }
      let changes = attempt.changes
      let isDone = if case .success = outcome { true } else { false }
      let isKept = try state.withLock { state in
        guard !state.isClosed else { throw StorageError.closed }
        guard state.isCurrent(changes) else { return false }
        if isDone { state.write(changes) }
        return true
      }
      if isKept { return try outcome.get() }
    }
    return try underLock(body)
  }

  private func underLock<Result: Sendable>(_ body: @Sendable (any StorageTransaction) throws -> Result) throws -> Result
  {
    try state.withLock { transaction in
      guard !transaction.isClosed else { throw StorageError.closed }
      do {
        let result = try body(transaction)
        transaction.journal.removeAll(keepingCapacity: true)
        return result
      } catch {
        transaction.undo()
        throw error
      }
    }
  }

  /// Reads what is committed now.
  func read<Value: Sendable>(_ body: @Sendable (MemoryTransaction) -> Value) -> Value { state.withLock { body($0) } }

  /// Ends the use; what was stored is gone.
  public func close() async {
    state.withLock { transaction in
      transaction = MemoryTransaction()
      transaction.isClosed = true
    }
  }
}
