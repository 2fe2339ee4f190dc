import FlowModel
import FlowSource

/// U906: a function that shows a second factor is told the one that the account holds, or finds it by the account. One that
/// is told what a client brings along shows nothing of the account's.
@Sendable func broughtFactors(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let (resolved, scope) = (tenant.resolved, tenant.resolved.scope)
  for flow in tenant.flows where !flow.isUncalled {
    guard let evidence = flow.evidence else { continue }
    lazy var told = ToldValues(flow, resolved)
    for node in flow.graph.nodes(.effect) where flow.reached[node] {
      guard let call = flow.graph.effect(node, resolved.flows), let factor = call.shownFactor,
        let name = scope.attribute(of: factor)?.name.text
      else { continue }
      if call.passed.contains(factor) {
        let subject = evidence.subjects[factor]
        let isOther = { (state: EvidenceState) in
          !state[.unbound] && !(subject.map { state.holdsOwn($0) } ?? false)
        }
        guard let visit = evidence.nearest(node, where: isOther) else { continue }
        problems.report(
          unproven(
            "U906",
            "the function is told a value of \(name.quoted) that may not be the account's, and shows it as the second factor",
            at: call.place(of: factor), visit, flow, resolved, bringing: name,
            help:
              "take the account's own over with `account.read` before it, and collect or set no other \(name.quoted) behind that; to try a new one before it is registered, leave `factor` out"
          ))
        continue
      }
      let typed = told?.broughtAlong(by: call, at: node) ?? []
      let names = typed.map { scope.name(of: $0, in: scope.flows[flow.graph.root]) }
      let count = names.count + (call.hasList ? 1 : 0)
      guard count > 1, let visit = evidence.nearest(node, where: { !$0[.unbound] }) else { continue }
      problems.report(
        unproven(
          "U906",
          "the function is told more than one thing that a client types, and not \(name.quoted), which it is to show",
          at: call.place(of: factor), visit, flow, resolved,
          notes: [
            "typed: \((names + (call.hasList ? ["arguments"] : [])).listed()); what is compared may all be the client's"
          ],
          help:
            "tell it the account's own: `account.read` of \(name.quoted), and \(name.quoted) among `pass`; or the one-time code alone"
        ))
    }
  }
}

extension ToldValues {
  /// What a call passes on that a client may have typed, and that is not the bound account's.
  fileprivate func broughtAlong(by call: ResolvedEffect, at node: Int) -> [Slot] {
    typed(by: call, at: node).filter { slot in
      guard let subject = subject(of: slot) else { return true }
      return mayBe(at: node) { !$0[.unbound] && !$0[.ofAccount, subject] && !$0[.registered, subject] }
    }
  }
}

extension ResolvedEffect {
  /// Whether a list from the client is handed on.
  fileprivate var hasList: Bool {
    definition.parameters.indices.contains { definition.parameters[$0].kind == .list && argument($0) != .absent }
  }

  /// Where the call says which factor is shown.
  fileprivate func place(of factor: Slot) -> SourceSpan {
    definition.parameters.firstIndex { $0.kind == .factor }.flatMap { argumentPlaces[$0] } ?? place
  }
}
