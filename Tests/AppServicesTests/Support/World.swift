import EngineSupport
import FlowCompiler
import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import FlowTokens
import Synchronization
import TestSupport
import Testing

/// One server with the tenants that its apps belong to.
final class World: Sendable {
  /// Confirms and resets by mail.
  static let byLink = "realm-by-link"
  /// Confirms and resets by functions.
  static let byFunction = "realm-by-function"
  /// As `byLink`, but of another tenant.
  static let elsewhere = "elsewhere-by-link"
  /// Confirms at once, and resets by mail; nobody proves an address.
  static let atOnce = "realm-at-once"
  /// Confirms at once, over the pages of its flow, and has no reset; what names its accounts is no address.
  static let anyName = "any-name"
  /// Gives its users custom data; of the same tenant is one that gives none.
  static let custom = (app: "realm-custom", plain: "realm-plain", tenant: "custom-data")

  let storage = MemoryStorage()
  let clock = TestClock()
  let outbox = TestOutbox()
  let functions: TestFunctions
  let tokens: TokenService
  let engine: Engine
  let api: AppServicesAPI
  private let answer: FunctionAnswer

  init(
    identifiers: RequestRate? = nil, change: (inout FlowTable) -> Void = { _ in }
  ) async throws {
    let key = try #require(ServerKey.random())
    let answer = FunctionAnswer()
    self.answer = answer
    functions = TestFunctions { _, _ in await answer.given() }
    outbox.refuse("nowhere@example.com")
    let engine = Engine(
      storage: storage,
      ports: EnginePorts(
        key: key, channel: outbox, functions: functions, dictionary: TestDictionary(), clock: clock))
    let keys = try await SigningKeys(storage: storage, key: key, clock: clock)
    tokens = TokenService(storage: storage, key: key, keys: keys, clock: clock)
    var apps: [String: AppServicesApp] = [:]
    let fixtures = ["any-name", "custom-data"].map { "Tests/AppServicesTests/Fixtures/" + $0 }
    for folder in ["flows/email-password"] + fixtures {
      var table = try Compiler.table(folder: Repository.root + "/" + folder)
      change(&table)
      try await engine.install(file: TableFile.write(table).bytes)
      for application in table.applications {
        apps[application.name] = AppServicesApp(application, of: table)
      }
    }
    var other = try Compiler.table(folder: Repository.root + "/flows/email-password")
    other.tenant = "elsewhere"
    for index in other.applications.indices where other.applications[index].name == World.byLink {
      other.applications[index].name = World.elsewhere
      apps[World.elsewhere] = AppServicesApp(other.applications[index], of: other)
    }
    try await engine.install(file: TableFile.write(other).bytes)
    self.engine = engine
    let known = apps
    api = AppServicesAPI(
      service: engine, accounts: engine, tokens: tokens,
      identifiers: identifiers.map { IdentifierLimit(RateLimiter($0), key: key) }
    ) { known[$0] }
  }

  /// What the functions answer from now on; at first `success`.
  func functionsAnswer(_ status: FunctionStatus) { answer.status.withLock { $0 = status } }

  /// From now on functions answer nothing before the gate opens.
  func functionsWait(at gate: Gate) { answer.gate.withLock { $0 = gate } }

  /// The newest link to an address, once all mail is delivered.
  func link(to address: String = Client.ada) async throws -> TestOutbox.Link {
    await engine.deliverMessages()
    return try #require(outbox.links(to: address).first)
  }

  /// The link that a function was handed last.
  func functionLink() throws -> JSONObject {
    let request = try #require(functions.requests.last)
    return ["token": request["token"] ?? .null, "tokenId": request["tokenId"] ?? .null]
  }

  /// The account of an address.
  func account(_ email: String) async throws -> AccountRecord? {
    try await storage.transact {
      try $0.account(Identifier(attribute: "email", value: email), tenant: "email-password")
    }
  }

  /// Changes an account as an administrator might.
  func change(_ email: String, _ body: @escaping @Sendable (inout AccountRecord) -> Void) async throws {
    var account = try #require(try await account(email))
    body(&account)
    let changed = account
    #expect(try await storage.transact { try $0.put(changed) })
  }
}

/// What functions answer.
private final class FunctionAnswer: Sendable {
  let status = Mutex(FunctionStatus.success)
  let gate = Mutex<Gate?>(nil)

  func given() async -> FunctionStatus {
    await gate.withLock { $0 }?.pass()
    return status.withLock { $0 }
  }
}

extension TestOutbox.Link {
  /// The link as the fields that redeem it.
  var fields: JSONObject { ["token": .string(token), "tokenId": .string(tokenId)] }
}

/// Runs a test on a world of its own, over a wire.
func withWorld(
  over kind: WireKind = .socket, limits: HTTPLimits = HTTPLimits(), perAddress: RequestRate? = nil,
  identifiers: RequestRate? = nil, change: (inout FlowTable) -> Void = { _ in },
  _ body: (World, Client) async throws -> Void
) async throws {
  let world = try await World(identifiers: identifiers, change: change)
  // As `Site` has it.
  var router = Router()
  router.mount("api/client/v2.0", CrossOrigin(world.api, AppServicesAPI.cors))
  let handler: any HTTPHandler = perAddress.map { RateLimited(router, by: RateLimiter($0)) } ?? router
  switch kind {
  case .direct: try await body(world, Client(wire: DirectWire(handler: handler)))
  case .socket:
    var settings = ServerSettings(address: ListenAddress(host: "127.0.0.1", port: 0))
    settings.limits = limits
    // Where all tests of the project run at once, an answer may take a while.
    settings.limits.clientSeconds = 120
    let server = try HTTPServer(settings, handler: handler)
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await body(world, Client(wire: SocketWire(port: server.port, server: server))))
    } catch {
      outcome = .failure(error)
    }
    await server.shutdown(grace: .seconds(1))
    try outcome.get()
  }
}
