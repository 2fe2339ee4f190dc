import FlowThreads
import EngineSupport
import FlowJSON
import FlowModel
import FlowThreads
import Synchronization
import Testing

@testable import FlowRuntime

/// The engine within somebody's program: slow channels, runners that never answer, storage that fails, its end.
@Suite struct EmbeddedEngineTests {
  private static let ada = "ada@example.com"
  private static let credentials: JSONObject = ["email": .string(ada), "password": .string(Fixture.password)]

  private func engine(
    _ storage: any Storage = MemoryStorage(), tenant: String = "native-auth",
    _ change: (inout EnginePorts) -> Void = { _ in }
  ) async throws -> Engine {
    var ports = EnginePorts(key: try #require(ServerKey.random()))
    change(&ports)
    let engine = Engine(storage: storage, ports: ports, hashingThreads: 1)
    var table = try Fixture.tenant(tenant)
    // On a machine that is busy a step may take longer than a function is given.
    for index in table.functions.indices { table.functions[index].timeout = 60_000 }
    try await engine.install(file: TableFile.write(table).bytes)
    return engine
  }

  private func signUp(_ engine: Engine, _ email: String) async -> Reply {
    await engine.start(flow: "sign-up", tenant: "native-auth", by: .operator, input: ["email": .string(email)])
  }

  @Test func `one message that takes its time holds up no other, and has a time-out of its own`() async throws {
    let channel = SlowChannel(slow: Self.ada)
    let storage = MemoryStorage()
    let engine = try await engine(storage) {
      $0.channel = channel
      $0.deliveryTimeout = .milliseconds(300)
    }
    let (service, task) = DeliveringService.start(engine, closingWithin: .seconds(1))
    _ = await service.start(flow: "sign-up", tenant: "native-auth", by: .operator, input: ["email": .string(Self.ada)])
    await channel.waitForSlow()
    for number in 0..<100 {
      _ = await service.start(
        flow: "sign-up", tenant: "native-auth", by: .operator, input: ["email": .string("a\(number)@example.com")])
    }
    await channel.wait(for: 100)
    #expect(Set(channel.delivered).count == 100 && !channel.delivered.contains(Self.ada))
    await channel.waitForCancellation()
    task.cancel()
    await task.value
    let left = try await storage.transact { try $0.messages(dueBy: .max, limit: 10) }
    #expect(left.count == 1 && left.first?.attempts ?? 0 > 0)
  }

  @Test func `a message that was claimed by a process that died leaves five seconds later`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"))
    _ = await fixture.engine.start(
      flow: "sign-up", tenant: "native-auth", by: .operator, input: ["email": .string(Self.ada)])
    let channel = SlowChannel(slow: Self.ada)
    let dying = Engine(
      storage: fixture.storage, ports: EnginePorts(key: fixture.key, channel: channel, clock: fixture.clock),
      hashingThreads: 1)
    let delivery = Task { await dying.deliverMessages() }
    await channel.waitForSlow()
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.isEmpty, "it is being delivered")
    fixture.clock.advance(seconds: 5)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.count == 1)
    await dying.close(within: .milliseconds(10))
    await delivery.value
  }

  @Test func `closing refuses new steps, is bounded, and says what is left`() async throws {
    let (asked, gate) = (Latch(), Latch())
    let functions = TestFunctions { _, _ in
      asked.open()
      await gate.wait()
      return .success
    }
    let channel = StubbornChannel()
    let engine = try await engine(tenant: "email-password") {
      $0.channel = channel
      $0.functions = functions
    }
    _ = await engine.start(flow: "register", tenant: "email-password", by: .operator, input: Self.credentials)
    let delivery = Task { await engine.deliverMessages() }
    await channel.visited.wait()
    let slow = Task {
      await engine.start(
        flow: "register-by-function", tenant: "email-password", by: .operator,
        input: ["email": "bea@example.com", "password": .string(Fixture.password)])
    }
    await asked.wait()
    let leftover = await engine.close(within: .milliseconds(100))
    #expect(leftover.steps == 1 && leftover.messages == 1 && !leftover.isEmpty)
    #expect(engine.status.isClosed)
    let refused = await engine.start(flow: "log-in", tenant: "email-password", by: .operator, input: [:])
    #expect(refused.error?.code == "unavailable" && refused.run == nil)
    gate.open()
    channel.end.open()
    #expect(await slow.value.end?.name == "confirmed", "what was begun is not broken off")
    await delivery.value
    #expect(await engine.close() == Leftover())
  }

  @Test func `storage that fails beside any step is told of, counted and left alone for a while`() async throws {
    let storage = BrokenStorage()
    let log = Fixture.Log()
    let engine = try await engine(storage) { $0.log = log }
    storage.isBroken.withLock { $0 = true }
    await engine.deliverMessages()
    await engine.tidy()
    #expect(engine.status.failures == 1, "it is not asked again at once")
    #expect(engine.status.lastFailure == "messages cannot be read: storage is not available: gone")
    #expect(
      log.lines == ["messages cannot be read: storage is not available: gone; it is tried again in 1 s"])
    await engine.deliverMessages()
    #expect(engine.status.failuresInARow == 2 && log.lines.last?.hasSuffix("again in 2 s") == true)
    storage.isBroken.withLock { $0 = false }
    await engine.deliverMessages()
    #expect(engine.status.failures == 2 && engine.status.failuresInARow == 0)
  }

  @Test func `the engine keeps a function's time where its runner does not`() async throws {
    let latch = Latch()
    let wasCancelled = Mutex(false)
    let functions = TestFunctions { _, _ in
      await withTaskCancellationHandler {
        await latch.wait()
      } onCancel: {
        wasCancelled.withLock { $0 = true }
        latch.open()
      }
      return .success
    }
    let table = try Fixture.tenant("email-password") { table in
      for index in table.functions.indices { table.functions[index].timeout = 50 }
    }
    let fixture = try await Fixture(table, functions: functions)
    let reply = await fixture.start("register-by-function", Self.credentials)
    #expect(reply.error?.code == "confirmation_failed")
    #expect(fixture.log.lines.contains { $0.hasSuffix(": did not answer in time") })
    #expect(wasCancelled.withLock { $0 })
  }

  @Test(arguments: [
    (FunctionStatus.success, LogEntry.Level.info), (.pending, .info), (.fail, .warning),
  ])
  func `what a function says beside its answer is logged as that answer is`(
    _ status: FunctionStatus, _ level: LogEntry.Level
  ) async throws {
    let log = EntryLog()
    let engine = try await engine(tenant: "email-password") {
      $0.log = log
      $0.functions = Explaining(status: status)
    }
    _ = await engine.start(
      flow: "register-by-function", tenant: "email-password", by: .operator, input: Self.credentials)
    let said = log.entries.withLock { $0.filter { $0.message.hasSuffix(": for a reason") } }
    #expect(said.map(\.level) == [level])
  }

  @Test func `programs of replaced tables are let go when no run needs them`() async throws {
    let fixture = try await Fixture(version(0))
    let old = await fixture.start()
    for number in 1..<300 { try await fixture.engine.install(file: TableFile.write(version(number)).bytes) }
    #expect(fixture.engine.status.programs <= 33)
    while try await fixture.engine.removeExpired() > 0 {}
    #expect(await fixture.send("submit", [:], old.token).end?.name == "done-0")
    #expect(fixture.engine.status.programs == 2, "the newest, and that of a run")
    fixture.clock.advance(minutes: 31)
    while try await fixture.engine.removeExpired() > 0 {}
    #expect(fixture.engine.status.programs == 1)
  }

  private func version(_ number: Int) -> FlowTable {
    var flow = FlowBuilder()
    flow.page("one", [], submit: "done-\(number)")
    flow.end("done-\(number)")
    return flow.build()
  }

  @Test func `whoever is refused as too many wait is one line a second in the log`() throws {
    let log = Fixture.Log()
    let clock = TestClock()
    let ports = EnginePorts(key: try #require(ServerKey.random()), clock: clock, log: log)
    let throttled = ThrottledLog(ports)
    for _ in 0..<3 {
      for _ in 0..<1000 { throttled.write("busy", nil) }
      clock.advance(seconds: 1)
    }
    let more = "busy; the same 999 times more since the last such line"
    #expect(log.lines == ["busy", more, more])
  }
}

