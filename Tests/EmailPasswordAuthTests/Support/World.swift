import EmailPasswordAuth
import EngineSupport
import FlowCompiler
import FlowHTTP
import FlowInProcess
import FlowJSON
import FlowModel
import FlowRuntime
import FlowTokens
import Synchronization
import TestSupport
import Testing

/// The ways from an app to its server on which whatever holds must hold.
enum Way: String, CaseIterable, Sendable {
  case inProcess
  case http
}

/// A server with the tenants of e-mail address and password, in this process.
final class World: Sendable {
  /// Confirms and resets by mail.
  static let byLink = "realm-by-link"
  /// Confirms and resets by functions.
  static let byFunction = "realm-by-function"
  /// Confirms at once.
  static let atOnce = "realm-at-once"
  /// Shows its users custom data.
  static let custom = "realm-custom"

  let clock = TestClock()
  let outbox = TestOutbox()
  let functions: TestFunctions
  let engine: Engine
  let handler: any HTTPHandler
  private let storage = MemoryStorage()
  private let answer: FunctionAnswer

  init() async throws {
    let key = try #require(ServerKey.random())
    let answer = FunctionAnswer()
    self.answer = answer
    functions = TestFunctions { _, _ in await answer.given() }
    engine = Engine(
      storage: storage,
      ports: EnginePorts(
        key: key, channel: outbox, functions: functions, dictionary: TestDictionary(), clock: clock))
    let keys = try await SigningKeys(storage: storage, key: key, clock: clock)
    let tokens = TokenService(storage: storage, key: key, keys: keys, clock: clock)
    var tables: [FlowTable] = []
    for folder in ["flows/email-password", "Tests/AppServicesTests/Fixtures/custom-data"] {
      tables.append(try Compiler.table(folder: Repository.root + "/" + folder))
      try await engine.install(file: TableFile.write(tables[tables.count - 1]).bytes)
    }
    handler = Site(FlowDirectory(tables), service: engine, accounts: engine, tokens: tokens, key: key).handler()
  }

  /// The way to the server without a socket.
  var connection: InProcessConnection { InProcessConnection(to: handler) }

  /// What the functions answer from now on; at first `success`.
  func functionsAnswer(_ status: FunctionStatus) { answer.status.withLock { $0 = status } }

  /// From now on functions answer nothing before the stream ends.
  func functionsWait(for stream: AsyncStream<Void>) { answer.waiting.withLock { $0 = stream } }

  /// Waits until a function is asked.
  func functionIsAsked() async { for await _ in answer.asked { return } }

  /// The newest link to an address, once all mail is delivered.
  func link(to address: String = Person.ada.email) async throws -> TestOutbox.Link {
    await engine.deliverMessages()
    return try #require(outbox.links(to: address).first)
  }

  /// The token and its id that a function was handed last.
  func functionLink() throws -> (token: String, tokenId: String) {
    let request = try #require(functions.requests.last)
    return (try #require(request["token"]?.string), try #require(request["tokenId"]?.string))
  }

  /// Changes the accounts of an address as the tenant's own flows or an administrator might.
  func change(
    _ email: String, of tenant: String = "email-password", _ body: @escaping @Sendable (inout AccountRecord) -> Void
  ) async throws {
    let identifier = Identifier(attribute: "email", value: email)
    let found = try await storage.transact { try $0.account(identifier, tenant: tenant) }
    var account = try #require(found)
    body(&account)
    let changed = account
    #expect(try await storage.transact { try $0.put(changed) })
  }
}

/// What functions answer.
private final class FunctionAnswer: Sendable {
  let status = Mutex(FunctionStatus.success)
  let waiting = Mutex<AsyncStream<Void>?>(nil)
  let asked: AsyncStream<Void>
  private let asking: AsyncStream<Void>.Continuation

  init() { (asked, asking) = AsyncStream.makeStream() }

  func given() async -> FunctionStatus {
    asking.yield()
    if let stream = waiting.withLock({ $0 }) { for await _ in stream {} }
    return status.withLock { $0 }
  }
}

/// Somebody who uses an app.
struct Person: Sendable {
  let email: String
  var password = "Tea-at-5-oclock"

  static let ada = Person(email: "ada@example.com")
  static let bea = Person(email: "bea@example.com")
  static let fresh = "A-fresh-password-2"

  var credentials: Credentials { .emailPassword(email: email, password: password) }
}

/// Runs a test on a world of its own, with what makes an app of it by its id.
func withWorld(
  _ way: Way = .inProcess, _ body: (World, @Sendable (String) -> App) async throws -> Void
) async throws {
  let world = try await World()
  switch way {
  case .inProcess:
    let connection = world.connection
    try await body(world) { App(id: $0, connection: connection) }
  case .http:
    var settings = ServerSettings(address: ListenAddress(host: "127.0.0.1", port: 0))
    settings.limits.clientSeconds = 120
    let server = try HTTPServer(settings, handler: world.handler)
    let url = "http://127.0.0.1:\(server.port)"
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await body(world) { App(id: $0, baseURL: url) })
    } catch {
      outcome = .failure(error)
    }
    await server.shutdown(grace: .seconds(1))
    try outcome.get()
  }
}
