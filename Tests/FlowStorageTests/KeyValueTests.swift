import FlowModel
import FlowRuntime
import FlowStorageContract
import StorageSamples
import Synchronization
import Testing

@Suite struct KeyValueTests {
  @Test(arguments: StorageContract.all)
  func `a store of keys and values keeps the contract`(_ promise: StorageContract) async throws {
    try await promise.check(DictionaryStorage())
  }

  @Test func `each record goes with all its entries, so that a store ends empty`() async throws {
    let storage = DictionaryStorage()
    try await storage.transact { transaction in
      try transaction.put(Sample.run(1))
      _ = try transaction.put(Sample.account("a", email: "ada@example.com", "b@example.com"))
      try transaction.put(CounterRecord(key: "k", count: 1, expires: 3))
      for number in 1...3 { try transaction.put(Sample.ticket("t\(number)", account: "\(number)")) }
      try transaction.put(Sample.ticket("t1", account: "a"))
      for due in 1...3 as ClosedRange<Int64> { try transaction.put(Sample.message(1, due: due)) }
      try transaction.put(table: [], hash: Sample.hash(1))
    }
    #expect(storage.keys.allSatisfy { $0.first.map { $0 > 0 && $0 < 128 } ?? false })
    try await storage.transact { transaction in
      try transaction.removeAccount("a", tenant: "contoso")
      #expect(try transaction.removeExpired(before: .max, limit: 10, keeping: []) == 7)
    }
    #expect(storage.keys == [])
  }

  @Test func `after an error that the body went on from, nothing is kept`() async throws {
    let storage = DictionaryStorage()
    try await storage.transact { try $0.put(CounterRecord(key: "k", count: 1, expires: 3)) }
    storage.damage()
    await #expect(throws: StorageError.self) {
      try await storage.transact { transaction in
        _ = try? transaction.counter("k")
        try transaction.put(Sample.run(1))
      }
    }
    #expect(try await storage.transact { try $0.run(Sample.id(1)) } == nil)
  }
}

/// A dictionary of bytes behind a lock.
private final class DictionaryStorage: Storage {
  private final class Store: KeyValueStore {
    var entries: [[UInt8]: [UInt8]] = [:]
    func value(of key: [UInt8]) -> [UInt8]? { entries[key] }
    func setValue(_ value: [UInt8]?, of key: [UInt8]) { entries[key] = value }
    func keys(from start: [UInt8], before end: [UInt8], limit: Int) -> [[UInt8]] {
      let found = entries.keys.filter { !$0.lexicographicallyPrecedes(start) && $0.lexicographicallyPrecedes(end) }
      return Array(found.sorted { $0.lexicographicallyPrecedes($1) }.prefix(limit))
    }
  }

  private let state = Mutex<(store: Store, isClosed: Bool)>((Store(), false))

  func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result {
    try state.withLock { state in
      if state.isClosed { throw StorageError.closed }
      let before = state.store.entries
      do { return try KeyValueTransaction.run(over: state.store, body) } catch {
        state.store.entries = before
        throw error
      }
    }
  }

  func close() async { state.withLock { $0.isClosed = true } }

  var keys: [[UInt8]] { state.withLock { Array($0.store.entries.keys) } }
  /// Takes a byte off each value.
  func damage() { state.withLock { $0.store.entries = $0.store.entries.mapValues { $0.dropLast() } } }
}