extension EmbeddedEngineTests {
  /// What is seen of it must not tell whose a name is: neither that there is an account nor which of its names are its.
  @Test func `an account has one budget for guesses by all of its names, and no name tells of another`() async throws {
    var flow = FlowBuilder()
    flow.table {
      $0.passwords.attempts = Rate(4, per: 900)
      $0.attributes[2].isIdentifier = true
    }
    flow.page("ask", [SecretField.password.slot], optional: [FlowBuilder.email, FlowBuilder.city], submit: "find")
    flow.effect("find", .accountFind, [.slot(FlowBuilder.email)], ["found": "verify"], others: "by-name")
    flow.effect("by-name", .accountFind, [.slot(FlowBuilder.city)], others: "verify")
    flow.effect(
      "verify", .passwordVerify, [.slot(SecretField.password.slot)], ["match": "done", "locked": "out"], others: "ask!")
    flow.page("out", [], submit: "done")
    flow.end("done")
    let fixture = try await Fixture(flow.build())
    var account = try await fixture.add(Self.ada)
    account.identifiers.append(Identifier(attribute: "city", value: "ada"))
    let named = account
    #expect(try await fixture.storage.transact { try $0.put(named) })
    func states(_ email: String, _ city: String) async -> (states: [String?], hashed: Int) {
      let jobs = fixture.engine.hashing.jobs
      var states: [String?] = []
      for number in 0..<10 {
        let name: JSONObject = number.isMultiple(of: 2) ? ["email": .string(email)] : ["city": .string(city)]
        let begun = await fixture.start()
        var input = name
        // The right one comes when the account's budget is used up, and that of its names is not.
        input["password"] = .string(number == 5 ? Fixture.password : "Wrong-password-1")
        states.append(await fixture.send("submit", input, begun.token).state)
      }
      return (states, fixture.engine.hashing.jobs - jobs)
    }
    let ada = await states(Self.ada, "ada")
    #expect(ada.states == Array(repeating: "ask", count: 8) + ["out", "out"])
    #expect(ada.hashed == 8)
    let nobody = await states("nobody@example.com", "nobody")
    #expect(nobody.states == ada.states)
    #expect(nobody.hashed == ada.hashed)
  }

