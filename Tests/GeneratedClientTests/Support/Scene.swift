import EngineSupport
import FlowClient
import FlowCompiler
import FlowHTTP
import FlowInProcess
import FlowModel
import FlowRuntime
import FlowTokens
import GeneratedClients
import Synchronization
import TestSupport
import Testing

/// A server in this process with the tenant native-auth, or one that is much like it.
final class Scene: Sendable {
  let connection: InProcessConnection
  let clock = TestClock()
  private let engine: Engine
  private let outbox = TestOutbox()

  init(folder: String = Repository.root + "/flows/native-auth") async throws {
    let key = try #require(ServerKey.random())
    let storage = MemoryStorage()
    engine = Engine(
      storage: storage,
      ports: EnginePorts(key: key, channel: outbox, dictionary: TestDictionary(), clock: clock))
    let table = try Compiler.table(folder: folder)
    try await engine.install(file: TableFile.write(table).bytes)
    let keys = try await SigningKeys(storage: storage, key: key, clock: clock)
    let tokens = TokenService(storage: storage, key: key, keys: keys, clock: clock)
    let site = Site(FlowDirectory([table]), service: engine, accounts: engine, tokens: tokens, key: key)
    connection = InProcessConnection(to: site.handler())
  }

  var signUp: SignUp { SignUp(over: connection, as: .ios) }

  /// The newest code that went to an address.
  func code(to address: String = Scene.ada) async throws -> String {
    await engine.deliverMessages()
    return try #require(outbox.code(to: address))
  }

  /// The page for the code of a sign-up that was just started.
  func codePage() async throws -> SignUp.ProveEmailEnterCode {
    guard case .proveEmailEnterCode(let page) = try await signUp.start(email: Scene.ada) else { throw Astray() }
    return page
  }

  static let ada = "ada@example.com"
}

/// A call has come to something else than the test is about.
struct Astray: Error {}

/// A way to a server that does something before a request, or with its answer.
struct ChangedConnection: Connection {
  let inner: any Connection
  let change: @Sendable (ClientRequest, ClientAnswer) throws(ConnectionError) -> ClientAnswer

  func send(_ request: ClientRequest) async throws(ConnectionError) -> ClientAnswer {
    try change(request, try await inner.send(request))
  }
}

/// A server that answers all with the same.
struct FixedConnection: Connection {
  let status: Int
  let body: String
  var headers: [ClientHeader] = []

  func send(_ request: ClientRequest) async throws(ConnectionError) -> ClientAnswer {
    ClientAnswer(status, headers: headers, body: Array(body.utf8))
  }
}

/// What a call has thrown.
func error<Result>(of call: () async throws(FlowError) -> Result) async -> FlowError? {
  do throws(FlowError) {
    _ = try await call()
    return nil
  } catch {
    return error
  }
}
