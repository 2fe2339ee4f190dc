import FlowExpression
import FlowModel

/// What a flow's functions are told that a client has typed, and that nobody has proven: what a function decides on it can be
/// guessed.
struct ToldValues {
  /// The lattice: sets of the slots that may hold what was typed, or was made of it, under union.
  struct Flow: DataFlowProblem {
    static let direction = DataFlowDirection.forward
    fileprivate let start: Int
    fileprivate let atStart: SlotSet
    fileprivate let steps: [Int: [Write]]

    func initial(_ node: Int) -> SlotSet { node == start ? atStart : SlotSet() }

    func transfer(_ fact: SlotSet, along edge: Int) -> SlotSet {
      guard let writes = steps[edge] else { return fact }
      var typed = fact
      for write in writes {
        if write.isTyped || write.reads.first(in: typed) != nil {
          typed.insert(write.slot)
        } else {
          typed.remove(write.slot)
        }
      }
      return typed
    }

    func join(_ other: SlotSet, into fact: inout SlotSet) -> Bool { fact.formUnion(other) }
  }

  /// What an edge writes into a slot.
  fileprivate struct Write {
    let slot: Int
    var isTyped = false
    var reads = SlotSet()
  }

  private let resolved: ResolvedTenant
  private let evidence: Evidence
  private let typed: DataFlow<Flow>

  /// Nil where it is not known what is proven.
  init?(_ flow: AnalyzedFlow, _ resolved: ResolvedTenant) {
    guard let evidence = flow.evidence, flow.graph.start >= 0 else { return nil }
    (self.resolved, self.evidence) = (resolved, evidence)
    let graph = flow.graph
    let inputs = resolved.scope.flows[graph.root].inputs.indices.map { Int(resolved.scope.inputSlot($0)) }
    var steps: [Int: [Write]] = [:]
    for node in graph.nodes.indices {
      for edge in graph.edgeIndices(node) {
        let writes = Self.writes(edge, of: node, graph, resolved, evidence)
        if !writes.isEmpty { steps[edge] = writes }
      }
    }
    typed = DataFlow(graph, Flow(start: Int(graph.start), atStart: SlotSet(inputs), steps: steps))
  }

  private static func writes(
    _ index: Int, of node: Int, _ graph: FlowGraph, _ resolved: ResolvedTenant, _ evidence: Evidence
  ) -> [Write] {
    let edge = graph.edges[index]
    var writes: [Write] = []
    if edge.branch >= 0, let page = graph.page(node, resolved.flows) {
      writes = page.events[Int(edge.branch)].fields.map { Write(slot: Int($0.slot), isTyped: true) }
    } else if let (_, slot) = graph.effect(node, resolved.flows)?.write(by: Int(edge.branch)) {
      writes = [Write(slot: Int(slot))]
    }
    for assignment in graph.assignments(edge, resolved.flows) {
      let slots = resolved.expressions[Int(assignment.expression.index)].reads.map(\.slot).filter { slot in
        // What is made of something proven is no guess.
        guard let subject = evidence.subjects[Slot(slot)] else { return true }
        return evidence.nearest(before: index, of: node, where: { !$0.knows(subject) }) != nil
      }
      writes.append(Write(slot: Int(assignment.slot), reads: SlotSet(slots)))
    }
    return writes
  }

  /// Whether a slot may hold what a client has typed, or what was made of it.
  func isTyped(_ slot: Int, at node: Int) -> Bool { typed[node].contains(slot) }

  /// The slots that a call passes on though a client may have typed them, and nobody has proven them.
  func typed(by call: ResolvedEffect, at node: Int) -> [Slot] {
    call.passed.filter { slot in
      guard typed[node].contains(Int(slot)) else { return false }
      guard let subject = evidence.subjects[slot] else { return true }
      return evidence.nearest(node, where: { !$0.knows(subject) }) != nil
    }
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
  fileprivate func knows(_ subject: Int) -> Bool {
    self[.verified, subject]
      || !self[.unbound] && (self[.ofAccount, subject] || self[.registered, subject])
        && (self[.authenticated] || self[.accountVerified])
  }
}

extension FlowGraph {
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
