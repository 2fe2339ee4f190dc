import FlowModel
import FlowSource

/// U405: a flow that creates accounts says `completed` only where there is one, and it is the client's.
///
/// thunder-id/thunderid PR 2305: a registration that failed came to the end "completed".
@Sendable func completedSignUps(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    let creates = flow.graph.nodes(.effect).contains {
      flow.graph.effect($0, tenant.resolved.flows)?.definition.createsAccount == true
    }
    guard creates else { continue }
    for node in flow.graph.nodes(.end) where flow.graph.nodes[node].caller < 0 && flow.reached[node] {
      guard let end = flow.graph.end(node, tenant.resolved.flows), end.name == End.completed, !end.isContradictory
      else {
        continue
      }
      guard let visit = evidence.nearest(node, where: { $0[.unbound] || !$0.provesOwner }) else {
        let isProving = problems.isProving
        problems.prove(
          Proof(
            "U405", flow: tenant.resolved.scope.flows[flow.graph.root].name.text,
            "it ends as `completed` only with an account that is the client's",
            assuming: isProving
              ? FunctionsWord(flow, tenant.resolved)?.supports(node) { $0[.unbound] || !$0.provesOwner } ?? [] : [],
            at: flow.graph.word(node, tenant.resolved.flows).span))
        continue
      }
      problems.report(
        unproven(
          "U405", "this sign-up can end as `completed` without an account",
          at: flow.graph.word(node, tenant.resolved.flows).span, visit, flow,
          tenant.resolved,

          help:
            "lead every path here through \(Effect.names(proving: .created)), or end the others with a name of their own"
        ))
    }
  }
}
