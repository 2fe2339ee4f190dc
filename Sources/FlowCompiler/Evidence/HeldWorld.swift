import FlowExpression
import FlowModel

/// A flow as it runs where the account holds given values: where conditions that ask for these lead, also by what was noted of
/// them, of constants and of presses. What clients type is open, and so is what else is not known.
struct HeldWorld {
  /// A node, and what is known there of slots that conditions ask for.
  struct Situation: Hashable {
    let node: Int
    let known: Trial
  }

  let held: [Int: Value?]
  let codes: CodeSlots
  private(set) var situations: [Situation] = []
  /// The edges that a run can take from each situation, and the situations behind them.
  private(set) var steps: [[(edge: Int, target: Int)]] = []
  private var numbers: [Situation: Int] = [:]
  private let resolved: ResolvedTenant

  /// So many situations are told apart in all, of each node at least two and at most 24; of further ones less is known.
  private static let told = 4_000

  /// What a client picks whenever it goes on from one page, of what it picks there.
  struct Pick {
    let page: Int
    let values: Trial
  }

  /// `decidesPresence`: whether an attribute is read as present, or absent, as is said; else it may be either. `facts`: what
  /// is known besides.
  init(
    _ flow: AnalyzedFlow, _ held: [Int: Value?], asked: AskedSlots, decidesPresence: Bool, facts: Trial = Trial(),
    pick: Pick? = nil, _ resolved: ResolvedTenant
  ) {
    (self.held, self.resolved, codes) = (held, resolved, asked.codes)
    let graph = flow.graph
    guard graph.start >= 0 else { return }
    let perNode = max(2, min(24, Self.told / graph.nodes.count))
    var count = [Int](repeating: 0, count: graph.nodes.count)
    var first = asked.atStart
    for slot in facts.slots { first[slot] = facts[slot] }
    first.keep(asked.live[Int(graph.start)])
    _ = number(of: Situation(node: Int(graph.start), known: first))
    var done = 0
    while done < situations.count {
      let here = situations[done]
      var next: [(edge: Int, target: Int)] = []
      for edge in graph.ways(from: here.node, here.known, held, asked, decidesPresence, resolved) {
        let target = Int(graph.edges[edge].target)
        guard target >= 0 else { continue }
        var known = here.known
        graph.follow(edge, of: here.node, &known, held, asked, pick, resolved)
        if count[target] >= perNode { known = facts }
        known.keep(asked.live[target])
        let situation = Situation(node: target, known: known)
        if numbers[situation] == nil { count[target] += 1 }
        next.append((edge, number(of: situation)))
      }
      steps.append(next)
      done += 1
    }
  }

  private mutating func number(of situation: Situation) -> Int {
    if let known = numbers[situation] { return known }
    situations.append(situation)
    numbers[situation] = situations.count - 1
    return situations.count - 1
  }
}

extension FlowGraph {
  /// The edges that a run can take from a node where some slots are known.
  fileprivate func ways(
    from node: Int, _ known: Trial, _ held: [Int: Value?], _ asked: AskedSlots, _ decidesPresence: Bool,
    _ resolved: ResolvedTenant
  ) -> [Int] {
    let all = Array(edgeIndices(node))
    switch kind(node, resolved.flows) {
    case .choose(let conditions):
      var found: [Int] = []
      for edge in all where edges[edge].branch >= 0 {
        let condition = conditions[Int(edges[edge].branch)]
        let verdict = condition.map { resolved.expressions[Int($0.index)].code.verdict(known) } ?? true
        if verdict == false { continue }
        found.append(edge)
        if verdict == true { break }
      }
      return found
    case .page(let page):
      let isPassed = page.isPassed(known, errorSlot: asked.errorSlot, resolved) == true
      return isPassed ? all.filter { edges[$0].branch == 0 } : all
    case .effect(let call):
      guard decidesPresence else { return all }
      return all.filter { edge in
        guard edges[edge].branch >= 0, let (write, slot) = call.write(by: Int(edges[edge].branch)),
          let value = held[Int(slot)]
        else { return true }
        return switch write {
        case .accountValue: value != nil
        case .nothing: value == nil
        case .invitedAddress: true
        }
      }
    default: return all
    }
  }

  /// What is known behind an edge.
  fileprivate func follow(
    _ index: Int, of node: Int, _ known: inout Trial, _ held: [Int: Value?], _ asked: AskedSlots,
    _ pick: HeldWorld.Pick?, _ resolved: ResolvedTenant
  ) {
    let edge = edges[index]
    if let page = page(node, resolved.flows) {
      let picked = pick?.page == node ? pick?.values : nil
      if edge.branch >= 0 { page.leave(by: Int(edge.branch), &known, picked, asked, resolved) }
      if let pick {
        // Presses and the time stay what they are until the next page.
        for slot in Code.pressesAndTimes where pick.values.knows(slot) {
          if let picked { known[slot] = picked[slot] } else { known.forget(slot) }
        }
      }
      known[asked.errorSlot] = .bool(false)
    } else if edge.branch >= 0, let call = effect(node, resolved.flows) {
      if call.definition.rebindsAccount { for slot in held.keys { known.forget(slot) } }
      if let (write, slot) = call.write(by: Int(edge.branch)) {
        known.forget(Int(slot))
        let isAsked = asked.slots.contains(Int(slot))
        switch write {
        case .accountValue:
          if let value = held[Int(slot)], value != nil {
            known[Int(slot)] = value
          } else if isAsked {
            known.forgetValue(Int(slot))
          }
        case .nothing: if isAsked { known[Int(slot)] = nil }
        case .invitedAddress: if isAsked { known.forgetValue(Int(slot)) }
        }
      }
    }
    asked.codes.follow(index, of: node, &known, self, resolved)
    for assignment in assignments(edge, resolved.flows) {
      let (slot, expression) = (Int(assignment.slot), resolved.expressions[Int(assignment.expression.index)])
      asked.codes.assign(expression.code, to: slot, &known)
      if asked.slots.contains(slot), let value = expression.value(known) {
        known[slot] = value
      } else {
        known.forget(slot)
      }
    }
    if edge.error >= 0 { known[asked.errorSlot] = .bool(true) }
  }
}

extension CompiledExpression {
  /// What it comes to where some slots are known; nil where that depends on others.
  fileprivate func value(_ known: Trial) -> Value? {
    if let holds = code.verdict(known) { return .bool(holds) }
    guard code.slotsRead.allSatisfy({ known[$0] != nil }), case .success(let value) = evaluate(known) else {
      return nil
    }
    return value
  }
}
