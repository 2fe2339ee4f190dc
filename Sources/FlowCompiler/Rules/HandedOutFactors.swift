import FlowExpression
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

/// What holds a factor, or something that flows have made of it.
private struct MadeOf {
  let name: String
  /// The attributes of accounts.
  private(set) var kept: SlotSet

  init(_ factor: Slot, _ tenant: AnalyzedTenant) {
    let resolved = tenant.resolved
    name = resolved.scope.attribute(of: factor)?.name.text ?? ""
    kept = SlotSet([Int(factor)])
    var isOther = true
    while isOther {
      isOther = false
      for flow in tenant.flows where !flow.isUncalled {
        guard let holders = holders(in: flow, resolved) else { continue }
        for node in flow.graph.nodes(.effect) where flow.reached[node] {
          guard let call = flow.graph.effect(node, resolved.flows), call.definition.writesAttributes else { continue }
          for (index, attribute) in resolved.scope.tenant.attributes.enumerated() {
            let slot = Int(resolved.scope.slot(index))
            guard !attribute.definition.isTransient, call.writes(Slot(slot)), holders[node].contains(slot),
              !kept.contains(slot)
            else {
              continue
            }
            kept.insert(slot)
            isOther = true
          }
        }
      }
    }
  }

  /// Which slots may hold what was read of them, or made of that, on entering each node; nil where nothing is read.
  func holders(in flow: AnalyzedFlow, _ resolved: ResolvedTenant) -> DataFlow<SlotFlow>? {
    let graph = flow.graph
    var writes: [Int: [SlotFlow.Write]] = [:]
    var isRead = false
    for node in graph.nodes.indices where graph.start >= 0 {
      for index in graph.edgeIndices(node) {
        let edge = graph.edges[index]
        var own: [SlotFlow.Write] = []
        if edge.branch >= 0, let page = graph.page(node, resolved.flows) {
          own = page.events[Int(edge.branch)].fields.map { SlotFlow.Write(slot: Int($0.slot)) }
        } else if edge.branch >= 0, let (write, slot) = graph.effect(node, resolved.flows)?.write(by: Int(edge.branch))
        {
          var isSource = false
          if case .accountValue = write { isSource = kept.contains(Int(slot)) }
          isRead = isRead || isSource
          own = [SlotFlow.Write(slot: Int(slot), isSource: isSource)]
        }
        own += graph.assignments(edge, resolved.flows).map { assignment in
          SlotFlow.Write(
            slot: Int(assignment.slot),
            reads: SlotSet(resolved.expressions[Int(assignment.expression.index)].reads.map(\.slot)), isAssigned: true)
        }
        if !own.isEmpty { writes[index] = own }
      }
    }
    guard isRead else { return nil }
    return DataFlow(graph, SlotFlow(start: Int(graph.start), atStart: SlotSet(), writes: writes))
  }
}

extension ResolvedState.Kind {
  /// The slots that a client is shown there: results of an end, and fields of a page, which hold what they have.
  var handedOut: [(slot: Slot, span: Span)] {
    switch self {
    case .end(let end):
      end.results.compactMap { if case .slot(let slot, _) = $0.result { (slot, $0.span) } else { nil } }
    case .page(let page): page.events.flatMap(\.fields).map { ($0.slot, $0.name.span) }
    default: []
    }
  }
}
