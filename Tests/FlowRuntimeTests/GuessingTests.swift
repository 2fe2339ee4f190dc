import FlowThreads
import EngineSupport
import FlowJSON
import FlowModel
import FlowThreads
import Testing

@testable import FlowRuntime

/// Attempts are spent before anything is compared: so many parallel guesses are so many attempts.
@Suite struct GuessingTests {
  private static let ada = "ada@example.com"

  private func enterCode(_ backend: Backend, attempts: Int) async throws -> (fixture: Fixture, token: String?) {
    let fixture = try await Fixture(try Fixture.tenant("native-auth") { $0.codes.attempts = attempts }, on: backend)
    let reply = await fixture.start("sign-up", ["email": .string(Self.ada)])
    #expect(reply.state == "prove-email/enter-code")
    return (fixture, reply.token)
  }

  @Test(arguments: Backend.allCases)
  func `64 tasks that guess one code at once spend 64 attempts`(_ backend: Backend) async throws {
    let (fixture, token) = try await enterCode(backend, attempts: 100)
    let wrong = try fixture.wrongCode(to: Self.ada)
    #expect(await fixture.race({ _ in ["code": wrong] }, token) == ["invalid_code": 64])
    #expect(try await fixture.run(token).counts.spent(.guessesOfCode) == 64)
  }

  @Test(arguments: Backend.allCases)
  func `where five attempts are allowed, five of 64 guesses at once are compared`(_ backend: Backend) async throws {
    let (fixture, token) = try await enterCode(backend, attempts: 5)
    let wrong = try fixture.wrongCode(to: Self.ada)
    #expect(await fixture.race({ _ in ["code": wrong] }, token) == ["invalid_code": 5, "too_many_attempts": 59])
    let right = try #require(fixture.outbox.code(to: Self.ada))
    #expect(await fixture.send("submit", ["code": .string(right)], token).error?.code == "too_many_attempts")
  }

  @Test(arguments: Backend.allCases)
  func `64 tasks with the right code and one token: one step is taken, and all are answered with it`(
    _ backend: Backend
  ) async throws {
    let (fixture, token) = try await enterCode(backend, attempts: 5)
    let right = try #require(fixture.outbox.code(to: Self.ada))
    #expect(await fixture.race({ _ in ["code": .string(right)] }, token) == ["ok": 64])
    #expect(try await fixture.record(token).step == 2)
    let wrong = try fixture.wrongCode(to: Self.ada)
    #expect(await fixture.race({ _ in ["code": wrong] }, token) == ["invalid_token": 64])
  }

  @Test(arguments: Backend.allCases)
  func `guesses in many runs for one address are bounded as well`(_ backend: Backend) async throws {
    let table = try Fixture.tenant("native-auth") {
      $0.codes.attempts = 3
      $0.codes.perIdentifier.count = 4
    }
    let fixture = try await Fixture(table, on: backend)
    var compared = 0
    for _ in 0..<4 {
      let reply = await fixture.start("sign-up", ["email": .string(Self.ada)])
      for _ in 0..<4 {
        let wrong = try fixture.wrongCode(to: Self.ada)
        if await fixture.send("submit", ["code": wrong], reply.token).error?.code == "invalid_code" { compared += 1 }
      }
    }
    #expect(compared == 12)
    let fifth = await fixture.start("sign-up", ["email": .string(Self.ada)])
    #expect(fifth.error?.code == "too_many_codes" && fixture.outbox.messages.count == 4)
  }

  @Test(arguments: Backend.allCases)
  func `of 32 wrong passwords at once, as many are compared as the tenant allows`(_ backend: Backend) async throws {
    let fixture = try await Fixture(
      try Fixture.tenant("email-password") { $0.passwords.attempts.count = 4 }, on: backend)
    try await fixture.add(Self.ada)
    let reply = await fixture.start("log-in")
    let told = await fixture.race(
      { ["email": .string(Self.ada), "password": .string("Wrong-password-\($0)")] }, reply.token, tasks: 32)
    #expect(told == ["invalid_credentials": 4, "account_locked": 28])
    let right = await fixture.send(
      "submit", ["email": .string(Self.ada), "password": .string(Fixture.password)], reply.token)
    #expect(right.error?.code == "account_locked")
  }

