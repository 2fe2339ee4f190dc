import FlowModel
import FlowSource

/// U907: what a second factor is made of is shown to nobody who has not shown that factor: else the first factor is enough to
/// learn the second.
@Sendable func handedOutFactors(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let (resolved, scope) = (tenant.resolved, tenant.resolved.scope)
  let factors = Set(
    resolved.flows.lazy.flatMap(\.states).compactMap { state -> Slot? in
      if case .effect(let call) = state.kind { call.shownFactor } else { nil }
    }
  ).filter { scope.attribute(of: $0)?.definition.tellsPeopleApart == false }
  if factors.isEmpty { return }
  for factor in factors.sorted() {
    let made = MadeOf(factor, tenant)
    for application in scope.tenant.applications {
      for word in application.userData {
        guard let attribute = scope.attribute(word.text), made.kept.contains(Int(scope.slot(attribute))) else {
          continue
        }
        problems.report(
          Diagnostic(
            "U907", .warning,
            scope.slot(attribute) == factor
              ? "\(word.text.quoted) is a second factor, and clients are told what the account holds of it"
              : "\(word.text.quoted) is made of a second factor, \(made.name.quoted), and clients are told what the account holds of it",
            at: word.span, help: "leave it out of `user-data`"))
      }
    }
    for flow in tenant.flows where !flow.isUncalled {
      guard let evidence = flow.evidence, let subject = evidence.subjects[factor],
        let holders = made.holders(in: flow, resolved)
      else { continue }
      for node in flow.graph.nodes.indices where flow.reached[node] {
        for (slot, span) in flow.graph.kind(node, resolved.flows).handedOut where holders[node].contains(Int(slot)) {
          let isOwn = slot == factor
          guard
            let visit = evidence.nearest(
              node,
              where: {
                !$0[.unbound] && !$0[.created] && !$0[.factor, subject] && (!isOwn || $0[.registered, subject])
              })
          else { continue }
          let name = scope.name(of: slot, in: scope.flows[flow.graph.root]).quoted
          problems.report(
            Diagnostic(
              "U907", .warning,
              isOwn
                ? "whoever has the first factor is shown \(name) of the account here, by which the second one is made"
                : "whoever has the first factor is shown \(name) here, which is made of \(made.name.quoted) of the account, by which the second one is made",
              at: span, help: "take it out, or ask for the second factor before it",
              counterexample: flow.graph.counterexample(
                path: evidence.path(to: visit).map(\.edge), attack: "", resolved)))
        }
      }
    }
  }
}

extension ResolvedState.Kind {
  /// The slots that a client is shown there: results of an end, and fields of a page, which hold what they have.
  var handedOut: [(slot: Slot, span: SourceSpan)] {
    switch self {
    case .end(let end):
      end.results.compactMap { if case .slot(let slot, _) = $0.result { (slot, $0.span) } else { nil } }
    case .page(let page): page.events.flatMap(\.fields).map { ($0.slot, $0.name.span) }
    default: []
    }
  }
}
