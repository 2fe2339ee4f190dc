import FlowModel

/// The codes that a page's events send, whatever the events are called: protocols know such events by name.
struct EventSends {
  private let analysis: ResolvedTenant
  private let graph: FlowGraph
  private let node: Int

  /// The events of the page behind a node.
  init(_ analysis: ResolvedTenant, _ graph: FlowGraph, _ node: Int) {
    self.analysis = analysis
    self.graph = graph
    self.node = node
  }

  /// The codes that an event of the page sends; nil where it sends none.
  func codes(of event: ResolvedEvent) -> CodeSends? {
    let starts = graph.edgeIndices(node).filter { graph.edges[$0].transition == event.transition }
    var codes = CodeSends()
    for send in ahead(of: starts, until: { graph.effect($0, analysis.flows)?.definition.sendsCode ?? false }) {
      guard let call = graph.effect(send, analysis.flows) else { continue }
      codes.channels.insert(channel(of: call))
      let sent = graph.edgeIndices(send).filter { edge in
        let outcomes = call.effect.definition.outcomes
        let outcome = Int(graph.edges[edge].branch)
        return outcomes.indices.contains(outcome) && outcomes[outcome].sendsCode
      }
      if ahead(of: sent, until: { $0 == node }).contains(node) { codes.returns = true }
    }
    return codes.channels.isEmpty ? nil : codes
  }

  /// The first nodes of a kind that a run comes to by some edges, without a page before them.
  private func ahead(of edges: [Int], until isFound: (Int) -> Bool) -> [Int] {
    let targets = edges.map { Int(graph.edges[$0].target) }.filter { $0 >= 0 }
    return reachablePositions(over: graph.nodes.count, from: targets) { node, steps in
      if isFound(node) || graph.nodes[node].kind == .page { return }
      for index in graph.edgeIndices(node) where graph.edges[index].target >= 0 {
        steps.take(index, to: Int(graph.edges[index].target))
      }
    }.filter(isFound)
  }

  private func channel(of call: ResolvedEffect) -> ChannelKind {
    let type = call.address.flatMap { analysis.scope.attribute(of: $0)?.definition.type }
    return call.channel ?? ChannelKind(to: type)
  }
}
