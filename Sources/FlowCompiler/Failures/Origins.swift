import FlowExpression
import FlowModel

/// Whether a run can come to a node with some values: the path is followed backwards, to where each value was collected, read
/// or made. What cannot be told is no way there, so that nothing is reported that does not happen.
struct Origins {
  private let graph: FlowGraph
  private let resolved: ResolvedTenant
  private let trials: Trials
  private let isUncalled: Bool
  private let incoming: [[(source: Int32, edge: Int32)]]

  init(_ flow: AnalyzedFlow, _ resolved: ResolvedTenant, _ trials: Trials) {
    (graph, self.resolved, self.trials, isUncalled) = (flow.graph, resolved, trials, flow.isUncalled)
    let links = flow.graph.incomingEdges()
    incoming = flow.graph.nodes.indices.map { node in
      links[node].filter { flow.reached[Int($0.source)] }.map { (source: $0.source, edge: $0.edge) }
    }
  }

  private struct Position: Hashable {
    let node: Int
    let trial: Trial
  }

  /// The edges of a path on which a run comes to a node with these values; nil where none was found.
  func path(to node: Int, _ trial: Trial) -> [Int]? {
    var search = PathSearch<Position, Int>()
    var seen: Set<Position> = [Position(node: node, trial: trial)]
    search.start(Position(node: node, trial: trial))
    while let visit = search.next(), visit < 1000 {
      let here = search.visits[visit].position
      if let start = beginning(here) { return start + search.path(to: visit).reversed().compactMap(\.step) }
      for (source, edge) in incoming[here.node] {
        for before in before(Int(edge), of: Int(source), here.trial) {
          let position = Position(node: Int(source), trial: before)
          if seen.insert(position).inserted { search.visit(position, from: visit, by: Int(edge)) }
        }
      }
    }
    return nil
  }

  /// A path to a position at which nothing more is asked of what came before; nil where something is.
  private func beginning(_ position: Position) -> [Int]? {
    if isUncalled || position.trial.values.isEmpty { return graph.path(to: position.node) }
    guard position.node == Int(graph.start) else { return nil }
    let inputs = Int(firstAttributeSlot) + resolved.scope.tenant.attributes.count
    let isSo = position.trial.slots.allSatisfy { slot in
      if RunFact.allCases.contains(where: { Int($0.slot) == slot }) { return true }
      guard slot >= inputs else { return position.trial[slot] == nil }
      return position.trial[slot].map { !$0.isEmpty } ?? !(trials.samples.rule(slot)?.definition.isRequired ?? true)
    }
    return isSo ? [] : nil
  }

  /// What may have been before an edge was taken, so that it is as it is behind it. `assignments`: how many were done.
  func before(_ index: Int, of node: Int, _ trial: Trial, assignments: Int? = nil) -> [Trial] {
    let edge = graph.edges[index]
    let assigned = graph.assignments(edge, resolved.flows)
    var trials = [trial]
    for assignment in assigned.prefix(assignments ?? assigned.count).reversed() {
      trials = trials.flatMap { undo(assignment, $0) }
    }
    return trials.flatMap { taken(edge, of: node, $0) }
  }

  private func undo(_ assignment: ResolvedAssignment, _ trial: Trial) -> [Trial] {
    let slot = Int(assignment.slot)
    guard trial.knows(slot) else { return [trial] }
    guard let wanted = trial[slot] else { return [] }
    var before = trial
    before.forget(slot)
    var found: [Trial] = []
    trials.extend(before, for: [assignment.expression.index], limit: 200) { candidate in
      if trials.value(assignment.expression.index, candidate) == .success(wanted) { found.append(candidate) }
      return found.count == 4
    }
    return found
  }

  private func taken(_ edge: FlowGraph.Edge, of node: Int, _ trial: Trial) -> [Trial] {
    switch graph.kind(node, resolved.flows) {
    case .choose(let conditions) where edge.branch >= 0:
      let wanted = conditions.prefix(Int(edge.branch) + 1).enumerated().compactMap { number, condition in
        condition.map { (condition: $0.index, holds: number == Int(edge.branch)) }
      }
      return trials.satisfying(wanted, trial)
    case .page(let page): return left(page, by: Int(edge.branch), trial)
    case .effect(let call): return done(call, Int(edge.branch), trial)
    default: return [trial]
    }
  }

  /// Behind an event, or a page that was passed by.
  private func left(_ page: ResolvedPage, by event: Int, _ trial: Trial) -> [Trial] {
    var found: [Trial] = []
    if event == 0 {
      switch page.skip {
      case .never: break
      case .filled: found = [trial]
      case .when(let condition): found = trials.satisfying([(condition.index, true)], trial)
      }
    }
    var before: Trial? = trial
    if event >= 0 {
      for field in page.events[event].fields where trial.knows(Int(field.slot)) {
        let value = trial[Int(field.slot)]
        // Nobody can send what is empty.
        if value.map(\.isEmpty) ?? field.isSure { before = nil } else { before?.forget(Int(field.slot)) }
      }
    }
    before?.forget(Int(RunFact.now.slot))
    before?.forget(Int(RunFact.steps.slot))
    return found + [before].compactMap { $0 }
  }

  private func done(_ call: ResolvedEffect, _ outcome: Int, _ trial: Trial) -> [Trial] {
    var before = trial
    if let (write, slot) = call.write(by: outcome), trial.knows(Int(slot)) {
      let value = trial[Int(slot)]
      switch write {
      case .accountValue, .invitedAddress: if value.map(\.isEmpty) ?? true { return [] }
      case .nothing: if value != nil { return [] }
      }
      before.forget(Int(slot))
    }
    let definition = call.definition.outcomes[outcome]
    if call.definition.rebindsAccount || definition.bindsAccount || definition.standing != nil
      || call.definition.setsPassword
    {
      for fact in AccountFact.allCases { before.forget(Int(fact.slot)) }
    }
    return [before]
  }
}

extension Value {
  /// Whether a client that sends it sends nothing.
  fileprivate var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .list(let elements): elements.isEmpty
    default: false
    }
  }
}
