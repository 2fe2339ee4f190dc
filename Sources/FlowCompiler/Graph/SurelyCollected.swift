import FlowExpression
import FlowModel
import FlowSource

/// What is surely there at each node of a flow, on every way to it: a forward analysis to its greatest fixpoint.
///
/// Beside the slots there are two more bits: whether a session is open, and whether a code that is out, if one is, is for
/// the bound account alone, so that an account is bound once it was entered. The slots of the account's facts say whether
/// an account is bound.
struct SurelyCollected: Sendable {
  /// What an edge adds and takes away.
  struct Step: Sendable {
    /// Whether an earlier binding of an account ends.
    var unbinds = false
    /// Slots that an effect consumes, or that a client may leave blank.
    var removes: [Int] = []
    var adds: [Int] = []
    /// Whether a code was entered, which binds an account if it was for one alone.
    var entersCode = false

    /// Whether a slot that was there may be gone.
    func ends(_ slot: Int) -> Bool { removes.contains(slot) || (unbinds && Self.accountFacts.contains(slot)) }

    /// The slots of what is known of a bound account.
    static let accountFacts = AccountFact.allCases.map { Int($0.slot) }
  }

  /// The number of the bit for an open session.
  let session: Int
  /// The number of the bit for a code that is for the bound account alone.
  private let codeForAccount: Int
  /// What is surely there on entering each node; everything where no run comes.
  private let sets: SlotSets
  private let steps: [Step]
  private let graph: FlowGraph
  /// What `has()` shows in each condition of a `choose`, by its node.
  private let atStart: [Int]

  init(_ graph: FlowGraph, _ analysis: Analysis) {
    self.graph = graph
    let flow = analysis.scope.flows[graph.root]
    let slots = Int(firstAttributeSlot) + analysis.scope.tenant.attributes.count + flow.inputs.count
    session = slots
    codeForAccount = slots + 1
    // Where no code is out, none is for anyone.
    var atStart = RunFact.allCases.map { Int($0.slot) } + [slots + 1]
    for (index, input) in flow.inputs.enumerated() where input.definition.isRequired {
      atStart.append(Int(analysis.scope.inputSlot(index)))
    }
    self.atStart = atStart
    var steps = [Step](repeating: Step(), count: graph.edges.count)
    for node in graph.nodes.indices {
      for index in graph.edgeIndices(node) {
        steps[index] = Self.step(graph, node, graph.edges[index], analysis, session, codeForAccount)
      }
    }
    self.steps = steps
    sets = Self.solve(graph, steps, slots: slots + 2, atStart, codeForAccount)
  }

  private static func solve(
    _ graph: FlowGraph, _ steps: [Step], slots: Int, _ atStart: [Int], _ codeForAccount: Int
  ) -> SlotSets {
    var sets = SlotSets(rows: graph.nodes.count, slots: slots, full: true)
    let start = Int(graph.start)
    var row = SlotSets(rows: 1, slots: slots, full: false).row(0)
    for slot in atStart { row.insert(slot) }
    sets.replace(start, by: row)
    var pending = [start]
    var isPending = [Bool](repeating: false, count: graph.nodes.count)
    var isSeen = isPending
    isSeen[start] = true
    var next = 0
    while next < pending.count {
      let node = pending[next]
      next += 1
      isPending[node] = false
      for index in graph.edgeIndices(node) {
        let target = Int(graph.edges[index].target)
        guard target >= 0 else { continue }
        sets.load(node, into: &row)
        apply(steps[index], to: &row, codeForAccount)
        let changed = sets.intersect(target, with: row)
        guard (changed || !isSeen[target]) && !isPending[target] else { continue }
        isSeen[target] = true
        isPending[target] = true
        pending.append(target)
      }
      if next > 1 << 16 {
        pending.removeFirst(next)
        next = 0
      }
    }
    return sets
  }

  private static func apply(_ step: Step, to row: inout SlotRow, _ codeForAccount: Int) {
    if step.unbinds {
      for fact in Step.accountFacts { row.remove(fact) }
    }
    if step.entersCode, row.contains(codeForAccount) {
      for fact in Step.accountFacts { row.insert(fact) }
    }
    for slot in step.removes { row.remove(slot) }
    for slot in step.adds { row.insert(slot) }
  }

