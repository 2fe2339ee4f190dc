package import FlowThreads

/// A transaction that waits for a thread of its backend to carry it out.
package struct WaitingTransaction: Sendable {
  /// Since when it waits.
  package let since = ContinuousClock.now
  /// Runs the body; what it returns answers the caller once the transaction is committed.
  package let run: @Sendable (any StorageTransaction) throws -> @Sendable () -> Void
  /// Answers the caller with an error.
  package let fail: @Sendable (any Error) -> Void
}

extension WorkQueue<WaitingTransaction> {
  /// Adds a transaction, and returns once one of the queue's threads has answered it.
  package func transact<Outcome: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Outcome
  ) async throws -> Outcome {
    try await withCheckedThrowingContinuation { caller in
      let waiting = WaitingTransaction {
        let outcome = try body($0)
        return { caller.resume(returning: outcome) }
      } fail: {
        caller.resume(throwing: $0)
      }
      if add(waiting) != .added { caller.resume(throwing: StorageError.closed) }
    }
  }
}
