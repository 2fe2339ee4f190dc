import FlowModel

extension FlowGraph {
  /// The edges of a shortest path from an outcome of a gate, that edge first, to where its right answer leads, and on which no
  /// gate lets pass, and no account is found to have none of what the gate would have shown; nil where there is none, or where
  /// nobody needs the gate to come there.
  func bypass(of gate: Int, from edge: Int, to right: Int, _ dominance: Dominance, _ resolved: ResolvedTenant) -> [Int]?
  {
    let first = Int(edges[edge].target)
    guard first >= 0 else { return nil }
    let factor = effect(gate, resolved.flows)?.shownFactor
    if factor == nil, automatic(from: edge, resolved.flows).contains(right) { return [edge] }
    if factor != nil, !waits(first, resolved.flows),
      let straight = path(
        from: first, to: { $0 == right },
        allows: {
          !findsNone(of: factor, $0, resolved)
            && (edges[$0].target == right || !waits(Int(edges[$0].target), resolved.flows))
        })
    {
      return [edge] + straight
    }
    guard first != gate, dominance.dominates(gate, right) else { return nil }
    let path = path(
      from: first, to: { $0 == right },
      allows: { source(of: $0) != gate && !passesGate($0, resolved) && !findsNone(of: factor, $0, resolved) })
    return path.map { [edge] + $0 }
  }

  /// Whether a run may wait for its client at a node.
  private func waits(_ node: Int, _ flows: [ResolvedFlow]) -> Bool { page(node, flows) != nil }

  /// Whether an edge is the answer that the account holds nothing of a factor, so that there is none to show.
  private func findsNone(of factor: Slot?, _ edge: Int, _ resolved: ResolvedTenant) -> Bool {
    guard let factor, edges[edge].branch >= 0,
      case (.nothing, factor)? = effect(source(of: edge), resolved.flows)?.write(by: Int(edges[edge].branch))
    else { return false }
    return true
  }

  /// Whether an edge is the right answer to some gate.
  private func passesGate(_ edge: Int, _ resolved: ResolvedTenant) -> Bool {
    guard edges[edge].branch >= 0, let call = effect(source(of: edge), resolved.flows) else { return false }
    return call.definition.outcomes[Int(edges[edge].branch)].verdict == .passes
  }
}
