import FlowModel

/// Where a flow asks for a second factor, and where a session opens.
struct FactorPaths {
  private let graph: FlowGraph
  private let resolved: ResolvedTenant
  /// The nodes that ask for a factor of an account that holds it.
  private var asking: Set<Int> = []
  /// The edges behind which a factor was shown, or the account holds none.
  private(set) var settled: Set<Int> = []
  private var rebinding: Set<Int> = []

  init(_ flow: AnalyzedFlow, _ evidence: Evidence, _ factors: [Int], _ resolved: ResolvedTenant) {
    graph = flow.graph
    self.resolved = resolved
    for (node, compared) in ComparedFactors(flow, evidence.subjects, resolved).ofNodes
    where !compared.isDisjoint(with: factors) {
      asking.insert(node)
      settled.formUnion(
        graph.edgeIndices(node).filter { edge in
          evidence.nearest(before: edge, of: node) { state in !factors.contains { state[.factor, $0] } } == nil
        })
    }
    for node in graph.nodes(.effect) where flow.reached[node] {
      guard let call = graph.effect(node, resolved.flows) else { continue }
      if call.definition.rebindsAccount { rebinding.formUnion(graph.edgeIndices(node)) }
      let asks =
        call.shownFactor.flatMap { evidence.subjects[$0] }.map(factors.contains) ?? false
        || call.definition.outcomes.contains { $0.mints.contains(.verifiedCodeTarget) }
          && evidence.visits(of: node).contains { evidence.asks(for: factors, in: evidence.state($0)) }
      if asks { asking.insert(node) }
      for edge in graph.edgeIndices(node) where graph.edges[edge].branch >= 0 {
        let branch = Int(graph.edges[edge].branch)
        if asks, !call.definition.outcomes[branch].mints.isEmpty { settled.insert(edge) }
        if case (.nothing, let slot)? = call.write(by: branch), evidence.subjects[slot].map(factors.contains) ?? false {
          settled.insert(edge)
        }
      }
    }
  }

  /// Whether a factor of the same account may be asked for behind an edge, without coming to its node again.
  func ask(behind edge: Int, of node: Int) -> Bool { lead(edge, of: node, { asking.contains($0) }, past: []) }

  /// Whether a session may open behind an edge, without coming to its node again, of an account that holds a factor and
  /// has shown none, by none of some edges.
  func open(behind edge: Int, of node: Int, _ found: Set<Int>) -> Bool {
    lead(edge, of: node, { graph.opens($0, resolved) }, past: settled.union(found))
  }

  private func lead(_ edge: Int, of node: Int, _ isGoal: (Int) -> Bool, past closed: Set<Int>) -> Bool {
    let first = Int(graph.edges[edge].target)
    if first < 0 || first == node { return false }
    return isGoal(first)
      || graph.path(
        from: first, to: isGoal,
        allows: { !closed.contains($0) && !rebinding.contains($0) && Int(graph.edges[$0].target) != node }) != nil
  }
}

extension Evidence {
  /// Whether the code that is out went to one of some factors, which the account held before.
  fileprivate func asks(for factors: [Int], in state: EvidenceState) -> Bool {
    !state[.noCode] && !state[.unbound]
      && subjects.attributes.indices.contains { subject in
        state[.codeTarget, subject] && subjects.sources(of: subject).contains(where: factors.contains)
          && (state[.registered, subject] || state[.codeForAccount] || !state[.notHeld, subject])
      }
  }
}
