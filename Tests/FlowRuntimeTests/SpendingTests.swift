import EngineSupport
import FlowJSON
import FlowModel
import FlowThreads
import Synchronization
import Testing

@testable import FlowRuntime

/// What is spent when: all or nothing, for each effect once, and for good.
@Suite struct SpendingTests {
  private typealias F = FlowBuilder
  private static let ada: JSONObject = ["email": "ada@example.com"]
  private static let bea: JSONObject = ["email": "bea@example.com"]
  private static let email = EffectArgument.slot(F.email)
  private static let password = EffectArgument.slot(SecretField.password.slot)

  /// A page `ask` for an address to which codes are sent, as many as the policies allow; then `out`.
  private func sending(_ backend: Backend = .memory, _ policies: (inout CodePolicy) -> Void) async throws -> Fixture {
    var flow = F()
    flow.table { policies(&$0.codes) }
    flow.page("ask", [F.email], optional: [F.age], submit: "send")
    flow.page("out", [F.email], optional: [F.age], submit: "send")
    flow.effect("send", .codeSend, [Self.email], ["sent": "which", "throttled": "out"], others: "ask!")
    try flow.choose("which", [("has(attributes.age) && 100 / attributes.age > 0", "ask!"), (nil, "ask!")])
    return try await Fixture(flow.build(), on: backend)
  }

  @Test(arguments: Backend.allCases)
  func `pressing resend too soon spends nothing`(_ backend: Backend) async throws {
    let fixture = try await sending(backend) { $0.perIdentifier = Rate(3, per: 3600) }
    var token = await fixture.start().token
    var states: [String?] = []
    for _ in 0..<3 {
      for _ in 0..<4 {
        let reply = await fixture.send("submit", Self.ada, token)
        states.append(reply.state)
        token = reply.token
        fixture.clock.advance(seconds: 1)
      }
      fixture.clock.advance(seconds: 26)
    }
    let round: [String?] = ["ask", "out", "out", "out"]
    #expect(states == round + round + round && fixture.outbox.messages.count == 3)
    fixture.clock.advance(seconds: 30)
    #expect(await fixture.send("submit", Self.ada, token).state == "out", "now they are used up")
  }

  @Test func `the pause is one between codes to the same address`() async throws {
    let fixture = try await sending { $0.resendAfter = 30 }
    var token = await fixture.start().token
    for input in [Self.ada, Self.bea, Self.ada] {
      let reply = await fixture.send("submit", input, token)
      #expect(reply.state == "ask" && reply.error?.code == "wrong")
      token = reply.token
    }
    #expect(await fixture.send("submit", Self.ada, token).state == "out")
  }

