import FlowRuntime
import FlowStorageContract
import Foundation
import StorageSamples
import TestSupport
import Testing

@testable import FlowStorageSQLite

@Suite struct MigrationTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("usher.sqlite")
  }

  /// A next version, as it may come.
  private let next = Schema(migrations: Schema.current.migrations + ["ALTER TABLE runs ADD COLUMN note TEXT"])

  private func load(_ fixture: String) throws {
    try sqlite(
      path, try String(contentsOfFile: "\(Repository.root)/Tests/FlowStorageTests/Fixtures/\(fixture)", encoding: .utf8)
    )
  }

  /// The definitions of a file's tables and indices.
  private func schema(of path: String) throws -> [String] {
    try sqlite(path, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
  }

  @Test func `whoever only looks leaves a database of an earlier version as it is`() async throws {
    try load("schema-3.sql")
    let before = try schema(of: path)
    await #expect(throws: StorageError.self) { try await SQLiteStorage(path: path, migrating: false) }
    #expect(try schema(of: path) == before)
    await (try SQLiteStorage(path: path)).close()
    await (try SQLiteStorage(path: path, migrating: false)).close()
  }

  @Test(arguments: [
    "schema-1.sql", "schema-2.sql", "schema-3.sql", "schema-4.sql", "schema-5.sql", "schema-6.sql",
    "schema-7.sql",
  ])
  func `a database of an earlier version loads with all that is in it`(fixture: String) async throws {
    try load(fixture)
    let storage = try await SQLiteStorage(path: path)
    try await storage.transact { (transaction) throws in
      #expect(try transaction.run(Sample.id(1)) == Sample.run(1, step: 3, expires: 1_700_000_000_000))
      var account = MigrationTests.account
      if fixture >= "schema-3.sql" { account.unproven = [Sample.email("é")] }
      account.credentialsVersion = fixture >= "schema-4.sql" ? 2 : 0
      account.sessionEpoch = fixture >= "schema-6.sql" ? 3 : 0
      #expect(try transaction.account(Sample.email("ada@example.com"), tenant: "contoso") == account)
      var counter = CounterRecord(key: "guess:contoso:1", count: 2, expires: 7)
      counter.tag = [1]
      // Those from before they had a tag begin again.
      #expect(try transaction.counter("guess:contoso:1") == (fixture < "schema-5.sql" ? nil : counter))
      var ticket = Sample.ticket("74", .grant, account: "a1")
      ticket.used = 12
      #expect(try transaction.ticket(.grant, "74") == ticket)
      #expect(try transaction.messages(dueBy: 9, limit: 5) == [Sample.message(1, due: 9)])
      #expect(try transaction.table(Sample.hash(1)) == [0, 1, 255])
      let secret = SecretRecord(name: "signing-keys", version: 2, sealed: [1, 2, 3])
      let entry = AuditRecord(chain: 3, number: 1, content: [0x7B, 0x7D], hash: [7, 8])
      #expect(try transaction.audit(chain: 3, after: 0, limit: 9) == (fixture < "schema-7.sql" ? [] : [entry]))
      #expect(try transaction.secret("signing-keys") == (fixture == "schema-1.sql" ? nil : secret))
    }
    await storage.close()
    let fresh = folder.path("fresh.sqlite")
    await (try SQLiteStorage(path: fresh)).close()
    #expect(try schema(of: path) == schema(of: fresh))
  }

  @Test func `before version 3, nobody had proven what a pending account is called`() async throws {
    try load("schema-2.sql")
    try sqlite(path, "UPDATE accounts SET is_confirmed = 0")
    let storage = try await SQLiteStorage(path: path)
    let account = try await storage.transact { try $0.account("a1", tenant: "contoso") }
    #expect(account?.unproven == Set(MigrationTests.account.identifiers))
    await storage.close()
  }

  /// The account in the fixtures.
  private static let account: AccountRecord = {
    var account = Sample.account("a1", email: "ada@example.com", "é")
    account.isConfirmed = true
    account.isEnabled = false
    (account.credentialsVersion, account.sessionEpoch) = (0, 0)
    account.passwordHash = "$argon2id$2"
    account.earlierPasswordHashes = ["$argon2id$1", "$argon2id$0"]
    account.version = 4
    return account
  }()

  @Test(arguments: [1, 2, 3, 4, 5, 6])
  func `a version stays what it was when it was released`(version: Int) async throws {
    try load("schema-\(version).sql")
    let fresh = folder.path("fresh.sqlite")
    let released = Schema(migrations: Array(Schema.current.migrations.prefix(version)))
    await (try SQLiteStorage(path: fresh, schema: released)).close()
    #expect(try schema(of: path) == schema(of: fresh))
  }

  @Test func `the next version keeps the data, and this one no longer opens the file`() async throws {
    try load("schema-4.sql")
    let storage = try await SQLiteStorage(path: path, schema: next)
    #expect(try await storage.transact { try $0.run(Sample.id(1)) } != nil)
    await storage.close()
    #expect(try sqlite(path, "PRAGMA user_version") == ["\(next.version)"])
    #expect(try sqlite(path, "SELECT note FROM runs") == ["NULL"])
    await #expect(throws: StorageError.newerSchema(found: next.version, known: Schema.current.version)) {
      try await SQLiteStorage(path: path)
    }
  }

  @Test(arguments: [
    "ALTER TABLE runs ADD COLUMN note TEXT; CREATE TABLE accounts (x)",
    "ALTER TABLE runs ADD COLUMN note TEXT; DELETE FROM accounts", "nonsense",
  ])
  func `a migration that fails leaves the database as it was`(migration: String) async throws {
    try load("schema-1.sql")
    let before = try schema(of: path)
    let broken = Schema(migrations: Schema.current.migrations + [migration])
    await #expect(throws: StorageError.self) { try await SQLiteStorage(path: path, schema: broken) }
    #expect(try schema(of: path) == before)
    #expect(try sqlite(path, "PRAGMA user_version") == ["1"])
    let storage = try await SQLiteStorage(path: path)
    #expect(try await storage.transact { try $0.account("a1", tenant: "contoso") } == MigrationTests.account)
    await storage.close()
  }

  @Test(arguments: [
    "CREATE TRIGGER forgiving AFTER INSERT ON counters BEGIN DELETE FROM counters; END",
    "CREATE TABLE more (x)", "DROP INDEX messages_by_due",
    // By a name that is SQLite's own, which no statement can make.
    """
    PRAGMA writable_schema = ON;
    INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('trigger', 'sqlite_evil', 'counters', 0,
      'CREATE TRIGGER sqlite_evil AFTER INSERT ON counters BEGIN DELETE FROM counters; END')
    """,
  ])
  func `a database whose schema was changed by somebody else is refused`(change: String) async throws {
    await (try SQLiteStorage(path: path)).close()
    try sqlite(path, change)
    let error = await #expect(throws: StorageError.self) { try await SQLiteStorage(path: path) }
    guard case .corrupted(let message) = error else {
      Issue.record("\(error.map { "\($0)" } ?? "")")
      return
    }
    #expect(message.contains("its schema is not the one that this program makes"))
  }

  @Test func `a trigger that is planted under a running server does nothing`() async throws {
    let storage = try await SQLiteStorage(path: path)
    try sqlite(path, "CREATE TRIGGER forgiving AFTER INSERT ON counters BEGIN DELETE FROM counters; END")
    try await storage.transact { try $0.put(CounterRecord(key: "guesses", count: 1, expires: .max)) }
    #expect(try await storage.transact { try $0.counter("guesses")?.count } == 1)
    await storage.close()
  }

  @Test func `what SQLite adds for itself is no change of the schema`() async throws {
    await (try SQLiteStorage(path: path)).close()
    try sqlite(path, "ANALYZE")
    await (try SQLiteStorage(path: path)).close()
  }

  @Test func `of many that open an old database at once, one migrates it`() async throws {
    try load("schema-1.sql")
    try await withThrowingTaskGroup { [path, next] group in
      for _ in 0..<12 { group.addTask { await (try SQLiteStorage(path: path, schema: next)).close() } }
      try await group.waitForAll()
    }
    #expect(try sqlite(path, "PRAGMA user_version") == ["\(next.version)"])
  }
}
