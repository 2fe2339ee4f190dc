import FlowModel
import FlowSource

/// U140: what the tenant wants to be true of each run of a flow is a sentence of the language.
@Sendable func propertySentences(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows where !flow.isUncalled {
    for problem in flow.properties.problems { problems.report(problem) }
  }
}

/// U451: what the tenant wants to be true of each run of a flow is true.
@Sendable func ownProperties(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows where !flow.isUncalled {
    guard let evidence = flow.evidence else { continue }
    for property in flow.properties.orders {
      let wrong = flow.graph.nodes.indices.lazy
        .filter { isTrigger(property.trigger, $0, flow, tenant.resolved) }
        .compactMap { evidence.nearest($0) { !property.fact.holds(in: $0) } }
        .min()
      guard let wrong else {
        problems.prove(
          Proof(
            "U451", flow: tenant.resolved.scope.flows[flow.graph.root].name.text,
            "\(property.syntax.text.quoted) holds on every path", at: property.syntax.span))
        continue
      }
      var problem = unproven(
        "U451", "a run can break the property \(property.syntax.text.quoted)", at: property.syntax.span, wrong, flow,
        tenant.resolved, help: "change the flow so that no run breaks it, or change the property")
      if let place = problem.counterexample?.steps.last {
        problem.labels.append(Label(place.span, "here it is broken"))
        problem.help =
          "change the flow so that no run comes to \(place.state.quoted) in the way that is shown, or change the property"
      }
      problems.report(problem)
    }
  }
}

private func isTrigger(
  _ trigger: OwnProperties.Trigger, _ node: Int, _ flow: AnalyzedFlow, _ resolved: ResolvedTenant
) -> Bool {
  switch trigger {
  case .effect(let wanted): return flow.graph.effect(node, resolved.flows)?.effect == wanted
  case .state(let name):
    guard flow.graph.nodes[node].caller < 0 else { return false }
    return flow.graph.word(node, resolved.flows).text == name || flow.graph.end(node, resolved.flows)?.name == name
  }
}
