import FlowModel
import FlowSource

extension Evidence {
  /// What the attacker types at each page of a path, by the step: an address that is proven on it, or by which the account is
  /// found whose owner they show to be, is one of their own, any other the victim's; secrets are what makes the path go on as it does. With a stolen factor, all that proves something
  /// is the victim's, until the attacker names an address of their own where the account is bound; and of `brought` they type
  /// one of their own there.
  func inputs(
    _ path: [(edge: Int, state: EvidenceState)], _ flow: AnalyzedFlow, _ analysis: ResolvedTenant,
    withStolenFactor isThief: Bool = false, bringing brought: String? = nil
  ) -> [Int: [TraceInput]] {
    var inputs: [Int: [TraceInput]] = [:]
    var usesStolen = isThief
    for (number, step) in path.enumerated() {
      let edge = flow.graph.edges[step.edge]
      guard let page = page(edge, flow, analysis), edge.branch >= 0 else { continue }
      let isBound = number > 0 && !path[number - 1].state[.unbound]
      inputs[number] = page.events[Int(edge.branch)].fields.map { field in
        let value = value(of: field.slot, typedAt: number, path, flow, analysis)
        if value == .ownAddress, isBound, !isFactor(field.slot, behind: number, path) { usesStolen = false }
        let isBrought = isBound && field.name.text == brought && value != .ownAddress
        return TraceInput(
          field.name.text, isRequired: field.isRequired,
          value: isBrought ? .ownFactor : usesStolen ? value?.stolen : value)
      }
    }
    return inputs
  }

  /// What the attacker types at each page of a path that is given by its edges alone; nothing where no run takes it.
  func inputs(_ path: [Int], _ flow: AnalyzedFlow, _ analysis: ResolvedTenant) -> [Int: [TraceInput]] {
    var states: [(edge: Int, state: EvidenceState)] = []
    for edge in path {
      guard let state = after(states.last?.state ?? .atStart, by: edge) else { return [:] }
      states.append((edge, state))
    }
    return inputs(states, flow, analysis)
  }

  /// Whether what is typed turns out to be an address that the account has.
  private func isFactor(_ slot: Slot, behind number: Int, _ path: [(edge: Int, state: EvidenceState)]) -> Bool {
    guard let subject = subjects[slot] else { return false }
    return path.dropFirst(number).first { $0.state[.verified, subject] }?.state[.factor, subject] ?? false
  }

  private func page(_ edge: FlowGraph.Edge, _ flow: AnalyzedFlow, _ analysis: ResolvedTenant) -> ResolvedPage? {
    if case .page(let page) = flow.graph.state(Int(edge.owner), analysis.flows).kind { page } else { nil }
  }

  private func value(
    of slot: Slot, typedAt number: Int, _ path: [(edge: Int, state: EvidenceState)], _ flow: AnalyzedFlow,
    _ analysis: ResolvedTenant
  ) -> TraceInput.Value? {
    guard let subject = subjects[slot] else { return secret(slot, behind: number, path, flow, analysis) }
    guard analysis.scope.attribute(of: slot)?.definition.tellsPeopleApart == true else { return nil }
    // Whether the bound account was found by it.
    var isFound = false
    for (later, step) in path.enumerated().dropFirst(number) {
      if step.state[.verified, subject] { return .ownAddress }
      let edge = flow.graph.edges[step.edge]
      if let call = flow.graph.effect(Int(edge.owner), analysis.flows), let found = call.lookupSlot {
        isFound = found == slot && !step.state[.unbound] && !step.state[.created]
      } else if isFound, step.state.provesOwner {
        // With a password of their own nobody shows to be the victim.
        return .ownAddress
      }
      guard later > number, edge.branch >= 0, let page = page(edge, flow, analysis) else { continue }
      if page.events[Int(edge.branch)].fields.contains(where: { $0.slot == slot }) { return .anyAddress }
    }
    return analysis.scope.attribute(of: slot)?.definition.type.isAddress == true
      ? .victimsAddress : .victimsName
  }

  /// The secret with which the first effect that takes it answers as the path goes on.
  private func secret(
    _ slot: Slot, behind number: Int, _ path: [(edge: Int, state: EvidenceState)], _ flow: AnalyzedFlow,
    _ analysis: ResolvedTenant
  ) -> TraceInput.Value? {
    guard let secret = UInt8(exactly: slot).flatMap(SecretField.init(rawValue:)) else { return nil }
    for step in path.dropFirst(number + 1) {
      let edge = flow.graph.edges[step.edge]
      guard case .effect(let effect) = flow.graph.state(Int(edge.owner), analysis.flows).kind, edge.branch >= 0,
        effect.arguments.contains(.slot(slot))
      else { continue }
      let proves = !effect.effect.definition.outcomes[Int(edge.branch)].mints.isEmpty
      guard proves else { return secret == .code ? .guessedCode : .guessedSecret }
      switch secret {
      case .code: return .mailedCode
      case .password: return .ownPassword
      case .token, .tokenId: return .mailedLink
      case .grant: return .ownGrant
      }
    }
    return secret == .password ? .newPassword : nil
  }
}

extension AttributeDefinition {
  /// Whether it holds an address, or identifies accounts.
  var tellsPeopleApart: Bool { isIdentifier || type.isAddress }
}
