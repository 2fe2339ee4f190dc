import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// What a new password is compared with, and how often: whether it is the account's own could be guessed there.
@Suite struct NewPasswordTests {
  private typealias F = FlowBuilder

  private static let ada: JSON = "ada@example.com"
  private static let limit = 3

  /// A flow that asks at `choose` for new passwords and comes back there, or to `used`; `shown`: behind the present one,
  /// else behind a code.
  private static func table(_ effect: Effect = .passwordCheck, shown: Bool = false) -> FlowTable {
    let password = SecretField.password.slot
    var flow = F()
    flow.table {
      $0.passwords.remember = 2
      $0.passwords.attempts = Rate(limit, per: 900)
    }
    flow.page("start", shown ? [F.email, password] : [F.email], submit: "find")
    flow.effect("find", .accountFind, [.slot(F.email)], others: shown ? "verify-password" : "send")
    flow.effect("verify-password", .passwordVerify, [.slot(password)], ["match": "choose"], others: "start!")
    flow.effect("send", .codeSend, [.slot(F.email)], ["sent": "enter"], others: "start!")
    flow.page("enter", [SecretField.code.slot], submit: "verify-code")
    flow.effect("verify-code", .codeVerify, [.slot(SecretField.code.slot)], ["valid": "choose"], others: "enter!")
    flow.page("choose", [password], submit: "act")
    flow.page("used", [password], submit: "act")
    flow.effect("act", effect, [.slot(password)], ["recently_used": "used"], others: "choose")
    return flow.build()
  }

  private func fixture(_ table: FlowTable) async throws -> Fixture {
    let fixture = try await Fixture(table)
    try await fixture.add("ada@example.com")
    return fixture
  }

  /// A run of hers that rests where new passwords are asked for.
  private func begin(_ fixture: Fixture) async throws -> String? {
    let sent = await fixture.start("flow", ["email": Self.ada])
    let code = try #require(fixture.outbox.code(to: "ada@example.com"))
    let reply = await fixture.send("submit", ["code": .string(code)], sent.token)
    #expect(reply.state == "choose")
    return reply.token
  }

  /// Where each password leads, one after the other.
  private func choose(_ passwords: [String], _ fixture: Fixture, _ token: inout String?) async -> [String?] {
    var states: [String?] = []
    for password in passwords {
      let reply = await fixture.send("submit", ["password": .string(password)], token)
      states.append(reply.state)
      token = reply.token ?? token
    }
    return states
  }

  private func others(_ count: Int) -> [String] { (0..<count).map { "Another-password-\($0)-of-hers" } }

  @Test func `who has not shown the password compares new ones as often as it may be guessed, over all runs`()
    async throws
  {
    let fixture = try await fixture(Self.table())
    var (first, second) = (try await begin(fixture), try await begin(fixture))
    let counted = await choose(["short"] + others(2), fixture, &first)
    #expect(counted == ["choose", "choose", "choose"])
    let last = await choose([Fixture.password], fixture, &second)
    #expect(last == ["used"])
    // Whether it is hers is said no more, of whichever.
    let refused = await choose(others(2) + [Fixture.password], fixture, &second)
    #expect(refused == ["used", "used", "used"])
    let elsewhere = await choose(others(1), fixture, &first)
    #expect(elsewhere == ["used"])
    #expect(fixture.log.lines.contains { $0.contains("a new password is refused") })
    fixture.clock.advance(minutes: 16)
    var third = try await begin(fixture)
    let later = await choose(others(1) + [Fixture.password], fixture, &third)
    #expect(later == ["choose", "used"])
  }

  @Test func `what is guessed there keeps nobody from signing in`() async throws {
    let fixture = try await fixture(Self.table())
    var token = try await begin(fixture)
    _ = await choose(others(5), fixture, &token)
    let storage = try #require(fixture.storage as? MemoryStorage)
    let counters = storage.read { $0.counters.records.map { String($0.key.text.prefix { $0 != ":" }) } }
    #expect(counters.contains(Counter.guessesAtFormer.name))
    #expect(!counters.contains { $0 == Counter.guessesAtAccount.name || $0 == Counter.guessesAtName.name })
  }

  @Test func `who has shown the password chooses as long as they like`() async throws {
    let fixture = try await fixture(Self.table(shown: true))
    let input: JSONObject = ["email": Self.ada, "password": .string(Fixture.password)]
    var token = await fixture.start("flow", input).token
    let states = await choose(others(5) + [Fixture.password], fixture, &token)
    #expect(states == ["choose", "choose", "choose", "choose", "choose", "used"])
  }

  @Test func `no earlier password is set because too many were compared, and one that is set is none`() async throws {
    let fixture = try await fixture(Self.table(.passwordSet))
    var token = try await begin(fixture)
    let used = [String](repeating: Fixture.password, count: Self.limit)
    let compared = await choose(used + others(1), fixture, &token)
    #expect(compared == ["used", "used", "used", "used"])
    #expect(try await fixture.account("ada@example.com")?.passwordHash == Fixture.passwordHash)
    fixture.clock.advance(minutes: 16)
    var next = try await begin(fixture)
    let renewed = await choose([Fixture.password, Fixture.password] + others(1), fixture, &next)
    #expect(renewed == ["used", "used", "choose"])
    #expect(try await fixture.account("ada@example.com")?.passwordHash != Fixture.passwordHash)
  }

  @Test func `where no password is remembered nothing is compared or counted`() async throws {
    var table = Self.table()
    table.passwords.remember = 0
    let fixture = try await fixture(table)
    var token = try await begin(fixture)
    let states = await choose(others(4) + [Fixture.password], fixture, &token)
    #expect(states.allSatisfy { $0 == "choose" })
  }
}
