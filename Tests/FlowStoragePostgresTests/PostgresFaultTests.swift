import FlowRuntime
import FlowStoragePostgres
import Synchronization
import Testing

/// What becomes of transactions when the server fails, and when several nodes are at it.
@Suite struct PostgresFaultTests {
  @Test func `nothing that was answered is lost where the server crashes again and again`() async throws {
    let server = try PostgresServer()
    let settings = try server.settings()
    let storage = try await PostgresStorage(settings)
    let ledger = Ledger()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          var number = 0
          while !ledger.isDone.withLock({ $0 }) {
            let key = "\(task)-\(number)"
            number += 1
            do {
              try await storage.transact { transaction in
                try transaction.put(CounterRecord(key: key, count: 1, expires: 1))
                try transaction.put(CounterRecord(key: key + "b", count: 1, expires: 1))
              }
              ledger.answered.withLock { _ = $0.insert(key) }
            } catch is StorageError {
              // Nobody knows whether this one was done; it is there as a whole, or not at all.
            }
          }
        }
      }
      for _ in 0..<6 {
        try await Task.sleep(for: .milliseconds(300))
        try server.crash()
      }
      try await Task.sleep(for: .milliseconds(300))
      ledger.isDone.withLock { $0 = true }
      try await group.waitForAll()
    }
    let keys = ledger.answered.withLock { $0 }
    #expect(keys.count > 20)
    let lost = try await storage.transact { transaction in
      try keys.filter { try transaction.counter($0) == nil || transaction.counter($0 + "b") == nil }
    }
    #expect(lost.isEmpty)
    #expect(try server.query("SELECT count(*) % 2 FROM usher_counters", settings) == "0")
    await storage.close()
  }

  @Test func `transactions wait for a server that is started anew`() async throws {
    let server = try PostgresServer()
    let storage = try await PostgresStorage(try server.settings())
    try server.stop()
    async let done: Void = storage.transact { try $0.put(CounterRecord(key: "k", count: 1, expires: 1)) }
    try await Task.sleep(for: .milliseconds(500))
    try server.start()
    try await done
    #expect(try await storage.transact { try $0.counter("k")?.count } == 1)
    await storage.close()
  }

  @Test func `of many nodes that want one address, one gets it, and each count is counted`() async throws {
    let settings = try PostgresServer.shared.get().settings()
    let first = try await PostgresStorage(settings)
    let nodes = [first, try await PostgresStorage(settings), try await PostgresStorage(settings)]
    let owners = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<30 {
        let node = nodes[number % 3]
        group.addTask {
          try await node.transact { transaction in
            let count = try transaction.counter("k")?.count ?? 0
            try transaction.put(CounterRecord(key: "k", count: count + 1, expires: 1))
            return try transaction.put(
              AccountRecord(
                id: "a\(number)", tenant: "contoso", isConfirmed: true,
                identifiers: [Identifier(attribute: "email", value: "ada@example.com")], attributes: "{}", created: 1))
          }
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(owners == 1)
    #expect(try await first.transact { try $0.counter("k")?.count } == 30)
    #expect(try await first.transact { try $0.accounts(after: nil, limit: 99).count } == 1)
    for node in nodes { await node.close() }
  }

  @Test func `a database of a newer version, and one without tables, are left as they are`() async throws {
    let server = try PostgresServer.shared.get()
    let settings = try server.settings()
    await #expect(throws: StorageError.unavailable("the database has no tables of this program")) {
      _ = try await PostgresStorage(settings, migrating: false)
    }
    #expect(try server.query("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()", settings) == "0")
    try await PostgresStorage(settings).close()
    _ = try server.query("UPDATE usher_schema SET version = 99", settings)
    await #expect(throws: StorageError.newerSchema(found: 99, known: 2)) { _ = try await PostgresStorage(settings) }
  }

  @Test func `nodes that start at the same time make the tables once`() async throws {
    let settings = try PostgresServer.shared.get().settings()
    try await withThrowingTaskGroup(of: PostgresStorage.self) { group in
      for _ in 0..<8 { group.addTask { try await PostgresStorage(settings, connections: 1) } }
      for try await node in group { await node.close() }
    }
  }

  @Test(arguments: [
    "postgres://%zz", "host=/nonexistent password=geheim", "postgres://u:geheim@127.0.0.1:1/d",
    "postgres://u:geheim#1/2@127.0.0.1/d",
  ])
  func `what cannot be connected to is an error that tells no password`(_ settings: String) async throws {
    let error = await #expect(throws: StorageError.self) { _ = try await PostgresStorage(settings) }
    let words = error.map { "\($0)" } ?? ""
    #expect(!words.contains("geheim"))
  }
}

/// What was answered, kept outside the storage.
private final class Ledger: Sendable {
  let answered = Mutex<Set<String>>([])
  let isDone = Mutex(false)
}
