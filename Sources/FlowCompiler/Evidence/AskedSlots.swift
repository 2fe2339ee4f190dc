import FlowExpression
import FlowModel

/// What conditions of a flow ask for, at once or by what is assigned; and the expressions that ask.
struct AskedSlots {
  private(set) var slots = SlotSet()
  private(set) var expressions: Set<Int32> = []
  /// By the node: those that are still asked for as they are there.
  let live: DataFlow<LiveSlots>

  init(_ graph: FlowGraph, _ resolved: ResolvedTenant) {
    var (expressions, slots): (Set<Int32>, SlotSet) = ([], SlotSet())
    var assigned: [Int: Set<Int32>] = [:]
    var problem = LiveSlots()
    for node in graph.nodes.indices {
      let own: [Int32] =
        switch graph.kind(node, resolved.flows) {
        case .choose(let conditions): conditions.compactMap { $0?.index }
        case .page(let page): if case .when(let condition) = page.skip { [condition.index] } else { [] }
        default: []
        }
      expressions.formUnion(own)
      if !own.isEmpty {
        problem.asked[node] = SlotSet(own.flatMap { resolved.expressions[Int($0)].code.slotsRead })
      }
      for edge in graph.edgeIndices(node) where graph.edges[edge].assigns {
        problem.writes[edge] = graph.assignments(graph.edges[edge], resolved.flows).map { assignment in
          SlotFlow.Write(
            slot: Int(assignment.slot),
            reads: SlotSet(resolved.expressions[Int(assignment.expression.index)].code.slotsRead))
        }
        for assignment in graph.assignments(graph.edges[edge], resolved.flows) {
          assigned[Int(assignment.slot), default: []].insert(assignment.expression.index)
        }
      }
    }
    var pending = Array(expressions)
    while let next = pending.popLast() {
      for slot in resolved.expressions[Int(next)].code.slotsRead {
        slots.insert(slot)
        for expression in assigned[slot] ?? [] where expressions.insert(expression).inserted {
          pending.append(expression)
        }
      }
    }
    (self.slots, self.expressions) = (slots, expressions)
    live = DataFlow(graph, problem)
  }
}

/// Which slots conditions behind a node still ask for, as they are there. Lattice: sets of slots under union. Transfer: what an
/// edge assigns is not asked for before it, and what that is made of is.
struct LiveSlots: DataFlowProblem {
  static let direction = DataFlowDirection.backward
  fileprivate(set) var asked: [Int: SlotSet] = [:]
  fileprivate(set) var writes: [Int: [SlotFlow.Write]] = [:]

  func initial(_ node: Int) -> SlotSet { asked[node] ?? SlotSet() }

  func transfer(_ fact: SlotSet, along edge: Int) -> SlotSet {
    guard let writes = writes[edge] else { return fact }
    var before = fact
    for write in writes.reversed() where before.contains(write.slot) {
      before.remove(write.slot)
      before.formUnion(write.reads)
    }
    return before
  }

  func join(_ other: SlotSet, into fact: inout SlotSet) -> Bool { fact.formUnion(other) }
}
