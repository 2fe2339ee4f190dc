import FlowModel

/// By what a password is set where nobody asks for the former one, besides some factors: addresses, as subjects, and those by
/// which one of these is changed; links; and grants.
struct Recovery {
  private(set) var addresses: Set<Int> = []
  /// The flows whose links are enough.
  private(set) var links: Set<Int> = []
  /// Whether a grant is.
  private(set) var isByGrant = false

  /// Whether a password can be set anew at all.
  var isAny: Bool { isByGrant || !addresses.isEmpty || !links.isEmpty }

  /// `unshown`: of an account that may have one of the factors, where none was shown.
  init(_ tenant: AnalyzedTenant, past factors: [Int], unshown: Bool = false) {
    let resolved = tenant.resolved
    let flows = tenant.flows.filter { !$0.isUncalled }
    var count = -1
    while count != addresses.count + links.count + (isByGrant ? 1 : 0) {
      count = addresses.count + links.count + (isByGrant ? 1 : 0)
      for flow in flows { follow(flow, factors, unshown, resolved) }
      isByGrant =
        isByGrant
        || flows.contains { flow in
          flow.comesByGrantAlone(besides: factors, resolved) { node, state, _ in
            changes(at: node, of: flow, state, resolved)
          }
        }
    }
  }

  /// Whether an effect sets the password, or changes what it can be set by.
  private func changes(at node: Int, of flow: AnalyzedFlow, _ state: EvidenceState, _ resolved: ResolvedTenant) -> Bool
  {
    guard let call = flow.graph.effect(node, resolved.flows) else { return false }
    return call.definition.setsPassword
      || call.changesAccount
        && addresses.contains { subject in
          state.changes(subject)
            && (flow.evidence.map { call.writes(resolved.scope.slot($0.subjects.attributes[subject])) } ?? true)
        }
  }

  private mutating func follow(
    _ flow: AnalyzedFlow, _ factors: [Int], _ unshown: Bool, _ resolved: ResolvedTenant
  ) {
    guard let evidence = flow.evidence else { return }
    for node in flow.graph.nodes(.effect) where flow.reached[node] {
      guard let call = flow.graph.effect(node, resolved.flows) else { continue }
      if let target = call.linkFlow.flatMap({ resolved.flow(inTable: $0) }), links.contains(target) {
        let told = (call.address.map { [$0] } ?? call.passed).compactMap { evidence.subjects[$0] }
        addresses.formUnion(told.filter { !factors.contains($0) && evidence.subjects.addresses.contains($0) })
      }
      guard call.definition.setsPassword || call.changesAccount else { continue }
      for visit in evidence.visits(of: node) {
        let state = evidence.state(visit)
        guard !state[.unbound], !state[.created], !state[.authenticated],
          changes(at: node, of: flow, state, resolved),
          !unshown || state.doesWithout(factors)
        else { continue }
        if state[.byLink] { links.insert(flow.graph.root) }
        addresses.formUnion(
          evidence.subjects.addresses.filter { subject in
            !factors.contains(subject) && state[.verified, subject]
              && (state[.ofAccount, subject] || state[.factor, subject])
          })
      }
    }
  }
}

extension ResolvedEffect {
  /// Whether it writes attributes to an account that there was before.
  var changesAccount: Bool { definition.writesAttributes && !definition.createsAccount }
}
