import FlowCompiler
import FlowDelivery
import FlowHTTP
import FlowModel
import FlowPasswords
import FlowRuntime
import FlowTerminal
import FlowTokens
import FlowTooling
import Glibc
import Synchronization

/// Puts tenants, engine, storage and the HTTP interfaces together, and serves until it is told to end.
struct ServeSession {
  let settings: ServeSettings

  /// Serves; the exit code.
  func run() async throws(Failure) -> ExitCode {
    try refuseMissing(settings.paths)
    try AddressSpace.demand()
    let signals = try SignalStream.start([SIGTERM, SIGINT, SIGHUP, SIGUSR1])
    signal(SIGPIPE, SIG_IGN)
    let log = try ServeLog(file: settings.log)
    let key = try settings.storage.serverKey()
    let storage = try await settings.storage.open(key, log)
    let tenants = ServedTenants(paths: settings.paths, log: log)
    let lastGood = LastGoodTables(storage, key, paths: settings.paths)
    let engine = Engine(storage: storage, ports: try ports(key, tenants, log), retired: settings.retired)
    guard try await firstLoad(tenants, engine, lastGood, log) else {
      await storage.close()
      return .problems
    }
    let (service, delivery) = DeliveringService.start(engine, closingWithin: .seconds(settings.stopSeconds) / 2)
    let tokens = try await tokenService(storage, key, tenants.directory.tables)
    var site = Site(tenants.directory, service: service, accounts: engine, tokens: tokens, key: key)
    site.hosts = settings.hosts
    site.perApplication = settings.perApplication
    site.perAddress = settings.perAddress
    site.perIdentifier = settings.perIdentifier
    let server = try start(site.handler(), log)
    let scheme = settings.tls == nil ? "http" : "https"
    try StandardOutput.write(
      "serving \(tenants.directory.tables.map(\.tenant).sorted().joined(separator: ", ")) at "
        + "\(scheme)://\(ListenAddress(host: settings.address.host, port: server.port))\n")
    SignalStream.isTaken.store(true, ordering: .relaxed)
    let reload = Reload(settings: settings, tenants: tenants, engine: engine, lastGood: lastGood, log: log)
    let watch = settings.isWatching ? reload.watch() : nil
    for await signal in signals {
      if signal == SIGTERM || signal == SIGINT { break }
      log.reopen()
      guard signal == SIGHUP else { continue }
      await reload.flows()
      reload.certificate(of: server)
    }
    Deadline.start(
      seconds: settings.stopSeconds, log,
      "the end took longer than \(settings.stopSeconds) s, and what was under way was left")
    watch?.cancel()
    await server.shutdown(grace: .seconds(settings.stopSeconds) / 3)
    delivery.cancel()
    await delivery.value
    await storage.close()
    await log.flush()
    return .clean
  }

  /// Makes the flows in the files the ones that are served; where those have problems, the ones that were served last.
  private func firstLoad(
    _ tenants: ServedTenants, _ engine: Engine, _ lastGood: LastGoodTables, _ log: ServeLog
  ) async throws(Failure) -> Bool {
    var problems: Compilation?
    if await tenants.load(into: engine, lastGood, tell: { problems = $0 }) != nil {
      if let problems { log.write(problems) }
      return true
    }
    guard !settings.requiresFresh, let kept = try await tenants.loadKept(into: engine, lastGood) else {
      // Nothing is served: these are for whoever looks at the start.
      if let problems {
        try StandardError.write(render(problems.diagnostics, in: problems.sources, as: .pretty, colour: false))
      }
      return false
    }
    if let problems { log.write(problems) }
    log.write(
      LogEntry(
        .error,
        "the flows have problems; those that were served last are served instead, until they are mended: "
          + kept.added.joined(separator: ", ")))
    return true
  }

  private func tokenService(
    _ storage: any Storage, _ key: ServerKey, _ tables: [FlowTable]
  ) async throws(Failure) -> TokenService {
    do {
      let keys = try await SigningKeys(storage: storage, key: key)
      // Those that take their time to be made are there before somebody waits for them.
      for table in tables { _ = try await keys.current(of: table.tenant, for: table.tokens.algorithm) }
      return TokenService(storage: storage, key: key, keys: keys)
    } catch {
      throw .impossible("the signing keys: \(error)")
    }
  }

  private func start(_ handler: any HTTPHandler, _ log: ServeLog) throws(Failure) -> HTTPServer {
    var server = ServerSettings(address: settings.address)
    server.tls = settings.tls
    server.limits = settings.limits
    server.proxies = settings.proxies
    server.log = log
    server.accessLog = { log.write($0) }
    do {
      return try HTTPServer(server, handler: handler)
    } catch {
      throw .impossible("\(error)")
    }
  }

  private func ports(_ key: ServerKey, _ tenants: ServedTenants, _ log: ServeLog) throws(Failure) -> EnginePorts {
    var show: (@Sendable (Message) async -> Void)?
    if settings.outbox == nil {
      let mail = DevelopmentMail(style: TerminalStyle())
      let output = try LineWriter(to: .descriptor(STDOUT_FILENO)) { "(\($0) messages were not shown)" }
      show = { output.add(mail.render(message: $0)) }
    }
    return EnginePorts(
      key: key, channel: DevelopmentOutbox(file: settings.outbox, show: show), functions: tenants,
      dictionary: CommonPasswords(), log: log)
  }
}
