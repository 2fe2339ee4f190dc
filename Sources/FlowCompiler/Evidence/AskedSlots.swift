import FlowExpression
import FlowModel

/// What conditions of a flow ask for, at once or by what is assigned; and the expressions that ask.
struct AskedSlots {
  private(set) var slots = SlotSet()
  private(set) var expressions: Set<Int32> = []
  /// By the node: those that are still asked for as they are there.
  let live: DataFlow<LiveSlots>
  /// Stands for the error that a run keeps.
  let errorSlot: Int
  /// What is known where a run begins: it has nothing but its parameters.
  private(set) var atStart = Trial()

  /// What stands for where codes go.
  let codes: CodeSlots

  /// `codes`: the nodes whose codes go to an address of the client's own, as far as that can be told without playing.
  init(_ graph: FlowGraph, _ deciders: Deciders, codes: Set<Int> = [], _ resolved: ResolvedTenant) {
    var (expressions, slots): (Set<Int32>, SlotSet) = ([], SlotSet())
    let codes = CodeSlots(codes, base: deciders.errorSlot + 1)
    var assigned: [Int: Set<Int32>] = [:]
    var problem = LiveSlots()
    var pending: [Int] = []
    for node in graph.nodes.indices {
      expressions.formUnion(deciders.conditions(at: node).map(\.index))
      if case let own = SlotSet(deciders.asked(at: node)), !own.isEmpty {
        problem.asked[node] = own
        slots.formUnion(own)
        pending += deciders.asked(at: node)
      }
      problem.asked[node, default: SlotSet()].formUnion(codes.asked(at: node, graph, resolved))
      for edge in graph.edgeIndices(node) where graph.edges[edge].assigns {
        problem.writes[edge] = graph.assignments(graph.edges[edge], resolved.flows).flatMap { assignment in
          let read = resolved.expressions[Int(assignment.expression.index)].code.slotsRead
          let write = SlotFlow.Write(slot: Int(assignment.slot), reads: SlotSet(read))
          return codes.nodes.isEmpty
            ? [write]
            : [
              // Which address it is may hang on whatever it is made of.
              SlotFlow.Write(
                slot: codes.address(Int(assignment.slot)), reads: SlotSet(read + read.map(codes.address))), write,
            ]
        }
        for assignment in graph.assignments(graph.edges[edge], resolved.flows) {
          assigned[Int(assignment.slot), default: []].insert(assignment.expression.index)
        }
      }
    }
    for slot in codes.addresses(graph, resolved) {
      slots.insert(slot)
      pending.append(slot)
    }
    while let next = pending.popLast() {
      for expression in assigned[next] ?? [] where expressions.insert(expression).inserted {
        for slot in resolved.expressions[Int(expression)].code.slotsRead {
          slots.insert(slot)
          pending.append(slot)
        }
      }
    }
    (self.slots, self.expressions, errorSlot, self.codes) = (slots, expressions, deciders.errorSlot, codes)
    for attribute in resolved.scope.tenant.attributes.indices {
      let slot = Int(resolved.scope.slot(attribute))
      if slots.contains(slot) { atStart[slot] = nil }
    }
    atStart[errorSlot] = .bool(false)
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
