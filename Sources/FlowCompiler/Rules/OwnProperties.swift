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
    flow.eachOrder(tenant.resolved) { property, _, wrong in
      guard property.syntax.policy == nil else { return }
      guard let wrong else {
        problems.prove(
          Proof(
            "U451", flow: tenant.resolved.scope.flows[flow.graph.root].name.text,
            "\(property.syntax.text.quoted) holds on every path", at: property.syntax.span))
        return
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

extension AnalyzedFlow {
  /// Hands each property to `body`, with a node of which it speaks, and the nearest visit of one that breaks it; nil: none does.
  func eachOrder(_ resolved: ResolvedTenant, _ body: (OwnProperties.Order, _ spoken: Int?, _ wrong: Int?) -> Void) {
    guard let evidence else { return }
    for property in properties.orders {
      let spoken = graph.nodes.indices.filter { isTrigger(property.trigger, $0, self, resolved) }
      let wrong = spoken.lazy.compactMap { evidence.nearest($0) { !property.fact.holds(in: $0) } }.min()
      body(property, spoken.first, wrong)
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
