import Synchronization

/// Storage that lasts as long as the process: for tests, for trying flows out, and as the reference for other backends.
///
/// A transaction runs at once, on the caller's thread, under one lock; `transact` never suspends.
public final class MemoryStorage: Storage {
  private let state = Mutex(MemoryTransaction())

  /// Empty storage.
  public init() {}

  /// Runs `body` and keeps what it wrote, or undoes it when `body` throws.
  public func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result {
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

  /// Ends the use; what was stored is gone.
  public func close() async {
    state.withLock { transaction in
      transaction = MemoryTransaction()
      transaction.isClosed = true
    }
  }
}