  /// What an edge collects, shows or binds.
  private static func step(
    _ graph: FlowGraph, _ node: Int, _ edge: FlowGraph.Edge, _ analysis: Analysis, _ session: Int, _ codeForAccount: Int
  ) -> Step {
    var step = Step()
    let state = graph.state(node, analysis.flows)
    switch state.kind {
    case .page(let page) where edge.way >= 0:
      let fields = page.events[Int(edge.way)].fields
      let required = fields.filter(\.isRequired).map { Int($0.slot) }
      // What is left blank is taken back.
      step.removes = fields.filter { !$0.isRequired }.map { Int($0.slot) }
      // A page passed by on a condition has collected nothing but what the condition shows to be there.
      if case .when(let condition) = page.skip, edge.way == 0,
        analysis.expressions[Int(condition.index)].constant != .bool(false)
      {
        let shown = Refinement(condition, analysis.expressions).whenTrue
        step.adds = required.filter { shown.contains($0) }
      } else {
        step.adds = required
      }
    case .effect(let effect):
      let definition = effect.effect.definition
      step.unbinds = definition.rebindsAccount
      step.removes = consumed(by: effect, outcome: Int(edge.way))
      let outcome = definition.outcomes[Int(edge.way)]
      if outcome.bindsAccount { step.adds = Step.accountFacts }
      switch effect.write(by: Int(edge.way)) {
      case (.accountValue, let slot)?: step.adds.append(Int(slot))
      case (.nothing, let slot)?: step.removes.append(Int(slot))
      case nil: break
      }
      if definition.opensSession { step.adds.append(session) }
      step.entersCode = outcome.mints.contains(.verifiedCodeTarget)
      // Only a code that was sent takes the place of the one before.
      if outcome.sendsCode {
        if effect.isForAccount {
          step.adds.append(codeForAccount)
        } else {
          step.removes.append(codeForAccount)
        }
      }
    case .choose(let conditions):
      step.adds = shown(conditions.prefix(Int(edge.way) + 1), analysis)
    default: break
    }
    if let transition = graph.transition(edge, analysis.flows) {
      step.adds += transition.assignments.map { Int($0.slot) }
    }
    return step
  }

  /// The secrets that an effect takes out of the run: what was compared is gone, and so is a password that was set or
  /// refused; one that was only accepted stays.
  private static func consumed(by effect: ResolvedEffect, outcome: Int) -> [Int] {
    let definition = effect.effect.definition
    if definition.outcomes[outcome].keepsSecrets { return [] }
    return zip(definition.parameters, effect.arguments).compactMap { parameter, argument in
      guard case .secret = parameter.kind, case .slot(let slot) = argument else { return nil }
      return Int(slot)
    }
  }

  /// What is shown to be there where the last of some conditions held, and those before it did not.
  private static func shown(_ conditions: ArraySlice<ResolvedExpression?>, _ analysis: Analysis) -> [Int] {
    var slots: [Int] = []
    for (index, condition) in zip(conditions.indices, conditions) {
      guard let condition else { continue }
      let refinement = Refinement(condition, analysis.expressions)
      slots += index == conditions.endIndex - 1 ? refinement.whenTrue : refinement.whenFalse
    }
    return slots
  }

  // MARK: Questions

  /// What is surely there on entering a node.
  func row(_ node: Int) -> SlotRow { sets.row(node) }

  /// Whether a slot is surely there on entering a node; true where no run comes.
  func contains(_ slot: Int, at node: Int) -> Bool { sets.contains(node, slot) }

  /// What is surely there once an edge has been taken, but for its assignments.
  func row(_ node: Int, before edge: Int, assigning count: Int) -> SlotRow {
    var row = row(node)
    var step = steps[edge]
    step.adds.removeLast(count)
    Self.apply(step, to: &row, codeForAccount)
    return row
  }

  /// The edges of a shortest way to a node on which a slot is not there.
  func way(without slot: Int, to node: Int) -> [Int] {
    // Three facts decide it: where the run is, whether the slot is there, and whether the code is for the account.
    let isOfAccount = Step.accountFacts.contains(slot)
    func position(_ node: Int, _ has: Bool, _ promised: Bool) -> Int { node * 4 + (has ? 2 : 0) + (promised ? 1 : 0) }
    let start = position(Int(graph.start), atStart.contains(slot), true)
    let goals = [position(node, false, false), position(node, false, true)]
    var reachedBy = [Int32](repeating: -1, count: graph.nodes.count * 4)
    var origin = reachedBy
    var pending = [start]
    var next = 0
    origin[start] = Int32(start)
    while next < pending.count, goals.allSatisfy({ origin[$0] < 0 }) {
      let at = pending[next]
      next += 1
      let (hasSlot, isPromised) = (at & 2 != 0, at & 1 != 0)
      for index in graph.edgeIndices(at / 4) where graph.edges[index].target >= 0 {
        let step = steps[index]
        let binds = isOfAccount && step.entersCode && isPromised
        let has = step.adds.contains(slot) || binds || (hasSlot && !step.ends(slot))
        let promised = step.adds.contains(codeForAccount) || (isPromised && !step.ends(codeForAccount))
        let target = position(Int(graph.edges[index].target), has, promised)
        guard origin[target] < 0 else { continue }
        origin[target] = Int32(at)
        reachedBy[target] = Int32(index)
        pending.append(target)
      }
    }
    var way: [Int] = []
    guard var at = goals.first(where: { origin[$0] >= 0 }) else { return way }
    while at != start {
      way.append(Int(reachedBy[at]))
      at = Int(origin[at])
    }
    return way.reversed()
  }
}
