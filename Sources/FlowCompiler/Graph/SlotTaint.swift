import FlowExpression
import FlowModel

/// Which slots may hold at each node what some sources hold, or what was made of it: a forward analysis over all ways.
///
/// The sources always may. Other slots do where `set` gave them the value of an expression that reads one, until `set`
/// gives them another. A page does not take it away: a field that is not sent again keeps what it has.
struct SlotTaint: Sendable {
  /// The slots that always hold it.
  let sources: [Int]
  private let graph: FlowGraph
  private let tainted: SlotSets
  /// For each edge with assignments, each slot that is written and the slots that it is made of.
  private let writes: [Int: [(slot: Int, reads: [Int])]]

  /// `isHarmless`: edges whose assignments may read the sources. Nil where there are no sources.
  init?(
    _ graph: FlowGraph, _ analysis: Analysis, from sources: [Int], isHarmless: (_ edge: Int) -> Bool = { _ in false }
  ) {
    let scope = analysis.scope
    self.sources = sources
    guard !sources.isEmpty, graph.start >= 0 else { return nil }
    self.graph = graph
    var writes: [Int: [(slot: Int, reads: [Int])]] = [:]
    for index in graph.edges.indices {
      guard let transition = graph.transition(graph.edges[index], analysis.flows), !transition.assignments.isEmpty
      else { continue }
      let harmless = isHarmless(index) ? sources : []
      writes[index] = transition.assignments.map { assignment in
        let reads = analysis.expressions[Int(assignment.expression.index)].reads.map(\.slot)
        return (Int(assignment.slot), reads.filter { !harmless.contains($0) })
      }
    }
    self.writes = writes
    let slots = Int(firstAttributeSlot) + scope.tenant.attributes.count + scope.flows[graph.root].inputs.count
    tainted = Self.solve(graph, sources, writes, slots: slots)
  }

  private static func solve(
    _ graph: FlowGraph, _ sources: [Int], _ writes: [Int: [(slot: Int, reads: [Int])]], slots: Int
  ) -> SlotSets {
    var sets = SlotSets(rows: graph.nodes.count, slots: slots, full: false)
    for source in sources { sets.insert(Int(graph.start), source) }
    var row = sets.row(Int(graph.start))
    var pending = [Int(graph.start)]
    while let node = pending.popLast() {
      for index in graph.edgeIndices(node) where graph.edges[index].target >= 0 {
        sets.load(node, into: &row)
        for write in writes[index] ?? [] where !sources.contains(write.slot) {
          if write.reads.contains(where: row.contains) { row.insert(write.slot) } else { row.remove(write.slot) }
        }
        if sets.unite(Int(graph.edges[index].target), with: row) { pending.append(Int(graph.edges[index].target)) }
      }
    }
    return sets
  }

  /// Whether a slot may hold what a source holds, or what was made of it, on entering a node.
  func contains(_ slot: Int, at node: Int) -> Bool { tainted.contains(node, slot) }

  /// A shortest way to a node on which a slot holds it, and at which step what was made of it went where.
  func way(to node: Int, with slot: Int) -> (edges: [Int], copies: [Int: Int]) {
    struct Place: Hashable {
      let node: Int
      let slot: Int
    }
    var reachedBy: [Place: (from: Place, edge: Int)] = [:]
    let starts = sources.map { Place(node: Int(graph.start), slot: $0) }
    var seen = Set(starts)
    var pending = starts
    var next = 0
    let goal = Place(node: node, slot: slot)
    while next < pending.count, !seen.contains(goal) {
      let at = pending[next]
      next += 1
      for index in graph.edgeIndices(at.node) where graph.edges[index].target >= 0 {
        for after in slots(behind: index, from: at.slot) {
          let place = Place(node: Int(graph.edges[index].target), slot: after)
          guard seen.insert(place).inserted else { continue }
          reachedBy[place] = (at, index)
          pending.append(place)
        }
      }
    }
    var steps: [(edge: Int, copy: Int?)] = []
    var at = goal
    while let step = reachedBy[at] {
      steps.append((step.edge, step.from.slot == at.slot ? nil : at.slot))
      at = step.from
    }
    steps.reverse()
    let copies = steps.enumerated().compactMap { number, step in step.copy.map { (number, $0) } }
    return (steps.map(\.edge), Dictionary(uniqueKeysWithValues: copies))
  }

  /// Where what a slot holds is behind an edge.
  private func slots(behind edge: Int, from slot: Int) -> [Int] {
    var held = [slot]
    for write in writes[edge] ?? [] {
      if write.reads.contains(where: held.contains) {
        if !held.contains(write.slot) { held.append(write.slot) }
      } else if !sources.contains(write.slot) {
        held.removeAll { $0 == write.slot }
      }
    }
    return held
  }
}
