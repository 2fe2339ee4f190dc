import FlowExpression
import FlowModel

/// What a client picks at pages besides the way on: what it fills in, how often it has pressed, and when it goes on. Where the
/// account decides first which condition asks for that, it is picked before the condition is known, as the way on is.
struct FilledPicks {
  /// What is picked at one page, and the values that conditions tell apart.
  struct Pick {
    let page: Int
    let values: [Trial]
  }

  /// The pages, and the slots that are picked together at each.
  private var picked: [(page: Int, slots: Set<Int>)] = []
  private let flow: AnalyzedFlow
  private let deciders: Deciders
  private let asked: AskedSlots
  private let resolved: ResolvedTenant

  /// So many counts of presses are tried.
  private static let most = 24

  var isEmpty: Bool { picked.isEmpty }

  init(_ flow: AnalyzedFlow, _ deciders: Deciders, _ asked: AskedSlots, _ resolved: ResolvedTenant) {
    (self.flow, self.deciders, self.asked, self.resolved) = (flow, deciders, asked, resolved)
    let ofRun = [Code.presses, Code.times].filter { $0.contains(where: asked.slots.contains) }
    for page in flow.graph.nodes(.page) where flow.reached[page] {
      let fields = Set(fields(page).map { Int($0.slot) }).filter(asked.slots.contains).sorted().map { Set([$0]) }
      picked += (fields + ofRun).map { (page, $0) }
    }
  }

  private func fields(_ page: Int) -> [ResolvedField] {
    flow.graph.page(page, resolved.flows)?.events.flatMap(\.fields) ?? []
  }

  /// Those of which the account decides what is asked: by the nodes that a run comes to, or by what it knows there.
  func differing(_ worlds: [HeldWorld]) -> [Pick] {
    var values: [Set<Int>: [Trial]] = [:]
    return picked.compactMap { page, slots in
      let own = values[slots] ?? (differ(worlds, by: slots) ? self.values(slots) : [])
      values[slots] = own
      return own.count > 1 ? Pick(page: page, values: own) : nil
    }
  }

  private func differ(_ worlds: [HeldWorld], by slots: Set<Int>) -> Bool {
    let graph = flow.graph
    let made = graph.made(of: slots, resolved)
    let asking = Set(graph.nodes.indices.filter { deciders.asked(at: $0).contains(where: made.contains) })
    let others = Set(asking.flatMap(deciders.asked)).subtracting(made).sorted()
    let seen = worlds.map { world in
      Set(
        world.situations.filter { asking.contains($0.node) }
          .map { Seen(node: $0.node, known: others.map($0.known.known)) })
    }
    return Set(seen.filter { !$0.isEmpty }).count > 1
  }

  /// A node that asks, and what a run knows there of the other slots that are asked for.
  private struct Seen: Hashable {
    let node: Int
    let known: [Trial.Known]
  }

  private func values(_ slots: Set<Int>) -> [Trial] {
    let expressions = asked.expressions.sorted().map { resolved.expressions[Int($0)] }
    if slots == Code.times {
      return expressions.map(\.code).filter { !$0.instructions.isEmpty }
        .flatMap { $0.times(of: $0.parts($0.instructions.count - 1, at: [.and, .or, .not])) }
    }
    return slots.flatMap { slot in
      let values = slots == Code.presses ? counts(expressions) : filledIn(slot)
      return values.map { value in
        var known = Trial()
        known[slot] = value
        return known
      }
    }
  }

  /// Of presses: about the numbers in conditions.
  private func counts(_ expressions: [CompiledExpression]) -> [Value?] {
    let numbers = expressions.flatMap(\.constants).flatMap(\.neighbours).compactMap { value in
      if case .int(let number) = value, number > 0 { number } else { nil }
    }
    return Set(numbers).sorted().prefix(Self.most).map(Value.int)
  }

  /// Of a field: as of what accounts hold, and nothing where some page does not need it.
  private func filledIn(_ slot: Int) -> [Value?] {
    let isOptional = flow.graph.nodes(.page).contains { page in
      flow.reached[page] && fields(page).contains { Int($0.slot) == slot && !$0.isRequired }
    }
    return HeldValues(
      of: [slot], asked: asked.expressions, flow: flow.graph.root, withAbsence: isOptional, limit: 16, resolved
    ).accounts.compactMap { $0[slot] }
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
