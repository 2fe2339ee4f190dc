import FlowModel

extension Evidence {
  /// What the attacker types at each page of a way: an address that is proven on it is one of their own, any other the
  /// victim's; secrets are what makes the way go on as it does.
  func inputs(_ way: [(edge: Int, state: EvidenceState)], _ flow: JudgedFlow, _ analysis: Analysis) -> [Int: String] {
    var inputs: [Int: String] = [:]
    for (number, step) in way.enumerated() {
      let edge = flow.graph.edges[step.edge]
      guard let page = page(edge, flow, analysis), edge.way >= 0 else { continue }
      let event = page.events[Int(edge.way)]
      if event.fields.isEmpty { continue }
      let values = event.fields.map { field in
        let value = value(of: field.slot, typedAt: number, way, flow, analysis)
        return field.name.text.quoted + (value.map { " = \($0)" } ?? "")
      }
      let suffix = event.name == "submit" ? "" : " by \(event.name.quoted)"
      inputs[number] = "submits \(values.joined(separator: ", "))\(suffix)"
    }
    return inputs
  }

  private func page(_ edge: FlowGraph.Edge, _ flow: JudgedFlow, _ analysis: Analysis) -> ResolvedPage? {
    if case .page(let page) = flow.graph.state(Int(edge.owner), analysis.flows).kind { page } else { nil }
  }

  private func value(
    of slot: Slot, typedAt number: Int, _ way: [(edge: Int, state: EvidenceState)], _ flow: JudgedFlow,
    _ analysis: Analysis
  ) -> String? {
    guard let subject = subjects[slot] else { return secret(slot, behind: number, way, flow, analysis) }
    for (later, step) in way.enumerated().dropFirst(number) {
      if step.state[.verified, subject] { return "an address of the attacker's own" }
      let edge = flow.graph.edges[step.edge]
      guard later > number, edge.way >= 0, let page = page(edge, flow, analysis) else { continue }
      if page.events[Int(edge.way)].fields.contains(where: { $0.slot == slot }) { return "any address" }
    }
    return analysis.scope.attribute(of: slot)?.definition.type.isAddress == true
      ? "the victim's address" : "the victim's name"
  }

  /// The secret that the first effect behind a page which takes it answers as the way goes on.
  private func secret(
    _ slot: Slot, behind number: Int, _ way: [(edge: Int, state: EvidenceState)], _ flow: JudgedFlow,
    _ analysis: Analysis
  ) -> String? {
    guard let secret = UInt8(exactly: slot).flatMap(SecretField.init(rawValue:)) else { return nil }
    for step in way.dropFirst(number + 1) {
      let edge = flow.graph.edges[step.edge]
      guard case .effect(let effect) = flow.graph.state(Int(edge.owner), analysis.flows).kind, edge.way >= 0,
        effect.arguments.contains(.slot(slot))
      else { continue }
      let proves = !effect.effect.definition.outcomes[Int(edge.way)].mints.isEmpty
      guard proves else { return secret == .code ? "any code" : "anything" }
      switch secret {
      case .code: return "the code from the attacker's own mail"
      case .password: return "the password of the attacker's own account"
      case .token, .tokenId: return "from the attacker's own mail"
      case .grant: return "a grant for the attacker's own account"
      }
    }
    return secret == .password ? "a password of the attacker's choice" : nil
  }
}
