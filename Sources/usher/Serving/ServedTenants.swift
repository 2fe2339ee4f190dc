import FlowCompiler
import FlowDelivery
import FlowHTTP
import FlowJSON
import FlowModel
import FlowPasswords
import FlowRuntime
import FlowThreads
import FlowTooling
import Glibc
import Synchronization

/// The tenants that a server offers: compiled at its start, and again when their files have changed.
final class ServedTenants: Sendable {
  private let paths: [String]
  private let log: any OperatorLog
  private let rules: ServingRules
  /// By what messages leave; nil: all go to an outbox.
  private let channels: TenantChannels?
  private let gateways = Mutex<[String: FunctionGateway]>([:])
  /// The tenants as they are served.
  private let current = Mutex<[LastGoodTables.Tenant]>([])
  /// The tenants' lists of leaked passwords, in their folders.
  var leaks: LeakedPasswordFiles {
    LeakedPasswordFiles { [self] tenant in
      current.withLock { $0.first { $0.name == tenant }?.folder }.map(TableReading.functionFolder)
    }
  }
  /// The flows as the HTTP interfaces list them.
  let directory = FlowDirectory([])

  init(paths: [String], rules: ServingRules = ServingRules(), channels: TenantChannels? = nil, log: any OperatorLog) {
    self.paths = paths
    self.rules = rules
    self.channels = channels
    self.log = log
  }

  /// Makes all tenants the newest versions, which `lastGood` keeps; compiles those whose files are not as they were. A tenant
  /// with problems of its own goes on as it was served last, and holds up no other; `demandsAll`: unless it must not. Where there
  /// are other problems, or no tenant is without, nothing changes, and nil is returned; `tell` is told what they are.
  func load(
    into engine: Engine, _ lastGood: LastGoodTables, demandsAll: Bool = false, tell: (ServingFindings) -> Void
  ) async -> ServedChanges? {
    var known = current.withLock { $0 }
    let isStart = known.isEmpty
    if isStart { known = (try? await lastGood.kept()) ?? [] }
    let paths = paths
    let found = await onThread { findTenants(paths, standardInput: nil, withTables: true) }
    var choice = TenantChoice(found, known)
    let anew = choice.changed
    var compilation = await onThread { Compiler.compile(anew) }
    let names = choice.same.map(\.name) + compilation.tenants.map(\.name)
    if Set(names).count < names.count {
      // What is said of two of one name is said of both.
      choice = TenantChoice(found, [])
      compilation = await onThread { Compiler.compile(found) }
    }
    if !compilation.diagnostics.isEmpty { tell(.compiled(compilation)) }
    let (compiled, unreadable) = Self.read(found.tables)
    if !unreadable.isEmpty { tell(.refused(unreadable.map(\.problem))) }
    guard let broken = choice.broken(in: compilation) else { return nil }
    var choosing = ServedChoice(
      fresh: choice.same + choice.tenants(of: compilation) + compiled, known: known,
      broken: broken + unreadable.map { ServedChoice.Broken(folder: $0.path, name: "") })
    let moved = Self.unreadableNumbers(choosing.fresh) + (await accountsInOtherForms(choosing.fresh, known, engine))
    if !moved.isEmpty {
      tell(.refused(moved))
      choosing.refuse(moved.compactMap(\.tenant))
    }
    while true {
      let problems = await rules.problems(of: choosing.tenants, before: directory.tables)
      if problems.isEmpty { break }
      tell(.refused(problems))
      let count = choosing.standIns.count
      // What is not one tenant's own is nobody's to go on past.
      guard problems.allSatisfy({ $0.tenant != nil }), choosing.refuse(problems.compactMap(\.tenant)) else {
        return nil
      }
      // Nobody's sign-ins end for what is wrong around a tenant that is served.
      if !isStart, choosing.standIns.count < count { return nil }
    }
    guard !choosing.fresh.isEmpty, !(demandsAll && choosing.isPartial) else { return nil }
    let tenants = choosing.tenants
    let before = Dictionary(known.map { ($0.folder, $0) }, uniquingKeysWith: { first, _ in first })
    let changed = Set(tenants.filter { before[$0.folder] != $0 }.map(\.name))
    let earlier = known.filter { changed.contains($0.name) }
    guard var changes = await serve(tenants, engine) else { return nil }
    // What was served before the start, and is no more.
    if isStart {
      let gone = Set(known.map(\.name)).subtracting(tenants.map(\.name))
      changes.retired = gone.sorted()
      // Their messages leave as those of a tenant that is retired later.
      channels?.take(
        known.filter {
          gone.contains($0.name) && rules.signed.refusal(of: $0.file, $0.signature, path: $0.folder) == nil
        }
        .compactMap { try? TableFile.read($0.file).table })
    }
    tellProblems(of: choosing)
    for table in directory.tables {
      guard let before = earlier.first(where: { $0.name == table.tenant }),
        let before = try? TableFile.read(before.file).table, before.attributes != table.attributes
      else { continue }
      // Nobody waits for it, as there may be many accounts.
      Task { await tellAccounts(of: table, engine) }
    }
    do {
      if tenants != known { try await lastGood.keep(tenants, insteadOf: known) }
    } catch {
      log.write(LogEntry(.warning, "the flows are served, and cannot be kept for a start without them: \(error)"))
    }
    return changes
  }

