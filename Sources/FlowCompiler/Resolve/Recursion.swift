import FlowSource

/// Refuses sub-flows that call themselves, directly or through others (U119), and cuts the calls so that what is left can
/// be expanded.
func refuseRecursion(_ flows: inout [ResolvedFlow], _ problems: inout DiagnosticCollector) {
  let calls = flows.map { flow in
    flow.states.indices.compactMap { index -> (state: Int, call: ResolvedCall)? in
      guard case .call(let call) = flow.states[index].kind, call.subFlow >= 0 else { return nil }
      return (index, call)
    }
  }
  for component in stronglyConnected(flows.count, successors: { calls[$0].map { Int($0.call.subFlow) } }) {
    let members = Set(component)
    let first = component[0]
    guard component.count > 1 || calls[first].contains(where: { Int($0.call.subFlow) == first }) else { continue }
    let steps = cycle(from: first, within: members, calls.map { $0.map(\.call) })
    if let opening = steps.first {
      problems.report(
        Diagnostic(
          "U119", .error, "the sub-flow \(flows[first].syntax.name.text.quoted) calls itself", at: opening.place,
          labels: steps.dropFirst().map {
            Label($0.place, "then \(flows[Int($0.subFlow)].syntax.name.text.quoted) is called here")
          },
          help: "sub-flows are expanded where they are called: repeat by a transition back to an earlier state"))
    }
    for flow in component {
      for (state, call) in calls[flow] where members.contains(Int(call.subFlow)) {
        flows[flow].states[state] = flows[flow].states[state].broken
        flows[flow].hasUnknownValues = true
      }
    }
  }
}

/// The calls of a shortest path from a flow back to itself.
private func cycle(from first: Int, within members: Set<Int>, _ calls: [[ResolvedCall]]) -> [ResolvedCall] {
  let path = shortestPath(over: calls.count, from: [first], to: { $0 == first }) { flow, steps in
    for (number, call) in calls[flow].enumerated() where members.contains(Int(call.subFlow)) {
      steps.take(number, to: Int(call.subFlow))
    }
  }
  return path?.map { calls[$0.from][$0.edge] } ?? []
}
