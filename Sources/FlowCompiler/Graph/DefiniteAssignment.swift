import FlowModel

/// Which slots surely have a value at each node of a flow, on every path to it: definite assignment, a forward analysis
/// to its greatest fixpoint.
///
/// Beside the slots there are two more bits: whether a session is open, and whether a code that is out, if one is, is for
/// the bound account alone, so that an account is bound once it was entered. The slots of the account's facts say whether
/// an account is bound.
struct DefiniteAssignment: Sendable {
  /// The lattice: sets of slots under intersection, all slots where no run comes.
  struct Flow: DataFlowProblem {
    static let direction = DataFlowDirection.forward
    fileprivate let start: Int
    fileprivate let atStart: SlotSet
    fileprivate let all: SlotSet
    fileprivate let flags: AssignmentStep.Flags
    fileprivate let steps: EdgeTable<AssignmentStep>

    func initial(_ node: Int) -> SlotSet { node == start ? atStart : all }

    func transfer(_ fact: SlotSet, along edge: Int) -> SlotSet {
      guard let step = steps[edge] else { return fact }
      var slots = step.beforeAssignments(fact, flags)
      slots.formUnion(step.assigns)
      return slots
    }

    func join(_ other: SlotSet, into fact: inout SlotSet) -> Bool { fact.formIntersection(other) }
  }

  private let graph: FlowGraph
  private let flow: DataFlow<Flow>
  private var flags: AssignmentStep.Flags { flow.problem.flags }

  init(_ graph: FlowGraph, _ resolved: ResolvedTenant) {
    self.graph = graph
    let syntax = resolved.scope.flows[graph.root]
    let slots = Int(firstAttributeSlot) + resolved.scope.tenant.attributes.count + syntax.inputs.count
    let flags = AssignmentStep.Flags(session: slots, codeForAccount: slots + 1)
    var atStart = SlotSet(RunFact.allCases.map { Int($0.slot) })
    // Where no code is out, none is for anyone.
    atStart.insert(flags.codeForAccount)
    for (index, input) in syntax.inputs.enumerated() where input.definition.isRequired {
      atStart.insert(Int(resolved.scope.inputSlot(index)))
    }
    let steps = EdgeTable(graph, neutral: AssignmentStep()) { node, edge in
      AssignmentStep(graph, node, edge, resolved, flags)
    }
    flow = DataFlow(
      graph,
      Flow(
        start: Int(graph.start), atStart: atStart, all: SlotSet(below: slots + 2), flags: flags, steps: steps))
  }

  /// The number of the bit for an open session.
  var session: Int { flags.session }

  /// What is surely there on entering a node.
  func slots(at node: Int) -> SlotSet { flow[node] }

  /// Whether a slot is surely there on entering a node; true where no run comes.
  func contains(_ slot: Int, at node: Int) -> Bool { flow[node].contains(slot) }

  /// What is surely there once an edge out of a node has been taken, but for its assignments.
  func slots(at node: Int, beforeAssignmentsOf edge: Int) -> SlotSet {
    flow.problem.steps[edge]?.beforeAssignments(flow[node], flags) ?? flow[node]
  }

  /// The edges of a shortest path to a node on which a slot is not there.
  func path(without slot: Int, to node: Int) -> [Int] {
    // Three facts decide it: where the run is, whether the slot is there, and whether the code is for the account.
    let isOfAccount = AssignmentStep.accountFacts.contains(slot)
    func position(_ node: Int, _ has: Bool, _ promised: Bool) -> Int { node * 4 + (has ? 2 : 0) + (promised ? 1 : 0) }
    let start = position(Int(graph.start), flow.problem.atStart.contains(slot), true)
    func isGoal(_ at: Int) -> Bool { at / 4 == node && at & 2 == 0 }
    if isGoal(start) { return [] }
    let path = shortestPath(over: graph.nodes.count * 4, from: [start], to: isGoal) { at, steps in
      let (hasSlot, isPromised) = (at & 2 != 0, at & 1 != 0)
      for index in graph.edgeIndices(at / 4) where graph.edges[index].target >= 0 {
        let target = Int(graph.edges[index].target)
        guard let step = flow.problem.steps[index] else {
          steps.take(index, to: position(target, hasSlot, isPromised))
          continue
        }
        let isAdded = step.adds.contains(slot) || step.assigns.contains(slot)
        let isBound = isOfAccount && step.entersCode && isPromised
        let has = isAdded || isBound || (hasSlot && !step.removes.contains(slot))
        let promised =
          step.adds.contains(flags.codeForAccount) || (isPromised && !step.removes.contains(flags.codeForAccount))
        steps.take(index, to: position(target, has, promised))
      }
    }
    return path?.map(\.edge) ?? []
  }
}
