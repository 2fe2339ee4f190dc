import FlowModel
public import FlowRuntime
import StorageSamples
import Synchronization

/// What a backend that outlives the process has to keep without being closed: what was answered is safe. Only the backend's
/// own tests know how to look past a storage that is in use, as another process would after a crash:
///
///     @Test(arguments: CrashContract.all)
///     func `keeps what it answered`(_ promise: CrashContract) async throws {
///       let file = newPath()
///       try await promise.check(try MyStorage(path: file)) { try MyStorage(path: copy(of: file)) }
///     }
public struct CrashContract: Sendable, CustomStringConvertible {
  /// Opens what a crash at this moment would leave: a copy of the files, for instance, in its place.
  public typealias Looking = @Sendable () async throws -> any Storage

  /// What is promised, as a sentence.
  public let name: String
  private let body: @Sendable (any Storage, @escaping Looking) async throws -> Void

  /// The promises.
  public static let all = [
    CrashContract("what was answered is there, of every kind") { storage, crashed in
      try await storage.transact { transaction in
        try Sample.putOneOfEach(transaction)
      }
      try await look(crashed) { (transaction) throws in
        try expect(transaction.run(Sample.id(1)), is: Sample.run(1))
        try expect(transaction.account("a", tenant: "contoso") != nil)
        try expect(transaction.counter("k")?.count, is: 3)
        try expect(transaction.ticket(.link, "t"), is: Sample.ticket("t"))
        try expect(transaction.messages(dueBy: 4, limit: 9), is: [Sample.message(1, due: 4)])
        try expect(transaction.table(Sample.hash(1)), is: [1, 2])
        try expect(transaction.secret("s")?.sealed, is: [1])
      }
      try await storage.transact { transaction in
        try transaction.removeAccount("a", tenant: "contoso")
        try transaction.removeMessage(Sample.id(1))
      }
      try await look(crashed) { (transaction) throws in
        try expect(transaction.account(Sample.email("ada@example.com"), tenant: "contoso"), is: nil)
        try expect(transaction.nextMessageDue(), is: nil)
      }
    },
    CrashContract("what was answered to one of many at once is there, as a whole, while others go on") {
      storage, crashed in
      let done = Mutex<Set<Int>>([])
      _ = try await count(of: 9) { task in
        if task < 8 {
          for number in task * 20..<(task + 1) * 20 {
            try await storage.transact { try Entry.write(number, in: $0) }
            done.withLock { _ = $0.insert(number) }
          }
          return true
        }
        for _ in 0..<12 {
          let before = done.withLock { $0 }
          let found = try await closing(try await crashed(), after: { try await Entry.numbers(in: 0..<160, of: $0) })
          let lost = before.subtracting(found).sorted()
          try expect(lost.isEmpty, "lost after it was answered: \(lost)")
        }
        return true
      }
    },
  ]

  private init(_ name: String, _ body: @escaping @Sendable (any Storage, @escaping Looking) async throws -> Void) {
    self.name = name
    self.body = body
  }

  private static func look(
    _ crashed: Looking, _ read: @escaping @Sendable (any StorageTransaction) throws -> Void
  ) async throws {
    try await closing(try await crashed(), after: { try await $0.undo(read) })
  }

  /// Runs the case over empty storage, and closes it.
  ///
  /// - Throws: a `BrokenPromise`, or what the storage throws.
  public func check(_ storage: any Storage, crashed: @escaping Looking) async throws {
    try await closing(storage, after: { try await body($0, crashed) })
  }

  /// The name, in a test's output.
  public var description: String { name }
}

extension StorageContract {
  /// Checks that nothing is kept of a transaction that met an error of the storage, even if its body went on. `provoke` does
  /// what this storage answers with a `StorageError`, which only its own tests know.
  ///
  /// - Throws: a `BrokenPromise`, or what the storage throws.
  public static func checkSwallowedError(
    _ storage: any Storage, provoke: @escaping @Sendable (any StorageTransaction) throws -> Void
  ) async throws {
    try await closing(storage) { storage in
      var thrown = false
      do {
        try await storage.transact { transaction in
          try transaction.put(Sample.run(1))
          do { try provoke(transaction) } catch is StorageError {}
          try transaction.put(Sample.run(2))
        }
      } catch is StorageError {
        thrown = true
      }
      try expect(thrown, "an error that the body swallowed is thrown all the same")
      try await storage.transact { (transaction) throws in
        try expect(transaction.run(Sample.id(1)), is: nil)
        try expect(transaction.run(Sample.id(2)), is: nil)
      }
    }
  }
}

extension Sample {
  /// Writes one record of each kind.
  static func putOneOfEach(_ transaction: any StorageTransaction) throws {
    try transaction.put(run(1))
    try expect(transaction.put(account("a", email: "ada@example.com")))
    try transaction.put(CounterRecord(key: "k", count: 3, expires: 9))
    try transaction.put(ticket("t"))
    try transaction.put(message(1, due: 4))
    try transaction.put(table: [1, 2], hash: hash(1))
    try transaction.put(SecretRecord(name: "s", sealed: [1]))
  }
}
