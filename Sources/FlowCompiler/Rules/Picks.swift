import FlowExpression
import FlowModel

/// Where a client picks how a run goes on, and which conditions ask what an account holds behind one way on and not behind
/// another.
struct Picks {
  /// A node at which no way on is the best for all accounts: the way that is, in one world, and the situation behind it.
  struct Guess {
    let node: Int
    let world: Int
    let behind: Int
  }

  /// The nodes at which a client picks between conditions.
  private(set) var nodes: Set<Int> = []

  /// `values`: which slots hold what was read of accounts, or was made of that.
  init(
    _ flow: AnalyzedFlow, _ asked: AskedSlots, _ values: ComparedValues, _ resolved: ResolvedTenant
  ) {
    let graph = flow.graph
    let asking = Set(
      graph.nodes.indices.filter { node in
        flow.reached[node] && graph.asked(at: node, resolved).contains { values.isHeld(Slot($0), at: node) }
      })
    guard !asking.isEmpty else { return }
    for node in graph.nodes.indices where flow.reached[node] && graph.isPick(node, values, resolved) {
      if asking.contains(node) {
        nodes.insert(node)
        continue
      }
      let ways = graph.edgeIndices(node).filter { graph.edges[$0].target >= 0 }
        .map { graph.reaches(from: $0, past: node, asked.slots, resolved) }
      let differ = ways.indices.contains { one in
        ways.indices.contains { other in
          one != other
            && (!ways[one].nodes.intersection(asking).isSubset(of: ways[other].nodes)
              && !ways[other].nodes.intersection(asking).isSubset(of: ways[one].nodes)
              || ways[one].notes != ways[other].notes
                && !ways[one].nodes.union(ways[other].nodes).intersection(asking).isEmpty)
        }
      }
      if differ { nodes.insert(node) }
    }
  }

  /// Where what is picked is a guess, one for each node.
  func guesses(_ worlds: [HeldWorld], _ tolls: [WorldTolls], _ graph: FlowGraph) -> [Guess] {
    var found: [Guess] = []
    for node in nodes.sorted() {
      let edges = Array(graph.edgeIndices(node)).filter { graph.edges[$0].target >= 0 }
      let keys = PickKeys(node, worlds)
      for situations in keys.all {
        // Of each world: what each way on costs, at the least.
        var costs: [(world: Int, costs: [Int], behind: [Int])] = []
        for (world, here) in situations.sorted(by: { $0.key < $1.key }) {
          var (least, behind) = ([Int](repeating: .max, count: edges.count), [Int](repeating: -1, count: edges.count))
          for situation in here {
            for (index, cost, target) in tolls[world].costs(of: edges, at: situation, worlds[world])
            where cost < least[index] {
              (least[index], behind[index]) = (cost, target)
            }
          }
          if least.contains(where: { $0 < .max }) { costs.append((world, least, behind)) }
        }
        guard costs.count > 1 else { continue }
        let isBest = edges.indices.contains { edge in costs.allSatisfy { $0.costs[edge] == $0.costs.min() } }
        if isBest { continue }
        // It is told of where the first way on leads for whom that is the best.
        let bests = costs.compactMap { cost in
          edges.indices.first { cost.costs[$0] == cost.costs.min() }.map {
            (world: cost.world, behind: cost.behind[$0], way: $0)
          }
        }
        guard let first = bests.min(by: { $0.way < $1.way }) else { continue }
        found.append(Guess(node: node, world: first.world, behind: first.behind))
        break
      }
    }
    return found
  }
}

extension FlowGraph {
  /// The slots that a node's conditions ask for.
  fileprivate func asked(at node: Int, _ resolved: ResolvedTenant) -> [Int] {
    switch kind(node, resolved.flows) {
    case .choose(let conditions):
      conditions.compactMap(\.self).flatMap { resolved.expressions[Int($0.index)].code.slotsRead }
    case .page(let page):
      if case .when(let condition) = page.skip {
        resolved.expressions[Int(condition.index)].code.slotsRead
      } else {
        []
      }
    default: []
    }
  }

  /// Whether a client has a say in where a run goes on from a node.
  fileprivate func isPick(
    _ node: Int, _ values: ComparedValues, _ resolved: ResolvedTenant
  ) -> Bool {
    let targets = Set(edgeIndices(node).filter { edges[$0].target >= 0 }.map { Way(edges[$0], $0) })
    guard targets.count > 1 else { return false }
    switch kind(node, resolved.flows) {
    case .page: return true
    case .choose:
      return asked(at: node, resolved).contains { slot in
        !(values.isHeld(Slot(slot), at: node) && !values.isTyped(Slot(slot), at: node))
          && !AccountFact.allCases.contains { Int($0.slot) == slot }
      }
    case .effect(let call): return call.function != nil
    default: return false
    }
  }

  /// The nodes that can be come to by an edge without coming to a node again, and what is assigned there of some slots.
  fileprivate func reaches(
    from edge: Int, past node: Int, _ noted: SlotSet, _ resolved: ResolvedTenant
  ) -> (nodes: Set<Int>, notes: Set<Int>) {
    var (nodes, notes): (Set<Int>, Set<Int>) = ([], [])
    var pending: [Int] = []
    func take(_ edge: Int) {
      if edges[edge].assigns, assignments(edges[edge], resolved.flows).contains(where: { noted.contains(Int($0.slot)) })
      {
        notes.insert(edge)
      }
      let target = Int(edges[edge].target)
      if target >= 0, target != node, nodes.insert(target).inserted { pending.append(target) }
    }
    take(edge)
    while let next = pending.popLast() { for edge in edgeIndices(next) { take(edge) } }
    return (nodes, notes)
  }

  private struct Way: Hashable {
    let target: Int32
    let edge: Int

    init(_ edge: Edge, _ number: Int) {
      // Two events that lead to the same place differ by what they assign.
      target = edge.target
      self.edge = edge.assigns ? number : -1
    }
  }
}
