import FlowModel
@testable import FlowRuntime
import FlowStorageSQLite
import Foundation
import StorageSamples
import Synchronization
import Testing

/// What somebody can do who writes to the file of a database and has not the server's key.
@Suite struct SealingTests {
  let folder: TemporaryFolder
  let path: String
  let key: ServerKey
  let log = Lines()

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("usher.sqlite")
    key = try #require(ServerKey([UInt8](0..<32)))
  }

  /// What the operator reads.
  final class Lines: OperatorLog {
    private let lines = Mutex<[String]>([])
    func write(_ entry: LogEntry) { lines.withLock { $0.append(entry.message) } }
    var all: [String] { lines.withLock { $0 } }
  }

  private func open(_ form: AccountsAtRest = .sealed, key: ServerKey? = nil) async throws -> SealedStorage {
    let base = try await SQLiteStorage(path: path)
    do {
      return try await SealedStorage.open(over: base, key: key ?? self.key, accounts: form, log: log)
    } catch {
      await base.close()
      throw error
    }
  }

  private static let ada = Identifier(attribute: "email", value: "ada@example.com")

  /// Two people of one tenant, one of another, each with a used link, a session and a counter.
  private func fill(_ form: AccountsAtRest, key: ServerKey? = nil) async throws {
    let storage = try await open(form, key: key)
    try await storage.transact { transaction in
      for (id, tenant) in [("ada", "contoso"), ("bob", "contoso"), ("eve", "fabrikam")] {
        var account = Sample.account(id, tenant: tenant, email: "\(id)@example.com")
        account.isConfirmed = true
        account.attributes = #"{"displayName":"The name of \#(id)"}"#
        account.passwordHash = "$argon2id$\(id)"
        account.earlierPasswordHashes = ["$argon2id$earlier"]
        account.version = 3
        #expect(try transaction.put(account))
        var link = TicketRecord(
          kind: .reset, id: "link-\(id)", tenant: tenant, account: id, secretHash: [1, 2], sealed: [3], expires: 9)
        link.used = 5
        try transaction.put(link)
        try transaction.put(
          TicketRecord(
            kind: .session, id: "session-\(id)", tenant: tenant, account: id, secretHash: [], sealed: [], expires: 9))
        try transaction.put(CounterRecord(key: "guesses:\(id)", count: 5, expires: 9))
      }
    }
    await storage.close()
  }

  @Test(
    arguments: [
      "UPDATE accounts SET attributes = (SELECT attributes FROM accounts WHERE id = 'bob') WHERE id = 'ada'",
      "UPDATE accounts SET version = 2 WHERE id = 'ada'",
      "UPDATE accounts SET attributes = 'plain:AAAAAAAAAAAAAAAAAAAAAA:{}' WHERE id = 'ada'",
      "UPDATE accounts SET attributes = '{}' WHERE id = 'ada'",
      // The two exchange their addresses.
      """
      UPDATE identifiers SET account = (SELECT max(account) + min(account) FROM identifiers WHERE account > 0 AND tenant =
      'contoso') - account WHERE account > 0 AND tenant = 'contoso'
      """,
      "DELETE FROM identifiers WHERE account = (SELECT number FROM accounts WHERE id = 'ada')",
      """
      INSERT INTO identifiers (tenant, attribute, value, account, position, is_proven)
      SELECT tenant, attribute, 'more' || account, account, 1, 1 FROM identifiers WHERE account > 0
      """,
    ], AccountsAtRest.allCases)
  func `an account that was edited is refused`(_ sql: String, _ form: AccountsAtRest) async throws {
    try await fill(form)
    try sqlite(path, sql)
    let storage = try await open(form)
    await #expect(throws: StorageError.forged("account ada")) {
      try await storage.transact { try $0.account("ada", tenant: "contoso") }
    }
    #expect(log.all == ["account ada is not as this server wrote it, and was refused"])
    await storage.close()
  }

  @Test(arguments: AccountsAtRest.allCases)
  func `an address that was given to another account leads to none`(_ form: AccountsAtRest) async throws {
    try await fill(form)
    try sqlite(
      path,
      """
      CREATE TEMP TABLE addresses AS SELECT * FROM identifiers; DELETE FROM identifiers WHERE account > 0;
      INSERT INTO identifiers SELECT a.tenant, a.attribute, a.value, b.account, a.position, a.is_proven
      FROM addresses a, addresses b WHERE a.account <> b.account AND a.tenant = 'contoso' AND b.tenant = 'contoso'
      """)
    let storage = try await open(form)
    await #expect(throws: StorageError.self) {
      try await storage.transact { try $0.account(Self.ada, tenant: "contoso") }
    }
    await storage.close()
  }

  @Test(arguments: AccountsAtRest.allCases)
  func `an account is not another tenant's`(_ form: AccountsAtRest) async throws {
    try await fill(form)
    try sqlite(
      path,
      """
      UPDATE accounts SET tenant = 'fabrikam' WHERE id = 'ada';
      UPDATE identifiers SET tenant = 'fabrikam' WHERE account = (SELECT number FROM accounts WHERE id = 'ada')
      """)
    let storage = try await open(form)
    await #expect(throws: StorageError.forged("account ada")) {
      try await storage.transact { try $0.account("ada", tenant: "fabrikam") }
    }
    await storage.close()
  }

  @Test(
    arguments: [
      "UPDATE tickets SET used = NULL WHERE id = 'link-ada'",
      "UPDATE tickets SET used = 4 WHERE id = 'link-ada'",
      "UPDATE tickets SET expires = 99999999999999 WHERE id = 'link-ada'",
      "UPDATE tickets SET account = 'bob' WHERE id = 'link-ada'",
      "UPDATE tickets SET tenant = 'fabrikam' WHERE id = 'link-ada'",
      "UPDATE tickets SET sealed = x'04' WHERE id = 'link-ada'",
      "UPDATE tickets SET secret_hash = (SELECT secret_hash FROM tickets WHERE id = 'link-bob') WHERE id = 'link-ada'",
      "UPDATE tickets SET secret_hash = x'' WHERE id = 'link-ada'",
      "DELETE FROM tickets WHERE id = 'link-ada'; UPDATE tickets SET id = 'link-ada' WHERE id = 'link-bob'",
      "DELETE FROM tickets WHERE id = 'link-ada'; UPDATE tickets SET id = 'link-ada', kind = 4 WHERE id = 'session-ada'",
    ])
  func `a ticket that was edited is good for nothing`(_ sql: String) async throws {
    try await fill(.sealed)
    try sqlite(path, sql)
    let storage = try await open()
    #expect(try await storage.transact { try $0.ticket(.reset, "link-ada") } == nil)
    #expect(log.all == ["reset link-ada is not as this server wrote it, and was refused"])
    #expect(try await storage.transact { try $0.ticket(.session, "session-bob") } != nil)
    await storage.close()
  }

  @Test(
    arguments: [
      "UPDATE counters SET count = 0", "UPDATE counters SET expires = 1", "UPDATE counters SET tag = x''",
      """
      UPDATE counters SET count = 0, tag = (SELECT tag FROM counters WHERE key = 'guesses:bob') WHERE key = 'guesses:ada'
      """,
    ])
  func `a counter that was edited counts as used up`(_ sql: String) async throws {
    try await fill(.sealed)
    try sqlite(path, sql)
    let storage = try await open()
    let counter = try await storage.transact { try $0.counter("guesses:ada") }
    #expect(counter?.count == .max && counter?.expires == .max)
    #expect(log.all == ["counter guesses:ada is not as this server wrote it, and was refused"])
    await storage.close()
  }

  @Test func `who reads the file learns no address, no attribute and no hash`() async throws {
    try await fill(.sealed)
    let content = try Data(contentsOf: URL(fileURLWithPath: path))
    for text in ["ada@example.com", "The name of", "argon2id"] { #expect(content.range(of: Data(text.utf8)) == nil) }
    let plain = try TemporaryFolder()
    let storage = SealedStorage(
      over: try await SQLiteStorage(path: plain.path("usher.sqlite")), key: key, accounts: .plain)
    #expect(try await storage.transact { try $0.put(Sample.account("ada", email: "ada@example.com")) })
    await storage.close()
    let clear = try Data(contentsOf: URL(fileURLWithPath: plain.path("usher.sqlite")))
    #expect(clear.range(of: Data("ada@example.com".utf8)) != nil)
  }

  @Test func `a wrong key is told at the start, with the name of the right one`() async throws {
    try await fill(.sealed)
    let wrong = try #require(ServerKey([UInt8](1..<33)))
    await #expect(throws: SealingError.otherKey(fingerprints: key.fingerprints)) { try await open(key: wrong) }
  }

  @Test func `accounts in another form, and those of an earlier version, are told at the start`() async throws {
    try await fill(.sealed)
    await #expect(throws: SealingError.otherForm(.sealed)) { try await open(.plain) }
    // Taking the mark away makes no account genuine, and none that was sealed one of an earlier version.
    try sqlite(path, "DELETE FROM secrets")
    let forged = SealingError.storage(.forged("how accounts rest"))
    await #expect(throws: forged) { try await open() }
    let base = try await SQLiteStorage(path: path)
    await #expect(throws: forged) { try await SealedStorage.reseal(base, key: key, accounts: .sealed) }
    await base.close()
    try sqlite(path, "UPDATE accounts SET attributes = '{}'")
    await #expect(throws: SealingError.notSealed) { try await open() }
  }

  @Test(arguments: AccountsAtRest.allCases)
  func `accounts of an earlier version are sealed with all that they have`(_ form: AccountsAtRest) async throws {
    let base = try await SQLiteStorage(path: path)
    var account = Sample.account("ada", email: "ada@example.com")
    account.passwordHash = "$argon2id$ada"
    account.unproven = [Self.ada]
    let old = account
    let session = Sample.ticket("s", .session, account: "ada")
    try await base.transact { transaction in
      #expect(try transaction.put(old))
      try transaction.put(session)
    }
    #expect(try await SealedStorage.reseal(base, key: key, accounts: form, now: 0).accounts == 1)
    await base.close()
    let storage = try await open(form)
    #expect(try await storage.transact { try $0.account(Self.ada, tenant: "contoso") } == old)
    #expect(try await storage.transact { try $0.ticket(.session, "s") } == session)
    await storage.close()
  }

  @Test func `accounts change their form, but none that was edited`() async throws {
    try await fill(.sealed)
    let base = try await SQLiteStorage(path: path)
    #expect(try await SealedStorage.reseal(base, key: key, accounts: .plain, batch: 1).accounts == 3)
    await base.close()
    let storage = try await open(.plain)
    let ada = try await storage.transact { try $0.account(Self.ada, tenant: "contoso") }
    #expect(ada?.passwordHash == "$argon2id$ada")
    await storage.close()
    try sqlite(path, "UPDATE accounts SET is_enabled = 0 WHERE id = 'bob'")
    let again = try await SQLiteStorage(path: path)
    // It is listed, and stays what nobody opens.
    let done = try await SealedStorage.reseal(again, key: key, accounts: .sealed)
    #expect(done.accounts == 2 && done.edited == ["bob"])
    await again.close()
    let sealed = try await open(.sealed)
    let listed = try await sealed.transact { try $0.accounts(after: nil, limit: 1).map(\.id) }
    let rest = try await sealed.transact {
      try $0.accounts(after: AccountPlace(tenant: "contoso", id: "ada"), limit: 1).map(\.id)
    }
    #expect(listed == ["ada"] && rest == ["eve"], "a list goes on past it")
    #expect(log.all.contains { $0.contains("account bob is not as this server wrote it") })
    await #expect(throws: StorageError.forged("account bob")) {
      try await sealed.transact { try $0.account("bob", tenant: "contoso") }
    }
    await sealed.close()
  }

  @Test func `a new master key reads what the one before it wrote, and alone once all is sealed anew`() async throws {
    let (old, new) = ([UInt8](0..<32), [UInt8](1..<33))
    try await fill(.sealed)
    let ring = try #require(ServerKey(ring: [new, old]))
    let storage = try await open(key: ring)
    let ada = try await storage.transact { transaction in
      // An address stays one account's, under whichever key it was written.
      #expect(try !transaction.put(Sample.account("second", email: "ada@example.com")))
      #expect(try transaction.counter("guesses:ada")?.count == 5)
      #expect(try transaction.ticket(.reset, "link-ada") != nil)
      return try transaction.account(Self.ada, tenant: "contoso")
    }
    #expect(ada?.id == "ada")
    await storage.close()
    // Not yet: there are rows of the older key.
    let alone = try #require(ServerKey(new))
    await #expect(throws: SealingError.otherKey(fingerprints: key.fingerprints)) { try await open(key: alone) }
    let base = try await SQLiteStorage(path: path)
    // Sessions and links, whose secrets were made with it, need the older one as long as they live.
    let now = try await SealedStorage.reseal(base, key: ring, accounts: .sealed, batch: 2, now: 8)
    #expect(now == Resealed(accounts: 3, needsOlderKeys: 9))
    await #expect(throws: SealingError.otherKey(fingerprints: key.fingerprints)) { try await open(key: alone) }
    let later = try await SealedStorage.reseal(base, key: ring, accounts: .sealed, batch: 2, now: 9)
    #expect(later == Resealed(accounts: 3, needsOlderKeys: nil))
    await base.close()
    let after = try await open(key: alone)
    #expect(try await after.transact { try $0.account(Self.ada, tenant: "contoso") } == ada)
    await after.close()
    #expect(log.all.isEmpty)
  }

  @Test func `a server that runs while accounts change their form refuses its work, and loses nothing`() async throws {
    try await fill(.sealed)
    let running = try await open(.sealed)
    #expect(try await running.transact { try $0.account(Self.ada, tenant: "contoso") } != nil)
    let base = try await SQLiteStorage(path: path)
    #expect(try await SealedStorage.reseal(base, key: key, accounts: .plain).accounts == 3)
    for _ in 0..<2 {
      let error = await #expect(throws: StorageError.self) {
        try await running.transact { try $0.account(Self.ada, tenant: "contoso") }
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains("how accounts rest is changed"))
    }
    await running.close()
    await base.close()
  }

  @Test func `while accounts change their form nobody opens them, also after an interruption`() async throws {
    try await fill(.sealed)
    let base = try await SQLiteStorage(path: path)
    try sqlite(
      path,
      """
      ALTER TABLE accounts ADD COLUMN stop INTEGER
        GENERATED ALWAYS AS (iif(id = 'eve' AND attributes LIKE 'plain:%', NULL, 1)) VIRTUAL NOT NULL
      """)
    await #expect(throws: SealingError.self) {
      try await SealedStorage.reseal(base, key: key, accounts: .plain, batch: 1)
    }
    try sqlite(path, "ALTER TABLE accounts DROP COLUMN stop")
    for form in AccountsAtRest.allCases {
      await #expect(throws: SealingError.unfinished(.plain)) { try await open(form) }
    }
    #expect(try await SealedStorage.reseal(base, key: key, accounts: .plain, batch: 1).accounts == 3)
    await base.close()
    await (try open(.plain)).close()
  }

  @Test func `whoever only looks leaves how accounts rest as it is`() async throws {
    try await fill(.sealed)
    let ring = try #require(ServerKey(ring: [[UInt8](1..<33), [UInt8](0..<32)]))
    let base = try await SQLiteStorage(path: path)
    let before = try await base.transact { try $0.secret(SealedStorage.markName) }
    _ = try await SealedStorage.open(over: base, key: ring, accounts: nil, isWriting: false)
    #expect(try await base.transact { try $0.secret(SealedStorage.markName) } == before)
    await base.close()
  }

  @Test func `two accounts of one address, written under two keys, are told when all is sealed anew`() async throws {
    try await fill(.sealed)
    let new = try #require(ServerKey([UInt8](1..<33)))
    let ring = try #require(ServerKey(ring: [[UInt8](1..<33), [UInt8](0..<32)]))
    let base = try await SQLiteStorage(path: path)
    // By a server that was not started anew, before it saw that others write under another key.
    let zoe = SealedAccount.close(
      Sample.account("zoe", tenant: "contoso", email: "ada@example.com"), .sealed, new)
    #expect(try await base.transact { try $0.put(zoe) })
    // It sees it soon.
    let second = SealedStorage(over: base, key: new)
    await #expect(throws: StorageError.self) { try await second.transact { try $0.put(zoe) } }
    // Ada comes first, and her address is Zoe's by now.
    await #expect(throws: SealingError.shared(account: "ada")) {
      try await SealedStorage.reseal(base, key: ring, accounts: .sealed)
    }
    await base.close()
  }
}
