import FlowExpression
import FlowModel
import FlowSource

/// U702: what is known of an account, its id and the other facts, is handed to its owner alone: in a result, or on a page or in a
/// message through `set`. What conditions on it show is concealment's matter, but for the id: it is found piece by piece.
@Sendable func ownersOnly(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  let facts = AccountFact.allCases.map { Int($0.slot) }
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    let graph = flow.graph
    let syntax = resolved.scope.flows[graph.root]
    for node in graph.nodes.indices {
      if let visit = evidence.nearest(node, where: { !$0.provesOwner }) {
        for condition in graph.conditions(of: node, resolved) where resolved.asksForID(condition) {
          problems.report(
            unproven(
              "U702", "a condition on the id of an account that may be somebody else's tells what the id is",
              at: condition.syntax.place(0..<condition.syntax.text.utf8.count), visit, flow, resolved,
              notes: ["who may compare it with what they type finds it piece by piece"],
              help: "leave it out, or prove before it whose account it is"))
        }
      }
      guard let end = graph.end(node, resolved.flows),
        let visit = evidence.nearest(node, where: { !$0.provesOwner })
      else { continue }
      for result in end.results {
        guard case .slot(let slot, _) = result.result, facts.contains(Int(slot)) else { continue }
        let name = resolved.scope.name(of: slot, in: syntax).quoted
        problems.report(
          unproven(
            "U702", "\(name) of an account that may be somebody else's is handed out here", at: result.span, visit,
            flow,
            resolved, help: "take it out of `result`, or prove before it whose account it is"))
      }
    }
    let taint = Taint(graph, resolved, from: facts) { edge in
      evidence.nearest(before: edge, of: graph.source(of: edge), where: { !$0.provesOwner }) == nil
    }
    if let taint { copies(flow, taint, resolved, &problems) }
  }
}

extension FlowGraph {
  /// The conditions that decide on where a run goes on from a node.
  fileprivate func conditions(of node: Int, _ resolved: ResolvedTenant) -> [ResolvedExpression] {
    switch kind(node, resolved.flows) {
    case .choose(let conditions): return conditions.compactMap(\.self)
    case .page(let page):
      if case .when(let condition) = page.skip { return [condition] }
      return []
    default: return []
    }
  }
}

extension ResolvedTenant {
  fileprivate func asksForID(_ condition: ResolvedExpression) -> Bool {
    expressions[Int(condition.index)].reads.contains { Slot($0.slot) == AccountFact.id.slot }
  }
}

/// Places that hand out what was copied from an account before anybody proved to own it.
private func copies(
  _ flow: AnalyzedFlow, _ taint: Taint, _ resolved: ResolvedTenant, _ problems: inout DiagnosticCollector
) {
  let syntax = resolved.scope.flows[flow.graph.root]
  var left = 50
  for node in flow.graph.nodes.indices where flow.reached[node] {
    let shown: [(slot: Slot, span: SourceSpan)] =
      switch flow.graph.kind(node, resolved.flows) {
      case .end(let end):
        end.results.compactMap { if case .slot(let slot, _) = $0.result { (slot, $0.span) } else { nil } }
      case .page(let page): page.events.flatMap(\.fields).map { ($0.slot, $0.name.span) }
      // What goes to the account's own address alone is read by its owner.
      case .effect(let call) where !call.definition.sendsLink && !call.isForAccount:
        resolved.attributesSaid(by: call).map { ($0, call.place) }
      default: []
      }
    for (slot, span) in shown where !taint.sources.contains(Int(slot)) && taint.contains(Int(slot), at: node) {
      let name = resolved.scope.name(of: slot, in: syntax).quoted
      left -= 1
      var problem = Diagnostic(
        "U702", .error, "\(name) holds what is known of an account that may be somebody else's, and is handed out here",
        at: span, help: "`set` it only where it is proven whose account it is")
      if left >= 0 {
        let (path, copies) = taint.path(to: node, with: Int(slot))
        problem.counterexample = flow.graph.counterexample(
          path: path, attack: "somebody learns what is known of an account that is not theirs",
          remarks: TraceRemarks(
            facts: copies.mapValues { [.holdsAccountFact(resolved.scope.name(of: Slot($0), in: syntax))] }), resolved)
      }
      problems.report(problem)
    }
  }
}
