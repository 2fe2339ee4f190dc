/// A step of a path: an edge, and the positions that it leads from and to.
struct PathStep: Sendable {
  let edge: Int
  let from: Int
  let to: Int
}

/// A shortest path of at least one step to a goal; nil where there is none.
///
/// Positions are numbered from 0 to `count`, such as nodes, or pairs of a node and a fact. `steps` hands on each step that
/// leaves a position. Of paths of the same length the one whose steps come first wins.
func shortestPath(
  over count: Int, from starts: some Sequence<Int>, to isGoal: (Int) -> Bool,
  steps: (_ position: Int, _ take: (_ edge: Int, _ position: Int) -> Void) -> Void
) -> [PathStep]? {
  var search = PathSearch<Int, Int>()
  var isSeen = [Bool](repeating: false, count: count)
  for start in starts where !isSeen[start] {
    isSeen[start] = true
    search.start(start)
  }
  while let visit = search.next() {
    var found: Int?
    steps(search.visits[visit].position) { edge, target in
      if found != nil { return }
      // A start may be a goal, too: the path back to it.
      if isGoal(target) { found = search.visits.count } else if isSeen[target] { return }
      isSeen[target] = true
      search.visit(target, from: visit, by: edge)
    }
    if let found {
      return search.path(to: found).compactMap { visit in
        visit.step.map { PathStep(edge: $0, from: search.visits[Int(visit.parent)].position, to: visit.position) }
      }
    }
  }
  return nil
}

/// The positions that can be come to from some others, those first, nearest first.
func reachablePositions(
  over count: Int, from starts: some Sequence<Int>,
  steps: (_ position: Int, _ take: (_ position: Int) -> Void) -> Void
) -> [Int] {
  var isSeen = [Bool](repeating: false, count: count)
  var found: [Int] = []
  func take(_ position: Int) {
    if isSeen[position] { return }
    isSeen[position] = true
    found.append(position)
  }
  for start in starts { take(start) }
  var done = 0
  while done < found.count {
    steps(found[done], take)
    done += 1
  }
  return found
}

extension FlowGraph {
  /// The edges of a shortest path from the start to a node; empty where it is the start.
  func path(to node: Int) -> [Int] {
    if start < 0 || node == Int(start) { return [] }
    return path(from: Int(start), to: { $0 == node }) ?? []
  }

  /// The edges of a shortest path of at least one edge from a node to a goal, over edges that `allows` admits; nil where
  /// there is none.
  func path(from start: Int, to isGoal: (Int) -> Bool, allows: (Int) -> Bool = { _ in true }) -> [Int]? {
    let path = shortestPath(over: nodes.count, from: [start], to: isGoal) { node, take in
      for index in edgeIndices(node) where edges[index].target >= 0 && allows(index) {
        take(index, Int(edges[index].target))
      }
    }
    return path?.map(\.edge)
  }
}
