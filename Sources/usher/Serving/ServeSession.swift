import FlowDelivery
import FlowHTTP
import FlowModel
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
    try refuseMissing(settings.paths)
    let signals = try SignalStream.start([SIGTERM, SIGINT, SIGHUP])
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
    var site = Site(tenants.directory, service: service, accounts: engine, tokens: tokens, key: key)
    site.hosts = settings.hosts
    site.perApplication = settings.perApplication
    site.perAddress = settings.perAddress
    site.perIdentifier = settings.perIdentifier
    let server = try start(site.handler())
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

  private func start(_ handler: any HTTPHandler) throws(Failure) -> HTTPServer {
    var server = ServerSettings(address: settings.address)
    server.tls = settings.tls
    server.proxies = settings.proxies
    server.log = StandardError.log
    server.accessLog = { try? StandardError.write($0.line + "\n") }
    do {
      return try HTTPServer(server, handler: handler)
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
      dictionary: CommonPasswords(), log: StandardError.log)
  }

  private func reload(_ tenants: ServedTenants, _ engine: Engine) async {
    let isLoaded = await tenants.load(into: engine)
    StandardError.log.write(
      isLoaded
        ? LogEntry(.info, "the flows were read again")
        : LogEntry(.error, "the flows have problems; those before them go on"))
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
}
