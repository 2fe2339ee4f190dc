import FlowSource

/// U206: a flow has an end.
@Sendable func flowsWithoutEnd(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let scope = tenant.resolved.scope
  for (index, flow) in scope.flows.enumerated()
  where flow.arguments == nil && scope.ends[index].isEmpty && scope.knowsEnds(of: index) {
    let kind = flow.isSubFlow ? "sub-flow" : "flow"
    problems.report(
      Diagnostic(
        "U206", .error, "the \(kind) \(flow.name.text.quoted) has no end", at: flow.name.span,
        help: "add a state such as `done: { end: completed }`, and lead a transition to it"))
  }
}
