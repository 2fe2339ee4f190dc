/// Which nodes every path to a node passes: the tree of immediate dominators.
///
/// Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm.
struct Dominance: Sendable {
  /// The immediate dominator of each node; -1 of the start and of what is not reached.
  private var parents: [Int32]
  /// How far a node is from the start, in the tree.
  private var depths: [Int32]

  init(_ graph: FlowGraph) {
    parents = Array(repeating: -1, count: graph.nodes.count)
    depths = Array(repeating: 0, count: graph.nodes.count)
    guard graph.start >= 0 else { return }
    let order = graph.order.map(Int.init)
    var number = [Int32](repeating: -1, count: graph.nodes.count)
    for (index, node) in order.enumerated() { number[node] = Int32(index) }
    var sources = [[Int32]](repeating: [], count: graph.nodes.count)
    for node in order {
      for edge in graph.edgeIndices(node) where graph.edges[edge].target >= 0 {
        sources[Int(graph.edges[edge].target)].append(Int32(node))
      }
    }
    let start = Int32(order[0])
    parents[Int(start)] = start
    var isStable = false
    while !isStable {
      isStable = true
      for node in order.dropFirst() {
        var common: Int32 = -1
        for source in sources[node] where parents[Int(source)] >= 0 {
          common = common < 0 ? source : nearest(common, source, number)
        }
        if parents[node] != common {
          parents[node] = common
          isStable = false
        }
      }
    }
    parents[Int(start)] = -1
    for node in order.dropFirst() { depths[node] = depths[Int(parents[node])] + 1 }
  }

  /// Whether every path to `node` passes `other`; not of itself.
  func dominates(_ other: Int, _ node: Int) -> Bool {
    var at = node
    while depths[at] > depths[other] { at = Int(parents[at]) }
    return at == other && at != node
  }

  /// The nearest node that dominates two.
  private func nearest(_ one: Int32, _ other: Int32, _ number: [Int32]) -> Int32 {
    var (one, other) = (one, other)
    while one != other {
      while number[Int(one)] > number[Int(other)] { one = parents[Int(one)] }
      while number[Int(other)] > number[Int(one)] { other = parents[Int(other)] }
    }
    return one
  }
}
