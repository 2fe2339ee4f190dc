import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// The outbox as a delivery system: order, back-off, what is given up, and what an address that refuses is told of.
@Suite struct OutboxTests {
  private static let ada = "ada@example.com"

  private func fixture(_ backend: Backend = .memory) async throws -> Fixture {
    try await Fixture(try Fixture.tenant("native-auth"), on: backend.open())
  }

  @discardableResult
  private func ask(_ fixture: Fixture, _ address: String = ada) async -> Reply {
    await fixture.engine.start(
      flow: "sign-up", tenant: "native-auth", by: .operator, input: ["email": .string(address)])
  }

  private func outbox(_ fixture: Fixture) -> OutboxEntries {
    OutboxEntries(fixture.storage, key: fixture.key, clock: fixture.clock)
  }

  @Test(arguments: Backend.allCases)
  func `messages to one address leave in the order in which they were written, others pass by`(
    _ backend: Backend
  ) async throws {
    let fixture = try await fixture(backend)
    await ask(fixture)
    fixture.outbox.fail(.temporary("away", .connection))
    await fixture.engine.deliverMessages()
    fixture.clock.advance(milliseconds: 200)
    await ask(fixture)
    await ask(fixture, "bob@example.com")
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.map(\.to) == ["bob@example.com"])
    for _ in 0..<12 {
      fixture.clock.advance(milliseconds: 500)
      await fixture.engine.deliverMessages()
    }
    let times = fixture.outbox.messages.filter { $0.to == Self.ada }.map(\.time)
    #expect(times.count == 2 && times == times.sorted() && times[0] < times[1])
  }

  @Test(arguments: Backend.allCases)
  func `what is given up holds nobody up, and is listed with its reason and without its code`(
    _ backend: Backend
  ) async throws {
    let fixture = try await fixture(backend)
    await ask(fixture)
    fixture.outbox.fail(.permanent("the mail server refuses the mail (554)"))
    await fixture.engine.deliverMessages()
    await ask(fixture)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.count == 1)
    let entries = try await outbox(fixture).all()
    let dead = try #require(entries.first)
    #expect(
      entries.count == 1 && dead.due == nil && dead.attempts == 1 && dead.to == Self.ada && dead.carries == "code")
    #expect(dead.failure == "the mail server refuses the mail (554)" && dead.failed == fixture.clock.now())
    let code = try #require(
      fixture.outbox.attempts.compactMap { if case .code(let code, _) = $0.content { code } else { nil } }.first)
    #expect(!"\(entries)".contains(code))
    #expect(try await fixture.storage.transact { try $0.waitingMessages() } == 0)
  }

  @Test(arguments: Backend.allCases)
  func `what was given up is tried again when that is asked for, while it is good for something`(
    _ backend: Backend
  ) async throws {
    let fixture = try await fixture(backend)
    await ask(fixture)
    fixture.outbox.fail(.permanent("no"))
    await fixture.engine.deliverMessages()
    let id = try #require(try await outbox(fixture).all().first).id
    try await outbox(fixture).retry(id)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.map(\.id) == [id])
    #expect(try await outbox(fixture).all().isEmpty)
    await #expect(throws: OutboxEntries.Refusal.missing) { try await outbox(fixture).retry(id) }
    await ask(fixture)
    fixture.outbox.fail(.permanent("no"))
    await fixture.engine.deliverMessages()
    fixture.clock.advance(minutes: 11)
    let other = try #require(try await outbox(fixture).all().first).id
    await #expect(throws: OutboxEntries.Refusal.ended) { try await outbox(fixture).retry(other) }
    try await outbox(fixture).drop(other)
    await #expect(throws: OutboxEntries.Refusal.missing) { try await outbox(fixture).drop(other) }
    #expect(try await outbox(fixture).all().isEmpty)
  }

  @Test(arguments: Backend.allCases)
  func `a code that is at an end is not sent, and is told of for a week`(_ backend: Backend) async throws {
    let fixture = try await fixture(backend)
    await ask(fixture)
    fixture.outbox.fail(.temporary("away", .connection))
    await fixture.engine.deliverMessages()
    fixture.clock.advance(minutes: 11)
    // What ended is removed by then; what nobody got is not.
    _ = try await fixture.engine.removeExpired()
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.isEmpty && fixture.outbox.attempts.count == 1)
    #expect(try await outbox(fixture).all().first?.failure?.contains("no longer valid") == true)
    fixture.clock.advance(minutes: 6 * 24 * 60)
    _ = try await fixture.engine.removeExpired()
    #expect(try await outbox(fixture).all().count == 1)
    fixture.clock.advance(minutes: 2 * 24 * 60)
    _ = try await fixture.engine.removeExpired()
    #expect(try await outbox(fixture).all().isEmpty)
  }

  @Test(arguments: [
    (RetryClass.machine, 1), (.connection, 1), (.timeout, 2), (.busy, 5), (.settings, 15),
  ])
  func `each kind of failure has its own wait, less a part by chance`(_ retry: RetryClass, _ seconds: Double)
    async throws
  {
    var waits: Set<Milliseconds> = []
    for _ in 0..<8 {
      let fixture = try await fixture()
      await ask(fixture)
      fixture.outbox.fail(.temporary("no", retry))
      await fixture.engine.deliverMessages()
      let due = try #require(try await outbox(fixture).all().first?.due)
      waits.insert(due - fixture.clock.now())
    }
    let longest = Milliseconds(seconds * 1000)
    #expect(waits.allSatisfy { (longest * 3 / 4...longest).contains($0) }, "\(waits)")
    #expect(waits.count > 1)
  }

  @Test func `what a channel has no room for is put off, and that is no attempt and no trouble`() async throws {
    let fixture = try await fixture()
    await ask(fixture)
    fixture.outbox.fail(.postponed(700))
    await fixture.engine.deliverMessages()
    let entry = try #require(try await outbox(fixture).all().first)
    #expect(entry.attempts == 0 && entry.due == fixture.clock.now() + 700)
    #expect(fixture.engine.status.undelivered == nil && fixture.log.lines.isEmpty)
  }

  @Test func `a message that was dropped while it was tried does not come back`() async throws {
    let fixture = try await fixture()
    await ask(fixture)
    let id = try #require(try await outbox(fixture).all().first).id
    fixture.outbox.whenTried { [storage = fixture.storage] _ in
      try? await storage.transact { try $0.removeMessage(id) }
    }
    fixture.outbox.fail(.temporary("away", .connection))
    await fixture.engine.deliverMessages()
    #expect(try await outbox(fixture).all().isEmpty)
  }

  // MARK: Addresses that refuse

  @Test(arguments: Backend.allCases)
  func `where a flow tells who has an account, the next request learns that the address refused, for an hour`(
    _ backend: Backend
  ) async throws {
    let fixture = try await fixture(backend)
    #expect(await ask(fixture).sent != nil)
    fixture.outbox.fail(.undeliverable("the mail server refuses the address (550)"))
    await fixture.engine.deliverMessages()
    #expect(fixture.engine.status.undelivered == nil, "the channel itself works")
    let told = await ask(fixture)
    #expect(told.sent == nil && told.error?.code == "invalid_username", "\(told.json.text)")
    #expect(await ask(fixture, "bob@example.com").sent != nil)
    fixture.clock.advance(minutes: 61)
    #expect(await ask(fixture).sent != nil)
  }

  /// A flow that conceals who has an account: it sends to whoever asks, and a decoy where nobody has the address.
  private func quiet() throws -> FlowTable {
    var flow = FlowBuilder()
    flow.page("ask", [FlowBuilder.email], submit: "find")
    flow.effect("find", .accountFind, [.slot(FlowBuilder.email)], others: "send")
    flow.effect(
      "send", .codeSend, [.slot(FlowBuilder.email), .word(0), .word(1)],
      others: "code")
    flow.page("code", [SecretField.code.slot], submit: "code")
    return flow.build()
  }

  @Test func `a flow that conceals who has an account never tells that an address refused`() async throws {
    let fixture = try await Fixture(try quiet())
    try await fixture.add(Self.ada)
    for round in 0..<3 {
      fixture.outbox.fail(.undeliverable("the mail server refuses the address (550)"))
      var replies: [JSON] = []
      for address in [Self.ada, "eve@example.com"] {
        let reply = await fixture.start("flow", ["email": .string(address)])
        #expect(reply.sent != nil && reply.error == nil, "\(round): \(reply.json.text)")
        replies.append(.array([.string(reply.state ?? ""), reply.error.map { .string($0.code) } ?? .null]))
      }
      #expect(replies[0] == replies[1])
      await fixture.engine.deliverMessages()
    }
    // One message a round was really sent, and refused; nothing of that is remembered.
    #expect(fixture.outbox.attempts.count == 3 && fixture.outbox.attempts.allSatisfy { $0.to == Self.ada })
    let counters = try await fixture.storage.transact { transaction in
      let lane = OutboxLane(tenant: fixture.table.tenant, channel: .email, address: Self.ada, key: fixture.key)
      return try transaction.counter(lane.refusalKey)
    }
    #expect(counters == nil)
  }
}