  /// Says which tenants go on as they were, and which are not served at all, whose files have problems.
  private func tellProblems(of choice: ServedChoice) {
    for tenant in choice.standIns {
      log.write(
        LogEntry(
          .error,
          "\(tenant.folder.quoted) has problems: what was served of it last is served instead, until they are mended",
          tenant: tenant.name))
    }
    for folder in choice.left {
      log.write(
        LogEntry(
          .error,
          "\(folder.quoted) has problems, and nothing was served of it before that could be instead: it is not served"))
    }
  }

  /// Why tenants are not served that take telephone numbers, where nobody can read any. The library is opened here, so that no
  /// request waits for it.
  private static func unreadableNumbers(_ tenants: [LastGoodTables.Tenant]) -> [LogEntry] {
    tenants.compactMap { tenant in
      guard let table = try? TableFile.read(tenant.file).table,
        (table.attributes + table.flows.flatMap(\.inputs)).contains(where: { $0.type == .phone && $0.numbers != .any }),
        let trouble = PhoneNumber.trouble
      else { return nil }
      return LogEntry(
        .error, "telephone numbers cannot be read without libphonenumber: \(trouble)", tenant: tenant.name)
    }
  }

  /// Why tenants are not served whose accounts rest in another form than their identifiers are compared in by now: those accounts
  /// would not be found, and whoever asks for their addresses would get them.
  private func accountsInOtherForms(
    _ tenants: [LastGoodTables.Tenant], _ known: [LastGoodTables.Tenant], _ engine: Engine
  ) async -> [LogEntry] {
    var problems: [LogEntry] = []
    for tenant in tenants {
      let before = known.first { $0.name == tenant.name }
      guard before?.file != tenant.file, let table = try? TableFile.read(tenant.file).table,
        before.map({ (try? TableFile.read($0.file).table).map { !$0.comparesIdentifiers(as: table) } ?? true }) ?? true
      else { continue }
      do {
        let count = try await engine.census(of: table).attributes.values.reduce(0) { $0 + $1.otherForm }
        if count == 0 { continue }
        problems.append(
          LogEntry(
            .error,
            "\(count == 1 ? "1 account rests" : "\(count) accounts rest") in another form than these flows compare, and would "
              + "not be found: stop the servers, `usher accounts convert \(ShellWord.quoted(tenant.folder))`, and start them",
            tenant: tenant.name))
      } catch {
        problems.append(
          LogEntry(.error, "the accounts could not be looked through: \(error)", tenant: tenant.name))
      }
    }
    return problems
  }

  /// The tenants of tables' files, and what is wrong with files that are none.
  private static func read(
    _ paths: [String]
  ) -> (tenants: [LastGoodTables.Tenant], problems: [(path: String, problem: LogEntry)]) {
    var (tenants, problems) = ([LastGoodTables.Tenant](), [(path: String, problem: LogEntry)]())
    for path in paths {
      guard let file = TableReading.file(path) else {
        problems.append((path, LogEntry(.error, "\(path.quoted) cannot be read")))
        continue
      }
      do {
        let name = try TableFile.read(file).table.tenant
        tenants.append(
          LastGoodTables.Tenant(name: name, folder: path, file: file, signature: SignedTables.signature(beside: path)))
      } catch {
        problems.append((path, LogEntry(.error, "\(path.quoted): \(error)")))
      }
    }
    return (tenants, problems)
  }

  /// Says what accounts that rest feel of the attributes that a table has now.
  private func tellAccounts(of table: FlowTable, _ engine: Engine) async {
    do {
      for finding in AccountFinding.all(in: try await engine.census(of: table)) where finding.level != .note {
        log.write(LogEntry(.warning, finding.text, tenant: table.tenant))
      }
    } catch {
      log.write(LogEntry(.warning, "the accounts could not be looked through: \(error)", tenant: table.tenant))
    }
  }

  /// Makes the tenants that were served last the newest versions again; nil where there are none.
  func loadKept(
    into engine: Engine, _ lastGood: LastGoodTables, tell: (ServingFindings) -> Void
  ) async throws(Failure) -> ServedChanges? {
    do {
      let tenants = try await lastGood.keptWhole()
      let problems = await rules.problems(of: tenants, before: [])
      if !problems.isEmpty { tell(.refused(problems)) }
      return tenants.isEmpty || !problems.isEmpty ? nil : await serve(tenants, engine)
    } catch {
      throw .impossible("the flows that were served last: \(error)")
    }
  }

