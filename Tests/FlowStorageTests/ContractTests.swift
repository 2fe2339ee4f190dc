import FlowRuntime
import FlowStorageSQLite
import FlowStorageContract
import Testing

@Suite struct ContractTests {
  @Test(arguments: StorageContract.all)
  func `memory keeps the contract`(_ promise: StorageContract) async throws {
    try await promise.check(MemoryStorage())
  }

  @Test(arguments: StorageContract.all)
  func `SQLite in memory keeps the contract`(_ promise: StorageContract) async throws {
    try await promise.check(try await SQLiteStorage(path: ":memory:"))
  }

  @Test(arguments: StorageContract.all)
  func `SQLite in a file keeps the contract`(_ promise: StorageContract) async throws {
    let folder = try TemporaryFolder()
    try await promise.check(try await SQLiteStorage(path: folder.path("usher.sqlite")))
    #expect(folder.files() == ["usher.sqlite"])
  }

  @Test(arguments: ReopeningContract.all)
  func `SQLite in a file keeps what was committed`(_ promise: ReopeningContract) async throws {
    let folder = try TemporaryFolder()
    try await promise.check { try await SQLiteStorage(path: folder.path("usher.sqlite")) }
  }
}
