import FlowExpression
import FlowModel

/// What a client picks at pages besides the way on: what it fills in, how often it has pressed, and when it goes on. Where the
/// account decides first which condition asks for that, it is picked before the condition is known, as the way on is.
struct FilledPicks {
  /// What is picked at one page.
  struct Pick {
    let page: Int
    let values: [Trial]
    /// The slots that hold it, and what is made of it.
    fileprivate let slots: Set<Int>
  }

  private(set) var all: [Pick] = []
  private let graph: FlowGraph
  private let deciders: Deciders

  /// So many counts of presses are tried.
  private static let most = 24

  init(_ flow: AnalyzedFlow, _ deciders: Deciders, _ asked: AskedSlots, _ resolved: ResolvedTenant) {
    (graph, self.deciders) = (flow.graph, deciders)
    let codes = asked.expressions.sorted().map { resolved.expressions[Int($0)] }
    let fields = graph.nodes(.page).filter { flow.reached[$0] }.map { page in
      (page, graph.page(page, resolved.flows)?.events.flatMap(\.fields) ?? [])
    }
    let optional = Set(fields.flatMap(\.1).filter { !$0.isRequired }.map { Int($0.slot) })
    func trial(_ slot: Int, _ value: Value?) -> Trial {
      var trial = Trial()
      trial[slot] = value
      return trial
    }
    func texts(_ slot: Int) -> [Trial] {
      let values = HeldValues(
        of: [slot], asked: asked.expressions, flow: flow.graph.root, withAbsence: optional.contains(slot), limit: 16,
        resolved)
      return values.accounts.compactMap { $0[slot].map { trial(slot, $0) } }
    }
    func counts(_ slot: Int) -> [Trial] {
      let numbers = codes.flatMap(\.constants).flatMap(\.neighbours).compactMap { value in
        if case .int(let number) = value, number > 0 { number } else { nil }
      }
      return Set(numbers).sorted().prefix(Self.most).map { trial(slot, .int($0)) }
    }
    func times(_: Int) -> [Trial] {
      let all = codes.map(\.code).filter { !$0.instructions.isEmpty }
      return all.flatMap { $0.times(of: $0.parts($0.instructions.count - 1, at: [.and, .or, .not])) }
    }
    let ofRun = [(Code.presses, counts), (Code.times, times)].filter { slots, _ in
      slots.contains(where: asked.slots.contains)
    }
    var found: [Set<Int>: (slots: Set<Int>, values: [Trial])] = [:]
    for (page, fields) in fields {
      let picked = Set(fields.map { Int($0.slot) }).filter(asked.slots.contains).sorted().map { (Set([$0]), texts) }
      for (slots, values) in picked + ofRun {
        guard let first = slots.min() else { continue }
        let known = found[slots] ?? (graph.made(of: slots, resolved), values(first))
        found[slots] = known
        if known.values.count > 1 { all.append(Pick(page: page, values: known.values, slots: known.slots)) }
      }
    }
  }

  /// Those of which the account decides what is asked: by the nodes that a run comes to, or by what it knows there.
  func differing(_ worlds: [HeldWorld]) -> [Pick] {
    var differing: [Set<Int>: Bool] = [:]
    return all.filter { pick in
      if let known = differing[pick.slots] { return known }
      let asking = graph.nodes.indices.filter { deciders.asked(at: $0).contains(where: pick.slots.contains) }
      let others = Set(asking.flatMap(deciders.asked)).subtracting(pick.slots)
      let seen = worlds.map { world in
        Set(
          world.situations.filter { asking.contains($0.node) }.map { situation in
            [[Trial.Known.value(.int(Int64(situation.node)))], others.sorted().map(situation.known.known)]
          })
      }
      let isAny = Set(seen.filter { !$0.isEmpty }).count > 1
      differing[pick.slots] = isAny
      return isAny
    }
  }

  /// Where no value of a pick is the best one for all accounts: the world and the situation behind the page with the value that is
  /// best there, and that value. By the value, by the account: `played`, `tolls`.
  static func guess(
    at page: Int, _ played: [[HeldWorld]], _ tolls: [[WorldTolls]]
  ) -> (Picks.Guess, value: Int)? {
    let best = zip(played, tolls).map { worlds, tolls in
      zip(worlds, tolls).map { world, tolls in
        world.situations.indices.filter { world.situations[$0].node == page }
          .compactMap { at in tolls.next(behind: at).map { (cost: tolls.toll(from: at), behind: $0) } }
          .min { $0.cost < $1.cost }
      }
    }
    guard let accounts = best.first?.indices else { return nil }
    let open = accounts.filter { account in best.contains { $0[account] != nil } }
    let least = open.map { account in best.compactMap { $0[account]?.cost }.min() }
    if best.contains(where: { ofValue in zip(open, least).allSatisfy { ofValue[$0]?.cost == $1 } }) { return nil }
    for (value, ofValue) in best.enumerated() {
      for (account, least) in zip(open, least) {
        // One that is the best here, and is not so with another value.
        guard let own = ofValue[account], own.cost == least, best.contains(where: { $0[account]?.cost != least }) else {
          continue
        }
        return (Picks.Guess(node: page, world: account, behind: own.behind), value)
      }
    }
    return nil
  }
}

extension FlowGraph {
  /// Some slots, and those to which something is assigned that is made of them.
  fileprivate func made(of slots: Set<Int>, _ resolved: ResolvedTenant) -> Set<Int> {
    let writes = edges.indices.filter { edges[$0].assigns }.flatMap { assignments(edges[$0], resolved.flows) }
    var (all, last) = (slots, 0)
    while all.count != last {
      last = all.count
      for write in writes
      where resolved.expressions[Int(write.expression.index)].code.slotsRead.contains(where: all.contains) {
        all.insert(Int(write.slot))
      }
    }
    return all
  }
}
