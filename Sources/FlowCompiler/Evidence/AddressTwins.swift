import FlowModel

/// Addresses of one account that are the same, as a flow writes the one as a copy of the other: one mailbox, or one number,
/// is one factor under two names.
struct AddressTwins: Sendable {
  private var pairs: Set<[Int]> = []

  init(_ flows: [AnalyzedFlow], _ resolved: ResolvedTenant) {
    for flow in flows where !flow.isUncalled {
      guard let evidence = flow.evidence, !evidence.subjects.copies.isEmpty else { continue }
      for node in flow.graph.nodes(.effect) where flow.reached[node] {
        guard let call = flow.graph.effect(node, resolved.flows), call.definition.writesAttributes else { continue }
        let written = Set(evidence.subjects.written(by: call, resolved.scope))
        for state in evidence.visits(of: node).map(evidence.state) {
          note(written, state, evidence.subjects)
        }
      }
    }
  }

  private mutating func note(_ written: Set<Int>, _ state: EvidenceState, _ subjects: EvidenceSubjects) {
    var same: [Int: Set<Int>] = [:]
    for (number, copy) in subjects.copies.enumerated()
    where !copy.isCompared && copy.carriesProof && number < EvidenceState.copyLimit && state.isCopy(number) {
      same[copy.source, default: [copy.source]].insert(copy.target)
    }
    for group in same.values {
      let new = group.filter { written.contains($0) && !state[.unwritten, $0] }
      let held = group.filter { !state[.unbound] && state.holdsOwn($0) }
      for one in new { for other in new.union(held) where one != other { pairs.insert([one, other].sorted()) } }
    }
  }

  /// Some addresses, as subjects, and those that may be the same.
  func with(_ subjects: [Int]) -> [Int] {
    var all = Set(subjects)
    var count = -1
    while count != all.count {
      count = all.count
      for pair in pairs where pair.contains(where: all.contains) { all.formUnion(pair) }
    }
    return all.sorted()
  }

  /// Whether some addresses are more than one.
  func areSeveral(_ subjects: [Int]) -> Bool {
    guard let first = subjects.first else { return false }
    let same = with([first])
    return subjects.contains { !same.contains($0) }
  }
}
