/// What it takes at the least to come to a goal from each situation of a world: the toll of the ways on, and, where that is the
/// same, how often the client picks.
struct WorldTolls {
  private var least: [Int]
  private var nexts: [Int]
  private static let weight = 10_000

  init(
    _ world: HeldWorld, _ tolls: Tolls, _ picks: Set<Int>, to goals: [Bool]
  ) {
    least = world.situations.map { goals[$0.node] ? 0 : .max }
    nexts = Array(repeating: -1, count: least.count)
    var sources: [[(from: Int, cost: Int)]] = Array(repeating: [], count: least.count)
    for (from, steps) in world.steps.enumerated() {
      let node = world.situations[from].node
      for (edge, target) in steps {
        let isFree = tolls.showsCode[edge] && world.codes.isRead(world.situations[from].known)
        let toll = (isFree ? 0 : tolls.ofEdges[edge]) * Self.weight + (picks.contains(node) ? 1 : 0)
        sources[target].append((from, toll))
      }
    }
    var pending = least.indices.filter { least[$0] == 0 }
    var done = 0
    while done < pending.count {
      let at = pending[done]
      done += 1
      for (from, cost) in sources[at] where least[at] + cost < least[from] {
        (least[from], nexts[from]) = (least[at] + cost, at)
        pending.append(from)
      }
    }
  }

  /// What it takes from where a run begins.
  var fromStart: Int { least.first ?? .max }

  /// What it takes from a situation, however often the client picks.
  func toll(from situation: Int) -> Int { least[situation] / Self.weight }

  /// The next situation on the way.
  func next(behind situation: Int) -> Int? { nexts[situation] >= 0 ? nexts[situation] : nil }

  /// What ways on cost, by their numbers. Whoever means a branch that cannot be taken comes by the last one that
  /// can.
  func costs(
    of edges: [Int], at situation: Int, _ world: HeldWorld
  ) -> [(index: Int, cost: Int, target: Int)] {
    let steps = world.steps[situation]
    return edges.enumerated().compactMap { index, edge in
      guard let taken = steps.first(where: { $0.edge == edge }) ?? steps.last else { return nil }
      return (index, least[taken.target], taken.target)
    }
  }
}

extension HeldWorld {
  /// The edges that runs take from a node.
  func edges(of node: Int) -> Set<Int> {
    Set(situations.indices.filter { situations[$0].node == node }.flatMap { steps[$0].map(\.edge) })
  }
}
