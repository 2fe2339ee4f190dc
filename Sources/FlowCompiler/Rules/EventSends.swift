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
    for send in ahead(of: starts, until: { call(at: $0)?.effect.definition.sendsCode ?? false }) {
      guard let call = call(at: send) else { continue }
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
  private func ahead(of edges: [Int], until isFound: (Int) -> Bool) -> Set<Int> {
    var found = Set<Int>()
    var seen = Set<Int>()
    var pending = edges.map { Int(graph.edges[$0].target) }
    while let next = pending.popLast() {
      guard next >= 0, seen.insert(next).inserted else { continue }
      if isFound(next) {
        found.insert(next)
        continue
      }
      if case .page = graph.state(next, analysis.flows).kind { continue }
      pending += graph.successors(next)
    }
    return found
  }

  private func call(at node: Int) -> ResolvedEffect? {
    if case .effect(let call) = graph.state(node, analysis.flows).kind { call } else { nil }
  }

  private func channel(of call: ResolvedEffect) -> ChannelKind {
    let type = call.address.flatMap { analysis.scope.attribute(of: $0)?.definition.type }
    return call.channel ?? ChannelKind(to: type)
  }
}
