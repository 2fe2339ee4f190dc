import FlowModel
import FlowSource

/// U405: a flow that creates accounts says `completed` only where there is one, and it is the client's.
///
/// thunder-id/thunderid PR 2305: a registration that failed came to the end "completed".
@Sendable func completedSignUps(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    let creates = flow.graph.nodes.indices.contains {
      if case .effect(let effect) = flow.graph.state($0, tenant.analysis.flows).kind {
        effect.definition.createsAccount
      } else {
        false
      }
    }
    guard creates else { continue }
    for node in flow.graph.nodes.indices where flow.graph.nodes[node].caller < 0 && flow.reached[node] {
      let state = flow.graph.state(node, tenant.analysis.flows)
      guard case .end(let end) = state.kind, end.name == "completed", !end.isContradictory else { continue }
      guard let visit = evidence.nearest(node, where: { $0[.unbound] || !$0.provesOwner }) else {
        problems.prove(
          Proof(
            "U405", flow: tenant.analysis.scope.flows[flow.graph.root].name.text,
            "it ends as `completed` only with an account that is the client's", at: state.name.span))
        continue
      }
      problems.report(
        unproven(
          "U405", "this sign-up can end as `completed` without an account", at: state.name.span, visit, flow,
          tenant.analysis,
          help: "lead every way here through `account.create`, or end the others with a name of their own"))
    }
  }
}