  @Test func `what fails on a later event of a run is told with its tenant`() async throws {
    let backend = try await Backend.memory.open()
    let storage = FailingStorage(backend.storage)
    let fixture = try await Fixture(try Fixture.tenant("native-auth"), on: backend) { _ in storage }
    let token = await fixture.start("sign-up").token
    storage.fail(after: 0)
    #expect(await fixture.send("submit", ["email": .string(Self.ada)], token).error?.code == "unavailable")
    let entry = try #require(fixture.log.entries.last { $0.message.hasPrefix("a step failed") })
    #expect(entry.tenant == "native-auth" && entry.run != nil)
  }

  @Test func `a clock that is set back by a day locks nobody out for longer than before`() async throws {
    let fixture = try await Fixture(
      try Fixture.tenant("email-password") { $0.passwords.attempts = Rate(2, per: 900) })
    try await fixture.add(Self.ada)
    let wrong: JSONObject = ["email": .string(Self.ada), "password": "Wrong-password-1"]
    for _ in 0..<2 { _ = await fixture.start("log-in", wrong) }
    fixture.clock.advance(minutes: -24 * 60)
    let locked = await fixture.start("log-in", wrong)
    #expect(locked.error?.code == "account_locked")
    #expect(locked.error?.retryAfter.map { $0 <= 900 } == true)
    // Whoever tries again while it is locked does not begin the time anew.
    fixture.clock.advance(minutes: 10)
    #expect(await fixture.start("log-in", wrong).error?.code == "account_locked")
    fixture.clock.advance(minutes: 6)
    let right: JSONObject = ["email": .string(Self.ada), "password": .string(Fixture.password)]
    #expect(await fixture.start("log-in", right).end?.name == "completed")

    let codes = try await Fixture(try Fixture.tenant("native-auth"))
    let sent = await codes.start("sign-up", ["email": .string(Self.ada)])
    codes.clock.advance(minutes: -24 * 60)
    let later = await codes.engine.current(token: sent.token ?? "")
    #expect(later.sent?.resendAfter == sent.sent?.resendAfter)
    let soon = await codes.send("resend", [:], sent.token)
    #expect(soon.error?.code == "too_many_codes")
    codes.clock.advance(minutes: 1)
    #expect(await codes.send("resend", [:], soon.token).error == nil)
  }

