import FlowModel

extension AnalyzedTenant {
  /// The attributes that an account may hold which a stranger has written, before its owner came. The engine takes identifiers
  /// off it, and addresses to which the tenant writes; the others stay.
  func strangersValues(_ proof: OwnersProof) -> SlotSet {
    if !proof.makesForOthers { return SlotSet() }
    var doubted = SlotSet()
    while doubted.formUnion(written(doubted, proof)) {}
    // An account that opens without a proof changes hands in any flow that proves its address.
    if !proof.unproven.isEmpty || doubted.isEmpty { return doubted }
    return SlotSet(
      resolved.scope.tenant.attributes.indices.map { resolved.scope.slot($0) }.filter { slot in
        doubted.contains(Int(slot)) && !isWrittenOver(slot, doubted)
      }.map { Int($0) })
  }

  /// What some flow writes that a client has chosen, or that was in doubt before, where nobody has proven whose the account is.
  private func written(_ doubted: SlotSet, _ proof: OwnersProof) -> SlotSet {
    var found = SlotSet()
    let addressees = resolved.addressees
    for flow in flows where !flow.isUncalled {
      guard let evidence = flow.evidence else { continue }
      let values = ChosenValues(flow, resolved, doubted: doubted)
      let standing = AccountStanding(flow.graph, resolved, flow.collected)
      for node in flow.graph.nodes(.effect) where flow.reached[node] {
        guard let call = flow.graph.effect(node, resolved.flows), call.definition.writesAttributes,
          !call.definition.createsAccount || call.doesWithoutProof
        else { continue }
        let isConfirmed = standing.at(node).allSatisfy(\.isConfirmed)
        let isStrangers = evidence.nearest(node) { state in
          if call.definition.createsAccount {
            return call.lookupSlot.flatMap { subjects[$0] }.map { !state[.verified, $0] } ?? false
          }
          return !state[.unbound]
            && proof.missing(state, passing: [], confirmed: isConfirmed, of: flow, subjects)?.isEmpty != true
        }
        if isStrangers == nil { continue }
        for (index, attribute) in resolved.scope.tenant.attributes.enumerated()
        where !attribute.definition.isTransient && !attribute.definition.isIdentifier {
          let slot = resolved.scope.slot(index)
          if call.writes(slot), !addressees.contains(slot),
            values.isChosen(slot, at: node) || values.isDoubted(slot, at: node)
          {
            found.insert(Int(slot))
          }
        }
      }
    }
    return found
  }

  /// Whether each flow that confirms an account writes an attribute over before it ends, rests on a page that no error leads to,
  /// or tells a function of it.
  private func isWrittenOver(_ slot: Slot, _ doubted: SlotSet) -> Bool {
    flows.filter { !$0.isUncalled }.allSatisfy { flow in
      guard let evidence = flow.evidence else { return false }
      let graph = flow.graph
      let values = ChosenValues(flow, resolved, doubted: doubted)
      let over = Set(
        graph.nodes(.effect).filter { node in
          graph.effect(node, resolved.flows).map { $0.changesAccount && $0.writes(slot) } == true
            && flow.collected?.contains(Int(slot), at: node) == true && !values.isDoubted(slot, at: node)
        }.flatMap { graph.edgeIndices($0).filter { graph.edges[$0].branch == 0 } })
      func leads(_ start: Int32, withErrors: Bool = true, to goal: (Int) -> Bool) -> Bool {
        goal(Int(start))
          || graph.path(
            from: Int(start), to: goal, allows: { !over.contains($0) && (withErrors || graph.edges[$0].error < 0) })
            != nil
      }
      let telling = Set(
        graph.nodes(.effect).filter { node in
          guard flow.reached[node], let call = graph.effect(node, resolved.flows), call.function != nil else {
            return false
          }
          return call.passed.contains { values.isDoubted($0, at: node) }
        })
      if !telling.isEmpty, case let standing = AccountStanding(graph, resolved, flow.collected),
        telling.contains(where: { node in
          !standing.at(node).allSatisfy(\.isConfirmed) && evidence.nearest(node) { !$0[.unbound] } != nil
        })
      {
        return false
      }
      return graph.nodes(.effect).allSatisfy { node in
        guard flow.reached[node], let call = graph.effect(node, resolved.flows),
          evidence.nearest(node, where: { !$0[.unbound] && !$0[.created] }) != nil
        else { return true }
        return graph.edgeIndices(node).filter { call.confirms(by: Int(graph.edges[$0].branch)) }.allSatisfy { edge in
          let next = graph.edges[edge].target
          return next >= 0
            && !leads(next) { graph.nodes[$0].kind == .end && graph.nodes[$0].caller < 0 || telling.contains($0) }
            && !leads(next, withErrors: false) { graph.nodes[$0].kind == .page }
        }
      }
    }
  }
}

extension ResolvedEffect {
  /// Whether an outcome makes a pending account one that opens.
  fileprivate func confirms(by outcome: Int) -> Bool {
    guard definition.outcomes.indices.contains(outcome) else { return false }
    if case .confirmed? = definition.outcomes[outcome].standing { return !definition.outcomes[outcome].foundConfirmed }
    return false
  }
}
