import FlowExpression
import FlowModel

extension FlowGraph {
  /// The slots that an error is about which an edge keeps: those that its `fields` name; where it has none, what the effect
  /// was handed, or what the condition of its own branch asks about.
  func subjects(ofErrorAt edge: Int, _ resolved: ResolvedTenant) -> [Slot] {
    if let said = transition(edges[edge], resolved.flows)?.errorFields { return said }
    switch state(source(of: edge), resolved.flows).kind {
    case .effect(let effect): return effect.reads.map(\.slot)
    case .choose(let conditions):
      guard let condition = conditions[Int(edges[edge].branch)] else { return [] }
      let expression = resolved.expressions[Int(condition.index)]
      var slots: [Slot] = []
      for read in expression.reads + expression.tests {
        let slot = Slot(truncatingIfNeeded: read.slot)
        if slot >= firstAttributeSlot, !slots.contains(slot) { slots.append(slot) }
      }
      return slots
    case .page, .call, .end, .unknown: return []
    }
  }
}
