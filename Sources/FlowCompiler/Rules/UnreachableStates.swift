import FlowSource

/// U201: a run can come to every state. Of states that lead only to one another, the first is reported.
@Sendable func unreachableStates(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let flows = tenant.resolved.flows
  var reached = flows.map { [Bool](repeating: false, count: $0.states.count) }
  var isEntered = [Bool](repeating: false, count: flows.count)
  var isCertain = [Bool](repeating: true, count: flows.count)
  for flow in tenant.flows {
    for node in flow.graph.nodes.indices {
      let place = flow.graph.nodes[node]
      if !flow.isComplete { isCertain[Int(place.flow)] = false }
      guard flow.reached[node] else { continue }
      reached[Int(place.flow)][Int(place.state)] = true
      isEntered[Int(place.flow)] = true
    }
  }
  for (index, flow) in flows.enumerated() where isEntered[index] && isCertain[index] {
    report(flow, reached[index], &problems)
  }
}

private func report(_ flow: ResolvedFlow, _ reached: [Bool], _ problems: inout DiagnosticCollector) {
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
        notes: others.isEmpty ? [] : ["nor to what only it leads to: \(others.listed())"],
        help: "lead a transition to it, or remove it"))
  }
}
