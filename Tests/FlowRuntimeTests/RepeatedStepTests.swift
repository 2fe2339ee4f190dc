import FlowThreads
import EngineSupport
import FlowJSON
import FlowModel
import FlowThreads
import Synchronization
import Testing

@testable import FlowRuntime

/// A client whose answer was lost sends the same once more.
@Suite struct RepeatedStepTests {
  private static let ada = "ada@example.com"
  private static let credentials: JSONObject = ["email": .string(ada), "password": .string(Fixture.password)]

  @Test(arguments: Backend.allCases)
  func `the same event is answered the same while nothing newer has happened, another one is refused`(
    _ backend: Backend
  ) async throws {
    let fixture = try await Fixture(FlowBuilder.twoPages(), on: backend)
    let first = await fixture.start()
    let second = await fixture.send("submit", ["city": "Ulm"], first.token)
    let record = try await fixture.record(first.token)
    #expect(second.state == "two")
    #expect(await fixture.send("submit", ["city": "Ulm"], first.token) == second)
    for (event, input) in [("submit", ["city": "Bonn"]), ("submit", [:]), ("back", ["city": "Ulm"])]
      as [(String, JSONObject)]
    {
      let other = await fixture.send(event, input, first.token)
      #expect(other.error?.code == "invalid_token" && other.run == nil && other.page == nil)
    }
    #expect(await fixture.engine.current(token: first.token ?? "").error?.code == "invalid_token")
    #expect(try await fixture.record(first.token) == record, "nothing was written")
    // An attempt of whoever has the newer token shows that the answer has come.
    #expect(await fixture.send("submit", ["age": 7], second.token).end?.name == "done")
    #expect(await fixture.send("submit", ["city": "Ulm"], first.token).error?.code == "invalid_token")
  }

  @Test(arguments: Backend.allCases)
  func `a commit whose answer is lost is found by the retry, with what it hands out`(_ backend: Backend) async throws {
    let backend = try await backend.open()
    let storage = DeafStorage(backend.storage)
    let fixture = try await Fixture(try Fixture.tenant("email-password"), on: backend) { _ in storage }
    try await fixture.add(Self.ada)
    let first = await fixture.start("log-in")
    // The first attempt asks for the spending, the second for the comparison: the last commits.
    storage.loseAnswers()
    let lost = await fixture.send("submit", Self.credentials, first.token)
    #expect(lost.error?.code == "unavailable")
    storage.hear()
    let jobs = fixture.engine.hashing.jobs
    let found = await fixture.send("submit", Self.credentials, first.token)
    #expect(found.end?.name == "completed" && found.error == nil)
    let token = try #require(found.end?.result?["tokens"]?["access_token"]?.string)
    #expect(try await fixture.engine.session(of: token, tenant: "email-password") != nil)
    #expect(await fixture.send("submit", Self.credentials, first.token) == found)
    #expect(fixture.engine.hashing.jobs == jobs, "nothing is compared again")
    let wrong: JSONObject = ["email": .string(Self.ada), "password": "Wrong-password-1"]
    #expect(await fixture.send("submit", wrong, first.token).error?.code == "invalid_token")
  }

  @Test func `what an end hands out is handed out again for ten minutes, to an account that is as it was`() async throws
  {
    let fixture = try await Fixture(try Fixture.tenant("email-password"))
    try await fixture.add(Self.ada)
    let first = await fixture.start("log-in")
    let end = await fixture.send("submit", Self.credentials, first.token)
    #expect(end.end?.result?["tokens"] != nil)
    #expect(await fixture.engine.current(token: end.token ?? "").end?.result?["tokens"] == nil)
    fixture.clock.advance(minutes: 9)
    #expect(await fixture.send("submit", Self.credentials, first.token).end == end.end)
    fixture.clock.advance(minutes: 1)
    #expect(await fixture.send("submit", Self.credentials, first.token).error?.code == "invalid_token")

    let second = await fixture.start("log-in")
    #expect(await fixture.send("submit", Self.credentials, second.token).end?.name == "completed")
    var account = try #require(try await fixture.account(Self.ada))
    account.isEnabled = false
    let disabled = account
    #expect(try await fixture.storage.transact { try $0.put(disabled) })
    #expect(await fixture.send("submit", Self.credentials, second.token).error?.code == "invalid_token")
  }

