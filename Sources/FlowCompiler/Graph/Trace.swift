import FlowSource

extension FlowGraph {
  /// A way, given by its edges, as the places of its steps.
  func trace(_ way: [Int], _ flows: [ResolvedFlow]) -> (labels: [Label], notes: [String]) {
    let shown = 12
    var labels: [Label] = []
    for (number, index) in way.enumerated() {
      // Of a long way, its beginning and its end.
      if way.count > shown, number >= shown / 2, number < way.count - shown / 2 { continue }
      labels.append(Label(place(of: index, flows), "\(number + 1). \(step(index, flows))"))
    }
    let left = way.count - shown
    return (labels, left > 0 ? ["\(left) steps in the middle of the way are not shown"] : [])
  }

  private func place(of index: Int, _ flows: [ResolvedFlow]) -> Span {
    let edge = edges[index]
    if let transition = transition(edge, flows) { return transition.span }
    guard case .call(let call) = state(Int(edge.owner), flows).kind else {
      return state(Int(edge.owner), flows).name.span
    }
    return call.place
  }

  private func step(_ index: Int, _ flows: [ResolvedFlow]) -> String {
    let edge = edges[index]
    let source = state(Int(edge.owner), flows)
    let target = edge.target >= 0 ? name(Int(edge.target), flows).quoted : "another state"
    let from = name(Int(edge.owner), flows).quoted
    switch source.kind {
    case .page(let page) where edge.way >= 0:
      return "\(from) leads by \(page.events[Int(edge.way)].name.quoted) to \(target)"
    case .page: return "\(from) leads by its time-out to \(target)"
    case .effect(let effect):
      return "\(from) leads by \(effect.effect.definition.outcomes[Int(edge.way)].name.quoted) to \(target)"
    case .call where edge.transition < 0: return "\(from) enters \(target)"
    default: return "\(from) leads to \(target)"
    }
  }

  /// The edges of a shortest way from some nodes to a goal, over edges that `allows` admits; nil where there is none.
  func shortestWay(
    from start: Int, to isGoal: (Int) -> Bool, allows: (Int) -> Bool
  ) -> [Int]? {
    var reachedBy = [Int32](repeating: -1, count: nodes.count)
    var origin = [Int32](repeating: -1, count: nodes.count)
    var pending = [start]
    var seen = Set([start])
    var next = 0
    while next < pending.count {
      let node = pending[next]
      next += 1
      for index in edgeIndices(node) where allows(index) {
        let target = Int(edges[index].target)
        guard target >= 0 else { continue }
        if isGoal(target) {
          var way = [index]
          var at = node
          while at != start {
            way.append(Int(reachedBy[at]))
            at = Int(origin[at])
          }
          return way.reversed()
        }
        guard seen.insert(target).inserted else { continue }
        reachedBy[target] = Int32(index)
        origin[target] = Int32(node)
        pending.append(target)
      }
    }
    return nil
  }
}
