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

extension SlotFlow.Write {
  fileprivate func apply(to holding: inout SlotSet, given before: SlotSet) {
    if isSource || reads.first(in: before) != nil { holding.insert(slot) } else { holding.remove(slot) }
  }
}
