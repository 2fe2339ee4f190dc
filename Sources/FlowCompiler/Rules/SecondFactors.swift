import FlowModel
import FlowSource

/// U903: where a flow asks, behind a first factor, for a code to an address that the account holds, no path signs in past
/// it; and no other flow that the same application offers does without. What was read of the account may decide that none is
/// asked for; what a client types may not. Nobody deletes or disables an account with less than what signing in takes.
@Sendable func secondFactors(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let use = tenant.factors
  var told: Set<SourceSpan> = []
  for (name, flows) in tenant.byApplication {
    let factors = use.of(flows)
    let unasked = UnaskedDoors(flows, past: factors, tenant)
    let switches = use.switches(of: tenant.flows.filter { !$0.isUncalled })
    let decisions = AccountsDecisions(flows, factors: factors, switches: switches, tenant)
    for flow in flows { passedBy(flow, factors, switches, decisions, unasked, tenant, &told, &problems) }
    doneWithout(name, flows, tenant, &told, &problems)
    halfOfBoth(name, flows, tenant, &told, &problems)
    factorAlone(name, flows, tenant, &told, &problems)
    askedTwice(flows, tenant, &told, &problems)
  }
}

/// The paths of a flow that come to a session past all of the factors for which its application asks, `factors`, where the
/// account has one or may have one.
private func passedBy(
  _ flow: AnalyzedFlow, _ factors: [Int], _ switches: [Int], _ decided: AccountsDecisions, _ unasked: UnaskedDoors,
  _ tenant: AnalyzedTenant, _ told: inout Set<SourceSpan>, _ problems: inout DiagnosticCollector
) {
  let use = tenant.factors
  if use.of([flow]).isEmpty { return }
  let decisions = decided.of(flow)
  let flow = decisions.map { flow.deciding(by: $0, tenant.resolved) } ?? flow
  guard let evidence = flow.evidence else { return }
  let scope = tenant.resolved.scope
  let names = factors.map { scope.attributeNames[evidence.subjects.attributes[$0]] }.listed()
  for door in use.doors.of(flow) where unasked.isJudged(door) && !told.contains(door.place) {
    let visit = evidence.nearest(door.node) { state in
      (state.passesBy(factors) || state.doesWithout(factors) && !unasked.isJudgedElsewhere(state, in: flow))
        && !(decisions != nil && HeldDecisions.led(to: state) && state.hasAsked(switches))
    }
    guard let visit else {
      let without = evidence.nearest(door.node) { state in
        !state[.unbound] && !factors.contains { state[.factor, $0] } && !unasked.isJudgedElsewhere(state, in: flow)
      }
      problems.prove(
        Proof(
          "U903", flow: scope.flows[flow.graph.root].name.text,
          "\(door.none) past the second factor of an account that is known to have one: \(names)",
          assuming: flow.factorAssumptions(tenant.resolved), ofAll: without == nil, at: door.place))
      continue
    }
    told.insert(door.place)
    let isKnown = evidence.state(visit).passesBy(factors)
    problems.report(
      unproven(
        "U903",
        isKnown
          ? "\(door.opening) without the second factor, though the account has one: \(names)"
          : "\(door.opening) without the second factor, and nobody asked whether the account has one: \(names)",
        at: door.place, visit, flow, tenant.resolved,
        help: isKnown
          ? "lead every path here that has found \(names) in the account through a code that goes there; where a function shows it, such as that of a known device, say so with `factor`"
          : "ask with `account.read` first: where there is one, a code that goes there comes before this"))
  }
}

/// The flows of an application in which a session opens with one factor, beside one that asks for a second; and those of
/// others in which the account ends, which is that of all applications.
private func doneWithout(
  _ application: String, _ flows: [AnalyzedFlow], _ tenant: AnalyzedTenant, _ told: inout Set<SourceSpan>,
  _ problems: inout DiagnosticCollector
) {
  let (resolved, use) = (tenant.resolved, tenant.factors)
  guard let asking = flows.first(where: { !use.of([$0]).isEmpty }) else { return }
  let factors = use.of(flows)
  let unasked = UnaskedDoors(flows, past: factors, tenant)
  let other = resolved.scope.flows[asking.graph.root].name.text.quoted
  let own = Set(flows.map(\.graph.root))
  for flow in tenant.flows where !flow.isUncalled && (!own.contains(flow.graph.root) || use.of([flow]).isEmpty) {
    guard let evidence = flow.evidence else { continue }
    let isOthers = !own.contains(flow.graph.root)
    // What the link of a flow without factors opens is told where it opens: whoever asks for it is sent it.
    for door in use.doors.of(flow) where !door.isLink && unasked.isJudged(door) && !told.contains(door.place) {
      if isOthers, !door.isEnding { continue }
      let visit = evidence.nearest(door.node) {
        $0.doesWithout(factors) && (isOthers || !unasked.isJudgedElsewhere($0, in: flow))
      }
      guard let visit else {
        // Only what others hand out, who ask for it, opens anything here.
        guard evidence.nearest(door.node, where: { $0.doesWithout(factors) }) != nil else { continue }
        let names = factors.map { resolved.scope.attributeNames[evidence.subjects.attributes[$0]] }.listed()
        problems.prove(
          Proof(
            "U903", flow: resolved.scope.flows[flow.graph.root].name.text,
            "\(door.none) by what another flow hands out past the second factor: \(names)",
            assuming: asking.factorAssumptions(resolved), at: door.place))
        continue
      }
      told.insert(door.place)
      problems.report(
        unproven(
          "U903",
          "\(door.opening) with one factor, and \(other)\(application.isEmpty ? "" : " of \(isOthers ? "the" : "the same") application\(isOthers ? " \(application.quoted)" : ", \(application.quoted),")") asks for two",
          at: door.place, visit, flow, resolved,
          help: door.isEnding
            ? "ask for the second factor here, too: the account is gone for all applications"
            : "ask for the second factor here, too; or offer the two flows in different applications, whose tokens differ in `client_id` and `acr`"
        ))
    }
  }
}

extension EvidenceState {
  /// Whether the account is known to have one of some factors, and none of them was shown.
  fileprivate func passesBy(_ factors: [Int]) -> Bool {
    !self[.unbound] && factors.contains { !self[.notHeld, $0] } && !factors.contains { self[.factor, $0] }
  }

  /// Whether the account was asked for one of the attributes that flows decide by whether a second factor is wanted.
  fileprivate func hasAsked(_ switches: [Int]) -> Bool {
    switches.contains { self[.absent, $0] || !self[.notHeld, $0] }
  }
}
