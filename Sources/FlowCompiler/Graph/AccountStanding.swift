import FlowExpression
import FlowModel

/// Whether the bound account may sign in, as far as a flow has asked since it was bound: for each node the standings that
/// the account can have there, by a forward analysis over all ways. Each node's set of five bits grows only, so the
/// work is linear in the flow.
struct AccountStanding: Sendable {
  /// What an account can be: whether it is enabled, and whether it is confirmed.
  struct Standing: Hashable, Sendable {
    var isEnabled: Bool
    var isConfirmed: Bool

    static let all = [false, true].flatMap { enabled in
      [false, true].map { Standing(isEnabled: enabled, isConfirmed: $0) }
    }
    var maySignIn: Bool { isEnabled && isConfirmed }
    fileprivate var number: Int { (isEnabled ? 1 : 0) | (isConfirmed ? 2 : 0) }
    fileprivate init(number: Int) { self.init(isEnabled: number & 1 != 0, isConfirmed: number & 2 != 0) }
    private init(isEnabled: Bool, isConfirmed: Bool) { (self.isEnabled, self.isConfirmed) = (isEnabled, isConfirmed) }
    fileprivate subscript(slot: Int) -> Bool? {
      slot == Int(AccountFact.enabled.slot)
        ? isEnabled : slot == Int(AccountFact.confirmed.slot) ? isConfirmed : nil
    }
  }

  /// A set of standings as bits, by their numbers; a fifth bit: that no account is bound.
  private typealias Standings = UInt8
  private static let any: Standings = 0b1111
  private static let unbound = 4

  private let graph: FlowGraph
  private let standings: [Standings]
  /// What each edge makes of each standing.
  private let steps: [[Standings]]

  /// `collected` knows where an account is surely bound: who comes there without one entered a code that is for accounts
  /// alone, which never is right.
  init(_ graph: FlowGraph, _ analysis: Analysis, _ collected: SurelyCollected?) {
    self.graph = graph
    var steps = [[Standings]](repeating: [1, 2, 4, 8, 16], count: graph.edges.count)
    for node in graph.nodes.indices {
      for index in graph.edgeIndices(node) {
        if let step = Self.step(graph.state(node, analysis.flows), way: Int(graph.edges[index].way), analysis) {
          steps[index] = (0..<4).map { step(Standing(number: $0)) } + [step(nil)]
        }
        let target = Int(graph.edges[index].target)
        if target >= 0, collected?.contains(Int(AccountFact.id.slot), at: target) == true {
          steps[index][Self.unbound] &= ~(1 << Standings(Self.unbound))
        }
      }
    }
    self.steps = steps
    standings = Self.solve(graph, steps)
  }

  private static func solve(_ graph: FlowGraph, _ steps: [[Standings]]) -> [Standings] {
    var standings = [Standings](repeating: 0, count: graph.nodes.count)
    guard graph.start >= 0 else { return standings }
    standings[Int(graph.start)] = 1 << unbound
    var pending = [Int(graph.start)]
    while let node = pending.popLast() {
      for index in graph.edgeIndices(node) where graph.edges[index].target >= 0 {
        let target = Int(graph.edges[index].target)
        let step = steps[index]
        let after = (0...unbound).reduce(0) { standings[node] & 1 << $1 != 0 ? $0 | step[$1] : $0 }
        guard after & ~standings[target] != 0 else { continue }
        standings[target] |= after
        pending.append(target)
      }
    }
    return standings
  }

  /// What a way makes of a standing, which is nil where no account is bound; nil where it leaves all as they are.
  private static func step(_ state: ResolvedState, way: Int, _ analysis: Analysis) -> ((Standing?) -> Standings)? {
    switch state.kind {
    case .effect(let call):
      let definition = call.effect.definition
      let binds = definition.outcomes[way].bindsAccount
      switch definition.outcomes[way].standing {
      case .new(unconfirmedIf: let parameter, is: let word):
        // A pending account may be confirmed in another run before this one goes on.
        let isPending = call.says(word, at: parameter)
        return { _ in isPending ? 0b1010 : 0b1000 }
      case .confirmed: return { $0.map { 1 << ($0.number | 2) } ?? 0 }
      case .disabled: return { $0.map { 1 << ($0.number & ~1) } ?? 0 }
      case nil:
        if definition.rebindsAccount { return { _ in binds ? any : 1 << unbound } }
        return binds ? { $0.map { 1 << $0.number } ?? 0 } : nil
      }
    case .choose(let conditions):
      let asked = conditions.prefix(way + 1).map { condition in
        condition.map { analysis.expressions[Int($0.index)].logic } ?? .constant(true)
      }
      return { standing in
        let fails = asked.dropLast().allSatisfy { $0.values { standing?[$0] }.canBeFalse }
        guard fails, asked.last?.values({ standing?[$0] }).canBeTrue == true else { return 0 }
        return 1 << (standing?.number ?? unbound)
      }
    default: return nil
    }
  }

  /// The standings that the account can have on entering a node.
  func at(_ node: Int) -> [Standing] { Standing.all.filter { standings[node] & 1 << $0.number != 0 } }

  /// The edges of a shortest way to a node on which the account may not sign in.
  func wayToWhoMayNotSignIn(_ node: Int) -> [Int] {
    let count = Self.unbound + 1
    let start = Int(graph.start) * count + Self.unbound
    var reachedBy = [Int32](repeating: -1, count: graph.nodes.count * count)
    var origin = reachedBy
    origin[start] = Int32(start)
    var pending = [start]
    var next = 0
    while next < pending.count {
      let at = pending[next]
      next += 1
      if at / count == node, at % count < Self.unbound, !Standing(number: at % count).maySignIn {
        var way: [Int] = []
        var step = at
        while step != start {
          way.append(Int(reachedBy[step]))
          step = Int(origin[step])
        }
        return way.reversed()
      }
      for index in graph.edgeIndices(at / count) where graph.edges[index].target >= 0 {
        for number in 0..<count where steps[index][at % count] & 1 << number != 0 {
          let target = Int(graph.edges[index].target) * count + number
          guard origin[target] < 0 else { continue }
          origin[target] = Int32(at)
          reachedBy[target] = Int32(index)
          pending.append(target)
        }
      }
    }
    return []
  }
}
