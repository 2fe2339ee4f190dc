import FlowModel

/// By what a client sees, in a run of some flow, what another run has left behind.
enum Sight: Sendable {
  /// A password that was chosen there is right, or is not.
  case password
  /// An account is found by an identifier of the client's own, or is not.
  case name(Slot)
  /// The client's own account holds something else.
  case value(Slot)
  /// The client's own account can be signed in to, or cannot.
  case standing

  /// Which of several is told of.
  var rank: Int {
    switch self {
    case .password: 0
    case .name: 1
    case .value: 2
    case .standing: 3
    }
  }
}

extension AnalyzedFlow {
  /// The effects that a run may come to.
  func calls(_ resolved: ResolvedTenant) -> [ResolvedEffect] {
    graph.nodes(.effect).filter { reached[$0] }.compactMap { graph.effect($0, resolved.flows) }
  }

  /// What a client sees by this flow of what another one has left; nil: nothing.
  ///
  /// `told`: the identifiers of which it says openly whether an account has them.
  func sight(
    of remains: Remains, leftBy flow: AnalyzedFlow, telling told: Set<Slot>, _ resolved: ResolvedTenant
  ) -> Sight? {
    let calls = calls(resolved)
    // One that says openly who has that identifier tells nothing new.
    if let guess = remains.guess, told.contains(guess) { return nil }
    let isSame = flow.graph.root == graph.root
    func answers(_ slot: Slot) -> Bool {
      calls.contains { $0.finds(slot) }
        && calls.contains { $0.definition.comparesPassword || $0.definition.sendsToAccount || $0.isForAccount }
        || resolved.isAddress(slot)
          && calls.contains { $0.takesInvitation(slot, resolved) || !isSame && $0.lookupSlot == slot }
        || told.contains(slot)
    }
    func shows(_ slot: Slot) -> Bool {
      calls.contains { $0.readsOfAccount(slot) }
        || resolved.isTold(slot) && calls.contains { $0.definition.opensSession }
    }
    switch remains.change {
    case .made(let marks, let hasPassword):
      let found = marks + (remains.guess.map { [$0] } ?? [])
      if hasPassword, calls.contains(where: \.definition.comparesPassword),
        calls.contains(where: { call in found.contains { call.finds($0) } })
      {
        return .password
      }
      return marks.first(where: answers).map(Sight.name)
    case .written(let slots):
      let names = slots.filter { resolved.scope.attribute(of: $0)?.definition.isIdentifier == true }
      return names.first(where: answers).map(Sight.name) ?? slots.first(where: shows).map(Sight.value)
    case .turned:
      return calls.contains { $0.lookupSlot != nil && !$0.definition.writesAttributes } ? .standing : nil
    }
  }
}

extension ResolvedEffect {
  /// Whether it finds an account by an identifier.
  fileprivate func finds(_ slot: Slot) -> Bool { !definition.writesAttributes && lookupSlot == slot }

  /// Whether it reads what the bound account holds.
  fileprivate func readsOfAccount(_ slot: Slot) -> Bool {
    outcomes.indices.contains { index in
      if case (.accountValue, slot)? = write(by: index) { true } else { false }
    }
  }

  /// Whether it takes an invitation to an address that an identifier may hold, and tells where an account has it.
  fileprivate func takesInvitation(_ slot: Slot, _ resolved: ResolvedTenant) -> Bool {
    outcomes.indices.contains { index in
      guard case (.invitedAddress, let into)? = write(by: index),
        let one = resolved.scope.attribute(of: into)?.definition,
        let other = resolved.scope.attribute(of: slot)?.definition
      else { return false }
      return one.holdsSameAddresses(as: other)
    }
  }
}

extension ResolvedTenant {
  fileprivate func isAddress(_ slot: Slot) -> Bool { scope.attribute(of: slot)?.definition.type.isAddress == true }

  /// Whether clients are told of it, or meet it, wherever somebody signs in: tokens name identifiers and custom data, and pages
  /// speak the account's language.
  fileprivate func isTold(_ slot: Slot) -> Bool {
    guard let attribute = scope.attribute(of: slot) else { return false }
    let name = attribute.name.text
    return attribute.definition.isIdentifier || scope.tenant.localeAttribute?.text == name
      || scope.tenant.applications.contains { $0.userData.contains { $0.text == name } }
  }
}
