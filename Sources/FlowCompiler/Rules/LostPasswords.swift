import FlowModel
import FlowSource

/// U407: where a pending account is confirmed, a password that was set before anybody had proven its address is not the
/// owner's: a stranger may have registered. The engine takes it off the account, unless the flow asks for it, or says that
/// it stays. A tenant that sets such passwords says which.
/// Nor is one that was set before it in the same run, by whoever opened a link.
/// U413: the same, where accounts without a password have another way in. Then nobody is locked out, and it is a warning.
@Sendable func lostPasswords(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows where !flow.isUncalled { setBeforeConfirmed(flow, tenant.resolved, &problems) }
  guard let setting = tenant.strangersPassword else { return }
  let resolved = tenant.resolved
  let hasAnotherWayIn = tenant.letsInWithoutPassword
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
        lostPassword(
          call, setting, leavesAWayIn: hasAnotherWayIn,
          flow.graph.counterexample(path: evidence.path(to: visit).map(\.edge), attack: "", resolved)))
    }
  }
}

private func lostPassword(
  _ confirming: ResolvedEffect, _ setting: SourceSpan, leavesAWayIn: Bool, _ path: Counterexample
) -> Diagnostic {
  let reason = "a stranger may have registered with the address of another, and would have their password"
  let ways = "ask for the password before it, with `password.verify`; or set a new one"
  return Diagnostic(
    leavesAWayIn ? "U413" : "U407", leavesAWayIn ? .warning : .error,
    "the password that was chosen at the registration is gone behind this", at: confirming.place,
    labels: [Label(setting, "set here, when nobody has proven the address")],
    notes: leavesAWayIn
      ? [reason, "another flow lets in who has no password; tell them to choose one there"] : [reason],
    help: leavesAWayIn
      ? ways + "; or do not ask for one at the registration"
      : ways + "; or say `with: { keep: password }`, which gives the protection up",
    counterexample: path)
}

/// A run sets a password and then confirms the account, which takes it off again.
private func setBeforeConfirmed(
  _ flow: AnalyzedFlow, _ resolved: ResolvedTenant, _ problems: inout DiagnosticCollector
) {
  guard let evidence = flow.evidence else { return }
  let graph = flow.graph
  for node in graph.nodes(.effect) where flow.reached[node] {
    guard let call = graph.effect(node, resolved.flows), call.takesStrangersPassword,
      !graph.setsPassword(behind: node, resolved),
      let visit = evidence.nearest(node, where: { !$0[.unbound] && !$0[.created] && !$0[.authenticated] })
    else { continue }
    let setting = graph.nodes(.effect).first { setting in
      guard flow.reached[setting], let set = graph.effect(setting, resolved.flows), set.definition.setsPassword,
        !set.definition.createsAccount, let done = graph.edgeIndices(setting).first, graph.edges[done].target >= 0,
        evidence.nearest(setting, where: { !$0[.unbound] && !$0[.created] && !$0[.authenticated] }) != nil
      else { return false }
      return Int(graph.edges[done].target) == node
        || graph.path(
          from: Int(graph.edges[done].target), to: { $0 == node },
          allows: { edge in
            graph.effect(graph.source(of: edge), resolved.flows)
              .map { !$0.definition.rebindsAccount && !$0.definition.comparesPassword } ?? true
          }) != nil
    }
    guard let setting, let set = graph.effect(setting, resolved.flows) else { continue }
    problems.report(
      Diagnostic(
        "U407", .error, "the password that was set before is gone behind this", at: call.place,
        labels: [Label(set.place, "set here")],
        notes: ["`account.confirm` takes off what was there before its owner came, and that is all that it finds"],
        help: "confirm first: lead to `account.confirm`, and behind it to `password.set`",
        counterexample: graph.counterexample(path: evidence.path(to: visit).map(\.edge), attack: "", resolved)))
  }
}

extension FlowGraph {
  /// Whether a password can be set behind a node.
  fileprivate func setsPassword(behind node: Int, _ resolved: ResolvedTenant) -> Bool {
    path(from: node, to: { effect($0, resolved.flows)?.definition.setsPassword ?? false }) != nil
  }
}

extension AnalyzedTenant {
  /// Whether a flow that confirms no registration lets in who has no password, or gives them one.
  fileprivate var letsInWithoutPassword: Bool {
    flows.contains { flow in
      !flow.isUncalled
        && !flow.graph.nodes(.effect).contains {
          flow.graph.effect($0, resolved.flows)?.takesStrangersPassword == true
        } && flow.graph.letsInWithoutPassword(resolved)
    }
  }

  /// Where a flow sets the password of an account that it has created, with nothing proven of it.
  fileprivate var strangersPassword: SourceSpan? {
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
