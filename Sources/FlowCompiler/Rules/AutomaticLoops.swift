import FlowSource

/// U203: every loop waits somewhere. A page that can be skipped waits only where the run brings an error.
@Sendable func automaticLoops(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let flows = tenant.resolved.flows
  for flow in tenant.flows where flow.graph.start >= 0 {
    let graph = flow.graph
    var isReached = [Bool](repeating: false, count: graph.nodes.count * 2)
    for position in positionsOfRuns(graph) { isReached[position] = true }
    let components = stronglyConnected(isReached.count) { at in
      isReached[at]
        ? graph.automaticEdges(at, flows).compactMap { graph.position(behind: $0, hasError: at % 2 == 1) } : []
    }
    for component in components {
      guard let loop = shortestLoop(component, graph, flows) else { continue }
      var remarks = TraceRemarks()
      remarks.facts[loop.count] = [.repeats(.loop)]
      remarks.skipped = Set(loop.indices.filter { graph.nodes[graph.source(of: loop[$0])].kind == .page })
      let path = graph.counterexample(path: loop, attack: "", remarks: remarks, tenant.resolved)
      let name = graph.word(component[0] / 2, flows)
      problems.report(
        Diagnostic(
          "U203", .error, "the state \(name.text.quoted) leads back to itself without waiting at a page", at: name.span,
          help: "lead one of these transitions to a page, with an error if there is one", counterexample: path))
    }
  }
}

/// Where a run can be: nodes with whether it brings an error. Pages hand on without the error that they showed.
private func positionsOfRuns(_ graph: FlowGraph) -> [Int] {
  reachablePositions(over: graph.nodes.count * 2, from: [Int(graph.start) * 2]) { at, steps in
    let isPage = graph.nodes[at / 2].kind == .page
    for index in graph.edgeIndices(at / 2) {
      if let next = graph.position(behind: index, hasError: !isPage && at % 2 == 1) { steps.take(index, to: next) }
    }
  }
}

/// The edges of a shortest loop through the first position of a component; nil where it has none.
private func shortestLoop(_ component: [Int], _ graph: FlowGraph, _ flows: [ResolvedFlow]) -> [Int]? {
  func automaticSteps(_ at: Int) -> some Sequence<(edge: Int, position: Int)> {
    graph.automaticEdges(at, flows).lazy.compactMap { index in
      graph.position(behind: index, hasError: at % 2 == 1).map { (edge: index, position: $0) }
    }
  }
  // Most components are one position, and no loop.
  if component.count == 1 {
    return automaticSteps(component[0]).first { $0.position == component[0] }.map { [$0.edge] }
  }
  let numbers = Dictionary(uniqueKeysWithValues: zip(component, 0...))
  let path = shortestPath(over: component.count, from: [0], to: { $0 == 0 }) { at, steps in
    for (edge, position) in automaticSteps(component[at]) {
      if let number = numbers[position] { steps.take(edge, to: number) }
    }
  }
  return path?.map(\.edge)
}
