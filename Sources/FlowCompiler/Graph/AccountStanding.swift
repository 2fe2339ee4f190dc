import FlowModel

/// Whether the bound account may sign in, as far as a flow has asked since it was bound: for each node the standings that
/// the account can have there, a forward analysis over sets of standings.
struct AccountStanding: Sendable {
  /// What an account can be: whether it is enabled, and whether it is confirmed.
  struct Standing: Hashable, Sendable {
    var isEnabled: Bool
    var isConfirmed: Bool

    static let all = (0..<4).map(Standing.init(number:))
    var maySignIn: Bool { isEnabled && isConfirmed }
    var number: Int { (isEnabled ? 1 : 0) | (isConfirmed ? 2 : 0) }
    init(number: Int) { (isEnabled, isConfirmed) = (number & 1 != 0, number & 2 != 0) }
    subscript(slot: Int) -> Bool? {
      slot == Int(AccountFact.enabled.slot)
        ? isEnabled : slot == Int(AccountFact.confirmed.slot) ? isConfirmed : nil
    }
  }

  private let graph: FlowGraph
  private let standings: DataFlow<Flow>

  /// `collected` knows where an account is surely bound: who comes there without one entered a code that is for accounts
  /// alone, which never is right. `asks`: whether conditions tell anything; without, it is what would be known if the flow
  /// did not ask.
  init(_ graph: FlowGraph, _ resolved: ResolvedTenant, _ collected: DefiniteAssignment?, asks: Bool = true) {
    self.graph = graph
    standings = DataFlow(graph, Flow(graph, resolved, collected, asks))
  }

  /// The standings that the account can have on entering a node.
  func at(_ node: Int) -> [Standing] { Standing.all.filter { standings[node].contains($0.number) } }

  /// The edges of a shortest path to a node on which the account stands so.
  func path(to node: Int, of isSo: (Standing) -> Bool) -> [Int] {
    let count = StandingSet.unbound + 1
    let path = shortestPath(
      over: graph.nodes.count * count, from: [Int(graph.start) * count + StandingSet.unbound],
      to: { at in
        at / count == node && at % count < StandingSet.unbound && isSo(Standing(number: at % count))
      },
      steps: { at, steps in
        for index in graph.edgeIndices(at / count) where graph.edges[index].target >= 0 {
          let after = standings.problem.maps[index][at % count]
          for number in 0..<count where after.contains(number) {
            steps.take(index, to: Int(graph.edges[index].target) * count + number)
          }
        }
      })
    return path?.map(\.edge) ?? []
  }
}

extension AccountStanding {
  /// The lattice: sets of standings under union. An edge maps each standing to a set of them.
  struct Flow: DataFlowProblem {
    static let direction = DataFlowDirection.forward
    let start: Int
    private(set) var maps: [StandingMap]

    init(_ graph: FlowGraph, _ resolved: ResolvedTenant, _ collected: DefiniteAssignment?, _ asks: Bool) {
      start = Int(graph.start)
      maps = [StandingMap](repeating: .identity, count: graph.edges.count)
      for node in graph.nodes.indices {
        let kind = graph.nodes[node].kind
        for index in graph.edgeIndices(node) {
          if kind == .effect || kind == .choose && asks {
            maps[index] = StandingMap(
              graph.kind(node, resolved.flows), branch: Int(graph.edges[index].branch), resolved)
          }
          let target = Int(graph.edges[index].target)
          if target >= 0, collected?.contains(Int(AccountFact.id.slot), at: target) == true {
            maps[index][StandingSet.unbound].bits &= ~StandingSet.noAccount.bits
          }
        }
      }
    }

    func initial(_ node: Int) -> StandingSet { node == start ? .noAccount : .none }

    func transfer(_ fact: StandingSet, along edge: Int) -> StandingSet { maps[edge].image(of: fact) }

    func join(_ other: StandingSet, into fact: inout StandingSet) -> Bool {
      guard other.bits & ~fact.bits != 0 else { return false }
      fact.bits |= other.bits
      return true
    }
  }
}
