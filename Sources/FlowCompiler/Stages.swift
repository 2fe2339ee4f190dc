import FlowModel
import FlowSource
import FlowYAML

/// Reports what could not be read, and folders that are no tenants.
func report(_ found: FoundSources, _ sources: inout SourceMap, _ problems: inout DiagnosticCollector) {
  for failure in found.failures.sorted(by: { $0.path < $1.path }) { report(failure, &sources, &problems) }
  for stray in found.strays.sorted(by: { $0.path < $1.path }) { report(stray: stray, &sources, &problems) }
}

private func report(stray: ReadFailure, _ sources: inout SourceMap, _ problems: inout DiagnosticCollector) {
  let file = sources.add(path: stray.path, bytes: [])
  problems.report(
    Diagnostic(
      "U020", .error, stray.reason, at: .fileStart(file.id),
      help: helpForTenantFile(stray.path)
        ?? "a tenant is a folder with `tenant.yaml` and its flows; `usher new DIR` makes one"))
}

/// U022: what lies beside `tenant.yaml` under a name by which it is not read.
func report(_ nearly: [NearlyRead], _ sources: inout SourceMap, _ problems: inout DiagnosticCollector) {
  for one in nearly {
    let file = sources.add(path: one.path, bytes: [])
    problems.report(Diagnostic("U022", .warning, one.what, at: .fileStart(file.id), help: one.help))
  }
}

private func report(_ failure: ReadFailure, _ sources: inout SourceMap, _ problems: inout DiagnosticCollector) {
  let file = sources.add(path: failure.path, bytes: [])
  problems.report(
    Diagnostic(
      Rule.unreadable, .error, "this cannot be read: \(failure.reason)", at: .fileStart(file.id),
      help: "check the path, and who may read it"))
}

/// The files of one tenant in the order that makes results the same in each run: the tenant's own, then by path. None
/// where the tenant has no file of its own.
func read(
  _ tenant: TenantSources, _ sources: inout SourceMap, _ problems: inout DiagnosticCollector
) -> [SourceFile] {
  let files = tenant.files.sorted { ($0.isTenant ? 0 : 1, $0.path) < ($1.isTenant ? 0 : 1, $1.path) }
  for failure in tenant.failures { report(failure, &sources, &problems) }
  report(tenant.nearlyRead, &sources, &problems)
  guard tenant.isLone || files.first?.isTenant == true else {
    if tenant.failures.isEmpty {
      report(stray: ReadFailure(path: tenant.path, reason: "this folder has no tenant.yaml"), &sources, &problems)
    }
    return []
  }
  return files.filter { !$0.isLocale && !tenant.isCases($0) }.map { sources.add(path: $0.path, bytes: $0.bytes) }
}

/// The files of a tenant's languages, by their paths.
func readLocales(_ tenant: TenantSources, _ sources: inout SourceMap) -> [SourceFile] {
  tenant.files.filter { $0.isLocale && !tenant.isCases($0) }.sorted { $0.path < $1.path }.map {
    sources.add(path: $0.path, bytes: $0.bytes)
  }
}

/// The cases of a tenant, each held against the tenant where that is known to be whole.
func readCases(_ files: [SourceFile], _ resolved: ResolvedTenant, isWhole: Bool, _ problems: inout DiagnosticCollector)
  -> [CaseFile]
{
  var found = files.compactMap { parseCases($0, &problems) }
  guard isWhole else { return found }
  var judge = CaseJudge(resolved, problems)
  for index in found.indices { judge.judge(&found[index]) }
  problems = judge.problems
  return found
}

/// The languages that a tenant speaks beside its own, as far as their files can be read.
func parseLocales(_ files: [SourceFile], _ problems: inout DiagnosticCollector) -> [LocaleSyntax] {
  var locales: [LocaleSyntax] = []
  for file in files {
    guard let tree = parseYAML(file, &problems, words: languageWords),
      let locale = parseLocale(tree, known: locales, &problems)
    else { continue }
    locales.append(locale)
  }
  return locales
}

extension SourceFile {
  /// Whether it holds the words of a message.
  var isMessage: Bool { SourceText(path: path, bytes: []).isMessage }
}

/// The files' syntax; nil where the tenant's own file cannot be read as YAML, so that nothing is known of names.
func parse(
  _ files: [SourceFile], isLone: Bool, _ problems: inout DiagnosticCollector
) -> (tenant: TenantSyntax, flows: [FlowSyntax])? {
  let messages = isLone ? [] : files.filter(\.isMessage)
  let files = isLone ? files : files.filter { !$0.isMessage }
  let bytes = files.reduce(0) { $0 + $1.bytes.count }
  // Of large files each takes all processors: one after the other, as work within such work is not divided any more.
  let large = files.indices.map { index in
    isLone || index == 0 ? nil : parseLargeFlow(files[index], fallbackName: fallbackName(files[index], folder: false))
  }
  let parts = Parallel.map(files.count, isWorthIt: Parallel.isWorthIt(bytes: bytes)) { index in
    var own = DiagnosticCollector()
    let part = large[index].map(FilePart.flow) ?? parse(files[index], isTenant: isLone ? nil : index == 0, &own)
    return (part, own)
  }
  var tenant: TenantSyntax?
  var flows: [FlowSyntax] = []
  for (part, own) in parts {
    problems.add(own)
    switch part {
    case .tenant(let syntax): tenant = syntax
    case .flow(let flow): flows.append(flow)
    }
  }
  if isLone, tenant == nil { tenant = flows.first.map(impliedTenant) }
  let named = parseMessages(messages, &problems)
  tenant?.messages = named
  let read = Set(named.map(\.source.id))
  tenant?.unnamedMessages = messages.filter { !read.contains($0.id) }.map { nameMeant(by: $0.nameInFolder) ?? "" }
  guard let tenant else { return nil }
  if !isLone, !flows.contains(where: { !$0.isSubFlow }) {
    problems.report(
      Diagnostic(
        "U021", .error, "the tenant \(tenant.name.text.quoted) has no flow that can be started", at: tenant.name.span,
        help: "add a file beside tenant.yaml that begins with `flow: NAME`"))
  }
  return (tenant, flows)
}

