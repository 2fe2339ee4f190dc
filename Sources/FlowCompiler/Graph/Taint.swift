import FlowExpression
import FlowModel

/// Which slots may hold at each node what some sources hold, or what was made of it: a forward taint analysis over all
/// paths.
///
/// The sources always may. Other slots do where `set` gave them the value of an expression that reads one, until `set`
/// gives them another. A page does not take it away: a field that is not sent again keeps what it has.
struct Taint: Sendable {
  /// A slot that an edge assigns, and the slots that its value is made of.
  struct Write: Sendable {
    let slot: Int
    let reads: SlotSet
  }

  /// The lattice: sets of tainted slots under union.
  struct Flow: DataFlowProblem {
    static let direction = DataFlowDirection.forward
    fileprivate let start: Int
    fileprivate let sources: SlotSet
    /// The writes of each edge that assigns.
    fileprivate let writes: [Int: [Write]]

    func initial(_ node: Int) -> SlotSet { node == start ? sources : SlotSet() }

    func transfer(_ fact: SlotSet, along edge: Int) -> SlotSet {
      guard let writes = writes[edge] else { return fact }
      var tainted = fact
      for write in writes where !sources.contains(write.slot) {
        if write.reads.first(in: tainted) != nil { tainted.insert(write.slot) } else { tainted.remove(write.slot) }
      }
      return tainted
    }

    func join(_ other: SlotSet, into fact: inout SlotSet) -> Bool { fact.formUnion(other) }
  }

  /// The slots that always hold it.
  let sources: [Int]
  private let slots: Int
  private let graph: FlowGraph
  private let flow: DataFlow<Flow>

  /// `isHarmless`: edges whose assignments may read the sources. Nil where there are no sources.
  init?(
    _ graph: FlowGraph, _ resolved: ResolvedTenant, from sources: [Int],
    isHarmless: (_ edge: Int) -> Bool = { _ in false }
  ) {
    guard !sources.isEmpty, graph.start >= 0 else { return nil }
    self.sources = sources
    self.graph = graph
    let all = SlotSet(sources)
    var writes: [Int: [Write]] = [:]
    for index in graph.edges.indices where graph.edges[index].assigns {
      let isHarmless = isHarmless(index)
      writes[index] = graph.assignments(graph.edges[index], resolved.flows).map { assignment in
        var reads = SlotSet(resolved.expressions[Int(assignment.expression.index)].reads.lazy.map(\.slot))
        if isHarmless { reads.subtract(all) }
        return Write(slot: Int(assignment.slot), reads: reads)
      }
    }
    slots =
      Int(firstAttributeSlot) + resolved.scope.tenant.attributes.count + resolved.scope.flows[graph.root].inputs.count
    flow = DataFlow(graph, Flow(start: Int(graph.start), sources: all, writes: writes))
  }

  /// Whether a slot may hold what a source holds, or what was made of it, on entering a node.
  func contains(_ slot: Int, at node: Int) -> Bool { flow[node].contains(slot) }

  /// A shortest path to a node on which a slot holds it, and at which step what was made of it went where.
  func path(to node: Int, with slot: Int) -> (edges: [Int], copies: [Int: Int]) {
    func position(_ node: Int, _ slot: Int) -> Int { node * slots + slot }
    let start = Int(graph.start)
    if node == start, sources.contains(slot) { return ([], [:]) }
    let path = shortestPath(
      over: graph.nodes.count * slots, from: sources.map { position(start, $0) }, to: { $0 == position(node, slot) },
      steps: { at, steps in
        for index in graph.edgeIndices(at / slots) where graph.edges[index].target >= 0 {
          for held in holders(behind: index, of: at % slots) {
            steps.take(index, to: position(Int(graph.edges[index].target), held))
          }
        }
      })
    let steps = path ?? []
    var copies: [Int: Int] = [:]
    for (number, step) in steps.enumerated() where step.from % slots != step.to % slots {
      copies[number] = step.to % slots
    }
    return (steps.map(\.edge), copies)
  }

  /// The slots that hold behind an edge what a slot held before it.
  private func holders(behind edge: Int, of slot: Int) -> [Int] {
    var held = [slot]
    for write in flow.problem.writes[edge] ?? [] {
      if held.contains(where: write.reads.contains) {
        if !held.contains(write.slot) { held.append(write.slot) }
      } else if !flow.problem.sources.contains(write.slot) {
        held.removeAll { $0 == write.slot }
      }
    }
    return held
  }
}
