import FlowModel
import FlowSource

/// U904: a second factor is replaced only by whoever has shown to have it, or one for which the same application asks in its
/// place, or two other things, or where the account has none. It is registered only on an account of which an address is proven: of another one,
/// whoever proves an address takes it off.
@Sendable func factorChanges(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let (resolved, scope) = (tenant.resolved, tenant.resolved.scope)
  let guarded = tenant.byApplication.map { Guarded(of: $0.flows, tenant.factors) }
  let all = guarded.reduce(into: Set<Int>()) { $0.formUnion($1.factors + $1.switches) }.sorted()
  guard !all.isEmpty else { return }
  let lost = guarded.map { LostFactors(tenant, of: $0.factors, among: guarded.flatMap(\.factors)) }
  replacedKeys(tenant, zip(guarded, lost).map { ($0.factors, $1) }, &problems)
  let leavesUnproven = tenant.resetsUnproven(past: Set(guarded.flatMap(\.factors)).sorted())
  for flow in tenant.flows where !flow.isUncalled {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes(.effect) {
      guard let call = flow.graph.effect(node, resolved.flows), call.definition.writesAttributes else { continue }
      for subject in all where call.writes(scope.slot(evidence.subjects.attributes[subject])) {
        let name = scope.attributeNames[evidence.subjects.attributes[subject]]
        let isFactor = guarded.contains { $0.factors.contains(subject) }
        if isFactor, leavesUnproven,
          let visit = evidence.nearest(node, where: { $0.registers(subject, onUnproven: call) })
        {
          problems.report(
            unproven(
              "U904", "the second factor \(name.quoted) is registered here on an account that nobody may have proven",
              at: call.place, visit, flow, resolved,
              notes: ["whoever proves its address later, with a link that resets the password, takes the factor off"],
              help:
                "prove an address of the account before it: a code that goes to it, and `code.verify`; or let nobody in before `account.confirm`"
            ))
          continue
        }
        if call.definition.createsAccount { continue }
        if !isFactor, tenant.turnsOn(subject, at: node, of: flow, past: guarded.flatMap(\.factors)) { continue }
        let past = zip(guarded, lost).filter { $0.0.factors.contains(subject) || $0.0.switches.contains(subject) }
        func visit(_ past: (guarded: Guarded, lost: LostFactors)) -> Int? {
          evidence.nearest(node) { state in
            state.mayReplace(subject, past: past.guarded.factors) && !past.lost.areReplaced(in: state, of: flow)
          }
        }
        guard let (asked, lost) = past.first(where: { visit($0) != nil }) ?? past.first else { continue }
        let others = asked.factors.map { scope.attributeNames[evidence.subjects.attributes[$0]] }
        guard let visit = visit((asked, lost)) else {
          let isLost = evidence.nearest(node) { $0.mayReplace(subject, past: asked.factors) } != nil
          problems.prove(
            Proof(
              "U904", flow: scope.flows[flow.graph.root].name.text,
              "\(name.quoted) of an account that has a second factor (\(others.listed("or"))) changes only behind \(isLost ? "the password and another address, neither of which leads to the other" : "one")",
              assuming: flow.factorAssumptions(resolved)
                + (isLost ? resolved.sameMailboxes(lost.addresses.sorted(), evidence.subjects) : []), at: call.place))
          continue
        }
        let harmedTo = isFactor ? nil : tenant.valuePassing(asked.factors, by: subject)
        let showsBoth = evidence.state(visit).showsBoth(besides: asked.factors)
        problems.report(
          unproven(
            "U904",
            isFactor
              ? "somebody who has the first factor alone can replace the second one here, \(name.quoted)"
              : "somebody who has the first factor alone can change \(name.quoted) here, by which flows decide on the second one",
            at: call.place, visit, flow, resolved, harming: name, to: harmedTo,
            bringing: isFactor ? name : nil,
            notes: showsBoth
              ? [
                "the password and that address are one thing here: what is sent to the address sets the password, or the password changes the address"
              ] : [],
            help: isFactor
              ? "lead every path here through `account.read` of \(others.listed()): where one is `present`, through a code that goes to it; where \(others.count == 1 ? "it is" : "all are") `absent`, the person may register one"
              : "ask for the second factor before it, or take \(name.quoted) back first with `account.read`"))
      }
    }
  }
}

/// What some flows that are offered together ask for as second factors, and what they decide by: subjects.
private struct Guarded {
  let factors: [Int]
  let switches: [Int]

  init(of flows: [AnalyzedFlow], _ use: FactorUse) {
    let factors = use.of(flows)
    self.factors = factors
    switches = factors.isEmpty ? [] : use.switches(of: flows).filter { !factors.contains($0) }
  }
}

extension AnalyzedTenant {
  /// Whether there are accounts that open before anybody has proven an address of theirs, and a reset by such an address.
  fileprivate func resetsUnproven(past factors: [Int]) -> Bool {
    let makes = resolved.flows.lazy.flatMap(\.states).contains { state in
      if case .effect(let call) = state.kind { call.makesUnproven } else { false }
    }
    return makes && !factors.isEmpty && Recovery(self, past: factors).isAny
  }
}

extension ResolvedEffect {
  /// Whether it creates an account that opens though nobody has proven its address.
  fileprivate var makesUnproven: Bool {
    definition.createsAccount
      && definition.parameters.indices.contains { says(AccountStatus.unproven.name, at: $0) }
  }
}

extension EvidenceState {
  /// Whether an update may write another value of a factor, or of what is decided by, to an account that may have one, and
  /// none was shown: whoever registers a further one has a way past the first.
  fileprivate func mayReplace(_ subject: Int, past factors: [Int]) -> Bool {
    doesWithout(factors) && changes(subject)
  }

  /// Whether a call may write a factor to an account of which no other address is proven.
  fileprivate func registers(_ factor: Int, onUnproven call: ResolvedEffect) -> Bool {
    if self[.unwritten, factor] { return false }
    if call.definition.createsAccount { return call.makesUnproven }
    return changes(factor) && !self[.byLink] && !provesAddress(besides: [factor])
  }
}
