import FlowCompiler
import FlowDelivery
import FlowModel
import FlowRuntime
import FlowTooling

/// What a server demands of its tenants before it serves them, beyond what the compiler proves of each.
struct ServingRules: Sendable {
  var functions = FunctionSettings()
  var signed = SignedTables()
  /// What is demanded of channels; nil: no message leaves by one.
  var channels: ChannelRules?

  /// Why these tenants are not served, with the tenant that each is about; none: they are. `before` are the tables that are
  /// served now.
  func problems(of tenants: [LastGoodTables.Tenant], before: [FlowTable]) async -> [LogEntry] {
    let read = await tables(tenants)
    var problems: [LogEntry] = []
    func add(_ message: String, _ tenant: String? = nil) { problems.append(LogEntry(.error, message, tenant: tenant)) }
    for (tenant, table) in zip(tenants, read) {
      if let refusal = signed.refusal(of: tenant.file, tenant.signature, path: tenant.folder) {
        add(refusal, tenant.name)
      }
      switch table {
      case .failure(let error): add("\(tenant.folder.quoted): \(error)")
      case .success(let table):
        for problem in FunctionRules(settings: functions).problems(of: table) { add(problem, table.tenant) }
        for problem in channels?.problems(of: table) ?? [] { add(problem, table.tenant) }
      }
    }
    let tables = read.compactMap { try? $0.get() }
    let names = Dictionary(tenants.map { ($0.name, 1) }, uniquingKeysWith: +)
    for (name, count) in names.sorted(by: { $0.key < $1.key }) where count > 1 {
      add("there are \(count) tenants called \(name.quoted)")
    }
    for problem in FunctionRules.problems(among: tables) { add(problem) }
    for problem in Self.sharedApplications(tables) { add(problem) }
    for problem in Self.sharedResources(tables) { add(problem) }
    for problem in Self.takenOver(tables, before) { add(problem) }
    return problems
  }

  /// Applications that are found by their ids alone, whichever tenant they are of, and that two tenants have.
  private static func sharedApplications(_ tables: [FlowTable]) -> [String] {
    Dictionary(grouping: applications(tables), by: \.id).sorted { $0.key < $1.key }.compactMap { id, owners in
      let tenants = Set(owners.map(\.tenant)).sorted()
      guard tenants.count > 1 else { return nil }
      return
        "the application \(id.quoted) is one of several tenants (\(tenants.joined(separator: ", "))), and App Services "
        + "knows applications by their ids alone: rename it in all but one"
    }
  }

  /// APIs that applications of two tenants declare: a token for an API is one tenant's.
  private static func sharedResources(_ tables: [FlowTable]) -> [String] {
    let resources = tables.flatMap { table in
      Set(table.applications.flatMap { $0.scopes.map(\.resource) }).map { (name: $0, tenant: table.tenant) }
    }
    return Dictionary(grouping: resources, by: \.name).sorted { $0.key < $1.key }.compactMap { name, owners in
      let tenants = Set(owners.map(\.tenant)).sorted()
      guard tenants.count > 1 else { return nil }
      return
        "the API \(name.quoted) is one of several tenants (\(tenants.joined(separator: ", "))): rename it in all but one"
    }
  }

  /// Applications whose clients would all at once speak to another tenant.
  private static func takenOver(_ tables: [FlowTable], _ before: [FlowTable]) -> [String] {
    let owners = Dictionary(applications(before).map { ($0.id, $0.tenant) }, uniquingKeysWith: { first, _ in first })
    return applications(tables).compactMap { id, tenant in
      guard let owner = owners[id], owner != tenant else { return nil }
      return
        "the application \(id.quoted) of \(owner.quoted) would become one of \(tenant.quoted), with all who are signed in "
        + "there: first take it out of \(owner.quoted) and let the flows be read again"
    }
  }

  private static func applications(_ tables: [FlowTable]) -> [(id: String, tenant: String)] {
    tables.flatMap { table in
      table.applications.filter(\.spoken.definition.namesNoTenant).map { ($0.name, table.tenant) }
    }
  }

  /// The tables of tenants' files, read on all processors.
  private func tables(_ tenants: [LastGoodTables.Tenant]) async -> [Result<FlowTable, TableFileError>] {
    await withTaskGroup(of: (Int, Result<FlowTable, TableFileError>).self) { group in
      for (index, tenant) in tenants.enumerated() {
        group.addTask { (index, Result { () throws(TableFileError) in try TableFile.read(tenant.file).table }) }
      }
      return await group.reduce(into: [(Int, Result<FlowTable, TableFileError>)]()) { $0.append($1) }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}

/// Why flows are not served, or what is to be told of those that are.
enum ServingFindings {
  /// What the compiler says of the sources.
  case compiled(Compilation)
  /// What the server's rules say.
  case refused([LogEntry])

  /// As it is told on standard error.
  var text: String {
    switch self {
    case .compiled(let compilation):
      render(compilation.diagnostics, in: compilation.sources, as: .pretty, colour: false)
    case .refused(let entries): entries.map { "usher serve: \($0.message)\n" }.joined()
    }
  }
}
