import FlowExpression
import FlowModel

/// Constants that a client picks by where it goes: by one of several events of a page, by waiting, by what it has typed or how
/// often it has pressed before a condition asks, or by an effect that judges what it types, as a wrong code can be typed on
/// purpose. Where such ways meet again, what was assigned on some of them says which one the client took, as if it had typed
/// it.
struct PickedConstants: Sendable {
  /// What each edge by which ways meet brings along, without what effects judge; nothing for others.
  private(set) var met: [Int: SlotSet] = [:]
  /// The same, also by what effects judge, which is picked by whoever can answer right, too.
  private(set) var metByAll: [Int: SlotSet] = [:]
  /// All that is picked, whether the ways meet or each writes it to the account.
  private(set) var slots = SlotSet()

  /// No constants.
  init() {}

  init(_ graph: FlowGraph, _ resolved: ResolvedTenant) {
    guard graph.start >= 0 else { return }
    let constants = Self.constants(graph, resolved)
    guard constants.contains(where: { !$0.isEmpty }) else { return }
    let inputs = resolved.scope.flows[graph.root].inputs.indices.map { Int(resolved.scope.inputSlot($0)) }
    let writes = Self.writes(graph, resolved)
    var pending = Set(graph.nodes.indices.filter { graph.edgeIndices($0).count > 1 })
    for byEffects in [false, true] {
      while true {
        let problem = SlotFlow(start: Int(graph.start), atStart: SlotSet(inputs), writes: writes, met: metByAll)
        let typed = DataFlow(graph, problem)
        let found = pending.filter { Self.isPicking($0, typed, byEffects: byEffects, graph, resolved) }
        if found.isEmpty { break }
        for node in found.sorted() {
          pending.remove(node)
          let behind = Dependence(on: node, graph, writes: constants)
          if behind.slots.isEmpty { continue }
          slots.formUnion(behind.slots)
          for edge in behind.meetings { metByAll[edge, default: SlotSet()].formUnion(behind.slots) }
        }
      }
      if !byEffects { met = metByAll }
    }
  }

  /// Whether a client decides at a node where the run goes on.
  private static func isPicking(
    _ node: Int, _ typed: DataFlow<SlotFlow>, byEffects: Bool, _ graph: FlowGraph, _ resolved: ResolvedTenant
  ) -> Bool {
    switch graph.kind(node, resolved.flows) {
    case .page: return true
    case .choose(let conditions):
      let asked = conditions.flatMap { condition in
        condition.map { resolved.expressions[Int($0.index)].code.slotsRead } ?? []
      }
      let own = [Int(RunFact.steps.slot), Int(RunFact.now.slot)]
      return asked.contains { typed[node].contains($0) || own.contains($0) }
    case .effect(let call):
      guard byEffects, call.function == nil else { return false }
      // Whoever asks for messages often enough gets no more of them.
      return ChosenValues.handsSecret(call) || call.definition.codeTarget != nil || call.definition.sendsLink
        || call.lookupSlot.map { typed[node].contains(Int($0)) } ?? false
    default: return false
    }
  }

  /// What each edge assigns that is a constant, or made of such alone.
  private static func constants(_ graph: FlowGraph, _ resolved: ResolvedTenant) -> [SlotSet] {
    let assignments = graph.edges.map { edge in
      graph.assignments(edge, resolved.flows).map { assignment in
        let expression = resolved.expressions[Int(assignment.expression.index)]
        return (slot: Int(assignment.slot), reads: (expression.reads + expression.tests).map(\.slot))
      }
    }
    let own = SlotSet(assignments.joined().filter(\.reads.isEmpty).map(\.slot))
    return assignments.map { SlotSet($0.filter { $0.reads.allSatisfy(own.contains) }.map(\.slot)) }
  }

  private static func writes(_ graph: FlowGraph, _ resolved: ResolvedTenant) -> [Int: [SlotFlow.Write]] {
    SlotFlow.writes(graph, resolved, collected: SlotFlow.typed, answered: { _, _ in false }) {
      assignment, index, node in
      let expression = resolved.expressions[Int(assignment.expression.index)]
      return SlotFlow.Write(
        slot: Int(assignment.slot),
        isSource: ToldValues.isPicked(assignment, by: graph.edges[index], of: node, graph, resolved),
        reads: SlotSet((expression.reads + expression.tests).map(\.slot)), isAssigned: true)
    }
  }
}