  @Test func `an unknown address is locked as an account is, however it is written`() async throws {
    let table = try Fixture.tenant("email-password") {
      $0.passwords.attempts.count = 2
      $0.attributes[0].isCaseSensitive = false
    }
    let fixture = try await Fixture(table)
    try await fixture.add(Self.ada)
    for person in ["ada", "bea"] {
      var told: [String?] = []
      for email in ["\(person)@example.com", "\(person.uppercased())@Example.com", "\(person)@EXAMPLE.com"] {
        let reply = await fixture.start("log-in", ["email": .string(email), "password": "Wrong-password-1"])
        told.append(reply.error?.code)
      }
      #expect(told == ["invalid_credentials", "invalid_credentials", "account_locked"])
    }
  }

  private func logIn(_ password: String, _ fixture: Fixture) async -> Reply {
    await fixture.start("log-in", ["email": .string(Self.ada), "password": .string(password)])
  }

  private static let next = "Nine-small-otters-4"

  /// Strangers lock her out by two guesses in 15 minutes, and she sets `next` by a mailed link.
  private func lockedOutAndReset(_ policies: (inout FlowTable) -> Void = { _ in }) async throws -> Fixture {
    let fixture = try await Fixture(
      try Fixture.tenant("email-password") {
        $0.passwords.attempts = Rate(2, per: 900)
        policies(&$0)
      })
    try await fixture.add(Self.ada)
    for _ in 0..<3 { _ = await logIn("Wrong-password-1", fixture) }
    #expect(await logIn(Fixture.password, fixture).error?.code == "account_locked")
    #expect(await fixture.start("reset-by-link", ["email": .string(Self.ada)]).end?.name == "sent")
    await fixture.engine.deliverMessages()
    let link = try #require(fixture.outbox.links(to: Self.ada).first)
    let set = await fixture.start(
      "set-new-password",
      ["token": .string(link.token), "tokenId": .string(link.tokenId), "password": .string(Self.next)])
    #expect(set.end?.name == "completed", "\(set)")
    return fixture
  }

  @Test func `an owner whom strangers have locked out is in again with a new password`() async throws {
    let fixture = try await lockedOutAndReset()
    #expect(await logIn(Self.next, fixture).end?.name == "completed")
    // Guesses at the new one are counted from none.
    #expect(await logIn("Wrong-password-1", fixture).error?.code == "invalid_credentials")
  }

  @Test func `where accounts are concealed, a new password ends no lock of a name`() async throws {
    let fixture = try await lockedOutAndReset {
      for flow in $0.flows.indices { $0.flows[flow].revealsAccounts = false }
    }
    // As where nobody has the address: who locked it sees no difference.
    #expect(await logIn(Self.next, fixture).error?.code == "account_locked")
    fixture.clock.advance(minutes: 16)
    #expect(await logIn(Self.next, fixture).end?.name == "completed")
  }

