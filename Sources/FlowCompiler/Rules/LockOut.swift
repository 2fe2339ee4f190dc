import FlowModel
import FlowSource

/// U901: lock-out dominates. Before a session opens or a sign-in is granted, the flow has asked whether the account is
/// enabled and confirmed, and before an account is deleted, or invites somebody, whether it is enabled; and a client that has tried too often does not come to where the right answer leads.
@Sendable func lockOut(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  for flow in tenant.flows where !flow.isUncalled {
    var standing: AccountStanding?
    var left = 50
    for node in flow.graph.nodes.indices where flow.reached[node] {
      guard let entry = Entry(flow.graph.kind(node, resolved.flows)) else { continue }
      let known = standing ?? AccountStanding(flow.graph, resolved, flow.collected)
      standing = known
      let bad = known.at(node).filter { !entry.isOpen(to: $0) }
      guard !bad.isEmpty else { continue }
      let faults = [
        bad.contains { !$0.isEnabled } ? "disabled" : nil,
        entry.asksConfirmed && bad.contains { !$0.isConfirmed } ? "unconfirmed" : nil,
      ].compactMap { $0 }.joined(separator: " or ")
      left -= 1
      let path = known.path(to: node) { !entry.isOpen(to: $0) }
      var example = flow.graph.counterexample(
        path: path, attack: "an account that is \(faults) \(entry.deed)", resolved)
      example.isRefused = true
      problems.report(
        Diagnostic(
          "U901", .error, "\(entry.what) for an account that may be \(faults)", at: entry.span,
          notes: [flow.reason(path, resolved) + "; at run time it is refused"],
          help:
            "ask before it: `- { when: account.enabled\(entry.asksConfirmed ? " && account.confirmed" : ""), to: … }`",
          counterexample: left < 0 ? nil : example))
    }
  }
  for flow in tenant.flows { lockedPaths(flow, resolved, &problems) }
}

extension AnalyzedFlow {
  /// Why an account that came this way may not sign in.
  fileprivate func reason(_ path: [Int], _ resolved: ResolvedTenant) -> String {
    let ended = path.last { edge in
      guard let call = graph.effect(graph.source(of: edge), resolved.flows) else { return false }
      let outcomes = call.definition.outcomes
      let branch = Int(graph.edges[edge].branch)
      guard outcomes.indices.contains(branch), case .disabled = outcomes[branch].standing else { return false }
      return true
    }
    guard let ended else { return "since the account was bound, nothing on this path has asked" }
    return "it was disabled on this path, at \(graph.name(graph.source(of: ended), resolved.flows).quoted)"
  }
}

/// A place that lets an account in, or that is for who has not been shut out.
private struct Entry {
  let what: String
  let span: SourceSpan
  /// What an account does that comes here though it should not.
  let deed: String
  /// Whether an account that nobody has confirmed is kept out, too.
  let asksConfirmed: Bool

  init?(_ kind: ResolvedState.Kind) {
    switch kind {
    case .effect(let call) where call.definition.opensSession:
      (what, span, deed, asksConfirmed) = ("a session opens", call.place, "signs in", true)
    case .effect(let call) where call.definition.needsEnabled:
      (what, span, asksConfirmed) = ("\(call.definition.name.quoted) is performed", call.place, false)
      deed = call.definition.endsAccount ? "is deleted, and can be made anew" : "acts for the tenant"
    case .end(let end):
      guard let grants = end.grants else { return nil }
      (what, span, deed, asksConfirmed) = ("a sign-in is granted", grants, "signs in", true)
    default: return nil
    }
  }

  /// Whether an account may come here.
  func isOpen(to standing: AccountStanding.Standing) -> Bool {
    asksConfirmed ? standing.maySignIn : standing.isEnabled
  }
}

/// Outcomes that lock out, and lead to where the right answer leads: without a wait, or past pages and other gates.
private func lockedPaths(_ flow: AnalyzedFlow, _ resolved: ResolvedTenant, _ problems: inout DiagnosticCollector) {
  let graph = flow.graph
  var left = 50
  lazy var dominance = Dominance(graph)
  for node in graph.nodes.indices where flow.reached[node] {
    guard let call = graph.effect(node, resolved.flows) else { continue }
    let outcomes = call.effect.definition.outcomes
    let edges = Array(graph.edgeIndices(node))
    guard let passed = outcomes.firstIndex(where: { $0.verdict == .passes }), edges.indices.contains(passed) else {
      continue
    }
    let right = graph.landing(of: edges[passed])
    for (branch, outcome) in outcomes.enumerated() where outcome.verdict == .locksOut && edges.indices.contains(branch)
    {
      guard right >= 0, let bypass = graph.bypass(of: node, from: edges[branch], to: right, dominance, resolved) else {
        continue
      }
      left -= 1
      let span = graph.transition(graph.edges[edges[branch]], resolved.flows)?.span ?? call.place
      problems.report(
        Diagnostic(
          "U901", .error,
          "\(outcome.name.quoted) leads on to where \(outcomes[passed].name.quoted) leads: \(graph.name(right, resolved.flows).quoted)",
          at: span,
          labels: graph.transition(graph.edges[edges[passed]], resolved.flows).map {
            [Label($0.span, "where \(outcomes[passed].name.quoted) leads")]
          } ?? [], notes: ["\(outcome.name.quoted): \(outcome.summary)"],
          help: "lead it back to the page with an error, or to an end",
          counterexample: left < 0 ? nil : counterexample(flow, node, bypass, outcome, resolved)))
    }
  }
}

private func counterexample(
  _ flow: AnalyzedFlow, _ node: Int, _ bypass: [Int], _ outcome: OutcomeDefinition, _ resolved: ResolvedTenant
) -> Counterexample {
  flow.graph.counterexample(
    path: flow.graph.path(to: node) + bypass,
    attack: "a client that got the outcome \(outcome.name.quoted) goes on as if the answer had been right",
    resolved)
}
