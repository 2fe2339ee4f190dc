import FlowModel
import FlowSource

/// U902: where a gate refuses, the run does not go on as where it lets pass, if behind it something is demanded or
/// granted.
@Sendable func denyByDefault(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  for flow in tenant.flows {
    let graph = flow.graph
    // Each of the searches takes time in proportion to the flow. Where there are too many, it is enough that something
    // lies behind somehow.
    var searches = 200
    lazy var dominance = Dominance(graph)
    lazy var leads = DataFlow(graph, Reachability(isGoal: graph.nodes.indices.map { isGuarded($0, graph, resolved) }))
    for node in graph.nodes.indices where flow.reached[node] {
      guard let call = graph.effect(node, resolved.flows) else { continue }
      let outcomes = call.effect.definition.outcomes
      let edges = Array(graph.edgeIndices(node))
      guard edges.count == outcomes.count, let passed = outcomes.firstIndex(where: { $0.verdict == .passes }) else {
        continue
      }
      let targets = edges.map { graph.landing(of: $0) }
      let right = targets[passed]
      // A guess that was wrong must not go on past pages, either.
      let bypasses = outcomes.indices.map { index -> [Int]? in
        guard outcomes[index].verdict == .refuses, right >= 0 else { return nil }
        if targets[index] == right { return passThrough(edges[index], to: right, graph) }
        // What decides on what a client types compares a guess, as those effects do that are made for it.
        return call.definition.isGuess || call.function.map(tenant.decidingFunctions.contains) ?? false
          ? graph.bypass(of: node, from: edges[index], to: right, dominance, resolved) : nil
      }
      let open = bypasses.indices.filter { bypasses[$0] != nil }
      guard right >= 0, let first = open.first, isAsked(call, targets), leads[right] else { continue }
      searches -= 1
      guard let behind = searches > 0 ? pathToGuarded(from: right, past: node, graph, resolved) : [] else { continue }
      let names = open.map { outcomes[$0].name }.listed()
      let span = graph.transition(graph.edges[edges[first]], resolved.flows)?.span ?? call.place
      problems.report(
        Diagnostic(
          "U902", .error,
          "\(names) \(open.count == 1 ? "leads" : "lead") where \(outcomes[passed].name.quoted) leads, so whoever gets that answer goes on as well",
          at: span,
          labels: graph.transition(graph.edges[edges[passed]], resolved.flows).map {
            [Label($0.span, "where \(outcomes[passed].name.quoted) leads")]
          } ?? [],
          notes: ["\(outcomes[first].name.quoted): \(outcomes[first].summary)"],
          help: "lead it back to a page with an error, or to an end that grants nothing",
          counterexample: searches > 150
            ? graph.counterexample(
              path: graph.path(to: node) + (bypasses[first] ?? []) + behind,
              attack: "the gate refuses, and the run goes on", resolved) : nil))
    }
  }
}

/// Whether anything hangs on what an effect answers. A function that is only told something is asked nothing.
private func isAsked(_ call: ResolvedEffect, _ targets: [Int]) -> Bool {
  guard call.definition.asksOthers else { return true }
  let decides = call.effect.definition.bounds.contains { $0.action == .guess && $0.applies(to: call.arguments) }
  return decides || targets.contains { $0 != targets[0] }
}

/// Whether something is demanded or granted at a node.
private func isGuarded(_ node: Int, _ graph: FlowGraph, _ resolved: ResolvedTenant) -> Bool {
  switch graph.kind(node, resolved.flows) {
  case .effect(let call): !call.effect.definition.demands.isEmpty
  case .end(let end): end.grants != nil || end.results.contains { $0.result == .tokens }
  default: false
  }
}

/// The edges of a shortest path to something that is demanded or granted, without passing the gate again.
private func pathToGuarded(from start: Int, past gate: Int, _ graph: FlowGraph, _ resolved: ResolvedTenant) -> [Int]? {
  func isGoal(_ node: Int) -> Bool { node != gate && isGuarded(node, graph, resolved) }
  if isGoal(start) { return [] }
  if start == gate { return nil }
  return graph.path(from: start, to: isGoal, allows: { graph.edges[$0].target != Int32(gate) })
}

/// An edge, and those behind it that only hand on.
private func passThrough(_ edge: Int, to node: Int, _ graph: FlowGraph) -> [Int] {
  var path = [edge]
  while let last = path.last, case let target = Int(graph.edges[last].target), target != node,
    let next = graph.edgeIndices(target).first, path.count <= graph.nodes.count
  {
    path.append(next)
  }
  return path
}
