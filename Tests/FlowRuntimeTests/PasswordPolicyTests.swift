import EngineSupport
import FlowExpression
import FlowJSON
import FlowModel
import Synchronization
import Testing

@testable import FlowRuntime

/// The tenant's policy of passwords, as the engine keeps it.
@Suite struct PasswordPolicyTests {
  private static let ada = "ada@example.com"
  private static let dearer = PasswordHashing(memory: 19, passes: 3)

  private func logIn(_ fixture: Fixture, _ password: String) async -> Reply {
    await fixture.start("log-in", ["email": .string(Self.ada), "password": .string(password)])
  }

  private func register(_ fixture: Fixture, _ password: String) async -> Reply {
    await fixture.start("register-at-once", ["email": .string(Self.ada), "password": .string(password)])
  }

  /// What becomes of an account's password that rests so, at the next log-in.
  private func afterLogIn(
    _ fixture: Fixture, _ rest: String?, _ password: String
  ) async throws -> (before: AccountRecord, after: AccountRecord) {
    var account = try await fixture.add(Self.ada)
    account.passwordHash = rest
    let before = account
    #expect(try await fixture.storage.transact { try $0.put(before) })
    #expect(await logIn(fixture, password + "!").error?.code == "invalid_credentials")
    #expect(try await fixture.account(Self.ada) == before, "nobody has shown the password")
    #expect(await logIn(fixture, password).end?.name == "completed")
    return (before, try #require(try await fixture.account(Self.ada)))
  }

  @Test(arguments: Backend.allCases)
  func `a password from before the form was kept goes on, and every way to type it from then on`(
    _ backend: Backend
  ) async throws {
    let fixture = try await Fixture(try Fixture.tenant("email-password"), on: backend)
    let typed = "Cafe\u{301}-am-Tor-7"
    let rest = Argon2id.hash(Array(typed.utf8), PasswordHashing().cost)
    let (before, after) = try await afterLogIn(fixture, rest, typed)
    #expect(after.passwordHash?.hasPrefix("nfkc$argon2id$") == true)
    #expect(after.version == before.version + 1 && after.credentialsVersion == before.credentialsVersion)
    #expect(after.earlierPasswordHashes.isEmpty)
    #expect(await logIn(fixture, "Caf\u{E9}-am-Tor-7").end?.name == "completed")
    #expect(try await fixture.account(Self.ada) == after, "once is enough")
  }

  @Test func `a hash is made anew when the parameters have risen, and not when they have fallen`() async throws {
    let risen = try await Fixture(try Fixture.tenant("email-password") { $0.passwords.hashing = Self.dearer })
    let (_, after) = try await afterLogIn(risen, Fixture.passwordHash, Fixture.password)
    #expect(after.passwordHash?.hasPrefix("nfkc$argon2id$v=19$m=19456,t=3,p=1$") == true)
    let fallen = try await Fixture(
      try Fixture.tenant("email-password") { $0.passwords.hashing = PasswordHashing(memory: 7, passes: 5) })
    let (before, same) = try await afterLogIn(fallen, Fixture.passwordHash, Fixture.password)
    #expect(same == before)
  }

  @Test func `a run that began before the parameters rose keeps to the new ones`() async throws {
    let table = try Fixture.tenant("email-password")
    let fixture = try await Fixture(table)
    try await fixture.add(Self.ada)
    let early = await fixture.start("log-in")
    var newer = table
    newer.passwords.hashing = Self.dearer
    try await fixture.engine.install(file: TableFile.write(newer).bytes)
    let input: JSONObject = ["email": .string(Self.ada), "password": .string(Fixture.password)]
    #expect(await fixture.send("submit", input, early.token).end?.name == "completed")
    #expect(try await fixture.account(Self.ada)?.passwordHash?.contains("$m=19456,t=3,p=1$") == true)
  }

  @Test(arguments: Backend.allCases)
  func `who has proven an address before a hash is made anew has proven it still`(_ backend: Backend) async throws {
    let fixture = try await Fixture(
      try Fixture.tenant("native-auth") { $0.passwords.hashing = Self.dearer }, on: backend)
    try await fixture.add(Self.ada)
    let sent = await fixture.start("reset-password", ["email": .string(Self.ada)])
    let code = try #require(fixture.outbox.code(to: Self.ada))
    let proven = await fixture.send("submit", ["code": .string(code)], sent.token)
    #expect(proven.state == "new-password")
    let found = await fixture.start("sign-in", ["email": .string(Self.ada)])
    let signedIn = await fixture.send("submit", ["password": .string(Fixture.password)], found.token)
    #expect(signedIn.end?.name == "completed")
    #expect(try await fixture.account(Self.ada)?.passwordHash?.contains("$m=19456,t=3,p=1$") == true)
    let reset = await fixture.send("submit", ["password": "Another-password-of-hers-7"], proven.token)
    #expect(reset.end?.name == "completed")
  }

  @Test func `an earlier password is known again, however it rests and is typed`() async throws {
    let table = try Fixture.tenant("native-auth") { $0.passwords.remember = 3 }
    let fixture = try await Fixture(table)
    var account = try await fixture.add(Self.ada)
    account.earlierPasswordHashes = [
      try #require(Argon2id.hash(Array("Tea-at-7-oclock".utf8), PasswordHashing().cost)),
      try #require(Engine.passwordHash("Caf\u{E9}-at-the-gate-7")),
    ]
    let added = account
    #expect(try await fixture.storage.transact { try $0.put(added) })
    let sent = await fixture.start("reset-password", ["email": .string(Self.ada)])
    let code = try #require(fixture.outbox.code(to: Self.ada))
    let proven = await fixture.send("submit", ["code": .string(code)], sent.token)
    for password in [Fixture.password, "Tea-at-7-oclock", "Cafe\u{301}-at-the-gate-7"] {
      let reply = await fixture.send("submit", ["password": .string(password)], proven.token)
      #expect(reply.error?.code == "password_recently_used", "\(password)")
    }
  }

  @Test(
    arguments: [
      ("fourteen-signs", "password_too_short"), ("пароль-из-букв", "password_too_short"),
      // Fifteen code points as typed, fourteen of the form that is hashed; and the other way round.
      ("cafe\u{301}-and-a-gat", "password_too_short"), ("thirteen-\u{FB03}x", "password_too_short"),
      ("fourteen-ab\u{FB03}x", nil), ("🦀🐙🦑🦐🦞🐡🐠🐟🐬🐳🐋🦈🦭🐊🐢", nil), ("a password of \u{378}", "password_banned"),
    ] as [(String, String?)])
  func `length is counted in code points of the form that is hashed`(password: String, error: String?) async throws {
    let fixture = try await Fixture(
      try Fixture.tenant("email-password") { $0.passwords = PasswordPolicy() })
    #expect(await register(fixture, password).error?.code == error)
  }

  @Test(arguments: [
    ("Contoso-2026-Contoso!", true), ("ＣＯＮＴＯＳＯ-club-00000", true), ("club.club.club.club", true),
    ("the club of the rowers", false), ("123456789-987654321", false), ("contosoclubhouse", false),
  ])
  func `a password of the tenant's own words alone is refused`(password: String, isBanned: Bool) async throws {
    let fixture = try await Fixture(
      try Fixture.tenant("email-password") {
        $0.passwords = PasswordPolicy()
        $0.passwords.words = ["contoso", "club"]
      })
    #expect(await register(fixture, password).error?.code == (isBanned ? "password_banned" : nil))
  }
}
