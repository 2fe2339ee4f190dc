import EngineSupport
import FlowCompiler
import FlowJSON
import FlowModel
import TestSupport
import Testing

@testable import FlowRuntime

/// A tenant on an engine, with two people's accounts: ada's, and that of whoever attacks her.
final class Scene: Sendable {
  let table: FlowTable
  let engine: Engine
  /// Its files go with it.
  private let backend: TestStorage
  var storage: any Storage { backend.storage }
  let key: ServerKey
  let clock = TestClock()
  let outbox = TestOutbox()

  static let ada = "ada@example.com"
  static let eve = "eve@example.com"
  static let password = "Tea-at-5-oclock"
  private static let passwordHash = Engine.passwordHash(password)

  /// A tenant of the corpus, by the name of its flaw, or of `flows/`.
  init(
    _ tenant: String, on backend: Backend = .memory, functions: TestFunctions = TestFunctions(),
    change: (inout FlowTable) -> Void = { _ in }
  ) async throws {
    var table = try #require(Self.tables[tenant]).get()
    table.codes.resendAfter = 0
    change(&table)
    self.table = table
    let opened = try await backend.open()
    self.backend = opened
    key = try #require(ServerKey.random())
    engine = Engine(
      storage: opened.storage,
      ports: EnginePorts(
        key: key, channel: outbox, functions: functions, dictionary: TestDictionary(), clock: clock))
    try await engine.install(file: TableFile.write(table).bytes)
    for address in [Self.ada, Self.eve] { try await add(address) }
  }

  static let shipped = ["native-auth", "email-password"]
  private static let flaws = [
    "CVE-2026-49448", "CVE-2024-47070", "CVE-2026-37982", "CVE-2026-94218", "GHSA-7h8m-vrxx-vr4m", "ory-kratos-4606",
    "several-names", "two-runs", "two-factors", "strangers-key",
  ]
  private static let tables = Dictionary(
    uniqueKeysWithValues: shipped.map { ($0, "\(Repository.root)/flows/\($0)") }
      + flaws.map { ($0, "\(Repository.root)/Tests/CorpusTests/Fixtures/\($0)") }
  ).mapValues { folder in
    // What the engine makes of conditions that fail, and of a factor that a stranger registers, is looked at here, too.
    Result { try #require(Compiler.compile(paths: [folder], waiving: ["U306", "U904"]).tenants.first?.table) }
  }

  // MARK: Acting

  func start(_ flow: String, _ input: JSONObject = [:]) async -> Reply {
    let reply = await engine.start(flow: flow, tenant: table.tenant, by: .operator, input: input)
    await engine.deliverMessages()
    return reply
  }

  func send(_ event: String = "submit", _ input: JSONObject = [:], _ token: String?) async -> Reply {
    let reply = await engine.send(ClientEvent(event, input: input, token: token))
    await engine.deliverMessages()
    return reply
  }

  /// Sends the same event from many tasks at once; how many replies were so.
  func race(
    _ input: JSONObject, _ tokens: [String?], where isSo: @escaping @Sendable (Reply) -> Bool
  ) async -> Int {
    await withTaskGroup(of: Bool.self) { group in
      for token in tokens {
        group.addTask { [engine] in isSo(await engine.send(ClientEvent("submit", input: input, token: token))) }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
  }

  // MARK: Mail and accounts

  func code(to address: String = ada) -> JSON { .string(outbox.code(to: address) ?? "") }

  /// A code that is not the newest one.
  func wrongCode(to address: String = ada) -> JSON {
    let code = outbox.code(to: address) ?? "0"
    return .string((code.first == "1" ? "2" : "1") + code.dropFirst())
  }

  func add(_ email: String) async throws {
    var account = AccountRecord(
      id: SystemRandomness().bytes(12).hex, tenant: table.tenant, isConfirmed: true,
      identifiers: [Identifier(attribute: "email", value: email)], attributes: "{}", created: clock.now())
    account.passwordHash = Self.passwordHash
    let added = account
    #expect(try await storage.transact { try $0.put(added) })
  }

  func account(_ email: String = ada) async throws -> AccountRecord? {
    let tenant = table.tenant
    return try await storage.transact { try $0.account(Identifier(attribute: "email", value: email), tenant: tenant) }
  }

  /// The run of a token, opened.
  func run(_ token: String?) async throws -> Run {
    let token = try #require(ContinuationToken(token ?? "", key))
    let record = try #require(try await storage.transact { try $0.run(token.run) })
    let content = try #require(record.opened(key))
    let file = try #require(try await storage.transact { try $0.table(record.table) })
    return try Run(encoded: content, Program(file: file))
  }
}
