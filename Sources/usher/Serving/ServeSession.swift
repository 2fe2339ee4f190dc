import FlowCompiler
import FlowDelivery
import FlowHTTP
import FlowModel
import FlowPasswords
import FlowRuntime
import FlowTerminal
import FlowThreads
import FlowTokens
import FlowTooling
import Glibc
import Synchronization

/// Puts tenants, engine, storage and the HTTP interfaces together, and serves until it is told to end.
struct ServeSession {
  let settings: ServeSettings

  /// Serves; the exit code.
  func run() async throws(Failure) -> ExitCode {
    // Of what was served before there is something to serve, wherever the folders are.
    if !settings.storage.isPresent {
      try refuseMissing(settings.paths)
      guard try refuseMissingChannels() else { return .problems }
    }
    try AddressSpace.demand(connections: settings.limits.connections, bodies: settings.limits.bodyBytesInMemory)
    try MachineNeeds.demandLibraries()
    let signals = try SignalStream.start([SIGTERM, SIGINT, SIGHUP, SIGUSR1])
    signal(SIGPIPE, SIG_IGN)
    let log = try ServeLog(file: settings.log)
    do {
      return try await serve(signals, log)
    } catch {
      // Whoever reads the file alone wants to know it, too.
      if settings.log != nil, case .impossible(let message) = error {
        log.write(LogEntry(.error, "the server does not start: \(message)"))
        await log.flush()
      }
      throw error
    }
  }

  private func serve(_ signals: AsyncStream<Int32>, _ log: ServeLog) async throws(Failure) -> ExitCode {
    let outbox = try outbox()
    let channels =
      settings.outbox.usesChannels
      ? TenantChannels(outbox: outbox, settings: settings.rules.functions, log: log) : nil
    let key = try settings.storage.serverKey()
    let figures = settings.metrics.map { _ in ServedFigures() }
    let opened = try await settings.storage.open(key, log, looking: true)
    let storage: any Storage = figures.map { MeasuredStorage(over: opened, $0.measures) } ?? opened
    try settings.demandKeptFromCommands()
    let tenants = ServedTenants(paths: settings.paths, rules: settings.rules, channels: channels, log: log)
    let lastGood = LastGoodTables(storage, key, paths: settings.paths)
    var ports = EnginePorts(
      key: key, channel: channels ?? outbox ?? NoPorts(), functions: tenants, dictionary: CommonPasswords(), log: log)
    ports.delivers = settings.outbox != .none
    if channels != nil { ports.deliveryTimeout = TenantChannels.longest }
    ports.leaks = tenants.leaks
    ports.measures = figures?.measures
    let engine = Engine(storage: storage, ports: ports, retired: settings.retired)
    guard try await firstLoad(tenants, engine, lastGood, log) else {
      await storage.close()
      try refuseMissing(settings.paths)
      return .problems
    }
    if channels != nil { await tellStranded(OutboxEntries(storage, key: key), tenants.directory.tables, log) }
    let (service, delivery) = DeliveringService.start(engine, closingWithin: .seconds(settings.stopSeconds) / 2)
    let tokens = try await tokenService(storage, key, tenants.directory.tables, log)
    let readiness = Readiness(storage, engine, log)
    var site = Site(tenants.directory, service: service, accounts: engine, tokens: tokens, key: key)
    site.hosts = settings.hosts
    site.perApplication = settings.perApplication
    site.openRuns = settings.openRuns
    site.perAddress = settings.perAddress
    site.perIdentifier = settings.perIdentifier
    site.secrets = Self.secrets(in: settings.rules.functions.secrets)
    site.unreadiness = { await readiness.reasons() }
    var watched: HTTPServer?
    if let figures, let address = settings.metrics {
      watched = try figures.serve(at: address, of: engine, log) { await readiness.reasons() }
    }
    let server = try start(site.handler(), figures, log)
    // Whoever reads where it serves may end it at once.
    SignalStream.isTaken.store(true, ordering: .relaxed)
    try tellStart(server, tenants, engine, key, log)
    let reload = Reload(
      settings: settings, tenants: tenants, engine: engine, keys: tokens.keys, lastGood: lastGood, log: log)
    let watches = settings.isWatching ? reload.watch() : nil
    let watch = ServerWatch(server: server, keys: tokens.keys, log: log)
    let watching = watch.start()
    let certificates = settings.tls.map { reload.watch($0, of: server) }
    tellExposure(log)
    if settings.isOpenPlainHTTP {
      log.write(
        LogEntry(
          .warning,
          "plain HTTP is spoken at \(settings.address): whoever is on the way reads passwords and codes; give `--tls-cert`, "
            + "or listen at 127.0.0.1 behind a proxy that speaks TLS"))
    }
    for await signal in signals {
      if signal == SIGTERM || signal == SIGINT {
        log.write(LogEntry(.info, "the server ends, as it was told to (\(signal == SIGTERM ? "SIGTERM" : "SIGINT"))"))
        break
      }
      log.reopen()
      guard signal == SIGHUP else { continue }
      await reload.flows()
      await reload.certificate(of: server)
      watch.tellCertificate()
    }
    Deadline.start(
      seconds: settings.stopSeconds, log,
      "the end took longer than \(settings.stopSeconds) s, and what was under way was left")
    readiness.end()
    watches?.cancel()
    watching.cancel()
    certificates?.cancel()
    await server.shutdown(grace: .seconds(settings.stopSeconds) / 3)
    await watched?.shutdown(grace: .seconds(1))
    delivery.cancel()
    await delivery.value
    await storage.close()
    log.write(LogEntry(.info, "the server has ended"))
    await log.flush()
    return .clean
  }

