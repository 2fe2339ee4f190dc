import FlowRuntime
import Foundation
import FlowStorageContract
import Synchronization
import Testing

@testable import FlowStorageSQLite

@Suite struct ContractTests {
  @Test(arguments: StorageContract.all)
  func `memory keeps the contract`(_ promise: StorageContract) async throws {
    try await promise.check(MemoryStorage())
  }

  @Test(arguments: StorageContract.all, AccountsAtRest.allCases)
  func `a sealed storage keeps the contract`(_ promise: StorageContract, _ form: AccountsAtRest) async throws {
    let key = try #require(ServerKey.random())
    try await promise.check(SealedStorage(over: try await SQLiteStorage(path: ":memory:"), key: key, accounts: form))
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

  @Test(arguments: CrashContract.all)
  func `SQLite in a file keeps what it answered`(_ promise: CrashContract) async throws {
    let folder = try TemporaryFolder()
    let copies = Mutex(0)
    try await promise.check(try await SQLiteStorage(path: folder.path("usher.sqlite"))) {
      let number = copies.withLock { copies in
        copies += 1
        return copies
      }
      // The log before the file, which does not change as long as the log is short.
      for suffix in ["-wal", ""] {
        let content = try Data(contentsOf: URL(fileURLWithPath: folder.path("usher.sqlite" + suffix)))
        try content.write(to: URL(fileURLWithPath: folder.path("copy-\(number)" + suffix)))
      }
      return try await SQLiteStorage(path: folder.path("copy-\(number)"))
    }
  }

  @Test func `SQLite keeps nothing of a transaction whose body swallowed an error`() async throws {
    let failing = Schema(
      migrations: Schema.current.migrations + [
        """
        ALTER TABLE counters ADD COLUMN fails INTEGER
          GENERATED ALWAYS AS (iif(key IS NULL, 1, NULL)) VIRTUAL NOT NULL;
        """
      ])
    let storage = try await SQLiteStorage(path: ":memory:", schema: failing)
    try await StorageContract.checkSwallowedError(storage) {
      try $0.put(CounterRecord(key: "k", count: 1, expires: 1))
    }
  }
}
