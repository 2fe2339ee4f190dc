import FlowModel
import FlowSource
import FlowYAML

/// Reports what could not be read, and folders that are no tenants.
func report(_ found: FoundSources, _ sources: inout SourceMap, _ problems: inout DiagnosticCollector) {
  for failure in found.failures.sorted(by: { $0.path < $1.path }) { report(failure, &sources, &problems) }
  for stray in found.strays.sorted(by: { $0.path < $1.path }) {
    let file = sources.add(path: stray.path, bytes: [])
    problems.report(
      Diagnostic(
        "U020", .error, stray.reason, at: .fileStart(file.id),
        help: "a tenant is a folder with `tenant.yaml` and its flows; `usher new DIR` makes one"))
  }
}

private func report(_ failure: ReadFailure, _ sources: inout SourceMap, _ problems: inout DiagnosticCollector) {
  let file = sources.add(path: failure.path, bytes: [])
  problems.report(Diagnostic("U000", .error, "this cannot be read: \(failure.reason)", at: .fileStart(file.id)))
}

/// The files of one tenant in the order that makes results the same in each run: the tenant's own, then by path.
func read(
  _ tenant: TenantSources, _ sources: inout SourceMap, _ problems: inout DiagnosticCollector
) -> [SourceFile] {
  let files = tenant.files.sorted { ($0.isTenant ? 0 : 1, $0.path) < ($1.isTenant ? 0 : 1, $1.path) }
  let read = files.map { sources.add(path: $0.path, bytes: $0.bytes) }
  for failure in tenant.failures { report(failure, &sources, &problems) }
  return read
}

/// The files' syntax; nil where the tenant's own file cannot be read as YAML, so that nothing is known of names.
func parse(
  _ files: [SourceFile], _ problems: inout DiagnosticCollector
) -> (tenant: TenantSyntax, flows: [FlowSyntax])? {
  var tenant: TenantSyntax?
  var flows: [FlowSyntax] = []
  var isLone = false
  for file in files {
    let tree = parseYAML(file, &problems)
    if SourceText(path: file.path, bytes: []).isTenant, tenant == nil {
      guard let tree else { continue }
      tenant = parseTenant(tree, fallbackName: fallbackName(file, folder: true), &problems)
    } else if file.path == "-", let tree, let root = tree.root,
      tree.entries(root).contains(where: { tree.equals($0.key, "tenant") })
    {
      tenant = parseTenant(tree, fallbackName: "tenant", &problems)
      isLone = true
    } else if let tree {
      if let flow = parseFlow(tree, fallbackName: fallbackName(file, folder: false), &problems) { flows.append(flow) }
    } else {
      // Others may call it: its name is known even where its content is not.
      let declared = declaredName(file.bytes)
      var flow = FlowSyntax(
        file: file.id,
        name: Word(text: declared?.name ?? fallbackName(file, folder: false), span: .fileStart(file.id)))
      flow.isSubFlow = declared?.isSubFlow ?? false
      flow.isBroken = true
      flows.append(flow)
    }
  }
  if tenant == nil, files.count == 1, files[0].path == "-", let flow = flows.first {
    tenant = impliedTenant(flow)
    isLone = true
  }
  guard let tenant else { return nil }
  if !isLone, !flows.contains(where: { !$0.isSubFlow }) {
    problems.report(
      Diagnostic(
        "U021", .error, "the tenant \(tenant.name.text.quoted) has no flow that can be started", at: tenant.name.span,
        help: "add a file beside tenant.yaml that begins with `flow: NAME`"))
  }
  return (tenant, flows)
}

/// A name for what does not say its own: that of the folder or file.
private func fallbackName(_ file: SourceFile, folder: Bool) -> String {
  let parts = file.path.split(separator: "/")
  let part = folder ? parts.dropLast().last ?? "tenant" : parts.last ?? "flow"
  let name = String(part.prefix { $0 != "." })
  return name.isName ? name : folder ? "tenant" : "flow"
}

/// Reports tenants of the same name.
func refuseEqualNames(_ tenants: [(tenant: CompiledTenant, place: Span)], _ problems: inout DiagnosticCollector) {
  var first: [String: Span] = [:]
  for (tenant, place) in tenants where !tenant.name.isEmpty {
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
