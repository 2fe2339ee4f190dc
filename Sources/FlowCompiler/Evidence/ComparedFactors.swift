import FlowExpression
import FlowModel

/// Second factors that a client types, and that a condition holds against what the account has: a code goes to the number
/// that was typed, and nobody comes to a session whose number is another one. However the condition is written, the account's
/// own number is meant by it; whether the condition keeps that promise, the evidence says.
struct ComparedFactors {
  /// By the node that asks: the factors, as subjects.
  private(set) var ofNodes: [Int: Set<Int>] = [:]

  var all: Set<Int> { ofNodes.values.reduce(into: []) { $0.formUnion($1) } }

  init(_ flow: AnalyzedFlow, _ subjects: EvidenceSubjects, _ resolved: ResolvedTenant) {
    let graph = flow.graph
    let calls = graph.nodes(.effect).filter { flow.reached[$0] }.compactMap { graph.effect($0, resolved.flows) }
    func slot(_ subject: Int) -> Slot { resolved.scope.slot(subjects.attributes[subject]) }
    let names = Set(calls.compactMap(\.lookupSlot))
    var (held, proven): (Set<Int>, Set<Int>) = ([], [])
    for call in calls {
      if case (.accountValue, let slot)? = call.write(by: 0), !names.contains(slot), let subject = subjects[slot] {
        held.insert(subject)
      }
      if let target = call.definition.codeTarget.flatMap({ subjects[call, $0] }) {
        proven.formUnion(subjects.sources(of: target))
      }
    }
    held.formIntersection(subjects.addresses)
    if held.isEmpty || !proven.contains(where: { !held.contains($0) }) { return }
    // What is copied into an address is that address, and no note of a comparison.
    let notes = graph.notes(resolved).filter { slot, _ in
      subjects[Slot(slot)].map { !subjects.addresses.contains($0) } ?? true
    }
    for node in graph.nodes(.choose) where flow.reached[node] {
      guard case .choose(let conditions) = graph.kind(node, resolved.flows) else { continue }
      let read = conditions.compactMap(\.self).flatMap { resolved.expressions[Int($0.index)].code.slotsRead }
      let asked = Set(Self.origins(of: read, notes).compactMap { subjects[Slot($0)] })
      let typed = asked.intersection(proven)
      let found = asked.intersection(held).filter { factor in
        typed.contains { one in
          one != factor
            && graph.isPassed(node, where: slot(one), is: slot(factor), conditions, notes, resolved)
        }
      }
      if !found.isEmpty { ofNodes[node] = found }
    }
  }

  /// Some slots, and those of which is made what is assigned to them.
  private static func origins(of slots: [Int], _ notes: [Int: [Code]]) -> Set<Int> {
    var found = Set(slots)
    var pending = slots
    while let slot = pending.popLast() {
      for read in notes[slot]?.flatMap(\.slotsRead) ?? [] where found.insert(read).inserted { pending.append(read) }
    }
    return found
  }
}

extension FlowGraph {
  /// By the slot: what is assigned to it.
  fileprivate func notes(_ resolved: ResolvedTenant) -> [Int: [Code]] {
    var notes: [Int: [Code]] = [:]
    for edge in edges where edge.assigns {
      for assignment in assignments(edge, resolved.flows) {
        notes[Int(assignment.slot), default: []].append(resolved.expressions[Int(assignment.expression.index)].code)
      }
    }
    return notes
  }

  /// Whether a choice leads to a session by some ways and not by others, and where two slots hold the same, by one that leads
  /// there.
  fileprivate func isPassed(
    _ node: Int, where one: Slot, is other: Slot, _ conditions: [ResolvedExpression?], _ notes: [Int: [Code]],
    _ resolved: ResolvedTenant
  ) -> Bool {
    let ways = edgeIndices(node).filter { edges[$0].branch >= 0 && edges[$0].target >= 0 }
    let open = ways.filter { opensSession(behind: $0, of: node, past: other, resolved) }
    if open.isEmpty || open.count == ways.count { return false }
    var same = Trial()
    for slot in [one, other] { same[Int(slot)] = .string("+420601123456") }
    let made = notes.filter { $0.value.count == 1 }.sorted { $0.key < $1.key }
    // One note may be made of another.
    for _ in 0..<2 {
      for (slot, codes) in made { if let holds = codes.first?.verdict(same) { same[slot] = .bool(holds) } }
    }
    let verdicts = conditions.map { condition in
      condition.map { resolved.expressions[Int($0.index)].code.verdict(same) } ?? true
    }
    return open.contains { edge in
      let branch = Int(edges[edge].branch)
      return verdicts[branch] != false && !verdicts.prefix(branch).contains(true)
    }
  }

  /// Whether a session opens behind an edge, of the same account, which holds a factor, without coming to the edge's node again.
  private func opensSession(
    behind edge: Int, of node: Int, past factor: Slot, _ resolved: ResolvedTenant
  ) -> Bool {
    let first = Int(edges[edge].target)
    if first == node { return false }
    if opens(first, resolved) { return true }
    return path(
      from: first, to: { opens($0, resolved) },
      allows: { next in
        guard Int(edges[next].target) != node, let call = effect(source(of: next), resolved.flows) else {
          return Int(edges[next].target) != node
        }
        if call.definition.rebindsAccount { return false }
        guard edges[next].branch >= 0, case (.nothing, factor)? = call.write(by: Int(edges[next].branch)) else {
          return true
        }
        return false
      }) != nil
  }
}
