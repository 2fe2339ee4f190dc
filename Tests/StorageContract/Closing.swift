import FlowRuntime
import StorageSamples
import Synchronization

extension StorageContract {
  static let endOfUse = [
    StorageContract("after closing, use is an error and closing again does nothing") { storage in
      await storage.close()
      do {
        _ = try await storage.transact { try $0.run(Sample.id(1)) }
        try expect(false, "closed storage is used")
      } catch let error as StorageError {
        try expect(error, is: .closed)
      }
      await storage.close()
    },
    StorageContract("closing waits for what was begun, and what it does not wait for is refused") { storage in
      let closing = Closing()
      let late = try await count(of: 16) { _ in
        // Each goes on until it is refused; a body that ends after `close` has returned was not waited for.
        for _ in 0..<10_000 {
          let isLate = try await closing.transact(storage) { transaction in
            for number in 0..<20 { _ = try transaction.counter("\(number)") }
            try transaction.put(CounterRecord(key: "k", count: 1, expires: 9))
          }
          guard let isLate else { return false }
          if isLate { return true }
        }
        throw BrokenPromise(place: "\(#fileID):\(#line)", finding: "closed storage is used")
      }
      try expect(late, is: 0, "transactions carried out after closing:")
    },
  ]
}

/// A storage that is closed once some transactions were carried out.
final class Closing: Sendable {
  private let state = Mutex((done: 0, isClosed: false))

  /// Carries a transaction out, and closes the storage behind the hundredth. True: its body ended after the closing; nil: it
  /// was refused.
  func transact(
    _ storage: any Storage, _ body: @escaping @Sendable (any StorageTransaction) throws -> Void
  ) async throws -> Bool? {
    do {
      let isLate = try await storage.transact { [self] transaction in
        try body(transaction)
        return state.withLock(\.isClosed)
      }
      let done = state.withLock { state in
        state.done += 1
        return state.done
      }
      if done == 100 {
        await storage.close()
        state.withLock { $0.isClosed = true }
      }
      return isLate
    } catch let error as StorageError where error == .closed {
      return nil
    }
  }
}
