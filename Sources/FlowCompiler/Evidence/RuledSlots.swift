import FlowExpression
import FlowModel

/// What a run notes, where not the account alone decides what it notes: a page that leads on in two ways, or a function that
/// answers so or so, comes to other assignments of the same slot, or past them.
struct RuledSlots {
  /// The slots that somebody else has a say in.
  private(set) var slots = SlotSet()

  /// `held`: the slots whose values are the account's own.
  init(_ graph: FlowGraph, held: SlotSet, _ resolved: ResolvedTenant) {
    var (assigning, asking): ([Int: [Int]], [Int: Set<Int>]) = ([:], [:])
    for node in graph.nodes.indices {
      if case .choose(let conditions) = graph.kind(node, resolved.flows) {
        for slot in conditions.compactMap(\.self).flatMap({ resolved.expressions[Int($0.index)].code.slotsRead }) {
          asking[slot, default: []].insert(node)
        }
      }
      for edge in graph.edgeIndices(node) {
        for assignment in graph.assignments(graph.edges[edge], resolved.flows) {
          assigning[Int(assignment.slot), default: []].append(edge)
        }
      }
    }
    let noted = assigning.keys.filter { asking[$0] != nil && !held.contains($0) }.sorted()
    if noted.isEmpty { return }
    var count = -1
    var found: Set<Int> = []
    while count != found.count {
      count = found.count
      for slot in noted where !found.contains(slot) {
        let isRuled = graph.nodes.indices.contains { node in
          graph.edgeIndices(node).count > 1
            && !graph.isDecidedByAccount(node, held, Set(noted).subtracting(found), resolved)
            && graph.notes(slot, differ: node, asking[slot] ?? [], resolved)
        }
        if isRuled { found.insert(slot) }
      }
    }
    for slot in found { slots.insert(slot) }
  }
}

extension FlowGraph {
  /// Whether what the account is, or holds, alone decides where a run goes on from a node.
  fileprivate func isDecidedByAccount(
    _ node: Int, _ held: SlotSet, _ noted: Set<Int>, _ resolved: ResolvedTenant
  ) -> Bool {
    switch kind(node, resolved.flows) {
    case .effect(let call): call.write(by: 0).map { if case .accountValue = $0.write { true } else { false } } ?? false
    case .choose(let conditions):
      conditions.compactMap(\.self).flatMap { resolved.expressions[Int($0.index)].code.slotsRead }.allSatisfy { slot in
        held.contains(slot) || noted.contains(slot) || AccountFact.allCases.contains { Int($0.slot) == slot }
      }
    default: false
    }
  }

  /// Whether a slot is assigned something else behind one edge of a node than behind another one, or nothing, before it is
  /// asked for.
  fileprivate func notes(_ slot: Int, differ node: Int, _ asking: Set<Int>, _ resolved: ResolvedTenant) -> Bool {
    var known: Set<Int32>?
    for edge in edgeIndices(node) {
      let own = notes(slot, behind: edge, of: node, asking, resolved)
      if own.isEmpty { continue }
      if let known, known != own { return true }
      known = own
    }
    return false
  }

  /// The expressions that are assigned to a slot first behind an edge, for the same account; -1: it is asked for as it was.
  private func notes(
    _ slot: Int, behind edge: Int, of node: Int, _ asking: Set<Int>, _ resolved: ResolvedTenant
  ) -> Set<Int32> {
    var found: Set<Int32> = []
    var seen: Set<Int> = [node]
    var pending: [Int] = []
    func take(_ edge: Int) {
      if let assignment = assignments(edges[edge], resolved.flows).last(where: { Int($0.slot) == slot }) {
        found.insert(assignment.expression.index)
      } else if edges[edge].target >= 0, seen.insert(Int(edges[edge].target)).inserted {
        pending.append(Int(edges[edge].target))
      }
    }
    take(edge)
    while let next = pending.popLast() {
      if asking.contains(next) { found.insert(-1) }
      if effect(next, resolved.flows)?.definition.rebindsAccount == true { continue }
      for edge in edgeIndices(next) { take(edge) }
    }
    return found
  }
}
