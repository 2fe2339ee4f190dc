import FlowSource

/// U201: a run can come to every state. Of states that lead only to one another, the first is reported. A transition that no
/// run takes leads nowhere: the answer to a code that nobody has sent, or a time-out behind the end of the run.
@Sendable func unreachableStates(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let flows = tenant.resolved.flows
  var reached = flows.map { [Bool](repeating: false, count: $0.states.count) }
  var taken = reached
  var isEntered = [Bool](repeating: false, count: flows.count)
  var isCertain = [Bool](repeating: true, count: flows.count)
  for flow in tenant.flows {
    let comes = flow.comesTo(tenant.resolved)
    for node in flow.graph.nodes.indices {
      let place = flow.graph.nodes[node]
      if comes[node] { taken[Int(place.flow)][Int(place.state)] = true }
      if !flow.isComplete { isCertain[Int(place.flow)] = false }
      guard flow.reached[node] else { continue }
      reached[Int(place.flow)][Int(place.state)] = true
      isEntered[Int(place.flow)] = true
    }
  }
  for (index, flow) in flows.enumerated() where isEntered[index] && isCertain[index] {
    if reached[index].allSatisfy(\.self) {
      report(flow, taken[index], why: "what is proven on each way to it, or its time, rules it out", &problems)
    } else {
      report(flow, reached[index], &problems)
    }
  }
}

extension AnalyzedFlow {
  /// The nodes that runs come to in time, by what is proven on each way.
  fileprivate func comesTo(_ resolved: ResolvedTenant) -> [Bool] {
    var comes = [Bool](repeating: false, count: graph.nodes.count)
    guard graph.start >= 0 else { return comes }
    let lifetime = resolved.scope.flows[graph.root].lifetime
    let inTime = reachablePositions(over: graph.nodes.count, from: [Int(graph.start)]) { node, steps in
      let timeout = graph.page(node, resolved.flows)?.timeout ?? 0
      let isLate = !isUncalled && timeout > 0 && lifetime.map { timeout >= $0 } ?? false
      for index in graph.edgeIndices(node) where graph.edges[index].target >= 0 {
        if isLate, graph.edges[index].branch < 0 { continue }
        steps.take(index, to: Int(graph.edges[index].target))
      }
    }
    for node in inTime { comes[node] = evidence.map { $0.nearest(node) { _ in true } != nil } ?? true }
    return comes
  }
}

private func report(
  _ flow: ResolvedFlow, _ reached: [Bool], why: String? = nil, _ problems: inout DiagnosticCollector
) {
  let lost = flow.states.indices.filter { !reached[$0] }
  guard !lost.isEmpty else { return }
  var hasEntry = [Bool](repeating: false, count: flow.states.count)
  for state in lost {
    for transition in flow.states[state].transitions where transition.target >= 0 && Int(transition.target) != state {
      hasEntry[Int(transition.target)] = true
    }
  }
  var covered = reached
  // First those that nothing leads to, then one of each circle that is left.
  for state in lost.filter({ !hasEntry[$0] }) + lost.filter({ hasEntry[$0] }) where !covered[state] {
    let behind = reachablePositions(over: covered.count, from: [state]) { state, steps in
      for (index, transition) in flow.states[state].transitions.enumerated()
      where transition.target >= 0 && !covered[Int(transition.target)] {
        steps.take(index, to: Int(transition.target))
      }
    }
    for state in behind { covered[state] = true }
    let name = flow.states[state].name
    let others = behind.dropFirst().sorted().map { flow.states[$0].name.text }
    problems.report(
      Diagnostic(
        "U201", .warning, "no run can come to the state \(name.text.quoted)", at: name.span,
        notes: (why.map { [$0] } ?? []) + (others.isEmpty ? [] : ["nor to what only it leads to: \(others.listed())"]),
        help: why == nil
          ? "lead a transition to it, or remove it"
          : "send what is answered before it, or let the run live longer than its pages wait"))
  }
}
