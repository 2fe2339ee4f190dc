import FlowSource

/// U202: an end can be reached from every state. States that lead only to one another are one problem.
@Sendable func deadEnds(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  let flows = resolved.flows
  for flow in tenant.flows {
    let graph = flow.graph
    let isExit = graph.nodes.indices.map { mayEnd($0, graph, flows) }
    // A flow that has no end at all breaks another rule.
    guard isExit.contains(true), graph.start >= 0 else { continue }
    let canEnd = DataFlow(graph, Reachability(isGoal: isExit))
    let lost = graph.nodes.indices.filter { flow.reached[$0] && !canEnd[$0] }
    guard !lost.isEmpty else { continue }
    let numbers = Dictionary(uniqueKeysWithValues: zip(lost, 0...))
    let components = stronglyConnected(lost.count) { graph.successors(lost[$0]).compactMap { numbers[$0] } }
    var component = [Int](repeating: 0, count: lost.count)
    for (number, members) in components.enumerated() { for member in members { component[member] = number } }
    for (number, members) in components.enumerated() {
      let isTrap = members.allSatisfy { member in
        graph.successors(lost[member]).allSatisfy { numbers[$0].map { component[$0] } == number }
      }
      guard isTrap else { continue }
      let nodes = members.map { lost[$0] }
      // Those of a sub-flow without an end break the rule for that.
      if nodes.contains(where: { resolved.scope.ends[Int(graph.nodes[$0].flow)].isEmpty }) { continue }
      // Those that never wait are loops, which are another problem.
      if nodes.allSatisfy({ graph.nodes[$0].kind.isAutomatic }) { continue }
      report(nodes, others: lost.count - nodes.count, graph, flows, &problems)
    }
  }
}

/// Whether a run ends at a node, or might: where transitions are not known nothing is said.
private func mayEnd(_ node: Int, _ graph: FlowGraph, _ flows: [ResolvedFlow]) -> Bool {
  if graph.isDoubtful(node, flows) || graph.edgeIndices(node).contains(where: { graph.edges[$0].target == -1 }) {
    return true
  }
  return graph.nodes[node].kind == .end && graph.edgeIndices(node).isEmpty
}

private func report(
  _ nodes: [Int], others: Int, _ graph: FlowGraph, _ flows: [ResolvedFlow], _ problems: inout DiagnosticCollector
) {
  guard let first = nodes.first else { return }
  let name = graph.word(first, flows)
  let rest = nodes.dropFirst().map { graph.word($0, flows) }
  var notes: [String] = []
  if !rest.isEmpty {
    notes.append("it leads only to \(rest.map(\.text).listed()), and back")
  }
  if others > 0 { notes.append("\(others == 1 ? "another state leads" : "\(others) other states lead") nowhere else") }
  problems.report(
    Diagnostic(
      "U202", .error, "no end can be reached from the state \(name.text.quoted)", at: name.span,
      labels: rest.prefix(8).map { Label($0.span, "nor from here") }, notes: notes,
      help: "lead a transition to an end, or to a state from which one can be reached"))
}
