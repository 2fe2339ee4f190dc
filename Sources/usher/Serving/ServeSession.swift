import FlowDelivery
import FlowHTTP
import FlowPasswords
import FlowRuntime
import FlowTerminal
import FlowTokens
import FlowTooling
import Glibc

/// Puts tenants, engine, storage and the HTTP interfaces together, and serves until it is told to end.
struct ServeSession {
  let settings: ServeSettings

  /// Serves; the exit code.
  func run() async throws(Failure) -> ExitCode {
    let signals = SignalStream.start([SIGTERM, SIGINT, SIGHUP])
    signal(SIGPIPE, SIG_IGN)
    let key = try settings.storage.serverKey(settings.key)
    let storage = try await settings.storage.open()
    let tenants = ServedTenants(paths: settings.paths)
    let engine = Engine(storage: storage, ports: ports(key, tenants))
    guard await tenants.load(into: engine) else {
      await storage.close()
      return .problems
    }
    let (service, delivery) = DeliveringService.start(engine)
    let tokens = try await tokenService(storage, key)
    let server = try start(router(service, engine, tenants, tokens))
    let scheme = settings.tls == nil ? "http" : "https"
    try StandardOutput.write(
      "serving \(tenants.directory.tables.map(\.tenant).sorted().joined(separator: ", ")) at "
        + "\(scheme)://\(ListenAddress(host: settings.address.host, port: server.port))\n")
    let watch = settings.isWatching ? watcher(tenants, engine) : nil
    for await signal in signals {
      guard signal == SIGHUP else { break }
      await reload(tenants, engine)
    }
    watch?.cancel()
    await server.shutdown()
    delivery.cancel()
    await delivery.value
    await storage.close()
    return .clean
  }

  private func tokenService(_ storage: any Storage, _ key: ServerKey) async throws(Failure) -> TokenService {
    do {
      return TokenService(storage: storage, key: key, keys: try await SigningKeys(storage: storage, key: key))
    } catch {
      throw .impossible("the signing keys: \(error)")
    }
  }

  /// The flow API for all flows, and each protocol for the applications that speak it.
  private func router(
    _ service: DeliveringService, _ engine: Engine, _ tenants: ServedTenants, _ tokens: TokenService
  ) -> Router {
    var router = Router()
    // Fifty steps a second and address: far above what a person does, far below what guessing needs.
    let limiter = RateLimiter(rate: 50, burst: 200)
    let directory = tenants.directory
    FlowAPI(service: service, directory: directory)
      .mount(on: &router, cors: CORSPolicy(origins: nil), limiter: limiter)
    let appServices = AppServicesAPI(service: service, accounts: engine, tokens: tokens) { id in
      directory.tables.lazy.compactMap { table in
        table.applications.first { $0.name == id }.flatMap { AppServicesApp($0, of: table) }
      }.first
    }
    router.mount(
      "api/client/v2.0", CrossOrigin(RateLimited(appServices, by: limiter), AppServicesAPI.cors))
    let nativeAuth = NativeAuthAPI(
      service: service, tokens: SignedTokens(tokens), issuer: { issuer(of: $1, $0) }
    ) { tenant in directory.tables.first { $0.tenant == tenant } }
    router.mount("{tenant}", CrossOrigin(RateLimited(nativeAuth, by: limiter), .nativeAuth()))
    router.on(.get, "{tenant}/v2.0/.well-known/openid-configuration") { request in
      let base = issuer(of: request.parameters["tenant"] ?? "", request)
      let tenant = base.hasSuffix("/v2.0") ? String(base.dropLast(5)) : base
      return .json(
        200,
        Discovery(
          issuer: base, authorizationEndpoint: tenant + "/oauth2/v2.0/authorize",
          tokenEndpoint: tenant + "/oauth2/v2.0/token", keysEndpoint: tenant + "/discovery/v2.0/keys"
        ).json(tokens.settings))
    }
    router.on(.get, "{tenant}/discovery/v2.0/keys") { _ in
      guard let keys = try? await tokens.keys.current() else { return HTTPRefusal.unavailable.response }
      return .json(200, keys.jwks(now: SystemClock().now()))
    }
    return router
  }

  /// What the tokens of a tenant name as their issuer: below the address that clients know.
  private func issuer(of tenant: String, _ request: HTTPRequest) -> String {
    "\(settings.url ?? request.origin ?? "")/\(tenant)/v2.0"
  }

  private func start(_ router: Router) throws(Failure) -> HTTPServer {
    var server = ServerSettings(address: settings.address)
    server.tls = settings.tls
    server.log = Self.log
    server.accessLog = { Self.write($0.line + "\n") }
    do {
      return try HTTPServer(server, handler: router)
    } catch {
      throw .impossible("\(error)")
    }
  }

  private func ports(_ key: ServerKey, _ tenants: ServedTenants) -> EnginePorts {
    let mail = DevelopmentMail(style: TerminalStyle())
    var show: (@Sendable (Message) async -> Void)?
    if settings.outbox == nil { show = { try? StandardOutput.write(mail.render(message: $0) + "\n") } }
    return EnginePorts(
      key: key, channel: DevelopmentOutbox(file: settings.outbox, show: show), functions: tenants,
      dictionary: CommonPasswords(), log: Self.log)
  }

  private func reload(_ tenants: ServedTenants, _ engine: Engine) async {
    let isLoaded = await tenants.load(into: engine)
    Self.log(isLoaded ? "the flows were read again" : "the flows have problems; those before them go on")
  }

  /// Reads the flows again when their files have changed, and have then rested for a second.
  private func watcher(_ tenants: ServedTenants, _ engine: Engine) -> Task<Void, Never> {
    Task {
      var served = tenants.fingerprint()
      var seen = served
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1))
        let now = tenants.fingerprint()
        if now == seen, now != served {
          served = now
          await reload(tenants, engine)
        }
        seen = now
      }
    }
  }

  private static let log: @Sendable (String) -> Void = { write("usher: \(visible($0))\n") }

  /// Writes a line of the log; a log that nobody takes stops no server.
  private static func write(_ line: String) { try? StandardError.write(line) }
}
