import EngineSupport
import FlowJSON
import FlowModel
import Synchronization
import Testing

@testable import FlowRuntime

/// One step is one transaction, however slow what it does.
@Suite struct WholeStepTests {
  private static let ada = "ada@example.com"
  private static let credentials: JSONObject = ["email": .string(ada), "password": .string(Fixture.password)]

  @Test(arguments: Backend.allCases)
  func `a step that cannot be committed leaves neither account nor message, and its run as it was`(
    _ backend: Backend
  ) async throws {
    let backend = try await backend.open()
    let storage = FailingStorage(backend.storage)
    let fixture = try await Fixture(try Fixture.tenant("email-password"), on: backend) { _ in storage }
    let first = await fixture.start("register")
    let before = try await fixture.record(first.token)
    // Once undone for the password's hash, the step is committed by its second transaction.
    storage.fail(after: 1)
    let failed = await fixture.send("submit", Self.credentials, first.token)
    #expect(failed.error?.code == "unavailable")
    #expect(try await fixture.account(Self.ada) == nil)
    #expect(try await fixture.storage.transact { try $0.messages(dueBy: .max, limit: 9).isEmpty })
    #expect(try await fixture.record(first.token) == before)
    #expect(fixture.outbox.attempts.isEmpty)
    let second = await fixture.send("submit", Self.credentials, first.token)
    #expect(second.end?.name == "registered")
    #expect(fixture.outbox.links(to: Self.ada).count == 1)
  }

  @Test(arguments: Backend.allCases)
  func `a condition that fails denies the step, and what was done before it is undone`(_ backend: Backend) async throws
  {
    var flow = FlowBuilder()
    flow.page("ask", [FlowBuilder.email, FlowBuilder.age], submit: "create")
    flow.effect("create", .accountCreate, [.slot(FlowBuilder.email), .word(1)], others: "which")
    try flow.choose("which", [("100 / attributes.age > 10", "done"), (nil, "done")])
    flow.end("done")
    let fixture = try await Fixture(flow.build(), on: backend)
    let first = await fixture.start()
    let denied = await fixture.send("submit", ["email": .string(Self.ada), "age": 0], first.token)
    #expect(denied.error?.code == "denied" && denied.state == "ask" && denied.token == first.token)
    #expect(try await fixture.account(Self.ada) == nil)
    let allowed = await fixture.send("submit", ["email": .string(Self.ada), "age": 7], first.token)
    #expect(allowed.end?.name == "done")
  }

  @Test(arguments: Backend.allCases)
  func `a function is called once in a step, however long it takes`(_ backend: Backend) async throws {
    let clock = TestClock()
    let functions = TestFunctions { _, _ in
      clock.advance(seconds: 4)
      return .success
    }
    let fixture = try await Fixture(
      try Fixture.tenant("email-password"), on: try await backend.open(), clock: clock, functions: functions)
    let reply = await fixture.start("register-by-function", Self.credentials)
    #expect(reply.end?.name == "confirmed")
    #expect(functions.requests.count == 1)
    let account = try #require(try await fixture.account(Self.ada))
    #expect(functions.requests.first?["account"] == .string(account.id))
    #expect(functions.requests.first?["id"]?.string?.count == 32)
  }

  @Test(arguments: Backend.allCases)
  func `a caller that is cancelled cancels no function`(_ backend: Backend) async throws {
    let functions = TestFunctions { _, _ in Task.isCancelled ? .fail : .success }
    let fixture = try await Fixture(
      try Fixture.tenant("email-password"), on: try await backend.open(), functions: functions)
    let caller = Task {
      while !Task.isCancelled { await Task.yield() }
      return await fixture.start("register-by-function", Self.credentials)
    }
    caller.cancel()
    #expect(await caller.value.end?.name == "confirmed")
  }

  @Test(arguments: Backend.allCases)
  func `while a function takes its time, other runs go on`(_ backend: Backend) async throws {
    let gate = Gate()
    let functions = TestFunctions { _, _ in
      await gate.wait()
      return .success
    }
    let fixture = try await Fixture(try Fixture.tenant("email-password"), on: backend, functions: functions)
    async let slow = fixture.start("register-by-function", Self.credentials)
    await gate.waitForVisitor()
    try await fixture.add("bea@example.com")
    let other = await fixture.start("log-in", ["email": "bea@example.com", "password": .string(Fixture.password)])
    #expect(other.end?.name == "completed")
    #expect(try await fixture.account(Self.ada) == nil, "the step is not committed yet")
    await gate.open()
    #expect(await slow.end?.name == "confirmed")
  }

  @Test func `a password is kept as Argon2id with the parameters of the day, and told from others`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("email-password"))
    for name in ["ada", "bea"] {
      let reply = await fixture.start(
        "register", ["email": .string("\(name)@example.com"), "password": .string(Fixture.password)])
      #expect(reply.end?.name == "registered")
    }
    let hashes = [
      try #require(try await fixture.account(Self.ada)?.passwordHash),
      try #require(try await fixture.account("bea@example.com")?.passwordHash),
    ]
    #expect(hashes.allSatisfy { $0.hasPrefix("nfkc$argon2id$v=19$m=19456,t=2,p=1$") })
    #expect(hashes[0] != hashes[1], "salted")
    let hasher = PasswordHasher()
    #expect(hasher.compare(Fixture.password, with: hashes[0], by: PasswordHashing()) == .match(isOutdated: false))
    #expect(hasher.compare(Fixture.password + "\0", with: hashes[0], by: PasswordHashing()) == .mismatch)
  }
}

/// Holds whoever waits until it is opened.
private actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []
  private var hasVisitor = false

  func wait() async {
    hasVisitor = true
    for watcher in watchers { watcher.resume() }
    watchers = []
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func waitForVisitor() async {
    if !hasVisitor { await withCheckedContinuation { watchers.append($0) } }
  }

  func open() {
    isOpen = true
    for one in waiting { one.resume() }
    waiting = []
  }
}
