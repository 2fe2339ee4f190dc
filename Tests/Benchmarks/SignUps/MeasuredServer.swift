import FlowCompiler
import FlowHTTP
import FlowJSON
import FlowModel
import FlowPasswords
import FlowRuntime
import FlowStorageSQLite
import FlowTokens
import Glibc

/// The tenant `flows/native-auth` over HTTP, on SQLite on the disk with a flush for each commit, in this process: what
/// `usher serve` puts together, without the rate limits that would stop a load from one address.
struct MeasuredServer {
  let box = CodeBox()
  private let storage: any Storage
  private let server: HTTPServer
  private let delivery: Task<Void, Never>
  private let path: String

  var port: UInt16 { server.port }

  /// Starts it. `isSealed`: as `usher serve` has it; otherwise accounts, tickets and counters rest in clear and unbound.
  init(isSealed: Bool = true) async throws {
    path = "/var/tmp/usher-bench-\(getpid())-\(isSealed ? "sealed" : "clear").sqlite"
    guard let key = ServerKey.random() else { fatalFlow("no key") }
    let compilation = Compiler.compile(paths: ["flows/native-auth"])
    guard let table = compilation.tenants.first?.table else { fatalFlow("flows/native-auth: run from the root") }
    let database = try await SQLiteStorage(path: path)
    storage = isSealed ? try await SealedStorage.open(over: database, key: key) : database
    let engine = Engine(
      storage: storage,
      ports: EnginePorts(
        key: key, channel: box, functions: NoFunctions(), dictionary: CommonPasswords(),
        log: LineLog(from: .warning) { print("bench: \($0)") })
    )
    try await engine.install(file: TableFile.write(table).bytes)
    let service: DeliveringService
    (service, delivery) = DeliveringService.start(engine)
    let tokens = TokenService(
      storage: storage, key: key, keys: try await SigningKeys(storage: storage, key: key))
    var router = Router()
    router.mount(
      "{tenant}",
      CrossOrigin(
        NativeAuthAPI(service: service, tokens: SignedTokens(tokens), key: key) { engine.table(of: $0) }, .nativeAuth())
    )
    router.on(.get, "light") { _ in HTTPResponse(200, body: Array("light".utf8)) }
    var settings = ServerSettings(address: ListenAddress(host: "127.0.0.1", port: 0))
    let log = open("/dev/null", O_WRONLY)
    settings.accessLog = { record in
      var line = record.line + "\n"
      line.withUTF8 { _ = write(log, $0.baseAddress, $0.count) }
    }
    server = try HTTPServer(settings, handler: router)
  }

  /// Ends it and removes its files.
  func end() async {
    await server.shutdown(grace: .seconds(2))
    delivery.cancel()
    await delivery.value
    await storage.close()
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
  }
}

private struct NoFunctions: FunctionRunner {
  func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    (.fail, "nowhere")
  }
}