  @Test func `a wrong code at a sign-up is no failed sign-in`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"))
    func events(_ flow: String, _ email: String) async throws -> [SecurityEvent.Kind] {
      let before = fixture.log.entries.count
      let reply = await fixture.start(flow, ["email": .string(email)])
      let isSent = fixture.outbox.code(to: email) != nil
      let wrong: JSON = isSent ? try fixture.wrongCode(to: email) : "00000000"
      let refused = await fixture.send("submit", ["code": wrong], reply.token)
      #expect(refused.error?.code == "invalid_code", "\(refused)")
      return fixture.log.entries.dropFirst(before).compactMap { $0.event?.kind }
    }
    #expect(try await events("sign-up", Self.ada) == [.proofFailed])
    try await fixture.add("bea@example.com")
    #expect(try await events("reset-password", "bea@example.com") == [.signInFailed])
    // Whoever resets the password of nobody says that an account is theirs.
    #expect(try await events("reset-password-quietly", "nobody@example.com") == [.signInFailed])
  }

  @Test func `the right password takes its own attempt back, and none of a stranger's`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("email-password") { $0.passwords.attempts.count = 3 })
    try await fixture.add(Self.ada)
    func logIn(_ email: String, _ password: String) async -> String? {
      let reply = await fixture.start("log-in", ["email": .string(email), "password": .string(password)])
      return reply.end?.name ?? reply.error?.code
    }
    var told: [String: [String?]] = [:]
    for email in [Self.ada, "nobody@example.com"] {
      for attempt in 0..<4 {
        // The owner comes and goes: whoever counts wrong answers sees nothing of it, as where there is no owner.
        if attempt < 3, email == Self.ada {
          for _ in 0..<4 { #expect(await logIn(email, Fixture.password) == "completed") }
        }
        told[email, default: []].append(await logIn(email, "Wrong-password-1"))
      }
    }
    #expect(told[Self.ada] == Array(repeating: "invalid_credentials", count: 3) + ["account_locked"])
    #expect(told[Self.ada] == told["nobody@example.com"])
  }

  @Test(arguments: Backend.allCases)
  func `an owner's sign-ins give a stranger with another name of the account no guesses`(_ backend: Backend)
    async throws
  {
    var flow = FlowBuilder()
    flow.table {
      $0.attributes[1].isIdentifier = true
      $0.passwords.attempts = Rate(3, per: 900)
    }
    let byName: [(String, Slot)] = [("email", FlowBuilder.email), ("phone", FlowBuilder.phone)]
    flow.page("ask", submit: "email", other: [("phone", "phone")])
    for (name, slot) in byName {
      flow.page(name, [slot, SecretField.password.slot], submit: "find-" + name)
      flow.effect("find-" + name, .accountFind, [.slot(slot)], others: "verify-" + name)
      flow.effect(
        "verify-" + name, .passwordVerify, [.slot(SecretField.password.slot)], ["match": "done"], others: name + "!")
    }
    flow.end("done")
    let fixture = try await Fixture(flow.build(), on: backend)
    var account = try await fixture.add(Self.ada)
    account.identifiers.append(Identifier(attribute: "phone", value: "+12025550101"))
    let known = account
    #expect(try await fixture.storage.transact { try $0.put(known) })
    func guess(_ event: String, _ name: String, _ who: String, _ password: String) async -> String? {
      let page = await fixture.send(event, [:], await fixture.start().token)
      let reply = await fixture.send(
        "submit", [name: .string(who), "password": .string(password)], page.token)
      return reply.end?.name
    }
    for number in 0..<2 { #expect(await guess("submit", "email", Self.ada, "Wrong-password-\(number)") == nil) }
    #expect(await guess("phone", "phone", "+12025550101", Fixture.password) == "done")
    #expect(await guess("submit", "email", Self.ada, "Wrong-password-2") == nil)
    // Three were wrong: a fourth guess by the other name is not compared, right as it is.
    #expect(await guess("phone", "phone", "+12025550101", Fixture.password) == nil)
    fixture.clock.advance(minutes: 16)
    #expect(await guess("phone", "phone", "+12025550101", Fixture.password) == "done")
  }

  @Test(arguments: Backend.allCases)
  func `what a function is told of the present password is a guess like any other`(_ backend: Backend) async throws {
    var flow = FlowBuilder()
    flow.table {
      $0.functions = [FunctionDefinition(name: "reset", target: .command(["reset"]))]
      $0.passwords.attempts = Rate(3, per: 900)
    }
    flow.page("ask", [FlowBuilder.email, SecretField.password.slot], submit: "find")
    flow.effect("find", .accountFind, [.slot(FlowBuilder.email)], ["found": "call"], others: "ask!")
    flow.effect(
      "call", .functionCall, [.function(0), .absent, .absent, .slot(SecretField.password.slot)],
      ["success": "done"], others: "ask!")
    flow.end("done")
    let fixture = try await Fixture(flow.build(), on: backend)
    try await fixture.add(Self.ada)
    let token = await fixture.start().token
    for password in [Fixture.password, "wrong-1", "wrong-2", Fixture.password] {
      #expect(
        await fixture.send("submit", ["email": .string(Self.ada), "password": .string(password)], token).token == token)
    }
    #expect(fixture.functions.requests.map { $0["currentPasswordValid"] } == [true, false, false, false])
    #expect(fixture.engine.hashing.jobs == 3, "the fourth was withheld")
    #expect(fixture.log.lines == [])
  }
}
