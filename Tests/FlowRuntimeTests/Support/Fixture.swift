import EngineSupport
import FlowCompiler
import FlowJSON
import FlowModel
import Synchronization
import TestSupport
import Testing

@testable import FlowRuntime

/// An engine with one table, and what surrounds it.
final class Fixture: Sendable {
  let table: FlowTable
  let backend: TestStorage
  let storage: any Storage
  let engine: Engine
  let key: ServerKey
  let clock: TestClock
  let outbox: TestOutbox
  let functions: TestFunctions
  let log: Log

  /// What the engine wrote for the operator.
  final class Log: OperatorLog {
    private let written = Mutex<[LogEntry]>([])
    var entries: [LogEntry] { written.withLock { $0 } }
    var lines: [String] { entries.map(\.message) }
    func write(_ entry: LogEntry) { written.withLock { $0.append(entry) } }
  }

  static let password = "Tea-at-5-oclock"
  static let passwordHash = Engine.passwordHash(password)

  /// An engine of one table over storage; `wrap` puts something between the two.
  init(
    _ table: FlowTable, on backend: TestStorage, key: ServerKey? = nil, clock: TestClock = TestClock(),
    functions: TestFunctions = TestFunctions(), dictionary: any PasswordDictionary = TestDictionary(),
    hashingThreads: Int? = nil, wrap: (any Storage) -> any Storage = { $0 },
    change: (inout EnginePorts) -> Void = { _ in }
  ) async throws {
    let outbox = TestOutbox()
    let log = Log()
    self.table = table
    self.backend = backend
    self.key = try #require(key ?? ServerKey.random())
    self.clock = clock
    self.outbox = outbox
    self.functions = functions
    self.log = log
    storage = backend.storage
    var ports = EnginePorts(
      key: self.key, channel: outbox, functions: functions, dictionary: dictionary, clock: clock, log: log)
    change(&ports)
    engine = Engine(storage: wrap(storage), ports: ports, hashingThreads: hashingThreads)
    try await engine.install(file: TableFile.write(table).bytes)
  }

  convenience init(_ table: FlowTable, on backend: Backend = .memory, functions: TestFunctions = TestFunctions())
    async throws
  {
    try await self.init(table, on: backend.open(), functions: functions)
  }

  /// The table of a tenant of `flows/`, perhaps with other policies.
  static func tenant(_ name: String, policies: (inout FlowTable) -> Void = { _ in }) throws -> FlowTable {
    var table = try #require(tables[name]).get()
    policies(&table)
    return table
  }

  private static let tables = Dictionary(
    uniqueKeysWithValues: ["native-auth", "email-password", "accounts"].map { name in
      (name, Result { try Compiler.table(folder: "\(Repository.root)/flows/\(name)") })
    })

  // MARK: Acting

  func start(
    _ flow: String = "flow", _ input: JSONObject = [:], by starter: Starter = .operator
  ) async -> Reply {
    let reply = await engine.start(flow: flow, tenant: table.tenant, by: starter, input: input)
    await engine.deliverMessages()
    return reply
  }

  func send(_ event: String = "submit", _ input: JSONObject = [:], _ token: String?) async -> Reply {
    let reply = await engine.send(ClientEvent(event, input: input, token: token))
    await engine.deliverMessages()
    return reply
  }

  /// Sends the same event from many tasks at once; how often each code of error came back, `ok` where none did.
  func race(
    _ input: @escaping @Sendable (Int) -> JSONObject, _ token: String?, tasks: Int = 64, event: String = "submit"
  ) async -> [String: Int] {
    await withTaskGroup(of: String.self) { group in
      for number in 0..<tasks {
        group.addTask { [engine] in
          await engine.send(ClientEvent(event, input: input(number), token: token)).error?.code ?? "ok"
        }
      }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
  }

  // MARK: Looking

  /// What rests of the run of a token.
  func record(_ token: String?) async throws -> RunRecord {
    let token = try #require(ContinuationToken(token ?? "", key))
    return try #require(try await storage.transact { try $0.run(token.run) })
  }

  /// The run of a token, opened.
  func run(_ token: String?) async throws -> Run {
    let record = try await record(token)
    let content = try #require(record.opened(key))
    let file = try #require(try await storage.transact { try $0.table(record.table) })
    return try Run(encoded: content, Program(file: file))
  }

  func account(_ email: String) async throws -> AccountRecord? {
    let tenant = table.tenant
    return try await storage.transact { try $0.account(Identifier(attribute: "email", value: email), tenant: tenant) }
  }

  /// Adds an account with `Fixture.password`.
  @discardableResult
  func add(_ email: String, confirmed: Bool = true, attributes: String = "{}") async throws -> AccountRecord {
    var account = AccountRecord(
      id: String(SystemRandomness().bytes(12).hex), tenant: table.tenant, isConfirmed: confirmed,
      identifiers: [Identifier(attribute: "email", value: email)], attributes: attributes,
      created: clock.now())
    account.passwordHash = Self.passwordHash
    let added = account
    #expect(try await storage.transact { try $0.put(added) })
    return added
  }

  /// A code that is not the one that was sent.
  func wrongCode(to address: String) throws -> JSON {
    let code = try #require(outbox.code(to: address))
    return .string((code.first == "1" ? "2" : "1") + code.dropFirst())
  }
}
