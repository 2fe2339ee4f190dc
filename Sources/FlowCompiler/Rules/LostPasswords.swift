import FlowModel
import FlowSource

/// U407: where a pending account is confirmed, a password that was set before anybody had proven its address is not the
/// owner's: a stranger may have registered. The engine takes it off the account, unless the flow asks for it, or says that
/// it stays. A tenant that sets such passwords says which.
@Sendable func lostPasswords(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  guard let setting = tenant.strangersPassword else { return }
  let resolved = tenant.resolved
  for flow in tenant.flows where !flow.isUncalled {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes.indices {
      guard let call = flow.graph.effect(node, resolved.flows), call.takesStrangersPassword,
        !flow.graph.setsPassword(behind: node, resolved)
      else { continue }
      guard let visit = evidence.nearest(node, where: { !$0[.unbound] && !$0[.created] && !$0[.authenticated] }) else {
        continue
      }
      problems.report(
        Diagnostic(
          "U407", .error, "the password that was chosen at the registration is gone behind this", at: call.place,
          labels: [Label(setting, "set here, when nobody has proven the address")],
          notes: ["a stranger may have registered with the address of another, and would have their password"],
          help:
            "ask for the password before it, with `password.verify`; or set a new one; or say `with: { keep: password }`, which gives the protection up",
          counterexample: flow.graph.counterexample(
            path: evidence.path(to: visit).map(\.edge), attack: "", resolved)))
    }
  }
}

extension FlowGraph {
  /// Whether a password can be set behind a node.
  fileprivate func setsPassword(behind node: Int, _ resolved: ResolvedTenant) -> Bool {
    path(from: node, to: { effect($0, resolved.flows)?.definition.setsPassword ?? false }) != nil
  }
}

extension AnalyzedTenant {
  /// Where a flow sets the password of an account that it has created, with nothing proven of it.
  fileprivate var strangersPassword: Span? {
    for flow in flows {
      guard let evidence = flow.evidence else { continue }
      for node in flow.graph.nodes.indices {
        guard let call = flow.graph.effect(node, resolved.flows), call.setsPassword else { continue }
        // Of an account that is created with its password it is asked behind it.
        var place = node
        if call.createsWithPassword, let created = flow.graph.edgeIndices(node).first {
          place = Int(flow.graph.edges[created].target)
        }
        guard place >= 0,
          evidence.nearest(place, where: { !$0[.unbound] && $0[.created] && !$0[.accountVerified] }) != nil
        else { continue }
        return call.place
      }
    }
    return nil
  }
}
