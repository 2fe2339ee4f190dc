import FlowRuntime
import FlowStorageContract
import FlowStoragePostgres
import Testing

@Suite struct PostgresContractTests {
  /// All promises are checked at the same time: together they stay below what the server allows.
  private let connections = 3

  @Test(arguments: StorageContract.all)
  func `PostgreSQL keeps the contract`(_ promise: StorageContract) async throws {
    let server = try PostgresServer.shared.get()
    try await promise.check(try await PostgresStorage(try server.settings(), connections: connections))
  }

  @Test(arguments: StorageContract.all)
  func `a sealed storage over PostgreSQL keeps the contract`(_ promise: StorageContract) async throws {
    let server = try PostgresServer.shared.get()
    let key = try #require(ServerKey.random())
    try await promise.check(
      SealedStorage(over: try await PostgresStorage(try server.settings(), connections: connections), key: key))
  }

  @Test(arguments: ReopeningContract.all)
  func `PostgreSQL keeps what was committed`(_ promise: ReopeningContract) async throws {
    let settings = try PostgresServer.shared.get().settings()
    try await promise.check { try await PostgresStorage(settings) }
  }

  @Test(arguments: CrashContract.all)
  func `PostgreSQL keeps what it answered, as another node sees it`(_ promise: CrashContract) async throws {
    let settings = try PostgresServer.shared.get().settings()
    try await promise.check(try await PostgresStorage(settings)) { try await PostgresStorage(settings, connections: 1) }
  }

  @Test func `nothing is kept of a transaction whose body swallowed an error`() async throws {
    let server = try PostgresServer.shared.get()
    let settings = try server.settings()
    let storage = try await PostgresStorage(settings)
    _ = try server.query("ALTER TABLE usher_counters ADD CHECK (expires < 0)", settings)
    try await StorageContract.checkSwallowedError(storage) { transaction in
      try transaction.put(CounterRecord(key: "k", count: 1, expires: 1))
      _ = try transaction.counter("k")
    }
  }
}