  @Test func `after a code was entered the next one can be sent at once`() async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "send")
    flow.effect("send", .codeSend, [Self.email], ["sent": "code"], others: "ask!")
    flow.page("code", [SecretField.code.slot], submit: "verify")
    flow.effect("verify", .codeVerify, [.slot(SecretField.code.slot)], ["valid": "ask"], others: "code!")
    let fixture = try await Fixture(flow.build())
    var token = await fixture.start().token
    for _ in 0..<2 {
      let sent = await fixture.send("submit", Self.ada, token)
      #expect(sent.state == "code")
      let code = try #require(fixture.outbox.code(to: "ada@example.com"))
      token = await fixture.send("submit", ["code": .string(code)], sent.token).token
    }
  }

  @Test func `after a code was guessed out the next one can be sent at once, and the one after it not`() async throws {
    var flow = F()
    flow.table { ($0.codes.attempts, $0.codes.resendAfter) = (2, 30) }
    flow.page("ask", [F.email], submit: "send")
    flow.effect("send", .codeSend, [Self.email], ["sent": "code", "throttled": "out"], others: "ask!")
    flow.page("code", [SecretField.code.slot], submit: "verify")
    flow.effect("verify", .codeVerify, [.slot(SecretField.code.slot)], ["exhausted": "ask"], others: "code!")
    flow.page("out", [F.email], submit: "send")
    let fixture = try await Fixture(flow.build())
    var token = await fixture.start().token
    for _ in 0..<2 {
      token = await fixture.send("submit", Self.ada, token).token
      for _ in 0..<3 { token = await fixture.send("submit", ["code": "1"], token).token }
    }
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.count == 2)
    let third = await fixture.send("submit", Self.ada, token)
    let again = await fixture.send("submit", Self.ada, third.token)
    #expect(third.state == "code" && again.error?.code == "unknown_field")
  }

  @Test func `where nothing can be sent, nothing is spent`() async throws {
    let fixture = try await sending { $0.perIdentifier = Rate(1, per: 3600) }
    fixture.outbox.refuse("bea@example.com")
    let token = await fixture.start().token
    for _ in 0..<3 { #expect(await fixture.send("submit", Self.bea, token).state == "ask") }
    #expect(await fixture.send("submit", Self.ada, token).state == "ask")
    #expect(fixture.outbox.messages.count == 1)
  }

  @Test func `where no code is out, nothing is spent, and it is expired`() async throws {
    var flow = F()
    flow.table {
      $0.codes.attempts = 1
      $0.codes.perIdentifier = Rate(1, per: 3600)
      $0.codes.lifetime = 60
    }
    flow.page("ask", [F.email, SecretField.code.slot], submit: "verify", other: [("send", "send")])
    flow.effect(
      "verify", .codeVerify, [.slot(SecretField.code.slot)], ["valid": "done", "expired": "ask"], others: "out")
    flow.effect("send", .codeSend, [Self.email], ["sent": "ask"], others: "out")
    flow.end("done")
    flow.end("out")
    let fixture = try await Fixture(flow.build())
    var token = await fixture.start().token
    let guess: JSONObject = ["email": "ada@example.com", "code": "12345678"]
    for _ in 0..<3 {
      let reply = await fixture.send("submit", guess, token)
      #expect(reply.state == "ask")
      token = reply.token
    }
    token = await fixture.send("send", [:], token).token
    let code = try #require(fixture.outbox.code(to: "ada@example.com"))
    let right: JSONObject = ["email": "ada@example.com", "code": .string(code)]
    #expect(await fixture.send("submit", right, token).end?.name == "done")
  }

  @Test(arguments: Backend.allCases)
  func `an account whose calls are used up costs a run none of its own`(_ backend: Backend) async throws {
    let scene = try #require(BoundedScene.all.first { $0.effect == .functionCall })
    let fixture = try await Fixture(
      scene.table("fail"), on: backend, functions: TestFunctions { _, _ in .pending })
    for _ in 0..<3 { _ = await fixture.start("flow", Self.ada) }
    var token = await fixture.start().token
    for _ in 0..<5 {
      let reply = await fixture.send("submit", Self.ada, token)
      #expect(reply.state == "out")
      token = reply.token
    }
    for _ in 0..<3 {
      let reply = await fixture.send("submit", Self.bea, token)
      #expect(reply.state == "ask")
      token = reply.token
    }
    #expect(fixture.functions.requests.count == 6)
  }

  @Test(arguments: Backend.allCases)
  func `a step that is refused has spent what it spent, of its run and of the address`(_ backend: Backend) async throws
  {
    let fixture = try await sending(backend) { $0.perIdentifier = Rate(2, per: 3600) }
    let token = await fixture.start().token
    for name in ["ada", "bea"] {
      let reply = await fixture.send("submit", ["email": .string("\(name)@example.com"), "age": 0], token)
      #expect(reply.error?.code == "denied" && reply.token == token)
    }
    #expect(try await fixture.run(token).counts.spent(.codesOfRun) == 2)
    #expect(await fixture.send("submit", ["email": "cyd@example.com"], token).state == "out", "of the run")
    for state in ["ask", "out"] { #expect(await fixture.start("flow", Self.ada).state == state, "of the address") }
    #expect(fixture.outbox.messages.count == 1)
  }

  @Test func `a start that is refused has spent what it spent`() async throws {
    let fixture = try await sending { $0.perIdentifier = Rate(2, per: 3600) }
    for _ in 0..<2 {
      #expect(await fixture.start("flow", ["email": "ada@example.com", "age": 0]).error?.code == "denied")
    }
    #expect(await fixture.start("flow", Self.ada).state == "out")
    #expect(fixture.outbox.messages.isEmpty)
  }

  /// A flow that compares a password as often as it says, in one step.
  private func comparing(times: Int, _ attempts: Int) -> FlowTable {
    var flow = F()
    flow.table { $0.passwords.attempts = Rate(attempts, per: 900) }
    flow.page("ask", [F.email, SecretField.password.slot], submit: "find")
    flow.page("out", [F.email, SecretField.password.slot], submit: "find")
    flow.effect("find", .accountFind, [Self.email], others: "verify-1")
    for number in 1...times {
      let next = number < times ? "verify-\(number + 1)" : "ask!"
      flow.effect("verify-\(number)", .passwordVerify, [Self.password], ["locked": "out"], others: next)
    }
    return flow.build()
  }

  @Test func `two effects of one step spend two`() async throws {
    let fixture = try await Fixture(comparing(times: 2, 3))
    let wrong: JSONObject = ["email": "ada@example.com", "password": "Wrong-password-1"]
    #expect(await fixture.start("flow", wrong).state == "ask")
    #expect(await fixture.start("flow", wrong).state == "out", "the third is left for the first of the two")
  }

  @Test(arguments: Backend.allCases)
  func `a password is compared once its attempt is committed, and a step that fails then gives nothing back`(
    _ backend: Backend
  ) async throws {
    let backend = try await backend.open()
    let storage = FailingStorage(backend.storage)
    let fixture = try await Fixture(comparing(times: 1, 1), on: backend) { _ in storage }
    try await fixture.add("ada@example.com")
    let token = await fixture.start().token
    let wrong: JSONObject = ["email": "ada@example.com", "password": "Wrong-password-1"]
    // The step asks for an attempt, which is spent; it asks to compare, and is then committed.
    storage.fail(after: 3)
    #expect(await fixture.send("submit", wrong, token).error?.code == "unavailable")
    #expect(fixture.engine.hashing.jobs == 1)
    #expect(await fixture.send("submit", wrong, token).state == "out")
    #expect(fixture.engine.hashing.jobs == 1)
  }

  @Test func `an attempt that cannot be committed compares nothing`() async throws {
    let backend = try await Backend.memory.open()
    let storage = FailingStorage(backend.storage)
    let fixture = try await Fixture(comparing(times: 1, 1), on: backend) { _ in storage }
    let token = await fixture.start().token
    let wrong: JSONObject = ["email": "ada@example.com", "password": "Wrong-password-1"]
    storage.fail(after: 1)
    #expect(await fixture.send("submit", wrong, token).error?.code == "unavailable")
    #expect(fixture.engine.hashing.jobs == 0)
    #expect(await fixture.send("submit", wrong, token).state == "ask", "nor was it spent")
  }

  @Test(arguments: Backend.allCases)
  func `an attempt that is spent is compared, however many come between`(_ backend: Backend) async throws {
    let backend = try await backend.open()
    let storage = CrowdingStorage(backend.storage)
    let fixture = try await Fixture(comparing(times: 1, 1), on: backend, hashingThreads: 1) { _ in storage }
    try await fixture.add("ada@example.com")
    let token = await fixture.start().token
    storage.crowd(fixture.engine.hashing, places: Engine.waitingHashes + 1)
    let wrong: JSONObject = ["email": "ada@example.com", "password": "Wrong-password-1"]
    #expect(await fixture.send("submit", wrong, token).state == "ask")
    #expect(fixture.engine.hashing.jobs == 1)
  }
}

/// Storage after whose second transaction from now on all places of a pool that were left are taken.
private final class CrowdingStorage: Storage {
  private let storage: any Storage
  private let pool = Mutex<(pool: WorkerPool, places: Int)?>(nil)
  private let transactions = Mutex(0)

  init(_ storage: any Storage) { self.storage = storage }

  func crowd(_ pool: WorkerPool, places: Int) { self.pool.withLock { $0 = (pool, places) } }

  func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result {
    let number = transactions.withLock { number in
      if pool.withLock({ $0 }) != nil { number += 1 }
      return number
    }
    defer {
      if let (pool, places) = pool.withLock({ $0 }), number == 2 {
        for _ in 0..<places {
          var place = WorkerPlace(in: pool, for: nil)
          try? place.take()
        }
      }
    }
    return try await storage.transact(body)
  }

  func close() async { await storage.close() }
}