  /// Tells how many messages wait of tenants that are not served.
  private func tellStranded(_ outbox: OutboxEntries, _ served: [FlowTable], _ log: ServeLog) async {
    let names = Set(served.map(\.tenant))
    guard let entries = try? await outbox.all() else { return }
    let stranded = Dictionary(grouping: entries.filter { $0.due != nil && !names.contains($0.tenant) }, by: \.tenant)
    for (tenant, entries) in stranded.sorted(by: { $0.key < $1.key }) {
      let wait = entries.count == 1 ? "1 message waits" : "\(entries.count) messages wait"
      log.write(
        LogEntry(
          .warning,
          "\(wait) of a tenant that is not served: `usher outbox list --tenant \(ShellWord.quoted(tenant))` shows what becomes of "
            + "them", tenant: tenant))
    }
  }

  /// Tells of what others could use: a key that they can read, and an address that anybody can claim to ask for.
  private func tellExposure(_ log: ServeLog) {
    var status = stat()
    if let key = settings.tls?.key, stat(key, &status) == 0, status.st_mode & 0o007 != 0 {
      log.write(
        LogEntry(.warning, "the private key \(key.quoted) can be read by everybody on this machine: `chmod o-rwx` it"))
    }
    for network in settings.proxies.networks where network.isEverything {
      log.write(
        LogEntry(
          .warning,
          "`--trust-proxy` believes whoever connects: each client can claim another address, and no limit of an address holds; "
            + "name the proxies' own"))
    }
  }

  /// Refuses tenants whose messages would have no place to go to, before a file is made: that is bad usage; and those whose
  /// channels lack something, such as a variable: false, and it is told. What else is wrong with them is told later.
  private func refuseMissingChannels() throws(Failure) -> Bool {
    guard let rules = settings.rules.channels, !rules.hasOutbox else { return true }
    let found = findTenants(settings.paths, standardInput: nil, withTables: true)
    let files = found.tables.compactMap { TableReading.file($0).flatMap { try? TableFile.read($0).table } }
    for table in Compiler.compile(found).tenants.compactMap(\.table) + files {
      if let problem = rules.missing(in: table).first { throw .usage(problem) }
      let problems = rules.problems(of: table)
      if problems.isEmpty { continue }
      try StandardError.write(problems.map { "usher serve: \($0)\n" }.joined())
      return false
    }
    return true
  }

