import FlowModel

/// The edges of a flow that no run takes, whatever clients send, each with why: nobody can write a case for them. What is
/// proven of the flow says it, how its account can stand, and what is surely known at an effect.
///
/// An edge that is not among them may be taken; nothing is left out for looking unlikely.
struct UntakenEdges {
  private var reasons: [Int: String] = [:]

  subscript(edge: Int) -> String? { reasons[edge] }

  init(_ flow: AnalyzedFlow, _ resolved: ResolvedTenant) {
    let graph = flow.graph
    guard graph.start >= 0, flow.isComplete else { return }
    let standings = DataFlow(graph, AccountStanding.Flow(graph, resolved, flow.collected, true))
    let known = DataFlow(graph, KnownFacts(graph, resolved))
    for node in graph.nodes.indices {
      for edge in graph.edgeIndices(node) where graph.edges[edge].target >= 0 {
        if let evidence = flow.evidence,
          !evidence.visits(of: node).contains(where: { evidence.after(evidence.state($0), by: edge) != nil })
        {
          reasons[edge] = "what is proven on each way to it rules it out"
        } else if standings.problem.transfer(standings[node], along: edge) == .none, standings[node] != .none {
          reasons[edge] = "no account stands so here"
        } else if let evidence = flow.evidence, graph.asksAboutEarlierPasswords(edge, of: node, resolved),
          evidence.visits(of: node).allSatisfy({ evidence.state($0)[.unbound] })
        {
          reasons[edge] = "no account is known here whose passwords could be remembered"
        } else if let reason = known.problem.reason(against: edge, known[node]) {
          reasons[edge] = reason
        }
      }
    }
    loseWhatIsBehind(graph)
  }

  /// What only such edges lead to is not come to either.
  private mutating func loseWhatIsBehind(_ graph: FlowGraph) {
    var reached = [Bool](repeating: false, count: graph.nodes.count)
    var pending = [Int(graph.start)]
    reached[Int(graph.start)] = true
    while let node = pending.popLast() {
      for edge in graph.edgeIndices(node) where reasons[edge] == nil {
        let target = Int(graph.edges[edge].target)
        guard target >= 0, !reached[target] else { continue }
        reached[target] = true
        pending.append(target)
      }
    }
    for node in graph.nodes.indices where !reached[node] {
      for edge in graph.edgeIndices(node) { reasons[edge] = "no run comes to this state" }
    }
  }
}

extension FlowGraph {
  /// Whether an edge is the answer that the account had this password lately.
  fileprivate func asksAboutEarlierPasswords(_ edge: Int, of node: Int, _ resolved: ResolvedTenant) -> Bool {
    guard let effect = effect(node, resolved.flows) else { return false }
    return effect.definition.outcomes[Int(edges[edge].branch)].cause == .refusedPassword(.recently_used)
  }
}