  @Test(arguments: Backend.allCases)
  func `what one value or one run may hold is bounded, and what is refused leaves nothing`(_ backend: Backend)
    async throws
  {
    var flow = FlowBuilder()
    flow.table {
      $0.attributes.append(AttributeDefinition(name: "any", type: .any))
      $0.attributes.append(AttributeDefinition(name: "list", type: .list))
      for number in 0..<8 { $0.attributes.append(AttributeDefinition(name: "any\(number)", type: .any)) }
    }
    let any = firstAttributeSlot + 4
    flow.page("ask", optional: [any, any + 1] + (2..<10).map { any + Slot($0) }, submit: "grow")
    try flow.assign("grow", any, "has(attributes.any) ? [attributes.any, attributes.any] : []", to: "ask")
    let fixture = try await Fixture(flow.build(), on: backend)
    let token = await fixture.start().token
    let before = try await fixture.record(token)
    let large = JSON.string(String(repeating: "x", count: 70_000))
    for input in [["any": large], ["list": [large]], ["list": .array(Array(repeating: "0123456789", count: 4000))]]
      as [JSONObject]
    {
      let reply = await fixture.send("submit", input, token)
      #expect(reply.error?.code == "attributes_invalid" && reply.token == token)
      #expect(reply.error?.fields.first?.complaint == .tooManyBytes(max: 65_536))
    }
    var much = JSONObject()
    for number in 0..<8 { much["any\(number)"] = .string(String(repeating: "x", count: 60_000)) }
    let together = await fixture.send("submit", much, token)
    #expect(together.error?.code == "run_too_large" && together.token == token)
    #expect(try await fixture.record(token) == before)
    var parts = ClientEvent("submit", input: much, token: token)
    parts.comesInParts = true
    parts.input["list"] = 7
    #expect(await fixture.engine.send(parts).error?.code == "run_too_large")
    #expect(try await fixture.record(token) == before)

    var reply = await fixture.send("submit", ["any": .string(String(repeating: "x", count: 1000))], token)
    var rounds = 0
    while reply.error == nil, rounds < 40 {
      reply = await fixture.send("submit", [:], reply.token)
      rounds += 1
    }
    #expect(reply.error?.code == "denied" && rounds < 10)
    #expect(try await fixture.record(reply.token).sealed.count < 100_000)
  }
}

/// Waits until it is opened.
private final class Latch: Sendable {
  private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  func wait() async {
    await withCheckedContinuation { caller in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(caller) }
        return state.isOpen
      }
      if isOpen { caller.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    for caller in waiting { caller.resume() }
  }
}

/// Delivers at once, but to one address never.
private final class SlowChannel: Channel {
  private let slow: String
  private let begun = Latch()
  private let cancelled = Latch()
  private let state = Mutex<[String]>([])

  init(slow: String) { self.slow = slow }

  var delivered: [String] { state.withLock { $0 } }

  func accepts(_ kind: ChannelKind, to: String) -> Bool { true }

  func deliver(_ message: Message) async throws(DeliveryError) {
    if message.to == slow {
      begun.open()
      do { try await Task.sleep(for: .seconds(3600)) } catch {
        cancelled.open()
        throw .temporary("it was cancelled")
      }
    }
    state.withLock { $0.append(message.to) }
  }

  func waitForSlow() async { await begun.wait() }
  func waitForCancellation() async { await cancelled.wait() }
  func wait(for count: Int) async {
    while delivered.count < count { try? await Task.sleep(for: .milliseconds(5)) }
  }
}

/// A channel that minds no cancellation.
private final class StubbornChannel: Channel {
  let visited = Latch()
  let end = Latch()

  func accepts(_ kind: ChannelKind, to: String) -> Bool { true }

  func deliver(_ message: Message) async throws(DeliveryError) {
    visited.open()
    await end.wait()
  }
}

/// Memory that fails when it is told to.
private final class BrokenStorage: Storage {
  let isBroken = Mutex(false)
  private let memory = MemoryStorage()

  func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result {
    if isBroken.withLock({ $0 }) { throw StorageError.unavailable("gone") }
    return try await memory.transact(body)
  }

  func close() async { await memory.close() }
}

/// A runner that gives a reason with each answer.
private struct Explaining: FunctionRunner {
  let status: FunctionStatus
  func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    (status, "for a reason")
  }
}

/// A log that keeps its entries.
private final class EntryLog: OperatorLog {
  let entries = Mutex<[LogEntry]>([])
  func write(_ entry: LogEntry) { entries.withLock { $0.append(entry) } }
}
