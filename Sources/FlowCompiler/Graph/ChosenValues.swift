import FlowExpression
import FlowModel

/// What a flow holds that a client chose: what it types or picks, whether or not it is proven, and what earlier clients have
/// written to accounts.
struct ChosenValues {
  private let graph: FlowGraph
  private let resolved: ResolvedTenant
  private let here: DataFlow<SlotFlow>
  private let before: DataFlow<SlotFlow>

  /// `doubted`: the attributes that an account may hold which somebody has written who was not its owner.
  init(_ flow: AnalyzedFlow, _ resolved: ResolvedTenant, doubted: SlotSet) {
    let graph = flow.graph
    (self.graph, self.resolved) = (graph, resolved)
    let inputs = resolved.scope.flows[graph.root].inputs.indices.map { Int(resolved.scope.inputSlot($0)) }
    let start = Int(graph.start)
    here = DataFlow(
      graph,
      SlotFlow(
        start: start, atStart: SlotSet(inputs), writes: Self.writes(graph, resolved, typed: true, SlotSet()),
        met: flow.picked.met))
    before = DataFlow(
      graph,
      SlotFlow(start: start, atStart: SlotSet(), writes: Self.writes(graph, resolved, typed: false, doubted)))
  }

  private static func writes(
    _ graph: FlowGraph, _ resolved: ResolvedTenant, typed isTyped: Bool, _ doubted: SlotSet
  ) -> [Int: [SlotFlow.Write]] {
    SlotFlow.writes(
      graph, resolved,
      collected: { page, event in
        // What the run has already may stay where the page, or the field, is passed by.
        let fields = page.events[event].fields.filter { isTyped || $0.isSure && !page.isSkippable }
        return fields.map { SlotFlow.Write(slot: Int($0.slot), isSource: isTyped) }
      },
      answered: { write, slot in if case .accountValue = write { doubted.contains(Int(slot)) } else { false } }
    ) { assignment, index, node in
      let edge = graph.edges[index]
      let expression = resolved.expressions[Int(assignment.expression.index)]
      let isConstant = expression.reads.isEmpty && expression.tests.isEmpty
      let asked = isConstant && isTyped ? graph.slotsAsked(by: edge, of: node, resolved) : []
      return SlotFlow.Write(
        slot: Int(assignment.slot),
        isSource: isTyped
          && (ToldValues.isPicked(assignment, by: edge, of: node, graph, resolved) || expression.isMadeOfTime),
        reads: SlotSet((expression.reads + expression.tests).map(\.slot) + asked), isAssigned: true)
    }
  }

  /// Whether the client of this run may have chosen what a slot holds.
  func isChosen(_ slot: Slot, at node: Int) -> Bool { here[node].contains(Int(slot)) }

  /// Whether it may have been read of an account on which somebody wrote it who was not the owner.
  func isDoubted(_ slot: Slot, at node: Int) -> Bool { before[node].contains(Int(slot)) }

  /// What the call at a node hands on that the client has chosen, and that may say more than whose account it is: beside
  /// values of all kinds the identifiers, in a state in which they are not the one name of the account.
  func told(by call: ResolvedEffect, at node: Int, _ state: EvidenceState, _ subjects: EvidenceSubjects) -> [Slot] {
    (call.passed + call.listed).filter { slot in
      guard isChosen(slot, at: node) else { return false }
      guard let subject = subjects[slot], subjects.identifiers.contains(subject) else { return true }
      if state[.unwritten, subject] { return false }
      return subjects.identifiers.contains { $0 != subject && !state[.unwritten, $0] }
        && (state[.unbound] || !state[.ofAccount, subject])
    }
  }

  /// Whether a call hands on a secret that the client types.
  static func handsSecret(_ call: ResolvedEffect) -> Bool {
    call.arguments.contains { argument in
      if case .slot(let slot) = argument { SecretField.allCases.contains { $0.slot == slot } } else { false }
    }
  }

  /// Whether a call hands on the password that the client proposes.
  static func handsPassword(_ call: ResolvedEffect) -> Bool {
    call.definition.parameters.indices.contains { index in
      if case .secret = call.definition.parameters[index].kind { call.argument(index) != .absent } else { false }
    }
  }
}

extension CompiledExpression {
  /// Whether something is made of what the clock says: whoever waits for the right minute picks it.
  fileprivate var isMadeOfTime: Bool {
    code.instructions.count > 1 && reads.contains { Code.times.contains($0.slot) }
  }
}