  @Test(arguments: Backend.allCases)
  func `the same work has the same idempotency key after a lost commit, and in parallel; another has another`(
    _ backend: Backend
  ) async throws {
    let backend = try await backend.open()
    let storage = FailingStorage(backend.storage)
    let functions = TestFunctions { _, _ in .success }
    let fixture = try await Fixture(
      try Fixture.tenant("email-password"), on: backend, functions: functions
    ) { _ in storage }
    let first = await fixture.start("register-by-function")
    // Password, limit and its spending, function: the fifth transaction is the one that commits.
    storage.fail(after: 4)
    #expect(await fixture.send("submit", Self.credentials, first.token).error?.code == "unavailable")
    #expect(functions.requests.count == 1)
    fixture.clock.advance(seconds: 90)
    let told = await fixture.race({ _ in Self.credentials }, first.token, tasks: 5)
    #expect(told == ["ok": 5])
    let requests = functions.requests
    #expect(requests.count >= 2 && Set(requests).count == 1, "the same account, the same id")
    let account = try #require(try await fixture.account(Self.ada))
    #expect(requests.first?["account"] == .string(account.id))
    let other = await fixture.start("register-by-function")
    _ = await fixture.send("submit", ["email": "bea@example.com", "password": .string(Fixture.password)], other.token)
    #expect(functions.requests.last?["id"] != requests.first?["id"])
  }

  @Test func `what is asked after an account has changed has another idempotency key, and so has a new attempt`()
    async throws
  {
    var flow = FlowBuilder()
    flow.table { $0.functions = [FunctionDefinition(name: "look", target: .command(["look"]))] }
    flow.page("ask", [FlowBuilder.email], submit: "find")
    flow.effect("find", .accountFind, [.slot(FlowBuilder.email)], others: "call")
    flow.effect("call", .functionCall, [.function(0)], ["success": "done"], others: "ask!")
    flow.end("done")
    let fixture = try await Fixture(flow.build())
    let token = await fixture.start().token
    for _ in 0..<2 { _ = await fixture.send("submit", ["email": .string(Self.ada)], token) }
    try await fixture.add(Self.ada)
    _ = await fixture.send("submit", ["email": .string(Self.ada)], token)
    let ids = fixture.functions.requests.map { $0["id"] }
    #expect(ids.count == 3 && Set(ids).count == 3)
  }

  @Test func `what rests of a repeated step is small, and holds nothing of the event`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("email-password"))
    try await fixture.add(Self.ada)
    let first = await fixture.start("log-in")
    let before = try await fixture.record(first.token).sealed.count
    let end = await fixture.send("submit", Self.credentials, first.token)
    let run = try await fixture.run(end.token)
    #expect(run.answered?.salt.count == 16 && run.answered?.tag.count == 16)
    #expect(try await fixture.record(end.token).sealed.count < before + 600)
  }
}

/// Storage whose commits happen, and whose answers do not come back.
private final class DeafStorage: Storage {
  private let storage: any Storage
  private let isDeaf = Mutex(false)

  init(_ storage: any Storage) { self.storage = storage }

  func loseAnswers() { isDeaf.withLock { $0 = true } }
  func hear() { isDeaf.withLock { $0 = false } }

  func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result {
    let result = try await storage.transact(body)
    // What the engine spends beside a step is answered: it is the step's own commit that is lost.
    if isDeaf.withLock({ $0 }), result is StepAnswer { throw StorageError.unavailable("the connection was lost") }
    return result
  }

  func close() async { await storage.close() }
}
