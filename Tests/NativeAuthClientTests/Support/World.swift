import EngineSupport
import FlowClient
import FlowCompiler
import FlowHTTP
import FlowInProcess
import FlowModel
import FlowRuntime
import FlowTokens
import NativeAuth
import Synchronization
import TestSupport
import Testing

/// How an app reaches its server.
enum Way: String, CaseIterable, Sendable {
  case inProcess
  case http
}

/// A server with the tenant `flows/native-auth`, and apps that talk to it.
final class World: Sendable {
  static let ada = "ada@example.com"
  static let password = "Tr0ub4dor-and-more"
  static let place = ["country": "Spain", "city": "Vigo"]
  static let about = ["age": "36", "newsletter": "true", "interests": "music,code"]

  let way: Way
  let clock = TestClock()
  let outbox = TestOutbox()
  private let engine: Engine
  private let storage = MemoryStorage()
  private let connection: any Connection
  private let server: HTTPServer?

  fileprivate init(_ way: Way, change: @Sendable (inout FlowTable) -> Void) async throws {
    self.way = way
    let key = try #require(ServerKey.random())
    engine = Engine(
      storage: storage,
      ports: EnginePorts(
        key: key, channel: outbox, functions: TestFunctions(), dictionary: TestDictionary(), clock: clock))
    var table = try Self.table.get()
    change(&table)
    try await engine.install(file: TableFile.write(table).bytes)
    let tokens = TokenService(
      storage: storage, key: key, keys: try await SigningKeys(storage: storage, key: key, clock: clock), clock: clock)
    var site = Site(FlowDirectory([table]), service: engine, accounts: engine, tokens: tokens, key: key)
    (site.perAddress, site.perIdentifier, site.perApplication) = (nil, nil, nil)
    switch way {
    case .inProcess:
      server = nil
      connection = InProcessConnection(to: site.handler())
    case .http:
      var settings = ServerSettings(address: ListenAddress(host: "127.0.0.1", port: 0))
      settings.threads = 1
      settings.limits.clientSeconds = 120
      let started = try HTTPServer(settings, handler: site.handler())
      server = started
      var client = HTTPConnection.Settings()
      client.timeout = .seconds(120)
      connection = try HTTPConnection(to: "http://127.0.0.1:\(started.port)", client)
    }
  }

  fileprivate func close() async { await server?.shutdown(grace: .seconds(1)) }

  private static let table = Result { try Compiler.table(folder: Repository.root + "/flows/native-auth") }

  /// An app. `through`: what stands between it and the server.
  func app(
    _ id: String = "phone", _ types: ChallengeTypes = [.OOB, .password],
    _ capabilities: Capabilities = [.mfaRequired, .registrationRequired],
    through wrap: (any Connection) -> any Connection = { $0 }
  ) -> NativeAuthApplication {
    var configuration = NativeAuthConfiguration(
      clientId: id, tenantSubdomain: "native-auth", challengeTypes: types, capabilities: capabilities,
      connection: wrap(connection))
    configuration.time = NativeAuthTime(now: { [clock] in Int(clock.now() / 1000) }, sleep: { _ in })
    return NativeAuthApplication(nativeAuthConfiguration: configuration)
  }

  /// The newest code that went to an address.
  func code(to address: String = World.ada) async throws -> String {
    await engine.deliverMessages()
    return try #require(outbox.code(to: address))
  }

  /// Lets a code be asked for again.
  func waitToResend() async throws {
    await engine.deliverMessages()
    clock.advance(seconds: 60)
  }
}

/// Runs a test on a world of its own.
nonisolated(nonsending) func withWorld(
  _ way: Way, change: @Sendable (inout FlowTable) -> Void = { _ in }, _ body: (World) async throws -> Void
) async throws {
  let world = try await World(way, change: change)
  do {
    try await body(world)
  } catch {
    await world.close()
    throw error
  }
  await world.close()
}

extension FlowTable {
  /// Lets an outcome of an effect lead a flow to an end in a browser.
  mutating func redirect(_ flow: String, _ effect: Effect, _ outcome: String) {
    // What is added has words in one language alone.
    locales = []
    for number in flows.indices where flows[number].name == flow {
      let (state, end) = (flows[number].states.count, flows[number].ends.count)
      flows[number].states.append(FlowState(name: "needs-browser", kind: .end, payload: Int32(end)))
      flows[number].ends.append(End(name: "browser-required", redirect: "Go on at our web site."))
      for call in flows[number].calls where call.effect == effect {
        guard let index = effect.definition.outcome(outcome) else { continue }
        flows[number].transitions[Int(call.transitions[index])].target = Int32(state)
      }
    }
  }
}
