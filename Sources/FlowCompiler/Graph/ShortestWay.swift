extension FlowGraph {
  /// The edges of a shortest way to a node; empty where it is the first.
  func way(to node: Int) -> [Int] {
    if start < 0 || node == Int(start) { return [] }
    return shortestWay(from: Int(start), to: { $0 == node }, allows: { _ in true }) ?? []
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
