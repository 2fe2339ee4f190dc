/// Paths on which a run does not wait. What counts is a node together with whether the run brings an error, which it keeps
/// until it rests: a page is passed by only where it can be skipped and there is no error. Such a pair is a position:
/// twice the node, and one more with an error.
extension FlowGraph {
  /// The positions that a run comes to by an edge, with or without an error; nil where that is not known.
  func position(behind index: Int, hasError: Bool) -> Int? {
    let edge = edges[index]
    guard edge.target >= 0 else { return nil }
    return Int(edge.target) * 2 + (hasError || edge.error >= 0 ? 1 : 0)
  }

  /// The edges that are taken from a position without a wait.
  func automaticEdges(_ position: Int, _ flows: [ResolvedFlow]) -> Range<Int> {
    let edges = edgeIndices(position / 2)
    guard let page = page(position / 2, flows) else { return edges }
    return page.isSkippable && position % 2 == 0 ? edges.prefix(1) : edges.prefix(0)
  }

  /// The nodes that a run comes to from an edge without waiting, that edge's target first.
  func automatic(from edge: Int, _ flows: [ResolvedFlow]) -> [Int] {
    guard let first = position(behind: edge, hasError: false) else { return [] }
    let positions = reachablePositions(over: nodes.count * 2, from: [first]) { at, steps in
      for index in automaticEdges(at, flows) {
        if let next = position(behind: index, hasError: at % 2 == 1) { steps.take(index, to: next) }
      }
    }
    return positions.map { $0 / 2 }
  }

  /// Where an edge leads, past calls and ends of sub-flows, which only hand on; -1 where that is not known.
  func landing(of edge: Int) -> Int {
    var at = Int(edges[edge].target)
    var left = nodes.count
    while at >= 0, left > 0 {
      left -= 1
      guard nodes[at].kind == .call || nodes[at].kind == .end, edgeIndices(at).count == 1,
        let next = edgeIndices(at).first
      else { return at }
      at = Int(edges[next].target)
    }
    return at
  }
}
