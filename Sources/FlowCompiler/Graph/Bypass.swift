import FlowModel

extension FlowGraph {
  /// The edges of a shortest path from an outcome of a gate, that edge first, to where its right answer leads, and on which no
  /// gate lets pass; nil where there is none, or where nobody needs the gate to come there.
  func bypass(of gate: Int, from edge: Int, to right: Int, _ dominance: Dominance, _ resolved: ResolvedTenant) -> [Int]?
  {
    let first = Int(edges[edge].target)
    guard first >= 0 else { return nil }
    if automatic(from: edge, resolved.flows).contains(right) { return [edge] }
    guard first != gate, dominance.dominates(gate, right) else { return nil }
    let path = path(from: first, to: { $0 == right }, allows: { source(of: $0) != gate && !passesGate($0, resolved) })
    return path.map { [edge] + $0 }
  }

  /// Whether an edge is the right answer to some gate.
  private func passesGate(_ edge: Int, _ resolved: ResolvedTenant) -> Bool {
    guard edges[edge].branch >= 0, let call = effect(source(of: edge), resolved.flows) else { return false }
    return call.definition.outcomes[Int(edges[edge].branch)].verdict == .passes
  }
}
