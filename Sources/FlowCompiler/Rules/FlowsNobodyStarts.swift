import FlowModel
import FlowSource

/// U207: where a tenant declares applications, some application offers each flow; nobody else could start it.
@Sendable func flowsNobodyStarts(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let scope = tenant.resolved.scope
  let applications = scope.tenant.applications
  let offered = Set(applications.flatMap { $0.flows.map(\.text) })
  // Nothing is said where a slip may hide who offers it.
  guard !scope.tenant.isOpen, !applications.isEmpty, !applications.contains(where: \.isBroken),
    tenant.resolved.isWhole, offered.allSatisfy({ scope.flow($0) != nil })
  else { return }
  let linked = linkedFlows(tenant.resolved)
  for (index, flow) in scope.flows.enumerated()
  where !flow.isSubFlow && flow.name.text.isName && !offered.contains(flow.name.text) {
    guard scope.flow(flow.name.text) == index, !tenant.resolved.mentions.calledFlows.contains(index) else { continue }
    problems.report(
      Diagnostic(
        "U207", .warning, "nobody can start the flow \(flow.name.text.quoted): no application offers it",
        at: flow.name.span,
        notes: linked.contains(index)
          ? ["a link leads to it, and whoever follows the link cannot start it either"] : [],
        help: "name it under the `flows` of an application in tenant.yaml, or remove its file"))
  }
}

/// The flows to which mailed links lead.
private func linkedFlows(_ resolved: ResolvedTenant) -> Set<Int> {
  // Arguments number the flows as the table does, without sub-flows.
  let flows = resolved.scope.flows.indices.filter { !resolved.scope.flows[$0].isSubFlow }
  var found: Set<Int> = []
  for state in resolved.flows.flatMap(\.states) {
    guard case .effect(let call) = state.kind, let target = call.linkFlow, flows.indices.contains(target) else {
      continue
    }
    found.insert(flows[target])
  }
  return found
}
