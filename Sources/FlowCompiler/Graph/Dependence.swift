import FlowModel

/// What depends on how it is decided at a node: states that not each way on comes to, and, where ways meet again, what has
/// been written on some of them, or left as it was.
struct Dependence {
  /// The nodes that some ways on come to, and not all.
  private(set) var nodes: Set<Int> = []
  /// The edges by which ways meet.
  private(set) var meetings: [Int] = []
  /// What is written before they meet.
  private(set) var slots = SlotSet()

  /// `writes`: what each edge writes.
  init(on node: Int, _ graph: FlowGraph, writes: [SlotSet]) {
    struct Way: Hashable {
      let target: Int32
      let edge: Int
    }
    // Two that lead to the same place differ by what they assign, or by their error.
    let ways = Dictionary(
      graph.edgeIndices(node).map { edge in
        let isOwn = graph.edges[edge].assigns || graph.edges[edge].error >= 0 || graph.nodes[node].kind == .page
        return (Way(target: graph.edges[edge].target, edge: isOwn ? edge : -1), edge)
      }, uniquingKeysWith: { first, _ in first }
    ).values.sorted()
    guard ways.count > 1 else { return }
    var counts = [Int](repeating: 0, count: graph.nodes.count)
    var seen = [Int](repeating: -1, count: graph.nodes.count)
    var reached: [Int] = []
    for (number, way) in ways.enumerated() {
      var pending = [way]
      while let edge = pending.popLast() {
        let target = Int(graph.edges[edge].target)
        guard target >= 0, target != node, seen[target] != number else { continue }
        seen[target] = number
        if counts[target] == 0 { reached.append(target) }
        counts[target] += 1
        pending += graph.edgeIndices(target)
      }
    }
    nodes = Set(reached.filter { counts[$0] < ways.count })
    for source in [node] + reached where source == node || counts[source] < ways.count {
      for edge in graph.edgeIndices(source) {
        slots.formUnion(writes[edge])
        let target = Int(graph.edges[edge].target)
        // Whoever comes to the decision again is asked anew.
        if target >= 0, target != node, counts[target] > (source == node ? 1 : counts[source]) { meetings.append(edge) }
      }
    }
  }
}
