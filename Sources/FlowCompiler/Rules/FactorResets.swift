import FlowModel
import FlowSource

/// U905: the second factor alone does not replace the first one: else whoever has it has both. NIST SP 800-63B-4 asks for two
/// factors, or for other evidence, to recover an account that is protected by two. Where it is the one address that the
/// tenant ever writes to, there is no other to ask for.
@Sendable func factorResets(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  let use = tenant.factors
  let factors = use.behindPassword(tenant)
  guard !factors.isEmpty, resolved.addressees.count > 1 else { return }
  for flow in tenant.flows where !flow.isUncalled {
    guard let evidence = flow.evidence else { continue }
    let linkIsOther = resolved.mailsLinks(to: flow.graph.root, besides: factors, of: evidence.subjects)
    for node in flow.graph.nodes(.effect) {
      guard let call = flow.graph.effect(node, resolved.flows), call.definition.setsPassword,
        let visit = evidence.nearest(node, where: { $0.restsOn(factors) && !($0[.byLink] && linkIsOther) })
      else { continue }
      let names = factors.map { resolved.scope.attributeNames[evidence.subjects.attributes[$0]] }.listed()
      problems.report(
        unproven(
          "U905", "whoever has the second factor alone can set the password here, and then has both: \(names)",
          at: call.place, visit, flow, resolved,
          help: "prove another address of the account before it, or ask for something else that its owner knows"))
    }
  }
}

extension ResolvedTenant {
  /// The attributes to which some flow sends codes or links.
  fileprivate var addressees: Set<Slot> {
    var slots: Set<Slot> = []
    for state in flows.lazy.flatMap(\.states) {
      if case .effect(let call) = state.kind, let slot = call.address { slots.insert(slot) }
    }
    return slots
  }

  /// Whether whoever opens a link to a flow has shown to read messages to an address that is none of some factors: each is
  /// mailed to such a one. Where a function is handed it, only the function knows.
  fileprivate func mailsLinks(to flow: Int, besides factors: [Int], of subjects: EvidenceSubjects) -> Bool {
    let index = Int(scope.tableIndices[flow])
    let calls = flows.lazy.flatMap(\.states).compactMap { state -> ResolvedEffect? in
      guard case .effect(let call) = state.kind, call.linkFlow == index else { return nil }
      return call
    }
    return calls.allSatisfy { call in
      call.address.flatMap { subjects[$0] }.map { !factors.contains($0) } ?? false
    }
  }
}

extension EvidenceState {
  /// Whether one of some factors is all that proves whose the account is.
  fileprivate func restsOn(_ factors: [Int]) -> Bool {
    guard !self[.unbound], !self[.created], !self[.authenticated], factors.contains(where: { self[.factor, $0] }) else {
      return false
    }
    return !(0..<Self.subjectLimit).contains { subject in
      !factors.contains(subject) && self[.verified, subject] && (self[.ofAccount, subject] || self[.factor, subject])
    }
  }
}
