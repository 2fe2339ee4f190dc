import FlowModel

/// The account's language, where a tenant keeps one: a run speaks it as soon as the account's owner is here, and whoever has made
/// an account, or writes to their own, is its owner.
extension NonInterference {
  /// Whether an attribute is the one with the language of the account.
  func isLanguage(_ slot: Slot) -> Bool {
    guard let word = resolved.scope.tenant.localeAttribute else { return false }
    return resolved.scope.attribute(of: slot)?.name.text == word.text
  }

  /// Whether an effect may give the account another language than it had.
  func mayWriteLanguage(_ effect: ResolvedEffect) -> Bool {
    resolved.scope.tenant.localeAttribute != nil && writable(effect).contains { isLanguage($0) && fills($0) }
  }

  /// Whether an account that is made in one of the runs alone is its creator's at once, so that this run speaks its language.
  func opensInItsLanguage(
    _ effect: ResolvedEffect, _ outcome: OutcomeDefinition, _ marks: UInt8, _ pair: RunPair
  ) -> Bool {
    guard case .new(let status, let pending)? = outcome.standing, mayWriteLanguage(effect) else { return false }
    return !effect.says(pending, at: status) || marks & pair.proven != 0
  }

  /// Whether the flow ever has a value of an attribute: by a page, a transition, or from the account.
  func fills(_ slot: Slot) -> Bool { filled.contains(Int(slot)) }

  /// All that a flow may have a value of.
  static func filled(by graph: FlowGraph, _ resolved: ResolvedTenant) -> SlotSet {
    var slots = SlotSet()
    for node in graph.nodes.indices {
      for event in graph.page(node, resolved.flows)?.events ?? [] {
        for field in event.fields { slots.insert(Int(field.slot)) }
      }
      for edge in graph.edgeIndices(node) {
        for assignment in graph.assignments(graph.edges[edge], resolved.flows) { slots.insert(Int(assignment.slot)) }
        let branch = Int(graph.edges[edge].branch)
        if let call = graph.effect(node, resolved.flows), branch >= 0, let (_, slot) = call.write(by: branch) {
          slots.insert(Int(slot))
        }
      }
    }
    return slots
  }
}
