import FlowModel
import FlowSource

/// U401, U402: an effect that can harm others comes only where one of its demands is proven, on every way and for the
/// very account or address that it works on.
///
/// CVE-2026-18963, CVE-2026-54730, CVE-2022-46145, CVE-2023-26481 and CVE-2026-9087 are flows that this refuses.
@Sendable func provenDemands(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  let scope = tenant.analysis.scope
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes.indices {
      guard case .effect(let effect) = flow.graph.state(node, tenant.analysis.flows).kind,
        let visit = evidence.nearest(node, where: { !evidence.allows(effect, $0, scope) })
      else { continue }
      let definition = effect.effect.definition
      let remedies = definition.demands.compactMap { $0.remedy(effect, scope, flow.graph.root) }
      problems.report(
        unproven(
          nil, "somebody can \(definition.risk) here", at: effect.place, visit, flow, tenant.analysis,
          help: "lead every way here through \(remedies.joined(separator: "; or through ")), for the same account"))
    }
  }
}

/// U403: an end grants a sign-in only where the account is proven to be the client's.
@Sendable func provenGrants(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes.indices {
      guard case .end(let end) = flow.graph.state(node, tenant.analysis.flows).kind, let grants = end.grants,
        let visit = evidence.nearest(node, where: { !$0.provesOwner })
      else { continue }
      problems.report(
        unproven(
          "U403", "somebody can be granted a sign-in to an account that is not theirs here", at: grants, visit, flow,
          tenant.analysis,
          help: "lead every way here through an effect that creates the account or proves whose it is"))
    }
  }
}

extension EvidenceState {
  /// Whether the bound account, if there is one, is the client's.
  var provesOwner: Bool { self[.authenticated] || self[.accountVerified] || self[.created] }
}

/// A finding with the nearest way on which the proof is missing. Without a code it is U402 where there was a proof that
/// ended on the way, and U401 where there was none.
func unproven(
  _ code: String?, _ message: String, at span: Span, _ visit: Int, _ flow: JudgedFlow, _ analysis: Analysis,
  help: String
) -> Diagnostic {
  guard let evidence = flow.evidence else { return Diagnostic(code ?? "U401", .error, message, at: span, help: help) }
  let way = evidence.way(to: visit)
  let (gains, losses) = evidence.remarks(way, analysis.scope)
  let remarks = TraceRemarks(
    engine: gains.merging(losses) { "\($0); \($1)" }, attacker: evidence.inputs(way, flow, analysis))
  let proven = evidence.proven(evidence.visits[visit].state, analysis.scope)
  return Diagnostic(
    code ?? (losses.isEmpty ? "U401" : "U402"), .error,
    losses.isEmpty || code != nil ? message : message + ": the proof on the way is no longer about it", at: span,
    notes: [proven.map { "what is proven on this way: \($0)" } ?? "nothing is proven on this way"],
    help: help,
    counterexample: flow.graph.counterexample(
      way: way.map(\.edge), attack: message, remarks: remarks, analysis))
}
