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
    _ flow: AnalyzedFlow, _ deciders: Deciders, _ asked: AskedSlots, _ values: ComparedValues,
    _ resolved: ResolvedTenant
  ) {
    let graph = flow.graph
    let asking = Set(
      graph.nodes.indices.filter { node in
        flow.reached[node]
          && deciders.ofRun(at: node).contains { $0.slots.contains { values.isHeld(Slot($0), at: node) } }
      })
    guard !asking.isEmpty else { return }
    let reach = PickReach(graph, asking, asked.slots, resolved)
    for node in graph.nodes.indices where flow.reached[node] {
      guard graph.mayPick(node, deciders, values, resolved) else { continue }
      let ways = reach.waysOn(from: node)
      if ways.count > 1, asking.contains(node) || ways.differ { nodes.insert(node) }
    }
  }

  /// Where what is picked is a guess, one for each node.
  func guesses(_ worlds: [HeldWorld], _ tolls: [WorldTolls], _ ofEdges: Tolls, _ graph: FlowGraph) -> [Guess] {
    var found: [Guess] = []
    for node in nodes.sorted() {
      let edges = Array(graph.edgeIndices(node)).filter { graph.edges[$0].target >= 0 }
      // Who cannot show what an answer asks for picks among the others.
      let all = Array(edges.indices)
      let unproven = graph.nodes[node].kind == .effect ? all.filter { ofEdges.ofEdges[edges[$0]] == 0 } : all
      let hands = unproven.count < all.count && unproven.count > 1 ? [all, unproven] : [all]
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
        guard let ways = hands.first(where: { !Self.hasBest($0, costs.map(\.costs)) }) else { continue }
        // It is told of where the first way on leads for whom that is the best.
        let bests = costs.compactMap { cost -> (world: Int, behind: Int, way: Int)? in
          guard let least = ways.map({ cost.costs[$0] }).min(), least < .max,
            let way = ways.first(where: { cost.costs[$0] == least })
          else { return nil }
          return (cost.world, cost.behind[way], way)
        }
        guard let first = bests.min(by: { $0.way < $1.way }) else { continue }
        found.append(Guess(node: node, world: first.world, behind: first.behind))
        break
      }
    }
    return found
  }

  /// Whether one of some ways on costs nobody more than another of them does.
  private static func hasBest(_ ways: [Int], _ costs: [[Int]]) -> Bool {
    ways.contains { way in costs.allSatisfy { cost in ways.allSatisfy { cost[way] <= cost[$0] } } }
  }
}

extension FlowGraph {
  /// Whether a client may have a say in where a run goes on from a node.
  fileprivate func mayPick(
    _ node: Int, _ deciders: Deciders, _ values: ComparedValues, _ resolved: ResolvedTenant
  ) -> Bool {
    guard edgeIndices(node).count > 1 else { return false }
    switch nodes[node].kind {
    case .page: return true
    case .choose:
      return deciders.asked(at: node).contains { slot in
        !(values.isHeld(Slot(slot), at: node) && !values.isTyped(Slot(slot), at: node))
          && !AccountFact.allCases.contains { Int($0.slot) == slot }
      }
    case .effect:
      // What it answers is the client's to bring about, by what it types or when it comes, but for what is read of the account.
      guard let call = effect(node, resolved.flows) else { return false }
      if case .accountValue? = call.write(by: 0)?.write { return false }
      return true
    case .call, .end, .unknown: return false
    }
  }
}
