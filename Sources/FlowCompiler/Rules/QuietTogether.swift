import FlowModel
import FlowSource

/// U803: each flow is compared by itself, and two of them may tell together. Who may give any address a password of their own,
/// in a flow that conceals accounts, sees in one that takes passwords whether that was the first account of the address.
@Sendable func quietTogether(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  // With the errors removed, the password may be chosen elsewhere.
  if problems.hasErrors { return }
  let resolved = tenant.resolved
  let quiet = tenant.flows.filter { flow in
    !flow.isUncalled && resolved.scope.flows[flow.graph.root].revealsAccounts == nil
  }
  let taking = quiet.first { flow in
    flow.graph.nodes(.effect).contains { node in
      flow.reached[node] && flow.graph.effect(node, resolved.flows)?.definition.comparesPassword == true
    }
  }
  guard let taking else { return }
  let other = resolved.scope.flows[taking.graph.root].name.text.quoted
  for flow in quiet {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes(.effect) {
      guard let call = flow.graph.effect(node, resolved.flows), call.setsPassword,
        let visit = evidence.nearest(
          node,
          where: { state in
            call.definition.createsAccount
              ? !evidence.subjects.identifiers.contains { state[.verified, $0] }
              : !state[.unbound] && state[.created] && !state[.accountVerified]
          })
      else { continue }
      problems.report(
        Diagnostic(
          "U803", .warning,
          "who chooses a password for any address here sees by \(other) whether the address had an account before",
          at: call.place,
          notes: ["this flow and \(other) each conceal it; together they do not: only a new account has that password"],
          help: "let the password be chosen behind a code to the address, or behind the link that confirms it",
          counterexample: flow.graph.counterexample(
            path: evidence.path(to: visit).map(\.edge), attack: "", resolved)))
    }
  }
}
