import EngineSupport
import FlowCompiler
import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import FlowTokens
import HTTPSupport
import Synchronization
import TestSupport
import Testing

/// One engine with the repository's tenants, and all that leads to it.
final class World: Sendable {
  let engine: Engine
  let clock = TestClock()
  let outbox = TestOutbox()
  let site: Site
  /// The keys that the tenants' tokens are signed with.
  let keys: SigningKeys
  /// What the logs of the server and the engine say.
  let log = Log()
  private let storage: TestStorage
  private let server = Mutex<HTTPServer?>(nil)
  private let clients = Mutex<[any FlowClient]>([])

  fileprivate init(on backend: Backend, change: (inout Site) -> Void) async throws {
    storage = try await backend.open()
    let key = try #require(ServerKey.random())
    engine = Engine(
      storage: storage.storage,
      ports: EnginePorts(
        key: key, channel: outbox, functions: TestFunctions { _, _ in .success }, dictionary: TestDictionary(),
        clock: clock, log: LineLog { [log] line in log.add(line) }))
    let tables = try Self.tables.get()
    for table in tables { try await engine.install(file: TableFile.write(table).bytes) }
    keys = try await SigningKeys(storage: storage.storage, key: key, clock: clock)
    let tokens = TokenService(storage: storage.storage, key: key, keys: keys, clock: clock)
    var site = Site(FlowDirectory(tables), service: engine, accounts: engine, tokens: tokens, key: key)
    (site.perAddress, site.perIdentifier, site.perApplication) = (nil, nil, nil)
    change(&site)
    self.site = site
  }

  /// The newest code that went to an address.
  func code(to address: String = World.ada) async throws -> String {
    await engine.deliverMessages()
    return try #require(outbox.code(to: address))
  }

  /// A client that speaks to the engine this way, as an application, or as nobody in particular: over HTTP as a client
  /// without a name, else as the operator.
  func client(_ transport: Transport, as application: String? = "ios") throws -> any FlowClient {
    let client: any FlowClient =
      switch transport {
      case .inProcess: ServiceClient(service: engine, application: application)
      case .jsonLines: JSONLinesClient(service: engine, application: application)
      case .terminal: TerminalClient(service: engine, application: application)
      case .http: HTTPClient(port: try port(), application: application)
      }
    clients.withLock { $0.append(client) }
    return client
  }

  /// The port at which its site is served.
  func port(_ change: (inout ServerSettings) -> Void = { _ in }) throws -> UInt16 {
    try server.withLock { server in
      if let server { return server.port }
      var settings = ServerSettings(address: ListenAddress(host: "127.0.0.1", port: 0))
      settings.accessLog = { [log] record in log.add(record.line) }
      settings.log = LineLog { [log] line in log.add(line) }
      change(&settings)
      let started = try HTTPServer(settings, handler: site.handler())
      server = started
      return started.port
    }
  }

  fileprivate func close() async {
    for client in clients.withLock({ $0 }) { await client.close() }
    await server.withLock { $0 }?.shutdown(grace: .seconds(1))
  }

  private static let tables = Result {
    try ["native-auth", "email-password"].map { try Compiler.table(folder: Repository.root + "/flows/" + $0) }
  }

  static let ada = "ada@example.com"
}

/// Lines for the operator.
final class Log: Sendable {
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }
  func add(_ line: String) { kept.withLock { $0.append(line) } }
}

/// Runs a test on a world of its own.
func withWorld(
  on backend: Backend = .memory, change: (inout Site) -> Void = { _ in }, _ body: (World) async throws -> Void
) async throws {
  let world = try await World(on: backend, change: change)
  do {
    try await body(world)
  } catch {
    await world.close()
    throw error
  }
  await world.close()
}
