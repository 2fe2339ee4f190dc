import FlowModel

/// Whoever has lost a second factor shows two other things: the password, and that they read what is sent to another address.
/// These are two where neither leads to the other: that address alone does not set the password, and the password alone
/// does not change that address.
struct LostFactors {
  /// The addresses, as subjects, that nobody comes to by the password alone, and that do not set it alone.
  let addresses: Set<Int>
  /// The flows whose links all go to such addresses.
  private let links: Set<Int>

  /// `all`: the second factors of all applications, none of which stands for another one's.
  init(_ tenant: AnalyzedTenant, of factors: [Int], among all: [Int]) {
    let resolved = tenant.resolved
    let recovery = Recovery(tenant, past: factors, unshown: true)
    let flows = tenant.flows.filter { !$0.isUncalled }
    var addresses = Set(tenant.subjects.addresses).subtracting(tenant.factors.twins.with(all))
      .subtracting(tenant.factors.twins.with(recovery.addresses.sorted()))
    if recovery.isByGrant { addresses = [] }
    var links = Set(flows.map(\.graph.root)).subtracting(recovery.links)
    for flow in flows {
      guard let evidence = flow.evidence else { continue }
      for node in flow.graph.nodes(.effect) where flow.reached[node] {
        guard let call = flow.graph.effect(node, resolved.flows), call.changesAccount else { continue }
        for address in addresses
        where evidence.nearest(node, where: { $0.changes(address, withoutAny: factors) }) != nil {
          addresses.remove(address)
        }
      }
    }
    for flow in flows {
      for node in flow.graph.nodes(.effect) where flow.reached[node] {
        guard let call = flow.graph.effect(node, resolved.flows),
          let target = call.linkFlow.flatMap({ resolved.flow(inTable: $0) })
        else { continue }
        let subject = call.address.flatMap { tenant.subjects[$0] }
        if subject.map(addresses.contains) != true { links.remove(target) }
      }
    }
    (self.addresses, self.links) = (addresses, links)
  }

  /// Whether both were shown of the bound account.
  func areReplaced(in state: EvidenceState, of flow: AnalyzedFlow) -> Bool {
    state[.authenticated] && !state[.byGrant] && !state[.unbound]
      && (state[.byLink] && links.contains(flow.graph.root)
        || addresses.contains { state[.verified, $0] && (state[.ofAccount, $0] || state[.factor, $0]) })
  }
}

extension EvidenceState {
  /// Whether an update may write another value of an address to an account, though neither one of some factors nor the address
  /// that it held was shown.
  fileprivate func changes(_ address: Int, withoutAny factors: [Int]) -> Bool {
    changes(address) && doesWithout(factors) && !self[.factor, address]
  }

  /// Whether the owner has shown the password, and to read what is sent to an address besides some factors.
  func showsBoth(besides factors: [Int]) -> Bool {
    self[.authenticated] && (self[.byLink] || provesAddress(besides: factors))
  }
}
