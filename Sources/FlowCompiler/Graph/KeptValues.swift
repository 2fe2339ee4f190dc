import FlowModel

/// What flows write to accounts, and other runs read there: what a client has typed, and what came of comparing such with
/// what the account holds.
struct KeptValues: Equatable {
  private(set) var typed = SlotSet()
  private(set) var compared = SlotSet()

  /// Nothing.
  init() {}

  /// Of all flows of a tenant; `ofSecret`: of comparisons with that attribute alone. `following`: also what was written, or
  /// was not, as a comparison led there.
  init(_ tenant: AnalyzedTenant, ofSecret secret: Slot? = nil, following: Bool = true) {
    var isOther = true
    while isOther {
      isOther = false
      for flow in tenant.flows where !flow.isUncalled && flow.changesAccount(tenant.resolved) {
        guard
          let values = ComparedValues(flow, tenant.resolved, kept: self, ofSecret: secret, following: following)
        else { continue }
        isOther = keep(flow, values, tenant.resolved) || isOther
      }
    }
  }

  /// Whether there is something new.
  private mutating func keep(_ flow: AnalyzedFlow, _ values: ComparedValues, _ resolved: ResolvedTenant) -> Bool {
    var (typed, compared) = (SlotSet(), SlotSet())
    for node in flow.graph.nodes(.effect)
    where flow.reached[node] && flow.graph.effect(node, resolved.flows)?.changesAccount == true {
      for (index, attribute) in resolved.scope.tenant.attributes.enumerated() where !attribute.definition.isTransient {
        let slot = resolved.scope.slot(index)
        if values.isTyped(slot, at: node) || values.wasTyped(slot, at: node) { typed.insert(Int(slot)) }
        let isDecided =
          flow.graph.effect(node, resolved.flows)?.writes(slot) == true && values.isDecided(slot, at: node)
        if isDecided || values.tells(slot, at: node) { compared.insert(Int(slot)) }
      }
    }
    let changes = [self.typed.formUnion(typed), self.compared.formUnion(compared)]
    return changes.contains(true)
  }
}

extension AnalyzedFlow {
  fileprivate func changesAccount(_ resolved: ResolvedTenant) -> Bool {
    graph.nodes(.effect).contains { reached[$0] && graph.effect($0, resolved.flows)?.changesAccount == true }
  }
}

extension ResolvedTenant {
  /// The attributes, besides addresses, that some flow reads of an account.
  var readValues: Set<Slot> {
    var slots: Set<Slot> = []
    for state in flows.lazy.flatMap(\.states) {
      guard case .effect(let call) = state.kind, case (.accountValue, let slot)? = call.write(by: 0),
        scope.attribute(of: slot)?.definition.tellsPeopleApart == false
      else { continue }
      slots.insert(slot)
    }
    return slots
  }
}
