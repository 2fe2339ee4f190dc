import FlowModel

/// Which slots may hold values of some kind, or what was made of such: a forward may-analysis. Lattice: sets of slots under
/// union. Transfer: what an edge writes holds one where the value is of the kind, or is made of one that is; else none.
struct SlotFlow: DataFlowProblem {
  static let direction = DataFlowDirection.forward

  /// What an edge writes into a slot.
  struct Write: Sendable {
    let slot: Int
    /// Whether the value itself is of the kind.
    var isSource = false
    /// The slots that it is made of.
    var reads = SlotSet()
    /// Whether the transition assigns it, behind all else and one after the other.
    var isAssigned = false
  }

  let start: Int
  /// What holds such values when a run begins.
  let atStart: SlotSet
  /// The writes of each edge that writes.
  let writes: [Int: [Write]]
  /// What holds such values behind edges by which ways meet, whatever was written on one of them.
  var met: [Int: SlotSet] = [:]

  func initial(_ node: Int) -> SlotSet { node == start ? atStart : SlotSet() }

  func transfer(_ fact: SlotSet, along edge: Int) -> SlotSet {
    let met = met[edge]
    guard let writes = writes[edge] else {
      guard let met else { return fact }
      var after = fact
      after.formUnion(met)
      return after
    }
    var after = fact
    for write in writes where !write.isAssigned { write.apply(to: &after, given: fact) }
    for write in writes where write.isAssigned {
      let given = after
      write.apply(to: &after, given: given)
    }
    if let met { after.formUnion(met) }
    return after
  }

  func join(_ other: SlotSet, into fact: inout SlotSet) -> Bool { fact.formUnion(other) }
}

extension SlotFlow {
  /// What the edges of a flow write: by `collected` what an event of a page collects, for which `answered` says whether what an
  /// effect writes is of the kind, and by `assigned` what transitions assign, each given the edge and its node.
  static func writes(
    _ graph: FlowGraph, _ resolved: ResolvedTenant, collected: (ResolvedPage, Int) -> [Write],
    answered: (SlotWrite, Slot) -> Bool, assigned: (ResolvedAssignment, Int, Int) -> Write
  ) -> [Int: [Write]] {
    var all: [Int: [Write]] = [:]
    for node in graph.nodes.indices {
      for index in graph.edgeIndices(node) {
        let edge = graph.edges[index]
        var writes: [Write] = []
        if edge.branch >= 0, let page = graph.page(node, resolved.flows) {
          writes = collected(page, Int(edge.branch))
        } else if let (write, slot) = graph.effect(node, resolved.flows)?.write(by: Int(edge.branch)) {
          writes = [Write(slot: Int(slot), isSource: answered(write, slot))]
        }
        writes += graph.assignments(edge, resolved.flows).map { assigned($0, index, node) }
        if !writes.isEmpty { all[index] = writes }
      }
    }
    return all
  }

  /// All fields that an event collects, as a client types them.
  static func typed(_ page: ResolvedPage, by event: Int) -> [Write] {
    page.events[event].fields.map { Write(slot: Int($0.slot), isSource: true) }
  }
}

extension SlotFlow.Write {
  fileprivate func apply(to holding: inout SlotSet, given before: SlotSet) {
    if isSource || reads.first(in: before) != nil { holding.insert(slot) } else { holding.remove(slot) }
  }
}
