import FlowExpression
import FlowModel

/// What a flow's functions are told that a client has typed, and that nobody has proven: what a function decides on it can be
/// guessed.
struct ToldValues {
  private let resolved: ResolvedTenant
  private let evidence: Evidence
  private let typed: DataFlow<SlotFlow>

  /// `kept`: what accounts hold that clients have typed in other runs, which counts as typed. Nil where it is not known what is
  /// proven.
  init?(_ flow: AnalyzedFlow, _ resolved: ResolvedTenant, kept: SlotSet = SlotSet()) {
    guard let evidence = flow.evidence, flow.graph.start >= 0 else { return nil }
    (self.resolved, self.evidence) = (resolved, evidence)
    let graph = flow.graph
    let inputs = resolved.scope.flows[graph.root].inputs.indices.map { Int(resolved.scope.inputSlot($0)) }
    let written = SlotFlow.writes(
      graph, resolved, collected: SlotFlow.typed,
      answered: { write, slot in if case .accountValue = write { kept.contains(Int(slot)) } else { false } }
    ) { assignment, index, node in
      let edge = graph.edges[index]
      let slots = Self.unproven(assignment, by: index, of: node, resolved, evidence)
      // A constant tells what was asked where it is assigned.
      let asked = Self.isConstant(assignment, resolved) ? graph.slotsAsked(by: edge, of: node, resolved) : []
      return SlotFlow.Write(
        slot: Int(assignment.slot), isSource: Self.isPicked(assignment, by: edge, of: node, graph, resolved),
        reads: SlotSet(slots + asked), isAssigned: true)
    }
    typed = DataFlow(
      graph, SlotFlow(start: Int(graph.start), atStart: SlotSet(inputs), writes: written, met: flow.picked.met))
  }

  /// Whether a client picks what is assigned: a constant by one of several events of a page, or what is made of itself, or of
  /// the steps of the run, by how often it comes there.
  static func isPicked(
    _ assignment: ResolvedAssignment, by edge: FlowGraph.Edge, of node: Int, _ graph: FlowGraph,
    _ resolved: ResolvedTenant
  ) -> Bool {
    let expression = resolved.expressions[Int(assignment.expression.index)]
    let reads = (expression.reads + expression.tests).map(\.slot)
    if reads.contains(Int(RunFact.steps.slot)) { return true }
    if !reads.isEmpty { return reads.allSatisfy { $0 == Int(assignment.slot) } }
    return edge.branch >= 0 && (graph.page(node, resolved.flows)?.events.count ?? 0) > 1
  }

  private static func isConstant(_ assignment: ResolvedAssignment, _ resolved: ResolvedTenant) -> Bool {
    let expression = resolved.expressions[Int(assignment.expression.index)]
    return expression.reads.isEmpty && expression.tests.isEmpty
  }

  /// The slots that an assignment reads, but for those that hold something proven: what is made of that is no guess.
  static func unproven(
    _ assignment: ResolvedAssignment, by edge: Int, of node: Int, _ resolved: ResolvedTenant, _ evidence: Evidence
  ) -> [Int] {
    resolved.expressions[Int(assignment.expression.index)].reads.map(\.slot).filter { slot in
      guard let subject = evidence.subjects[Slot(slot)] else { return true }
      return evidence.nearest(before: edge, of: node, where: { !$0.knows(subject) }) != nil
    }
  }

  /// The slots that a call passes on though a client may have typed them, and nobody has proven them.
  func typed(by call: ResolvedEffect, at node: Int) -> [Slot] {
    call.passed.filter { slot in
      guard typed[node].contains(Int(slot)) else { return false }
      guard let subject = evidence.subjects[slot] else { return true }
      return evidence.nearest(node, where: { !$0.knows(subject) }) != nil
    }
  }

  /// The subject that a slot is, among those of which anything is known.
  func subject(of slot: Slot) -> Int? { evidence.subjects[slot] }

  /// Whether a run can come to a node in such a state.
  func mayBe(at node: Int, _ condition: (EvidenceState) -> Bool) -> Bool {
    evidence.nearest(node, where: condition) != nil
  }

  /// Whether the name of the account that a function is told, or would be, may be a client's bare word.
  func isNameTyped(at node: Int) -> Bool {
    evidence.nearest(node) { state in
      if !state[.unbound] { return !state[.authenticated] && !state[.accountVerified] }
      return evidence.subjects.identifiers.contains { subject in
        let slot = resolved.scope.slot(evidence.subjects.attributes[subject])
        return typed[node].contains(Int(slot)) && !state[.unwritten, subject] && !state[.verified, subject]
      }
    } != nil
  }
}

extension EvidenceState {
  /// Whether what a subject holds is proven, or is what an account holds whose owner is here.
  func knows(_ subject: Int) -> Bool {
    self[.verified, subject]
      || !self[.unbound] && (self[.ofAccount, subject] || self[.registered, subject])
        && (self[.authenticated] || self[.accountVerified])
  }
}

extension FlowGraph {
  /// The slots that the conditions read which led to an edge of a choice.
  func slotsAsked(by edge: Edge, of node: Int, _ resolved: ResolvedTenant) -> [Int] {
    guard case .choose(let conditions) = kind(node, resolved.flows), edge.branch >= 0 else { return [] }
    return conditions.prefix(Int(edge.branch) + 1).flatMap { condition in
      condition.map { resolved.expressions[Int($0.index)].code.slotsRead } ?? []
    }
  }

  /// Whether the answer of an effect changes where the run goes on, or how.
  func isDecided(by node: Int, _ flows: [ResolvedFlow]) -> Bool {
    struct Way: Hashable {
      let target: Int
      let error: Int32
      let assigned: [Int32]
    }
    let ways = edgeIndices(node).filter { edges[$0].transition >= 0 }.map { index in
      Way(
        target: landing(of: index), error: edges[index].error,
        assigned: assignments(edges[index], flows).flatMap { [Int32($0.slot), $0.expression.index] })
    }
    return Set(ways).count > 1
  }
}
