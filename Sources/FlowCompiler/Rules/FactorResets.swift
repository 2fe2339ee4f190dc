import FlowModel
import FlowSource

/// U905: the second factor alone does not replace the first one, nor change the address by which that is set anew: else
/// whoever has it has both. NIST SP 800-63B-4 asks for two factors, or for other evidence, to recover an account that is
/// protected by two.
/// U908: where it is the one address that the tenant ever writes to, there is no other to ask for, and no second factor either.
@Sendable func factorResets(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let (resolved, scope) = (tenant.resolved, tenant.resolved.scope)
  let called = tenant.flows.filter { !$0.isUncalled }
  let factors = tenant.factors.of(called)
  guard !factors.isEmpty else { return }
  let (alone, recovery) = (FactorAlone(factors, tenant), Recovery(tenant, past: factors))
  let asksPassword = !tenant.factors.behindPassword(called, resolved).isEmpty
  let firsts = called.reduce(into: Set<Int>()) { $0.formUnion($1.firstAddresses(besides: factors, resolved)) }
  let isOnly = resolved.addressees.count < 2
  replacedSecrets(tenant, factors, alone, &problems)
  for flow in tenant.flows where !flow.isUncalled {
    guard let evidence = flow.evidence else { continue }
    func name(_ subject: Int) -> String { scope.attributeNames[evidence.subjects.attributes[subject]] }
    func nearest(_ node: Int, _ isSo: (EvidenceState) -> Bool = { _ in true }) -> Int? {
      evidence.nearest(node) { alone.holds($0, in: flow) && isSo($0) }
    }
    func report(_ message: String, at place: SourceSpan, _ visit: Int, harming harmed: String? = nil) {
      problems.report(
        unproven(
          "U905", "\(message): \(factors.map(name).listed())", at: place, visit, flow, resolved, harming: harmed,
          help: "prove another address of the account before it, or ask for something else that its owner knows"))
    }
    for node in flow.graph.nodes(.effect) where flow.reached[node] {
      guard let call = flow.graph.effect(node, resolved.flows) else { continue }
      if call.definition.setsPassword, asksPassword {
        if let visit = nearest(node) {
          let state = evidence.state(visit)
          let read = factors.filter {
            evidence.subjects.addresses.contains($0) && (state[.byLink] || state[.factor, $0])
          }
          if isOnly, !read.isEmpty {
            problems.report(bothInOne(read.map(name), call.place, visit, flow, evidence, resolved))
          } else {
            report(
              "whoever has the second factor alone can set the password here, and then has both", at: call.place, visit)
          }
        } else {
          problems.prove(
            Proof(
              "U905", flow: scope.flows[flow.graph.root].name.text,
              "the password is not set by the second factor alone: \(factors.map(name).listed())",
              assuming: resolved.sameMailboxes(factors, evidence.subjects), at: call.place))
        }
      }
      guard call.changesAccount else { continue }
      for address in (asksPassword ? recovery.addresses : []).union(firsts).sorted() {
        guard let visit = nearest(node, { $0.changes(address) }) else { continue }
        report(
          firsts.contains(address)
            ? "whoever has the second factor alone can change \(name(address).quoted) here, which is the first one, and then has both"
            : "whoever has the second factor alone can change \(name(address).quoted) here, by which the password is set anew, and then has both",
          at: call.place, visit, harming: name(address))
      }
    }
    guard asksPassword, recovery.isByGrant else { continue }
    for end in flow.grantingEnds(resolved) {
      guard let visit = nearest(end.node) else { continue }
      report(
        "whoever has the second factor alone is granted a sign-in here, with which the password can be set, and then has both",
        at: end.place, visit)
    }
  }
}

/// U908.
private func bothInOne(
  _ names: [String], _ place: SourceSpan, _ visit: Int, _ flow: AnalyzedFlow, _ evidence: Evidence,
  _ resolved: ResolvedTenant
) -> Diagnostic {
  Diagnostic(
    "U908", .warning,
    "whoever reads what is sent to \(names.listed()) sets the password here, and is sent the code of the second factor, too",
    at: place, notes: ["one mailbox is both factors: the code helps against a stolen password alone"],
    help:
      "let the second factor be something else, such as a phone or an authenticator; or ask here for more than a message",
    counterexample: flow.graph.counterexample(path: evidence.path(to: visit).map(\.edge), attack: "", resolved))
}

extension ResolvedTenant {
  /// That a second factor which is a mailbox, or a number, is none that another address of the account is as well: nothing here
  /// tells.
  func sameMailboxes(_ factors: [Int], _ subjects: EvidenceSubjects) -> [String] {
    func names(_ all: [Int], _ type: AttributeType) -> [String] {
      all.filter { scope.tenant.attributes[subjects.attributes[$0]].definition.type == type }
        .map { scope.attributeNames[subjects.attributes[$0]] }
    }
    let others = subjects.addresses.filter { !factors.contains($0) }
    return [(AttributeType.email, "mailbox"), (.phone, "number")].compactMap { type, word in
      let (own, further) = (names(factors, type), names(others, type))
      return own.isEmpty || further.isEmpty
        ? nil : "nobody has the same \(word) as \(own.listed("or")) and \(further.listed("or"))"
    }
  }

  /// The attributes to which some flow sends codes or links.
  var addressees: Set<Slot> {
    var slots: Set<Slot> = []
    for state in flows.lazy.flatMap(\.states) {
      if case .effect(let call) = state.kind, let slot = call.address { slots.insert(slot) }
    }
    return slots
  }
}
