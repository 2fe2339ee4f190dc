import FlowSource

/// U203: every loop waits somewhere. A page that can be skipped waits only where the run brings an error, which it keeps
/// until it rests: so what counts is a node together with whether there is an error.
@Sendable func automaticLoops(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  let flows = tenant.analysis.flows
  for flow in tenant.flows where flow.graph.start >= 0 {
    let graph = flow.graph
    func next(_ index: Int, _ hasError: Bool) -> Int? {
      let edge = graph.edges[index]
      guard edge.target >= 0 else { return nil }
      let error = hasError || (graph.transition(edge, flows).map { $0.error >= 0 } ?? false)
      return Int(edge.target) * 2 + (error ? 1 : 0)
    }
    /// The edges that are taken without a wait.
    func automaticEdges(_ at: Int) -> Range<Int> {
      let edges = graph.edgeIndices(at / 2)
      guard case .page(let page) = graph.state(at / 2, flows).kind else { return edges }
      return page.isSkippable && at % 2 == 0 ? edges.prefix(1) : edges.prefix(0)
    }
    // Where the run can be: pages hand on without the error they showed.
    var reached = [Bool](repeating: false, count: graph.nodes.count * 2)
    var pending = [Int(graph.start) * 2]
    reached[pending[0]] = true
    while let at = pending.popLast() {
      let isPage = if case .page = graph.state(at / 2, flows).kind { true } else { false }
      for index in graph.edgeIndices(at / 2) {
        guard let target = next(index, isPage ? false : at % 2 == 1), !reached[target] else { continue }
        reached[target] = true
        pending.append(target)
      }
    }
    let components = stronglyConnected(reached.count) { at in
      reached[at] ? automaticEdges(at).compactMap { next($0, at % 2 == 1) } : []
    }
    for component in components {
      let members = Set(component)
      let first = component[0]
      guard let loop = shortestLoop(first, members, automaticEdges, next) else { continue }
      var remarks = TraceRemarks()
      remarks.facts[loop.count] = [.repeats(.loop)]
      remarks.skipped = Set(
        loop.indices.filter {
          if case .page = graph.state(graph.source(of: loop[$0]), flows).kind { true } else { false }
        })
      let way = graph.counterexample(path: loop, attack: "", remarks: remarks, tenant.analysis)
      let name = graph.state(first / 2, flows).name
      problems.report(
        Diagnostic(
          "U203", .error, "the state \(name.text.quoted) leads back to itself without waiting at a page", at: name.span,
          help: "lead one of these transitions to a page, with an error if there is one", counterexample: way))
    }
  }
}

/// The edges of a shortest loop through a node within a component; nil where it has none.
private func shortestLoop(
  _ first: Int, _ members: Set<Int>, _ edges: (Int) -> Range<Int>, _ next: (Int, Bool) -> Int?
) -> [Int]? {
  var reachedBy: [Int: (from: Int, edge: Int)] = [:]
  var pending = [first]
  var position = 0
  while position < pending.count {
    let at = pending[position]
    position += 1
    for index in edges(at) {
      guard let target = next(index, at % 2 == 1), members.contains(target) else { continue }
      if target == first {
        var loop = [index]
        var step = at
        while step != first, let before = reachedBy[step] {
          loop.append(before.edge)
          step = before.from
        }
        return loop.reversed()
      }
      if reachedBy[target] == nil {
        reachedBy[target] = (at, index)
        pending.append(target)
      }
    }
  }
  return nil
}
