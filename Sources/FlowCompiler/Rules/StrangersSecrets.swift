import FlowModel
import FlowSource

/// U412: what a function keeps, so that another one attests by it whose the account is, is chosen by who has proven an address
/// of the account. Before that a stranger may have registered it: its owner takes the account over, and the engine takes the
/// stranger's password off it, but not what a function was told.
@Sendable func strangersSecrets(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  let secrets = AttestedSecrets(tenant, past: [])
  if secrets.comparing.isEmpty { return }
  for flow in tenant.flows where !flow.isUncalled {
    guard let evidence = flow.evidence, flow.graph.makesForOthers(resolved) else { continue }
    for (node, call, typed) in flow.callsTold(resolved) {
      let kept = typed.first { slot in call.function.map { secrets.comparing[slot]?.contains($0) == false } ?? false }
      guard let kept, let name = resolved.scope.attribute(of: kept)?.name.text,
        let visit = evidence.nearest(
          node, where: { !$0[.unbound] && $0[.created] && !$0[.accountVerified] && !$0.provesAddress(besides: []) })
      else { continue }
      problems.report(
        unproven(
          "U412",
          "a stranger who registers with the address of another can choose \(name.quoted) here, by which a function attests whose the account is",
          at: call.place, visit, flow, resolved,
          notes: [
            "whoever proves the address later has the account, and the stranger still has what the function keeps"
          ],
          help: "prove the address first: with `code.verify` before it, or behind the link that confirms the account"))
    }
  }
}

extension FlowGraph {
  /// Whether it makes accounts that are their creator's only until an owner comes: pending ones, and those that nobody proves.
  fileprivate func makesForOthers(_ resolved: ResolvedTenant) -> Bool {
    nodes(.effect).contains { node in
      guard let call = effect(node, resolved.flows) else { return false }
      return call.definition.createsAccount && call.doesWithoutProof
    }
  }
}
