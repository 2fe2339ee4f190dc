import FlowModel

/// What a run can come to behind each way on: the nodes that ask what an account holds, and the edges that note something of
/// what conditions ask for.
struct PickReach {
  /// One way on, or some that are the same.
  struct Reached {
    var asking = SlotSet()
    var notes = SlotSet()

    fileprivate mutating func formUnion(_ other: Reached) {
      asking.formUnion(other.asking)
      notes.formUnion(other.notes)
    }
  }

  private let graph: FlowGraph
  /// By the node and by the edge: the number of what asks there, or notes; -1: nothing does.
  private let (asks, notes): ([Int], [Int])
  /// By the node: its loop, and what is come to from it.
  private var component: [Int]
  private var behind: [Reached]

  init(_ graph: FlowGraph, _ asking: Set<Int>, _ noted: SlotSet, _ resolved: ResolvedTenant) {
    self.graph = graph
    var (asks, notes) = ([Int](repeating: -1, count: graph.nodes.count), [Int](repeating: -1, count: graph.edges.count))
    for (number, node) in asking.sorted().enumerated() { asks[node] = number }
    var count = 0
    for node in graph.nodes.indices {
      let events = graph.page(node, resolved.flows)?.events
      for edge in graph.edgeIndices(node) {
        let branch = Int(graph.edges[edge].branch)
        let collects = branch >= 0 && events?[branch].fields.contains { noted.contains(Int($0.slot)) } ?? false
        let assigns = graph.assignments(graph.edges[edge], resolved.flows).contains { noted.contains(Int($0.slot)) }
        guard collects || assigns else { continue }
        notes[edge] = count
        count += 1
      }
    }
    (self.asks, self.notes) = (asks, notes)
    component = Array(repeating: -1, count: graph.nodes.count)
    behind = Array(repeating: Reached(), count: graph.nodes.count)
    let components = stronglyConnected(graph.nodes.count) { node in
      graph.edgeIndices(node).map { Int(graph.edges[$0].target) }.filter { $0 >= 0 }
    }
    for (number, loop) in components.enumerated() {
      var all = Reached()
      for node in loop {
        component[node] = number
        if asks[node] >= 0 { all.asking.insert(asks[node]) }
        for edge in graph.edgeIndices(node) {
          if notes[edge] >= 0 { all.notes.insert(notes[edge]) }
          if case let target = Int(graph.edges[edge].target), target >= 0 { all.formUnion(behind[target]) }
        }
      }
      for node in loop { behind[node] = all }
    }
  }

  /// The ways on from a node, each as far as it leads before it comes to the node again.
  func waysOn(from node: Int) -> [Reached] {
    var seen: Set<[Int]> = []
    return graph.edgeIndices(node).compactMap { edge in
      let target = Int(graph.edges[edge].target)
      // Two that lead to the same place differ by what they assign.
      let own = graph.edges[edge].assigns || notes[edge] >= 0 ? edge : -1
      return target >= 0 && seen.insert([target, own]).inserted ? reached(by: edge, past: node) : nil
    }
  }

  private func reached(by first: Int, past node: Int) -> Reached {
    var found = Reached()
    var isSeen = [Bool](repeating: false, count: graph.nodes.count)
    var pending: [Int] = []
    func take(_ edge: Int) {
      if notes[edge] >= 0 { found.notes.insert(notes[edge]) }
      let target = Int(graph.edges[edge].target)
      guard target >= 0, target != node, !isSeen[target] else { return }
      isSeen[target] = true
      // Out of the loop that the node is in, nothing leads back.
      if component[target] == component[node] { pending.append(target) } else { found.formUnion(behind[target]) }
      if asks[target] >= 0 { found.asking.insert(asks[target]) }
    }
    take(first)
    while let next = pending.popLast() { for edge in graph.edgeIndices(next) { take(edge) } }
    return found
  }
}

extension [PickReach.Reached] {
  /// Whether what asks behind one of them does not behind another, and the other way round, or something else is noted.
  var differ: Bool {
    func isPart(_ one: SlotSet, of other: SlotSet) -> Bool {
      var union = other
      return !union.formUnion(one)
    }
    return indices.contains { one in
      indices.dropFirst(one + 1).contains { other in
        let (left, right) = (self[one], self[other])
        if !isPart(left.asking, of: right.asking), !isPart(right.asking, of: left.asking) { return true }
        return left.notes != right.notes && !(left.asking.isEmpty && right.asking.isEmpty)
      }
    }
  }
}
