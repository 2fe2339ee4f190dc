import FlowSource

extension FlowGraph {
  /// The nodes that a run comes to from an edge without waiting, that edge's target first. A page is passed by only where
  /// it can be skipped, and the run brings no error.
  func automatic(from edge: Int, _ flows: [ResolvedFlow]) -> [Int] {
    /// A node with whether the run has an error, once along an edge.
    func next(_ index: Int, _ hasError: Bool) -> Int? {
      let edge = edges[index]
      guard edge.target >= 0 else { return nil }
      let error = hasError || (transition(edge, flows).map { $0.error >= 0 } ?? false)
      return Int(edge.target) * 2 + (error ? 1 : 0)
    }
    guard let first = next(edge, false) else { return [] }
    var order = [first]
    var seen = Set(order)
    var position = 0
    while position < order.count {
      let at = order[position]
      position += 1
      var ways = edgeIndices(at / 2)
      if case .page(let page) = state(at / 2, flows).kind {
        ways = page.isSkippable && at % 2 == 0 ? ways.prefix(1) : ways.prefix(0)
      }
      for index in ways {
        guard let target = next(index, at % 2 == 1), seen.insert(target).inserted else { continue }
        order.append(target)
      }
    }
    return order.map { $0 / 2 }
  }

  /// Where an edge leads, past calls and ends of sub-flows, which only hand on; -1 where that is not known.
  func landing(of edge: Int, _ flows: [ResolvedFlow]) -> Int {
    var at = Int(edges[edge].target)
    var left = nodes.count
    while at >= 0, left > 0 {
      left -= 1
      switch state(at, flows).kind {
      case .call, .end:
        guard edgeIndices(at).count == 1, let next = edgeIndices(at).first else { return at }
        at = Int(edges[next].target)
      default: return at
      }
    }
    return at
  }
}
