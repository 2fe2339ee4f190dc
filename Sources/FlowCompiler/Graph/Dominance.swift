/// Which nodes every path from the start to a node passes.
///
/// Georgiadis, Tarjan, Werneck: Finding Dominators in Practice (the algorithm SEMI-NCA). Nodes are numbered in the order in
/// which a depth-first search comes to them.
struct Dominance: Sendable {
  /// The number of each node; -1 of what is not reached.
  private var numbers: [Int32]
  /// The immediate dominator of each number, how many nodes dominate it, and a dominator further up, to get there faster.
  private var dominators: [Int] = [0]
  private var depths: [Int] = [0]
  private var jumps: [Int] = [0]

  init(_ graph: FlowGraph) {
    numbers = Array(repeating: -1, count: graph.nodes.count)
    guard graph.start >= 0 else { return }
    let (nodes, parents) = Self.search(graph, &numbers)
    var sources = [[Int32]](repeating: [], count: nodes.count)
    for (number, node) in nodes.enumerated() {
      for edge in graph.edgeIndices(node) where graph.edges[edge].target >= 0 {
        sources[Int(numbers[Int(graph.edges[edge].target)])].append(Int32(number))
      }
    }
    let semidominators = Self.semidominators(parents, sources)
    for number in nodes.indices.dropFirst() {
      var dominator = parents[number]
      while dominator > semidominators[number] { dominator = dominators[dominator] }
      dominators.append(dominator)
      depths.append(depths[dominator] + 1)
      let jump = jumps[dominator]
      let isAsFar = depths[dominator] - depths[jump] == depths[jump] - depths[jumps[jump]]
      jumps.append(isAsFar ? jumps[jump] : dominator)
    }
  }

  /// Whether every path to `node` passes `other`; not of itself, nor of what is not reached.
  func dominates(_ other: Int, _ node: Int) -> Bool {
    guard numbers[other] >= 0, numbers[node] >= 0, other != node else { return false }
    let (wanted, depth) = (Int(numbers[other]), depths[Int(numbers[other])])
    var at = Int(numbers[node])
    while depths[at] > depth { at = depths[jumps[at]] >= depth ? jumps[at] : dominators[at] }
    return at == wanted
  }

  /// The nodes in the order of a depth-first search, and the number of the one that each was come to from.
  private static func search(_ graph: FlowGraph, _ numbers: inout [Int32]) -> (nodes: [Int], parents: [Int]) {
    var (nodes, parents) = ([Int(graph.start)], [0])
    var open = [(number: 0, edges: graph.edgeIndices(Int(graph.start)))]
    numbers[Int(graph.start)] = 0
    while let (number, edges) = open.last {
      guard let edge = edges.first else {
        open.removeLast()
        continue
      }
      open[open.count - 1].edges = edges.dropFirst()
      let target = Int(graph.edges[edge].target)
      guard target >= 0, numbers[target] < 0 else { continue }
      numbers[target] = Int32(nodes.count)
      open.append((nodes.count, graph.edgeIndices(target)))
      nodes.append(target)
      parents.append(number)
    }
    return (nodes, parents)
  }

  private static func semidominators(_ parents: [Int], _ sources: [[Int32]]) -> [Int] {
    var semidominators = Array(parents.indices)
    var labels = semidominators
    var ancestors = [Int](repeating: -1, count: parents.count)
    var path: [Int] = []
    for number in parents.indices.dropFirst().reversed() {
      for source in sources[number].lazy.map(Int.init) {
        // The least semidominator on the way up, which is made shorter for those that come later.
        var top = source
        while ancestors[top] >= 0 && ancestors[ancestors[top]] >= 0 {
          path.append(top)
          top = ancestors[top]
        }
        while let below = path.popLast() {
          let above = ancestors[below]
          if semidominators[labels[above]] < semidominators[labels[below]] { labels[below] = labels[above] }
          ancestors[below] = ancestors[above]
        }
        semidominators[number] = min(semidominators[number], semidominators[labels[source]])
      }
      ancestors[number] = parents[number]
    }
    return semidominators
  }
}
