import EngineSupport
import FlowJSON
import FlowModel
import TestSupport
import Testing

@testable import FlowRuntime

/// The audit log of accounts.
@Suite struct AuditTests {
  private func fixture(_ backend: Backend = .memory) async throws -> Fixture {
    try await Fixture(try Fixture.tenant("native-auth"), on: backend)
  }

  private func reading(_ fixture: Fixture) -> AuditReading { AuditReading(fixture.storage, key: fixture.key) }

  /// Signs up, as far as the flow asks for.
  private func signUp(_ fixture: Fixture, _ email: String) async throws -> (id: String, run: String?) {
    let started = await fixture.start("sign-up", ["email": .string(email)], by: .client("ios"))
    var reply = await fixture.send(
      "submit", ["code": .string(try #require(fixture.outbox.code(to: email)))], started.token)
    for _ in 0..<4 where reply.end == nil {
      var input: JSONObject = [:]
      for field in reply.page?.events.first(where: { $0.name == "submit" })?.fields ?? []
      where field.isRequired {
        let value: JSON =
          switch field.name {
          case "password": .string(Fixture.password)
          case "country": "Norway"
          case "city": "Oslo"
          case "age": 36
          case "newsletter": true
          default: "text"
          }
        input[field.name] = value
      }
      reply = await fixture.send("submit", input, reply.token)
    }
    #expect(reply.end != nil, "\(reply.json.text)")
    return (try #require(try await fixture.account(email)?.id), reply.run)
  }

  @Test(arguments: Backend.allCases)
  func `what becomes of an account is noted with its run, its version and its evidence`(_ backend: Backend) async throws
  {
    let fixture = try await fixture(backend)
    let (id, run) = try await signUp(fixture, "ada@example.com")
    let place = AccountPlace(tenant: "native-auth", id: id)
    let made = try await reading(fixture).entries(account: place)
    let first = try #require(made.first)
    #expect(first.changes.contains("created") && first.changes.contains("identifier:email"), "\(made)")
    #expect(first.actor == .run && first.run == run && first.flow == "sign-up")
    #expect(first.version == fixture.engine.tables.first?.hash.description)
    #expect(first.evidence.contains("proved email by otp"), "\(first.evidence)")
    #expect(first.time == fixture.clock.now())

    try await fixture.engine.disableAccount(id, tenant: "native-auth")
    try await fixture.engine.disableAccount(id, tenant: "native-auth")
    try await fixture.engine.enableAccount(id, tenant: "native-auth")
    try await fixture.engine.revokeSessions(ofAccount: id, tenant: "native-auth")
    try await fixture.engine.removeOwnAccount(id, tenant: "native-auth")
    try await fixture.engine.removeAccount(id, tenant: "native-auth")
    let later = try await reading(fixture).entries(account: place).dropFirst(made.count)
    #expect(
      later.map { "\($0.actor) \($0.changes.joined(separator: ","))" } == [
        "operator disabled,sessions.ended", "operator sessions.ended", "operator enabled,sessions.ended",
        "operator sessions.ended", "owner deleted",
      ], "\(later.map(\.json.text))")
    #expect(try await reading(fixture).verify().breaks == [])
    #expect(try await reading(fixture).entries(tenant: "other") == [])
  }

  @Test func `nothing that somebody typed or was sent is in it`() async throws {
    let fixture = try await fixture(.sqlite)
    _ = try await signUp(fixture, "ada@example.com")
    let text = try await reading(fixture).entries().map(\.json.text).joined()
    let code = try #require(fixture.outbox.code(to: "ada@example.com"))
    #expect(text.contains("identifier:email"))
    for word in ["ada", "example", "Oslo", "Norway", Fixture.password, "argon2", code] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test func `a step that is undone notes nothing, and one that is repeated notes once`() async throws {
    let failing = FailingStorage(MemoryStorage())
    let fixture = try await Fixture(
      try Fixture.tenant("native-auth"), on: try await Backend.memory.open(), wrap: { _ in failing })
    let log = AuditReading(failing, key: fixture.key)
    let input: JSONObject = ["email": "ada@example.com", "password": .string(Fixture.password)]
    _ = await fixture.start("sign-up", input, by: .client("ios"))
    let before = try await log.verify().entries
    let id = try await failing.transact { (transaction) throws -> String in
      let account = AccountRecord(
        id: "0123456789abcdef01234567", tenant: "native-auth", isConfirmed: true, identifiers: [], attributes: "{}",
        created: 0)
      #expect(try transaction.put(account))
      return account.id
    }
    failing.fail(after: 0)
    await #expect(throws: StorageError.self) { try await fixture.engine.disableAccount(id, tenant: "native-auth") }
    #expect(try await log.verify().entries == before)
    try await fixture.engine.disableAccount(id, tenant: "native-auth")
    #expect(try await log.verify().entries == before + 1)
  }

  /// Accounts whose entries are all in one chain, and the chain.
  private func filled(_ fixture: Fixture) async throws -> Int64 {
    let chain: Int64 = 5
    let origin = AuditOrigin(.operator, at: 1)
    let key = fixture.key
    try await fixture.storage.transact { transaction in
      var found = 0
      for number in 0..<10_000 where found < 6 {
        let id = "account-\(number)"
        guard AuditLog.chain(of: id, tenant: "t") == chain else { continue }
        found += 1
        try transaction.append(AuditEntry(["created"], of: id, tenant: "t", by: origin), key)
      }
    }
    return chain
  }

  /// What `verify` says after somebody has changed the database.
  private func verdict(after change: String) async throws -> [String] {
    let fixture = try await fixture(.sqlite)
    let chain = try await filled(fixture)
    #expect(try await reading(fixture).verify().breaks == [])
    let path = try #require(fixture.backend.path)
    let script = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute(sys.argv[2]); db.commit()"
    #expect(try run("/usr/bin/python3", ["-c", script, path, change]).status == 0)
    let verdict = try await reading(fixture).verify()
    #expect(verdict.breaks.allSatisfy { $0.chain == chain })
    return verdict.breaks.map { "\($0.number): \($0.reason)" }
  }

  @Test(arguments: [
    (
      "UPDATE audit SET content = CAST(replace(CAST(content AS TEXT), 'created', 'deleted') AS BLOB) WHERE number = 3",
      ["3: it was changed, or the one before it was"]
    ),
    ("DELETE FROM audit WHERE number = 3", ["4: the entry before it is gone"]),
    ("DELETE FROM audit WHERE number IN (1, 2)", ["3: 2 entries before it are gone"]),
    ("DELETE FROM audit WHERE number > 4", ["4: the entries from 5 to 6 are gone from the end"]),
    ("DELETE FROM audit", ["0: the entries from 1 to 6 are gone from the end"]),
    ("DELETE FROM secrets WHERE name = 'audit/5'", ["6: the head of the chain is gone"]),
    (
      "UPDATE secrets SET sealed = zeroblob(72) WHERE name = 'audit/5'",
      ["6: the head of the chain cannot be opened with this key"]
    ),
  ])
  func `whoever changes the log is found out, with the place`(_ change: String, _ found: [String]) async throws {
    #expect(try await verdict(after: change) == found)
  }

  @Test func `whoever makes the hashes anew is found out at the end of the chain`() async throws {
    let fixture = try await fixture()
    let chain = try await filled(fixture)
    let records = try await fixture.storage.transact { try $0.audit(chain: chain, after: 0, limit: 100) }
    // The same log with another content, as somebody without the key would write it.
    let forged = MemoryStorage()
    let head = try await fixture.storage.transact { try $0.secret(AuditLog.Head.name(of: chain)) }
    try await forged.transact { (transaction) throws in
      var before: [UInt8]?
      for var record in records {
        if record.number == 3 { record.content = Array(#"{"time":1}"#.utf8) + record.content }
        record.hash = AuditLog.hash(record.content, chain: chain, number: record.number, after: before)
        before = record.hash
        #expect(try transaction.append(record))
      }
      try transaction.put(try #require(head))
    }
    let breaks = try await AuditReading(forged, key: fixture.key).verify().breaks
    #expect(breaks.map(\.number).contains(6))
    #expect(breaks.map(\.reason).contains("the last entry is not the one that was written"))
  }

  @Test func `a head that was put back keeps nobody from their account, and is told for ever`() async throws {
    let fixture = try await fixture()
    let chain = try await filled(fixture)
    let key = fixture.key
    try await fixture.storage.transact { transaction in
      let third = try transaction.audit(chain: chain, after: 2, limit: 1)[0]
      try transaction.put(AuditLog.Head(number: 3, hash: third.hash).record(of: chain, version: 9, key))
    }
    let found = try await reading(fixture).verify().breaks
    #expect(found.map(\.reason) == ["the head of the chain is that of entry 3, and was put back"])
    _ = try await filled(fixture)
    let verdict = try await reading(fixture).verify()
    #expect(verdict.entries == 12)
    #expect(
      verdict.breaks.map { "\($0.number): \($0.reason)" } == [
        "7: when it was written, the head of the chain was at 3: somebody had changed the log"
      ])
  }

  @Test func `a log is the same under another master key once it was sealed anew`() async throws {
    let backend = MemoryStorage()
    let (first, second) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
    let old = try #require(ServerKey(first))
    let fixture = try await Fixture(
      try Fixture.tenant("native-auth"), on: try await Backend.memory.open(), key: old, wrap: { _ in backend })
    let key = fixture.key
    try await backend.transact { transaction in
      try transaction.append(
        AuditEntry(["created"], of: "a", tenant: "t", by: AuditOrigin(.operator, at: 1)), key)
    }
    let before = try await AuditReading(backend, key: old).verify()
    #expect(before.breaks == [] && before.entries == 1)
    let other = try #require(ServerKey(second))
    #expect(try await AuditReading(backend, key: other).verify().breaks.count == 1)
    let both = try #require(ServerKey(ring: [second, first]))
    _ = try await SealedStorage.reseal(backend, key: both, accounts: .sealed, settling: .zero)
    let after = try await AuditReading(backend, key: other).verify()
    #expect(after.breaks == [] && after.digest == before.digest)
  }

  @Test func `many at once each have a place`() async throws {
    let fixture = try await fixture(.sqlite)
    let storage = fixture.storage
    let key = fixture.key
    try await withThrowingTaskGroup { group in
      for number in 0..<64 {
        group.addTask {
          try await storage.transact { transaction in
            try transaction.append(
              AuditEntry(["created"], of: "a\(number)", tenant: "t", by: AuditOrigin(.operator, at: 1)), key)
          }
        }
      }
      try await group.waitForAll()
    }
    let verdict = try await reading(fixture).verify()
    #expect(verdict.entries == 64 && verdict.breaks == [])
  }
}

extension AuditTests {
  @Test func `what is different between two accounts is told by names`() {
    var account = AccountRecord(
      id: "a", tenant: "t", isConfirmed: false, identifiers: [Identifier(attribute: "email", value: "ada@example.com")],
      attributes: #"{"email":"ada@example.com","city":"Oslo"}"#, created: 0)
    account.unproven = Set(account.identifiers)
    #expect(account.changes(since: nil) == ["created", "identifier:email"])
    var other = account
    other.version += 1
    #expect(other.changes(since: account) == [])
    other.isConfirmed = true
    #expect(other.changes(since: account) == ["confirmed", "proven:email"])
    other = account
    other.passwordHash = "one"
    other.credentialsVersion += 1
    #expect(other.changes(since: account) == ["password"])
    var rehashed = other
    rehashed.passwordHash = "two"
    #expect(rehashed.changes(since: other) == ["password.rehashed"])
    rehashed.passwordHash = nil
    #expect(rehashed.changes(since: other) == ["password.removed"])
    other = account
    other.identifiers = [Identifier(attribute: "email", value: "eve@example.com")]
    other.unproven = []
    other.attributes = #"{"email":"eve@example.com","age":36}"#
    #expect(other.changes(since: account) == ["identifier:email", "attribute:age", "attribute:city"])
    other = account
    other.isEnabled = false
    #expect(other.changes(since: account) == ["disabled", "sessions.ended"])
  }
}