  /// Makes tenants the newest versions and all others retired; nil, and nothing has changed, where storage fails.
  private func serve(_ tenants: [LastGoodTables.Tenant], _ engine: Engine) async -> ServedChanges? {
    let before = served(engine)
    let folders = Dictionary(tenants.map { ($0.name, $0.folder) }, uniquingKeysWith: { first, _ in first })
    let names = Set(folders.keys)
    do {
      // Tables are read on all processors.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for tenant in tenants where before[tenant.name]?.hash != TableFile.statedHash(tenant.file) {
          group.addTask { try await engine.install(file: tenant.file) }
        }
        try await group.waitForAll()
      }
    } catch {
      log.write(LogEntry(.error, "the flows cannot be kept: \(error)"))
      return nil
    }
    // A tenant whose files are gone starts no run any more; the functions of those in flight stay.
    for table in engine.tables where !names.contains(table.tenant) { engine.removeTable(of: table.tenant) }
    gateways.withLock { gateways in
      for (name, folder) in folders {
        gateways[name] = FunctionGateway(
          folder: TableReading.functionFolder(folder), settings: rules.functions, log: log)
      }
    }
    current.withLock { $0 = tenants }
    let after = served(engine)
    channels?.take(after.values.map(\.table))
    tellCommands(after.values.map(\.table))
    for (name, version) in after.sorted(by: { $0.key < $1.key }) where before[name]?.hash != version.hash {
      let folder = folders[name].map(TableReading.functionFolder) ?? "."
      for complaint in missingPrograms(of: version.table, in: folder) {
        log.write(LogEntry(.warning, complaint, tenant: name))
      }
      tellChannels(version.table)
      leaks.problem(of: version.table).map { log.write(LogEntry(.error, $0, tenant: name)) }
    }
    directory.replace(after.values.map(\.table).sorted { $0.tenant < $1.tenant })
    return ServedChanges(from: before, to: after)
  }

  /// Tells how a tenant's messages leave.
  private func tellChannels(_ table: FlowTable) {
    if table.channels.isEmpty { return }
    let names = table.channels.map { channel in
      switch channel.target {
      case .smtp: "\(channel.kind.name) by a mail server"
      case .webhook: "\(channel.kind.name) by a web hook"
      }
    }
    let listed = names.joined(separator: ", ")
    log.write(
      channels == nil
        ? LogEntry(
          .warning, "no message leaves by the tenant's channels (\(listed)), as `--outbox` takes all",
          tenant: table.tenant)
        : LogEntry(.info, "messages leave: \(listed)", tenant: table.tenant))
  }

  /// Warns of tenants whose functions are commands, where they are allowed.
  private func tellCommands(_ tables: [FlowTable]) {
    guard case .allowed(let user) = rules.functions.commands else { return }
    for table in tables.sorted(by: { $0.tenant < $1.tenant }) {
      let commands = FunctionRules.commands(of: table)
      if commands.isEmpty { continue }
      let reach =
        user == nil ? "which can read and do here what this server can, its key file included" : "as another user"
      log.write(
        LogEntry(
          .warning, "functions are commands (\(commands.joined(separator: ", "))), \(reach)", tenant: table.tenant))
    }
  }

  /// Tells which versions are served: of tenants of some names, or of all.
  func tell(_ engine: Engine, only names: [String]? = nil) {
    for table in engine.tables where names?.contains(table.tenant) ?? true {
      let flows = engine.table(of: table.tenant)?.flows.count ?? 0
      log.write(
        LogEntry(
          .info, "serves version \(table.hash.description.prefix(12)), with \(flows) flow\(flows == 1 ? "" : "s")",
          tenant: table.tenant))
    }
  }

  private func served(_ engine: Engine) -> [String: (hash: ContentHash, table: FlowTable)] {
    engine.tables.reduce(into: [:]) { served, table in
      served[table.tenant] = engine.table(of: table.tenant).map { (table.hash, $0) }
    }
  }

  /// What changes when a file of the tenants does: names, sizes and times of all of them.
  func fingerprint() -> [String] {
    // The signature of a table that is named by itself comes after it.
    var pending = paths + paths.filter(TableReading.isFile).map(SignedTables.signaturePath)
    var found: [String] = []
    while let path = pending.popLast(), found.count < 100_000 {
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR, let folder = opendir(path) {
        defer { closedir(folder) }
        while let entry = readdir(folder) {
          let name = withUnsafeBytes(of: &entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
          }
          if !name.hasPrefix(".") { pending.append(path + "/" + name) }
        }
      } else {
        found.append("\(path) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)")
      }
    }
    return found.sorted()
  }
}

extension ServedTenants: FunctionRunner {
  /// Calls a function of the tenant that the request names, in that tenant's folder.
  func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    let gateway = request["tenant"]?.string.flatMap { tenant in gateways.withLock { $0[tenant] } }
    guard let gateway else { return (.fail, "its tenant is not served") }
    return await gateway.call(function, request: request)
  }

  /// Asks a function of the tenant that the request names for published passwords.
  func leaked(_ function: FunctionDefinition, request: JSON) async -> (range: String?, reason: String?) {
    let gateway = request["tenant"]?.string.flatMap { tenant in gateways.withLock { $0[tenant] } }
    guard let gateway else { return (nil, "its tenant is not served") }
    return await gateway.leaked(function, request: request)
  }
}
