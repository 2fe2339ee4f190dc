import FlowModel

/// Whether whoever is here is the owner for good of the account that a function is told of: nobody comes later who proves an
/// address of it, and to whom it is given then.
struct OwnersProof {
  /// The addresses, as subjects, by which accounts are created that anybody may name, and that open before they are proven.
  let unproven: [Int]
  /// The same, where the account opens only once it is confirmed.
  let pending: [Int]
  /// By the flow: the addresses, as subjects, to which its links go; nil: something else. Where a function sends one, it is taken
  /// for right.
  private let links: [Int: Set<Int?>]

  init(_ tenant: AnalyzedTenant) {
    let (resolved, subjects) = (tenant.resolved, tenant.subjects)
    var claimed: [AccountStatus: Set<Int>] = [:]
    var links: [Int: Set<Int?>] = [:]
    let calls = tenant.flows.filter { !$0.isUncalled }.flatMap { flow in
      flow.graph.nodes(.effect).filter { flow.reached[$0] }.compactMap { flow.graph.effect($0, resolved.flows) }
    }
    for call in calls where call.definition.createsAccount {
      guard let subject = call.lookupSlot.flatMap({ subjects[$0] }), subjects.addresses.contains(subject) else {
        continue
      }
      for status in [AccountStatus.pending, .unproven] where call.has(status) {
        claimed[status, default: []].insert(subject)
      }
    }
    unproven = claimed[.unproven, default: []].sorted()
    pending = claimed[.pending, default: []].sorted()
    for call in calls {
      guard let target = call.linkFlow.flatMap({ resolved.flow(inTable: $0) }), let address = call.address else {
        continue
      }
      links[target, default: []].insert(subjects[address])
    }
    self.links = links
  }

  /// Whether accounts can be made that are their creator's only until somebody proves the address.
  var makesForOthers: Bool { !unproven.isEmpty || !pending.isEmpty }

  /// The subjects that name whom a function is told of, and are not proven in a state, though they should be; nil where nothing
  /// shows that the account is the client's. `isConfirmed`: the account is no pending one.
  func missing(
    _ state: EvidenceState, passing passed: [Slot], confirmed isConfirmed: Bool, of flow: AnalyzedFlow,
    _ subjects: EvidenceSubjects
  ) -> [Int]? {
    if state[.unbound] {
      return subjects.identifiers.filter { !state[.unwritten, $0] && !state[.verified, $0] }
    }
    guard state[.authenticated] || state[.accountVerified] else { return nil }
    let claimed = (unproven + (isConfirmed ? [] : pending)).filter { !proves($0, in: state, of: flow) }
    let named = passed.compactMap { subjects[$0] }.filter { subject in
      subjects.identifiers.contains(subject) && !state[.unwritten, subject] && !state[.verified, subject]
        && !state[.ofAccount, subject] && !state.holdsOwn(subject)
    }
    return Set(claimed + named).sorted()
  }

  /// Whether the bound account's owner has shown to have an address by which a stranger may have made it.
  private func proves(_ subject: Int, in state: EvidenceState, of flow: AnalyzedFlow) -> Bool {
    if state[.verified, subject], state[.ofAccount, subject] || state[.registered, subject] { return true }
    if state[.created] { return state[.unwritten, subject] }
    return state[.absent, subject] || state[.byLink] && links[flow.graph.root, default: [subject]] == [subject]
  }
}

extension CalledEffect {
  /// Whether it creates accounts of such a status.
  fileprivate func has(_ status: AccountStatus) -> Bool {
    definition.parameters.indices.contains { says(status.name, at: $0) }
  }
}
