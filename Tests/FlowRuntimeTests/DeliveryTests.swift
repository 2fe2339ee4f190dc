import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// Messages leave through the outbox.
@Suite struct DeliveryTests {
  private static let ada = "ada@example.com"

  /// A run whose code lies in the outbox, not delivered yet.
  private func fixture(_ backend: Backend) async throws -> Fixture { try await fixture(backend.open()) { $0 } }

  private func fixture(_ backend: TestStorage, wrap: (any Storage) -> any Storage) async throws -> Fixture {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"), on: backend, wrap: wrap)
    let reply = await fixture.engine.start(
      flow: "sign-up", tenant: "native-auth", by: .operator, input: ["email": .string(Self.ada)])
    #expect(reply.state == "prove-email/enter-code" && fixture.outbox.attempts.isEmpty)
    return fixture
  }

  private func waiting(_ fixture: Fixture) async throws -> Int {
    try await fixture.storage.transact { try $0.waitingMessages() }
  }

  @Test(arguments: Backend.allCases)
  func `a message leaves once, however many deliver at once`(_ backend: Backend) async throws {
    let fixture = try await fixture(backend)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 { group.addTask { await fixture.engine.deliverMessages() } }
    }
    #expect(fixture.outbox.attempts.count == 1)
    #expect(try await waiting(fixture) == 0)
  }

  @Test(arguments: Backend.allCases)
  func `a delivery that fails for a while is tried again, later and later`(_ backend: Backend) async throws {
    let fixture = try await fixture(backend)
    fixture.outbox.fail(.temporary("busy"), .temporary("busy"), .temporary("busy"))
    var seconds: [Int] = []
    for second in 0...20 {
      let before = fixture.outbox.attempts.count
      await fixture.engine.deliverMessages()
      if fixture.outbox.attempts.count > before { seconds.append(second) }
      fixture.clock.advance(seconds: 1)
    }
    #expect(seconds == [0, 1, 3, 7])
    #expect(Set(fixture.outbox.attempts.map(\.id)).count == 1 && fixture.outbox.messages.count == 1)
    #expect(try await waiting(fixture) == 0)
    #expect(!fixture.log.lines.contains { $0.contains("ada@") })
  }

  @Test(arguments: [Int64.max, .min, -1])
  func `a number of attempts that somebody wrote into the database does no harm`(_ attempts: Int64) async throws {
    let fixture = try await fixture(.memory)
    try await fixture.storage.transact { transaction in
      for var message in try transaction.messages(dueBy: .max, limit: 9) {
        message.attempts = attempts
        try transaction.put(message)
      }
    }
    fixture.outbox.fail(.temporary("busy"))
    await fixture.engine.deliverMessages()
    fixture.clock.advance(seconds: 3600)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.attempts.count >= 1)
  }

  @Test(arguments: [true, false])
  func `what rests for nobody waits and leaves as a message does`(isProbed: Bool) async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"))
    func reset(_ name: String) async {
      _ = await fixture.start("reset-password-quietly", ["email": .string(name + "@example.com")])
    }
    fixture.outbox.isProbed = isProbed
    if isProbed {
      fixture.outbox.fail(.temporary("busy"), .temporary("busy"))
      await reset("nobody")
      await fixture.engine.deliverMessages()
      #expect(fixture.engine.status.undelivered?.attempts == 1)
      fixture.clock.advance(seconds: 1)
      await fixture.engine.deliverMessages()
      #expect(fixture.engine.status.undelivered?.attempts == 2 && fixture.outbox.attempts.isEmpty)
      let waits = try await waiting(fixture)
      #expect(waits == 1)
      fixture.clock.advance(seconds: 2)
      await fixture.engine.deliverMessages()
    } else {
      // Where nothing is known without a message, it waits as long as one does.
      try await fixture.add(Self.ada)
      fixture.outbox.fail(.temporary("busy"))
      await reset("ada")
      await fixture.engine.deliverMessages()
      await reset("nobody")
      await fixture.engine.deliverMessages()
      let waits = try await waiting(fixture)
      #expect(waits == 2)
      for _ in 0..<4 {
        fixture.clock.advance(seconds: 1)
        await fixture.engine.deliverMessages()
      }
    }
    let left = try await waiting(fixture)
    #expect(fixture.engine.status.undelivered == nil && left == 0)
  }

  @Test func `a channel that fails for long is an error, told once a minute with the numbers, until it works`()
    async throws
  {
    let fixture = try await fixture(.memory)
    for name in ["bob", "cyd"] {
      _ = await fixture.engine.start(
        flow: "sign-up", tenant: "native-auth", by: .operator, input: ["email": .string("\(name)@example.com")])
    }
    fixture.outbox.fail(Array(repeating: .temporary("busy"), count: 18))
    func told(_ text: String) -> [String] { fixture.log.lines.filter { $0.contains(text) } }
    for second in 0..<50 {
      await fixture.engine.deliverMessages()
      if second < 10 { #expect(told("no message has left").isEmpty) }
      fixture.clock.advance(seconds: 1)
    }
    let line = try #require(told("no message has left").first)
    #expect(told("no message has left").count == 1)
    #expect(
      try #/no message has left for 1[45] s: 13 attempts failed, 3 messages wait; the last reason: busy/#.wholeMatch(
        in: line)
        != nil, "\(line)")
    #expect(fixture.engine.status.undelivered?.attempts == 18)
    fixture.clock.advance(seconds: 60)
    await fixture.engine.deliverMessages()
    #expect(fixture.engine.status.undelivered == nil && told("messages leave again, after ").count == 1)
  }

  @Test func `messages stay where an engine does not deliver, also at its end`() async throws {
    let fixture = try await Fixture(
      try Fixture.tenant("native-auth"), on: Backend.memory.open(), change: { $0.delivers = false })
    _ = await fixture.engine.start(
      flow: "sign-up", tenant: "native-auth", by: .operator, input: ["email": .string(Self.ada)])
    await fixture.engine.deliverMessages()
    await fixture.engine.close()
    #expect(fixture.outbox.attempts.isEmpty)
    #expect(try await waiting(fixture) == 1)
  }

  @Test(arguments: Backend.allCases)
  func `a message that was put off before the clock was set back waits no longer than any other`(
    _ backend: Backend
  ) async throws {
    let fixture = try await fixture(backend)
    fixture.outbox.fail(.temporary("busy"), .temporary("busy"))
    await fixture.engine.deliverMessages()
    fixture.clock.advance(minutes: -24 * 60)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.attempts.count == 2)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.attempts.count == 2, "it is put off as ever")
    fixture.clock.advance(seconds: 2)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.count == 1)
  }

  @Test(arguments: Backend.allCases)
  func `what can never be delivered is given up, and so is what is no longer valid`(_ backend: Backend) async throws {
    let refused = try await fixture(backend)
    refused.outbox.fail(.permanent("no such mailbox"))
    await refused.engine.deliverMessages()
    #expect(try await waiting(refused) == 0 && refused.outbox.messages.isEmpty)
    let late = try await fixture(backend)
    late.outbox.fail(.temporary("busy"))
    await late.engine.deliverMessages()
    late.clock.advance(minutes: 10)
    await late.engine.deliverMessages()
    #expect(try await waiting(late) == 0 && late.outbox.attempts.count == 1)
  }

  @Test(arguments: Backend.allCases)
  func `a message of another key is left to whoever has it`(_ backend: Backend) async throws {
    let fixture = try await fixture(backend)
    let stranger = try await Fixture(fixture.table, on: fixture.backend, clock: fixture.clock)
    await stranger.engine.deliverMessages()
    #expect(stranger.outbox.attempts.isEmpty)
    #expect(try await waiting(fixture) == 1)
    fixture.clock.advance(seconds: 5)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.count == 1)
    #expect(try await waiting(fixture) == 0)
  }

  @Test func `a delivery that was not noted is made again under the same id`() async throws {
    let backend = try await Backend.memory.open()
    let storage = FailingStorage(backend.storage)
    let fixture = try await fixture(backend) { _ in storage }
    storage.fail(after: 1)
    await fixture.engine.deliverMessages()
    fixture.clock.advance(seconds: 60)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.attempts.count == 2 && Set(fixture.outbox.attempts.map(\.id)).count == 1)
  }

  @Test func `an address is shown as its owner knows it, and nobody else learns it`() async throws {
    for (address, shown) in [
      ("ada@example.com", "a***@example.com"), ("a@b.co", "a***@b.co"), ("äda@example.com", "ä***@example.com"),
    ] {
      var flow = FlowBuilder()
      flow.page("ask", [FlowBuilder.email], submit: "send")
      flow.effect("send", .codeSend, [.slot(FlowBuilder.email)], others: "code")
      flow.page("code", [SecretField.code.slot], submit: "code")
      let fixture = try await Fixture(flow.build())
      let reply = await fixture.start("flow", ["email": .string(address)])
      #expect(reply.sent?.to == shown && reply.sent?.channel == .email && reply.sent?.length == 8)
    }
    var flow = FlowBuilder()
    flow.page("ask", [FlowBuilder.phone], submit: "send")
    flow.effect("send", .codeSend, [.slot(FlowBuilder.phone)], others: "code")
    flow.page("code", [SecretField.code.slot], submit: "code")
    let fixture = try await Fixture(flow.build())
    let reply = await fixture.start("flow", ["phone": "+12025550167"])
    #expect(reply.sent?.to == "+1********67" && reply.sent?.channel == .sms)
  }
}
