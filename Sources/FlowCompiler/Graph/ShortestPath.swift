/// A step of a path: an edge, and the positions that it leads from and to.
struct PathStep: Sendable {
  let edge: Int
  let from: Int
  let to: Int
}

/// The steps that leave a position, as a search gathers them.
struct PathSteps {
  fileprivate var all: [(edge: Int, position: Int)] = []

  /// Adds a step.
  mutating func take(_ edge: Int, to position: Int) { all.append((edge, position)) }
}

/// A shortest path of at least one step to a goal; nil where there is none.
///
/// Positions are numbered from 0 to `count`, such as nodes, or pairs of a node and a fact. `steps` gives the steps that
/// leave a position. Of paths of the same length the one whose steps come first wins.
func shortestPath(
  over count: Int, from starts: some Sequence<Int>, to isGoal: (Int) -> Bool,
  steps: (_ position: Int, _ steps: inout PathSteps) -> Void
) -> [PathStep]? {
  var search = PathSearch<Int, Int>()
  var isSeen = [Bool](repeating: false, count: count)
  for start in starts where !isSeen[start] {
    isSeen[start] = true
    search.start(start)
  }
  var next = PathSteps()
  while let visit = search.next() {
    next.all.removeAll(keepingCapacity: true)
    steps(search.visits[visit].position, &next)
    for (edge, target) in next.all {
      // A start may be a goal, too: the path back to it.
      let isFound = isGoal(target)
      if isSeen[target], !isFound { continue }
      isSeen[target] = true
      search.visit(target, from: visit, by: edge)
      guard isFound else { continue }
      return search.path(to: search.visits.count - 1).compactMap { visit in
        visit.step.map { PathStep(edge: $0, from: search.visits[Int(visit.parent)].position, to: visit.position) }
      }
    }
  }
  return nil
}

/// The positions that can be come to from some others, those first, nearest first.
func reachablePositions(
  over count: Int, from starts: some Sequence<Int>, steps: (_ position: Int, _ steps: inout PathSteps) -> Void
) -> [Int] {
  var isSeen = [Bool](repeating: false, count: count)
  var found = starts.filter { start in
    defer { isSeen[start] = true }
    return !isSeen[start]
  }
  var next = PathSteps()
  var done = 0
  while done < found.count {
    next.all.removeAll(keepingCapacity: true)
    steps(found[done], &next)
    for (_, target) in next.all where !isSeen[target] {
      isSeen[target] = true
      found.append(target)
    }
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
    let path = shortestPath(over: nodes.count, from: [start], to: isGoal) { node, steps in
      for index in edgeIndices(node) where edges[index].target >= 0 && allows(index) {
        steps.take(index, to: Int(edges[index].target))
      }
    }
    return path?.map(\.edge)
  }
}
