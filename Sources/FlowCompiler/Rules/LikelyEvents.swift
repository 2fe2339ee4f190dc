import FlowModel

/// What a page's events lead to, whatever they are called.
struct EventDeeds {
  /// The codes that an event sends before anybody is asked again.
  struct Sending {
    /// How they go out: `email`, `sms`.
    var channels: Set<String> = []
    /// Whether the page comes again behind them.
    var returns = false
  }

  private let analysis: ResolvedTenant
  private let graph: FlowGraph
  private let node: Int

  /// The events of the page behind a node.
  init(_ analysis: ResolvedTenant, _ graph: FlowGraph, _ node: Int) {
    self.analysis = analysis
    self.graph = graph
    self.node = node
  }

  /// What an event of the page sends; nil where it sends nothing.
  func sending(_ event: ResolvedEvent) -> Sending? {
    let starts = graph.edgeIndices(node).filter { graph.edges[$0].transition == event.transition }
    var sending = Sending()
    for send in ahead(of: starts, until: { call(at: $0)?.effect.definition.sendsCode ?? false }) {
      guard let call = call(at: send) else { continue }
      sending.channels.insert(channel(of: call))
      let sent = graph.edgeIndices(send).filter { edge in
        let outcomes = call.effect.definition.outcomes
        let way = Int(graph.edges[edge].branch)
        return outcomes.indices.contains(way) && outcomes[way].sendsCode
      }
      if ahead(of: sent, until: { $0 == node }).contains(node) { sending.returns = true }
    }
    return sending.channels.isEmpty ? nil : sending
  }

  /// The first nodes of a kind that a run comes to by some edges, without a page before them.
  private func ahead(of edges: [Int], until isSought: (Int) -> Bool) -> Set<Int> {
    var found = Set<Int>()
    var seen = Set<Int>()
    var pending = edges.map { Int(graph.edges[$0].target) }
    while let next = pending.popLast() {
      guard next >= 0, seen.insert(next).inserted else { continue }
      if isSought(next) {
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

  private func channel(of call: ResolvedEffect) -> String {
    let type = call.address.flatMap { analysis.scope.attribute(of: $0)?.definition.type }
    return (call.channel ?? ChannelKind(to: type)).name
  }
}
