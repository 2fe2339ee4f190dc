import FlowExpression
import FlowModel

extension ComparedFlow {
  enum Kind { case typed, held, compared, other }

  /// What an assignment writes.
  struct Assignment {
    let slot: Int
    let code: Code
    /// What the value is made of.
    let reads: SlotSet
    /// Those of it that nobody has proven.
    let guesses: SlotSet
    /// Whether a client picks it by an event.
    let isPicked: Bool
    /// The conditions that decided that it is assigned.
    let asked: [Code]
  }

  /// What an edge writes: what it collects first, and then what it assigns, one after the other.
  struct Step {
    fileprivate(set) var collected: [(slot: Int, kind: Kind)] = []
    /// Of what it collects, what is there by conditions.
    fileprivate(set) var shown: [(slot: Int, asked: [Code])] = []
    /// What decides that nothing is collected; nil: it is in any case.
    fileprivate(set) var passing: (asked: [Code], slots: [Int])?
    fileprivate(set) var assigned: [Assignment] = []
    /// What tells behind it what was compared before, as ways meet there.
    var met = SlotSet()
    /// What says behind it which way a client took, as ways meet there.
    var picked = SlotSet()
    /// Whether the run ends its binding to an account.
    var leavesAccount = false

    /// An edge that writes nothing.
    init() {}

    var isEmpty: Bool { collected.isEmpty && assigned.isEmpty && picked.isEmpty }

    /// The slots that it writes.
    var writes: SlotSet { SlotSet(collected.map(\.slot) + assigned.map(\.slot)) }
  }

  /// The slots that each edge writes, with that of an error.
  func writes(errorSlot: Int, _ graph: FlowGraph) -> [SlotSet] {
    graph.nodes.indices.flatMap { node in
      graph.edgeIndices(node).map { edge in
        var slots = steps[edge]?.writes ?? SlotSet()
        // A page ends the error, and begins none; who rests there has taken one step more.
        slots.remove(errorSlot)
        if graph.nodes[node].kind == .page { slots.insert(Int(RunFact.steps.slot)) }
        if graph.edges[edge].error >= 0 { slots.insert(errorSlot) }
        return slots
      }
    }
  }
}

extension ComparedFlow.Step {
  /// `secret`, `ofAddresses`: as `ComparedValues` says.
  init(
    _ index: Int, of node: Int, _ graph: FlowGraph, _ resolved: ResolvedTenant, _ evidence: Evidence,
    _ deciders: Deciders, _ kept: KeptValues, ofSecret secret: Slot?, ofAddresses: Bool
  ) {
    let edge = graph.edges[index]
    if edge.branch >= 0, let page = graph.page(node, resolved.flows) {
      collect(page, Int(edge.branch), deciders[node], resolved)
    } else if edge.branch >= 0, let call = graph.effect(node, resolved.flows) {
      let outcome = call.definition.outcomes[Int(edge.branch)]
      leavesAccount = call.definition.rebindsAccount
      if call.definition.rebindsAccount || outcome.bindsAccount || outcome.standing != nil {
        collected = AccountFact.allCases.map { (Int($0.slot), .other) }
      }
      if let (write, slot) = call.write(by: Int(edge.branch)) {
        let isAddress = resolved.scope.attribute(of: slot)?.definition.tellsPeopleApart ?? true
        var kind = ComparedFlow.Kind.other
        if case .accountValue = write, isAddress == ofAddresses {
          kind = kept.compared.contains(Int(slot)) ? .compared : secret ?? slot == slot ? .held : .other
        }
        collected.append((Int(slot), kind))
      }
    }
    if graph.nodes[node].kind == .page { collected.append((deciders.errorSlot, .other)) }
    assign(index, of: node, graph, resolved, evidence)
  }

  private mutating func collect(
    _ page: ResolvedPage, _ event: Int, _ deciders: [Decider], _ resolved: ResolvedTenant
  ) {
    let fields = page.events[event].fields
    collected = fields.map { (Int($0.slot), .typed) }
    // Whether a field is there, and which options it has, tells what its conditions asked.
    shown = fields.filter { !$0.conditions.isEmpty }.map { field in
      (Int(field.slot), field.conditions.map { resolved.expressions[Int($0.index)].code })
    }
    // So does whether the page is.
    if event == 0, let skip = deciders.first(where: { $0.kind == .skip }) {
      passing = (skip.condition.map { [resolved.expressions[Int($0.index)].code] } ?? [], skip.slots)
    }
  }

  private mutating func assign(
    _ index: Int, of node: Int, _ graph: FlowGraph, _ resolved: ResolvedTenant, _ evidence: Evidence
  ) {
    let edge = graph.edges[index]
    var asked: [Code] = []
    if case .choose(let conditions) = graph.kind(node, resolved.flows), edge.branch >= 0 {
      asked = conditions.prefix(Int(edge.branch) + 1).compactMap { condition in
        condition.map { resolved.expressions[Int($0.index)].code }
      }
    }
    for assignment in graph.assignments(edge, resolved.flows) {
      let expression = resolved.expressions[Int(assignment.expression.index)]
      let reads = SlotSet((expression.reads + expression.tests).map(\.slot))
      // A constant tells what was asked where it is assigned.
      assigned.append(
        ComparedFlow.Assignment(
          slot: Int(assignment.slot), code: expression.code,
          reads: reads.isEmpty ? SlotSet(asked.flatMap(\.slotsRead)) : reads,
          guesses: SlotSet(
            ToldValues.unproven(assignment, by: index, of: node, resolved, evidence)
              + (reads.isEmpty ? asked.flatMap(\.slotsRead) : [])),
          isPicked: ToldValues.isPicked(assignment, by: edge, of: node, graph, resolved), asked: asked))
    }
  }
}
