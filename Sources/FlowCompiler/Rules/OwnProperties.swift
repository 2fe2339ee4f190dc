import FlowModel
import FlowSource

/// U140: what the tenant wants to be true of each run of a flow is a sentence of the language.
@Sendable func propertySentences(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows where !flow.isUncalled {
    for problem in flow.properties.problems { problems.report(problem) }
  }
}

/// U451: what the tenant wants to be true of each run of a flow is true.
@Sendable func ownProperties(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows where !flow.isUncalled {
    guard let evidence = flow.evidence else { continue }
    for property in flow.properties.orders {
      let wrong = flow.graph.nodes.indices.lazy
        .filter { isOccasion(property.occasion, $0, flow, tenant.analysis) }
        .compactMap { evidence.nearest($0) { !property.fact.holds(in: $0) } }
        .min()
      guard let wrong else {
        problems.prove(
          Proof(
            "U451", flow: tenant.analysis.scope.flows[flow.graph.root].name.text,
            "\(property.syntax.text.quoted) holds on every way", at: property.syntax.span))
        continue
      }
      problems.report(
        unproven(
          "U451", "a run can break the property \(property.syntax.text.quoted)", at: property.syntax.span, wrong, flow,
          tenant.analysis, help: "change the flow so that the way below does not exist, or change the property"))
    }
  }
}

private func isOccasion(
  _ occasion: OwnProperties.Occasion, _ node: Int, _ flow: JudgedFlow, _ analysis: Analysis
) -> Bool {
  let state = flow.graph.state(node, analysis.flows)
  switch (occasion, state.kind) {
  case (.effect(let wanted), .effect(let effect)): return effect.effect == wanted
  case (.effect, _): return false
  case (.state(let name), .end(let end)):
    return flow.graph.nodes[node].caller < 0 && (state.name.text == name || end.name == name)
  case (.state(let name), _): return flow.graph.nodes[node].caller < 0 && state.name.text == name
  }
}