/// What a file of a tenant says.
private enum FilePart: Sendable {
  /// It is the tenant's own; nil where it cannot be read as YAML.
  case tenant(TenantSyntax?)
  case flow(FlowSyntax)
}

/// One file. `isTenant`: whether it is the tenant's own; nil where that is told by what it says.
private func parse(_ file: SourceFile, isTenant: Bool?, _ problems: inout DiagnosticCollector) -> FilePart {
  let tree = parseYAML(file, &problems, words: languageWords)
  guard isTenant ?? (tree?.isTenant == true) else { return .flow(parse(file, tree, &problems)) }
  return .tenant(tree.map { parseTenant($0, fallbackName: fallbackName(file, folder: true), &problems) })
}

extension YAMLTree {
  /// Whether this is a tenant's file by what it says.
  fileprivate var isTenant: Bool { root.map { entries($0).contains { equals($0.key, "tenant") } } ?? false }
}

/// One flow's file. Of a file that cannot be read the name is taken all the same: others may call it.
private func parse(_ file: SourceFile, _ tree: YAMLTree?, _ problems: inout DiagnosticCollector) -> FlowSyntax {
  let fallback = fallbackName(file, folder: false)
  return tree.flatMap { parseFlow($0, fallbackName: fallback, &problems) } ?? lostFlow(file)
}

/// A flow of which the name is known at the most.
func lostFlow(_ file: SourceFile) -> FlowSyntax {
  let declared = declaredName(file.bytes)
  let name = declared?.name ?? fallbackName(file, folder: false)
  var flow = FlowSyntax(file: file.id, name: Word(text: name, span: .fileStart(file.id)))
  flow.isSubFlow = declared?.isSubFlow ?? false
  flow.isBroken = true
  return flow
}

/// A name for what does not say its own: that of the folder or file.
func fallbackName(_ file: SourceFile, folder: Bool) -> String {
  let parts = file.path.split(separator: "/")
  let part = folder ? parts.dropLast().last ?? "tenant" : parts.last ?? "flow"
  let name = String(part.prefix { $0 != "." })
  return name.isName ? name : folder ? "tenant" : "flow"
}

/// Reports applications that are known by their names alone, and that two tenants have. Of one tenant, its own rules tell.
func refuseEqualApplications(_ tenants: [(name: String, words: [Word])], _ problems: inout DiagnosticCollector) {
  refuseEqual(tenants, &problems) { earlier, tenant, application in
    "the tenants \(earlier) and \(tenant) both have the application \(application), whose clients name no tenant"
  }
}

/// Reports APIs that two tenants have: whoever looks at the audience of a token alone would take that of a stranger.
func refuseEqualResources(_ tenants: [(name: String, words: [Word])], _ problems: inout DiagnosticCollector) {
  refuseEqual(tenants, &problems) { earlier, tenant, resource in
    "the tenants \(earlier) and \(tenant) both have the API \(resource), and a token for an API is one tenant's"
  }
}

private func refuseEqual(
  _ tenants: [(name: String, words: [Word])], _ problems: inout DiagnosticCollector,
  message: (_ earlier: String, _ tenant: String, _ name: String) -> String
) {
  var first: [String: (tenant: String, place: SourceSpan)] = [:]
  for (tenant, words) in tenants {
    for word in words {
      guard let earlier = first[word.text] else {
        first[word.text] = (tenant, word.span)
        continue
      }
      if earlier.tenant == tenant { continue }
      problems.report(
        Diagnostic(
          "U118", .error, message(earlier.tenant.quoted, tenant.quoted, word.text.quoted), at: word.span,
          labels: [Label(earlier.place, "first here")], help: "rename one of the two"))
    }
  }
}

/// Reports tenants of the same name.
func refuseEqualNames(_ tenants: [(tenant: CompiledTenant, place: SourceSpan)], _ problems: inout DiagnosticCollector) {
  var first: [String: SourceSpan] = [:]
  // A name that is nowhere written was made up from the folder's.
  for (tenant, place) in tenants where place.start < place.end {
    guard let earlier = first[tenant.name] else {
      first[tenant.name] = place
      continue
    }
    problems.report(
      Diagnostic(
        "U118", .error, "there are two tenants called \(tenant.name.quoted)", at: place,
        labels: [Label(earlier, "first here")], help: "rename one of the two"))
  }
}
