import FlowExpression
import FlowModel
import FlowSource

/// U503: a condition that compares what a client types with what the account holds, and decides on whether a session opens or
/// a password is set, is a guess that spends no counter.
@Sendable func comparedGuesses(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  for flow in tenant.flows where flow.evidence != nil {
    let held = HeldValues(flow.graph, resolved)
    guard held.isAny, let told = ToldValues(flow, resolved) else { continue }
    for node in flow.graph.nodes.indices where flow.reached[node] {
      guard case .choose(let conditions) = flow.graph.kind(node, resolved.flows), flow.graph.isGate(node, resolved)
      else {
        continue
      }
      for condition in conditions.lazy.compactMap(\.self) {
        let reads = resolved.expressions[Int(condition.index)].reads.map(\.slot)
        guard let typed = reads.first(where: { told.isTyped($0, at: node) && !held.contains($0, at: node) }),
          let secret = reads.first(where: { held.contains($0, at: node) })
        else { continue }
        let syntax = resolved.scope.flows[flow.graph.root]
        let path = flow.graph.path(to: node)
        let (guess, name) = (
          resolved.scope.name(of: Slot(typed), in: syntax).quoted,
          resolved.scope.name(of: Slot(secret), in: syntax).quoted
        )
        problems.report(
          Diagnostic(
            "U503", .error, "\(guess) is compared with \(name) of the account, as often as somebody likes",
            at: condition.syntax.place(0..<condition.syntax.text.utf8.count),
            notes: ["a condition spends no counter: whoever comes here finds \(name) by trying"],
            help:
              "let a function with `attempts` compare it: `do: function.call, with: { function: …, pass: [\(resolved.scope.name(of: Slot(typed), in: syntax))] }`",
            counterexample: flow.graph.counterexample(
              path: path, attack: "what the account holds is found by trying",
              remarks: TraceRemarks(facts: [path.count: [.countsNothing, .repeats(.nextRun)]]),
              resolved)))
      }
    }
  }
}

extension FlowGraph {
  /// Whether some branches of a node lead to a session, a grant or a new password, and others do not without coming here
  /// again.
  fileprivate func isGate(_ node: Int, _ resolved: ResolvedTenant) -> Bool {
    let leads = edgeIndices(node).filter { edges[$0].target >= 0 }.map { edge in
      let first = Int(edges[edge].target)
      return first != node
        && (letsIn(first, resolved)
          || path(from: first, to: { letsIn($0, resolved) }, allows: { Int(edges[$0].target) != node }) != nil)
    }
    return leads.contains(true) && leads.contains(false)
  }
}

/// Which slots may hold what an account holds, or what was made of it, and is no address.
private struct HeldValues {
  private let solution: DataFlow<SlotFlow>?

  init(_ graph: FlowGraph, _ resolved: ResolvedTenant) {
    var written: [Int: [SlotFlow.Write]] = [:]
    var isAny = false
    for node in graph.nodes.indices {
      for index in graph.edgeIndices(node) {
        let edge = graph.edges[index]
        var writes: [SlotFlow.Write] = []
        if edge.branch >= 0, let page = graph.page(node, resolved.flows) {
          writes = page.events[Int(edge.branch)].fields.map { SlotFlow.Write(slot: Int($0.slot)) }
        } else if let (write, slot) = graph.effect(node, resolved.flows)?.write(by: Int(edge.branch)) {
          let isAddress = resolved.scope.attribute(of: slot)?.definition.tellsPeopleApart ?? true
          if case .accountValue = write, !isAddress {
            isAny = true
            writes = [SlotFlow.Write(slot: Int(slot), isSource: true)]
          } else {
            writes = [SlotFlow.Write(slot: Int(slot))]
          }
        }
        for assignment in graph.assignments(edge, resolved.flows) {
          let reads = resolved.expressions[Int(assignment.expression.index)].reads.map(\.slot)
          writes.append(SlotFlow.Write(slot: Int(assignment.slot), reads: SlotSet(reads)))
        }
        if !writes.isEmpty { written[index] = writes }
      }
    }
    solution =
      isAny && graph.start >= 0
      ? DataFlow(graph, SlotFlow(start: Int(graph.start), atStart: SlotSet(), writes: written)) : nil
  }

  /// Whether any slot ever does.
  var isAny: Bool { solution != nil }

  func contains(_ slot: Int, at node: Int) -> Bool { solution?[node].contains(slot) ?? false }
}
