import EngineSupport
import FlowJSON
import FlowModel
import Synchronization
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
      entries.count == 1 && dead.due == nil && dead.attempts == 1 && dead.to == Self.ada && dead.carries == .code)
    #expect(
      dead.failure?.reason == "the mail server refuses the mail (554)" && dead.failure?.time == fixture.clock.now())
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
    #expect(try await outbox(fixture).all().first?.failure?.reason.contains("no longer valid") == true)
    #expect(try await outbox(fixture).all().first?.failure?.reason.hasSuffix("; before: away") == true)
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

  @Test(arguments: Backend.allCases)
  func `a message that waits says why, what was said, and until when`(_ backend: Backend) async throws {
    let fixture = try await fixture(backend)
    await ask(fixture)
    fixture.outbox.fail(.quoting("greylisted, see our page", .temporary("the mail server said \"later\" (451)", .busy)))
    await fixture.engine.deliverMessages()
    let tried = try #require(try await outbox(fixture).all().first)
    #expect(tried.attempts == 1 && tried.waitsFor == .time && (tried.due ?? 0) > fixture.clock.now())
    #expect(tried.failure?.kind == "busy" && tried.failure?.words == "greylisted, see our page")
    #expect(tried.failure?.reason == "the mail server said \"later\" (451)")
    #expect(!fixture.log.lines.contains { $0.contains("greylisted") }, "words are for the outbox alone")
    // Another one to the same address waits for it.
    fixture.clock.advance(milliseconds: 100)
    await ask(fixture)
    let second = try #require(try await outbox(fixture).all().first { $0.id != tried.id })
    #expect(second.waitsFor == .earlier(tried.id) && second.failure == nil)
    // The channel is left alone, which is no failure of the message.
    fixture.clock.advance(milliseconds: 10_000)
    fixture.outbox.fail(.resting(ChannelRest(ends: 4_000, wait: 4_500, failures: 5, reason: "nothing answers")))
    await fixture.engine.deliverMessages()
    let rested = try await outbox(fixture).entry(tried.id)
    #expect(rested.waitsFor == .rest(until: fixture.clock.now() + 4_000, failures: 5) && rested.attempts == 1)
    #expect(rested.due == fixture.clock.now() + 4_500 && rested.failure == tried.failure)
    fixture.clock.advance(milliseconds: 4_200)
    #expect(try await outbox(fixture).entry(tried.id).waitsFor == .time)
    let standing = try #require(try await outbox(fixture).channels(of: []).first)
    #expect(standing.waiting == 2 && standing.oldest == tried.written && standing.failure == tried.failure)
  }

  @Test(arguments: Backend.allCases)
  func `whoever asks for another try wakes a channel that rests, for the messages before it as well`(
    _ backend: Backend
  ) async throws {
    let fixture = try await fixture(backend)
    await ask(fixture)
    fixture.outbox.fail(.temporary("away", .settings))
    await fixture.engine.deliverMessages()
    fixture.clock.advance(milliseconds: 100)
    await ask(fixture)
    let ids = try await outbox(fixture).all().sorted { $0.written < $1.written }.map(\.id)
    fixture.clock.advance(milliseconds: 100)
    try await outbox(fixture).retry(ids[1])
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.map(\.id) == ids)
    #expect(fixture.outbox.roused == [fixture.clock.now(), fixture.clock.now()])
    #expect(try await outbox(fixture).all().isEmpty)
  }

  @Test(arguments: Backend.allCases)
  func `another try that is asked for keeps how often and why it failed, and waits as behind the first`(
    _ backend: Backend
  ) async throws {
    let fixture = try await fixture(backend)
    await ask(fixture)
    for _ in 0..<4 {
      fixture.outbox.fail(.temporary("away", .connection))
      await fixture.engine.deliverMessages()
      fixture.clock.advance(milliseconds: 20_000)
    }
    let before = try #require(try await outbox(fixture).all().first)
    #expect(before.attempts == 4)
    try await outbox(fixture).retry(before.id)
    let asked = try #require(try await outbox(fixture).all().first)
    #expect(asked.attempts == 4 && asked.failure == before.failure && asked.due == fixture.clock.now())
    fixture.outbox.fail(.temporary("still away", .connection))
    await fixture.engine.deliverMessages()
    let again = try #require(try await outbox(fixture).all().first)
    #expect(again.attempts == 5 && (again.due ?? 0) <= fixture.clock.now() + 1_000, "\(again)")
    fixture.clock.advance(milliseconds: 1_000)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.map(\.id) == [before.id])
    #expect(fixture.log.lines.contains { $0.hasSuffix("was delivered, at attempt 6") }, "\(fixture.log.lines)")
  }

  @Test(arguments: Backend.allCases)
  func `of a channel's rest all its messages say the same as its standing`(_ backend: Backend) async throws {
    let fixture = try await fixture(backend)
    await ask(fixture)
    await ask(fixture, "bob@example.com")
    let now = fixture.clock.now()
    fixture.outbox.fail(
      .resting(ChannelRest(ends: 4_000, wait: 4_500, failures: 5, reason: "nothing answers", failed: now - 7_000)))
    fixture.outbox.fail(
      .resting(ChannelRest(ends: 9_000, wait: 9_500, failures: 6, reason: "nothing answers", failed: now - 6_000)))
    await fixture.engine.deliverMessages()
    let entries = try await outbox(fixture).all()
    let rest = OutboxEntry.Wait.rest(until: now + 9_000, failures: 6)
    #expect(entries.map(\.waitsFor) == [rest, rest])
    let standing = try #require(try await outbox(fixture).channels(of: []).first)
    #expect(standing.rest == rest)
    // When it failed is not when it was put off.
    #expect(Set(entries.map(\.failure?.time)) == [now - 7_000, now - 6_000])
    #expect(standing.failure?.time == now - 6_000)
  }

  @Test(arguments: Backend.allCases)
  func `what ended behind a mail that was handed over without an answer may have arrived, and that is said`(
    _ backend: Backend
  ) async throws {
    let fixture = try await fixture(backend)
    await ask(fixture)
    fixture.outbox.fail(.temporary("no answer from the mail server after the mail was handed over", .unanswered))
    await fixture.engine.deliverMessages()
    #expect(try await outbox(fixture).all().first?.failure?.kind == "unanswered")
    fixture.clock.advance(minutes: 11)
    await fixture.engine.deliverMessages()
    let reason = try await outbox(fixture).all().first?.failure?.reason ?? ""
    #expect(reason.contains("it may have arrived") && !reason.contains("before it could be delivered"), "\(reason)")
    #expect(fixture.log.lines.contains { $0.contains("it may have arrived") }, "\(fixture.log.lines)")
  }

  @Test(arguments: Backend.allCases)
  func `another try that is asked for while a message is tried is not forgotten`(_ backend: Backend) async throws {
    let fixture = try await fixture(backend)
    await ask(fixture)
    let id = try #require(try await outbox(fixture).all().first).id
    fixture.outbox.whenTried { [outbox = outbox(fixture)] _ in try? await outbox.retry(id) }
    fixture.outbox.fail(.temporary("away", .settings))
    await fixture.engine.deliverMessages()
    fixture.outbox.whenTried { _ in }
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.map(\.id) == [id])
  }

  @Test(arguments: Backend.allCases)
  func `a paused channel sends nothing, keeps nobody else's back, and goes on where it is resumed`(
    _ backend: Backend
  ) async throws {
    let fixture = try await fixture(backend)
    let tenant = fixture.table.tenant
    #expect(try await outbox(fixture).pause(.email, of: tenant))
    #expect(try await !outbox(fixture).pause(.email, of: tenant))
    // More than are looked at in one go.
    for number in 0..<150 { await ask(fixture, "u\(number)@example.com") }
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.attempts.isEmpty)
    #expect(try await outbox(fixture).all().allSatisfy { $0.waitsFor == .paused && $0.attempts == 0 })
    let other = Message(
      id: RandomID(high: 1, low: 1), time: fixture.clock.now(), tenant: "other", channel: .email, to: Self.ada,
      flow: "flow", content: .notice("hello", lifetime: 600))
    let resting = RestingMessage(
      message: other, isDecoy: false, validUntil: fixture.clock.now() + 600_000, number: 1, tellsRefusal: false)
    let record = resting.record(
      due: fixture.clock.now(), expires: fixture.clock.now() + 600_000, key: fixture.key)
    try await fixture.storage.transact { try $0.put(record) }
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.map(\.tenant) == ["other"])
    let standings = try await outbox(fixture).channels(of: [tenant])
    #expect(standings.map(\.isPaused) == [true] && standings.first?.waiting == 150)
    #expect(try await outbox(fixture).resume(.email, of: tenant))
    #expect(try await !outbox(fixture).resume(.email, of: tenant))
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.count == 151)
    #expect(try await outbox(fixture).channels(of: [tenant]).isEmpty)
  }

  @Test func `a channel that fails is told once for each reason, and once that it works again`() async throws {
    let fixture = try await fixture()
    for number in 0..<5 { await ask(fixture, "u\(number)@example.com") }
    fixture.outbox.fail((0..<5).map { .temporary($0 < 4 ? "nothing answers" : "wrong password", .connection) })
    await fixture.engine.deliverMessages()
    fixture.clock.advance(milliseconds: 2_000)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.count == 5)
    let told = fixture.log.entries.filter { $0.message.contains("the channel email") }
    #expect(
      told.map(\.message).sorted() == [
        "the channel email fails: nothing answers", "the channel email fails: wrong password",
        "the channel email works again",
      ])
    #expect(told.allSatisfy { $0.tenant == fixture.table.tenant })
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

  @Test(arguments: Backend.allCases)
  func `an address that refused is sent messages again once one was delivered, or where an operator says so`(
    _ backend: Backend
  ) async throws {
    let fixture = try await fixture(backend)
    let tenant = fixture.table.tenant
    for isAllowed in [true, false] {
      fixture.outbox.fail(.undeliverable("the mail server refuses the address (550)"))
      await ask(fixture)
      await fixture.engine.deliverMessages()
      #expect(await ask(fixture).sent == nil)
      if isAllowed {
        #expect(try await outbox(fixture).allow("Ada@example.com", of: tenant))
        #expect(try await !outbox(fixture).allow(Self.ada, of: tenant))
      } else {
        let id = try #require(try await outbox(fixture).all().first { $0.due == nil && $0.failure?.kind == "address" })
          .id
        try await outbox(fixture).retry(id)
        await fixture.engine.deliverMessages()
      }
      #expect(await ask(fixture).sent != nil)
      await fixture.engine.deliverMessages()
      for entry in try await outbox(fixture).all() { try await outbox(fixture).drop(entry.id) }
      fixture.clock.advance(minutes: 1)
    }
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

  @Test(arguments: Backend.allCases)
  func `a message that is being handed over says so, is dropped with a warning, and says nothing of it later`(
    _ backend: Backend
  ) async throws {
    let fixture = try await fixture(backend)
    await ask(fixture)
    let id = try #require(try await outbox(fixture).all().first).id
    #expect(try await outbox(fixture).entry(id).waitsFor == .time)
    let seen = SeenEntries()
    fixture.outbox.whenTried { [outbox = outbox(fixture)] _ in seen.add(try? await outbox.entry(id)) }
    fixture.outbox.fail(.temporary("away", .connection))
    await fixture.engine.deliverMessages()
    #expect(seen.all.map(\.waitsFor) == [.delivery])
    #expect(try await outbox(fixture).entry(id).waitsFor == .time)
    fixture.clock.advance(milliseconds: 2_000)
    let dropped = SeenEntries()
    fixture.outbox.whenTried { [outbox = outbox(fixture)] _ in
      let entry = try? await outbox.entry(id)
      if (try? await outbox.drop(id)) == true { dropped.add(entry) }
    }
    fixture.outbox.fail(.temporary("away", .connection))
    await fixture.engine.deliverMessages()
    #expect(dropped.all.count == 1)
    #expect(try await outbox(fixture).all().isEmpty)
    fixture.outbox.whenTried { _ in }
    await ask(fixture, "bob@example.com")
    let other = try #require(try await outbox(fixture).all().first).id
    #expect(try await !outbox(fixture).drop(other))
  }

  @Test func `a pause and its end are told once, also one from before a start`() async throws {
    let fixture = try await fixture()
    var table = fixture.table
    table.channels = [ChannelDefinition(kind: .email, target: .webhook(MessageHook()))]
    _ = try await fixture.engine.install(file: TableFile.write(table).bytes)
    func told() -> [String] { fixture.log.entries.map(\.message).filter { $0.contains("the channel email") } }
    await fixture.engine.tellPauses()
    #expect(told().isEmpty)
    _ = try await outbox(fixture).pause(.email, of: table.tenant)
    for _ in 0..<3 { await fixture.engine.tellPauses() }
    #expect(told() == ["the channel email is paused: its messages wait (`usher outbox resume`)"])
    _ = try await outbox(fixture).resume(.email, of: table.tenant)
    for _ in 0..<3 { await fixture.engine.tellPauses() }
    #expect(told().dropFirst() == ["the channel email goes on: its pause was ended"])
    #expect(
      fixture.log.entries.filter { $0.message.contains("the channel email") }.allSatisfy { $0.tenant == table.tenant })
  }

  @Test(arguments: Backend.allCases)
  func `a message that nobody can open keeps no other from being listed or sent, and can be dropped`(
    _ backend: Backend
  ) async throws {
    let fixture = try await fixture(backend)
    let id = RandomID(high: 7, low: 7)
    let strange = MessageRecord(
      id: id, tenant: fixture.table.tenant, due: fixture.clock.now(), expires: fixture.clock.now() + 600_000,
      sealed: [1, 2, 3])
    try await fixture.storage.transact { try $0.put(strange) }
    await ask(fixture)
    #expect(try await outbox(fixture).all().map(\.to) == [Self.ada])
    let unopened = try await outbox(fixture).unopened()
    #expect(unopened.messages == [UnopenedMessage(id: id, tenant: fixture.table.tenant)] && unopened.unreadable == 0)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.map(\.to) == [Self.ada])
    try await outbox(fixture).drop(id)
    #expect(try await outbox(fixture).unopened().messages.isEmpty)
  }
}

/// What was seen of messages while they were tried.
private final class SeenEntries: Sendable {
  private let entries = Mutex<[OutboxEntry]>([])

  var all: [OutboxEntry] { entries.withLock { $0 } }

  func add(_ entry: OutboxEntry?) { entries.withLock { $0 += entry.map { [$0] } ?? [] } }
}
