import FlowModel
public import FlowRuntime
import StorageSamples
import Synchronization

/// What a backend that outlives the process has to keep across a close: each case opens the same storage several times,
/// which is empty at first.
///
///     @Test(arguments: ReopeningContract.all)
///     func `keeps what was committed`(_ promise: ReopeningContract) async throws {
///       let file = newPath()
///       try await promise.check { try MyStorage(path: file) }
///     }
///
/// What a crash may take is the backend's own matter, and that of its own tests.
public struct ReopeningContract: Sendable, CustomStringConvertible {
  /// Opens the storage.
  public typealias Opening = @Sendable () async throws -> any Storage

  /// What is promised, as a sentence.
  public let name: String
  private let body: @Sendable (Opening) async throws -> Void

  /// The promises.
  public static let all = [
    ReopeningContract("each kind of record is there again") { storage in
      try await storage.transact { transaction in
        try Sample.putOneOfEach(transaction)
      }
    } read: { transaction in
      try expect(transaction.run(Sample.id(1)), is: Sample.run(1))
      try expect(transaction.account("a", tenant: "contoso"), is: Sample.account("a", email: "ada@example.com"))
      try expect(transaction.counter("k"), is: CounterRecord(key: "k", count: 3, expires: 9))
      try expect(transaction.ticket(.link, "t"), is: Sample.ticket("t"))
      try expect(transaction.messages(dueBy: 4, limit: 9), is: [Sample.message(1, due: 4)])
      try expect(transaction.table(Sample.hash(1)), is: [1, 2])
      try expect(transaction.secret("s"), is: SecretRecord(name: "s", sealed: [1]))
    },
    ReopeningContract("records are found by all that they were found by") { storage in
      try await storage.transact { transaction in
        try expect(transaction.put(Sample.account("a", email: "ada@example.com", "old@example.com")))
        for number in 1...3 { try transaction.put(Sample.message(number, due: Int64(10 - number))) }
        try transaction.put(Sample.ticket("t", .session))
        try transaction.put(table: [1], hash: Sample.hash(1))
        try transaction.put(table: [2], hash: Sample.hash(2))
        try transaction.put(Sample.run(1, expires: 50))
      }
    } read: { transaction in
      try expect(transaction.account(Sample.email("old@example.com"), tenant: "contoso")?.id, is: "a")
      try expect(!transaction.put(Sample.account("b", email: "old@example.com")))
      try expect(transaction.messages(dueBy: 10, limit: 2).map(\.due), is: [7, 8])
      try expect(transaction.nextMessageDue(), is: 7)
      try expect(transaction.removeExpired(before: 10, limit: 10, keeping: []), is: 1)
      try expect(transaction.hasTable(Sample.hash(1)) && !transaction.hasTable(Sample.hash(2)))
      try transaction.removeTickets(.session, account: "a", tenant: "contoso")
      try expect(transaction.ticket(.session, "t"), is: nil)
    },
    ReopeningContract("what was removed, replaced or undone does not come back") { storage in
      try await storage.transact { transaction in
        try expect(transaction.put(Sample.account("a", email: "ada@example.com")))
        try transaction.put(Sample.message(1, due: 4))
        try transaction.put(Sample.run(1, step: 1))
        try transaction.put(Sample.run(2, expires: 5))
      }
      try await storage.transact { transaction in
        try transaction.removeAccount("a", tenant: "contoso")
        try transaction.removeMessage(Sample.id(1))
        try transaction.put(Sample.run(1, step: 2))
        try expect(transaction.removeExpired(before: 9, limit: 10, keeping: []), is: 1)
      }
      try await storage.undo { try $0.put(Sample.run(3)) }
    } read: { transaction in
      try expect(transaction.account("a", tenant: "contoso"), is: nil)
      try expect(transaction.account(Sample.email("ada@example.com"), tenant: "contoso"), is: nil)
      try expect(transaction.nextMessageDue(), is: nil)
      try expect(transaction.run(Sample.id(1)), is: Sample.run(1, step: 2))
      try expect(transaction.run(Sample.id(2)), is: nil)
      try expect(transaction.run(Sample.id(3)), is: nil)
    },
    ReopeningContract("what was carried out while it was closed is there, and what was refused is not") { storage in
      let closing = Closing()
      let done = Mutex<Set<Int>>([])
      _ = try await count(of: 16) { task in
        for number in task * 1_000..<(task + 1) * 1_000 {
          guard try await closing.transact(storage, { try $0.put(Sample.run(number)) }) != nil else { return true }
          done.withLock { _ = $0.insert(number) }
        }
        return false
      }
      return done.withLock { $0 }
    } read: { transaction, done in
      let found = try (0..<16_000).filter { try transaction.run(Sample.id($0)) != nil }
      try expect(Set(found), is: done)
    },
  ]

  init(
    _ name: String, write: @escaping @Sendable (any Storage) async throws -> Void,
    read: @escaping @Sendable (any StorageTransaction) throws -> Void
  ) {
    self.init(name, write: write) { (transaction, _: Void) in try read(transaction) }
  }

  /// `read` is handed what `write` returned.
  init<Written: Sendable>(
    _ name: String, write: @escaping @Sendable (any Storage) async throws -> Written,
    read: @escaping @Sendable (any StorageTransaction, Written) throws -> Void
  ) {
    self.name = name
    body = { open in
      let written = try await closing(try await open(), after: write)
      for _ in 0..<2 { try await closing(try await open()) { try await $0.undo { try read($0, written) } } }
    }
  }

  /// Runs the case over storage that is empty when it is opened first, and leaves it closed. It is read
  /// twice: opening changes nothing.
  ///
  /// - Throws: a `BrokenPromise`, or what the storage throws.
  public func check(_ open: Opening) async throws {
    try await body(open)
  }

  /// The name, in a test's output.
  public var description: String { name }
}