  /// Says on standard output where it serves, and in the log all that tells this start from others.
  private func tellStart(
    _ server: HTTPServer, _ tenants: ServedTenants, _ engine: Engine, _ key: ServerKey, _ log: ServeLog
  ) throws(Failure) {
    let names = tenants.directory.tables.map(\.tenant).sorted()
    let url =
      "\(settings.tls == nil ? "http" : "https")://\(ListenAddress(host: settings.address.host, port: server.port))"
    log.write(
      LogEntry(
        .info,
        "usher \(Usher.version), build \(ProgramFile.build), serves \(names.count) tenant\(names.count == 1 ? "" : "s") at "
          + "\(url), from \(settings.storage.choice.text), master key \(key.fingerprints.first ?? "")"
          + (settings.outbox == .none ? "; messages stay in storage" : "")))
    tenants.tell(engine)
    MachineNeeds.tellLacks(of: tenants.directory.tables, log)
    try StandardOutput.write("serving \(names.joined(separator: ", ")) at \(url)\n")
  }

  /// Makes the flows in the files the ones that are served; where those have problems, the ones that were served last.
  private func firstLoad(
    _ tenants: ServedTenants, _ engine: Engine, _ lastGood: LastGoodTables, _ log: ServeLog
  ) async throws(Failure) -> Bool {
    var problems: [ServingFindings] = []
    if let changes = await tenants.load(
      into: engine, lastGood, demandsAll: settings.requiresFresh, tell: { problems.append($0) })
    {
      for findings in problems { log.write(findings) }
      if !changes.retired.isEmpty {
        var gone = changes
        (gone.added, gone.changed, gone.applications) = ([], [], [])
        log.write(LogEntry(.warning, "of what was served last, these are gone: \(gone.text(settings.retired))"))
      }
      return true
    }
    guard !settings.requiresFresh,
      let kept = try await tenants.loadKept(into: engine, lastGood, tell: { problems.append($0) })
    else {
      // Nothing is served: these are for whoever looks at the start.
      if settings.log != nil {
        for findings in problems { log.write(findings) }
      }
      var told: Set<String> = []
      for text in problems.map(\.text) where told.insert(text).inserted { try StandardError.write(text) }
      return false
    }
    for findings in problems { log.write(findings) }
    log.write(
      LogEntry(
        .error,
        "the flows have problems; those that were served last are served instead, until they are mended: "
          + kept.added.joined(separator: ", ")))
    return true
  }

  /// What applications' servers show: read anew each time, as the operator may have put others in their place.
  private static func secrets(in folder: String?) -> SessionAPI.Secrets {
    let workers = WorkerPool(threads: 1)
    return { tenant, secret in
      (try? await workers.run { try? TenantSecrets(of: tenant, in: folder).keys(secret).all } ?? []) ?? []
    }
  }

  private func tokenService(
    _ storage: any Storage, _ key: ServerKey, _ tables: [FlowTable], _ log: ServeLog
  ) async throws(Failure) -> TokenService {
    do {
      let keys = try await SigningKeys(storage: storage, key: key, log: log)
      try await keys.make(for: tables)
      return TokenService(storage: storage, key: key, keys: keys, log: log)
    } catch {
      throw .impossible("the signing keys: \(error)")
    }
  }

  private func start(
    _ handler: any HTTPHandler, _ figures: ServedFigures?, _ log: ServeLog
  ) throws(Failure) -> HTTPServer {
    var server = ServerSettings(address: settings.address)
    server.tls = settings.tls
    server.limits = settings.limits
    server.proxies = settings.proxies
    server.log = log
    server.accessLog = { record in
      log.write(record)
      figures?.note(record)
    }
    do {
      return try HTTPServer(server, handler: handler)
    } catch {
      throw .impossible("\(error)")
    }
  }

  /// Where messages go that no channel takes; nil: there are none. A file that cannot be written is found before anybody waits
  /// for a code.
  private func outbox() throws(Failure) -> (any Channel)? {
    switch settings.outbox {
    case .file(let path):
      let outbox = DevelopmentOutbox(file: path)
      do {
        try outbox.prepare()
      } catch {
        throw .impossible(error.reason)
      }
      return outbox
    case .terminal, .output:
      let mail = DevelopmentMail(style: TerminalStyle())
      let output = try LineWriter(to: .descriptor(STDOUT_FILENO)) { "(\($0) messages were not shown)" }
      return DevelopmentOutbox { output.add(mail.render(message: $0)) }
    case .none: return DevelopmentOutbox()
    case .channels: return nil
    }
  }
}
