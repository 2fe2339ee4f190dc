import FlowRuntime
import Synchronization

/// Storage whose commit fails when a test says so: the transaction's body has run, and all of it is undone.
final class FailingStorage: Storage {
  private let storage: any Storage
  private let countdown = Mutex<Int?>(nil)

  init(_ storage: any Storage) { self.storage = storage }

  /// Lets the transaction after `count` others fail at its commit.
  func fail(after count: Int) { countdown.withLock { $0 = count } }

  func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result {
    let fails = countdown.withLock { countdown in
      guard let left = countdown else { return false }
      countdown = left == 0 ? nil : left - 1
      return left == 0
    }
    return try await storage.transact { transaction in
      let result = try body(transaction)
      if fails { throw StorageError.unavailable("the disk is full") }
      return result
    }
  }

  func close() async { await storage.close() }
}
