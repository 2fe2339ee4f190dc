import FlowModel
import FlowSource

/// U903: where a flow asks, behind a first factor, for a code to an address that the account holds, no path signs in past
/// it; and no other flow that the same application offers does without.
@Sendable func secondFactors(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let applications = tenant.resolved.scope.tenant.applications.map { application in
    (
      name: application.name.text,
      flows: tenant.flows.filter { flow in
        application.flows.contains { $0.text == tenant.resolved.scope.flows[flow.graph.root].name.text }
      }
    )
  }
  let use = FactorUse(tenant)
  var told: Set<Span> = []
  for (name, flows) in applications.isEmpty ? [("", tenant.flows.filter { !$0.isUncalled })] : applications {
    let grantsAreStrong = strongGrants(flows, use, tenant.resolved)
    for flow in flows { passedBy(flow, use, grantsAreStrong, tenant, &told, &problems) }
    doneWithout(name, flows, use, grantsAreStrong, tenant, &told, &problems)
  }
}

/// U904: a second factor is replaced only by whoever has shown to have it, or another one, or where the account has none.
@Sendable func factorChanges(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let use = FactorUse(tenant)
  let factors = use.of(tenant.flows.filter { !$0.isUncalled })
  guard !factors.isEmpty else { return }
  for flow in tenant.flows where !flow.isUncalled {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes(.effect) {
      guard let call = flow.graph.effect(node, tenant.resolved.flows), call.definition.writesAttributes,
        !call.definition.createsAccount
      else { continue }
      for factor in factors + use.switches {
        let isSwitch = use.switches.contains(factor)
        let name = tenant.resolved.scope.attributeNames[evidence.subjects.attributes[factor]].quoted
        guard
          let visit = evidence.nearest(
            node, where: { isSwitch ? $0.maySwitch(factor, past: factors) : $0.mayReplace(factor, of: factors) })
        else {
          problems.prove(
            Proof(
              "U904", flow: tenant.resolved.scope.flows[flow.graph.root].name.text,
              "\(name) of an account that has one changes only behind a second factor", at: call.place))
          continue
        }
        problems.report(
          unproven(
            "U904",
            isSwitch
              ? "somebody who has the first factor alone can change \(name) here, by which flows decide on the second one"
              : "somebody who has the first factor alone can replace the second one here, \(name)", at: call.place,
            visit, flow, tenant.resolved,
            help: isSwitch
              ? "ask for the second factor before it, or take \(name) back first with `account.read`"
              : "lead every path here through `account.read` of \(name): where it is `present`, through a code that goes to it; where it is `absent`, the person may register one"
          ))
      }
    }
  }
}

/// The paths of a flow that come to a session past a factor that the account is known to have.
private func passedBy(
  _ flow: AnalyzedFlow, _ use: FactorUse, _ grantsAreStrong: Bool, _ tenant: AnalyzedTenant,
  _ told: inout Set<Span>, _ problems: inout DiagnosticCollector
) {
  let factors = use.of([flow])
  guard let evidence = flow.evidence, !factors.isEmpty else { return }
  let scope = tenant.resolved.scope
  let names = factors.map { scope.attributeNames[evidence.subjects.attributes[$0]] }.listed()
  for (node, call) in flow.doors(tenant.resolved) where !told.contains(call.place) {
    let visit = evidence.nearest(node) { state in
      state.passesBy(factors)
        || state.doesWithout(factors) && !(state[.byGrant] && grantsAreStrong) && !state.hasAsked(use.switches)
    }
    guard let visit else {
      problems.prove(
        Proof(
          "U903", flow: scope.flows[flow.graph.root].name.text,
          "no session opens past the second factor of an account that is known to have one: \(names)", at: call.place))
      continue
    }
    told.insert(call.place)
    let isKnown = evidence.state(visit).passesBy(factors)
    problems.report(
      unproven(
        "U903",
        isKnown
          ? "a session opens here without the second factor, though the account has one: \(names)"
          : "a session opens here without the second factor, and nobody asked whether the account has one: \(names)",
        at: call.place, visit, flow, tenant.resolved,
        help: isKnown
          ? "lead every path here that has found \(names) in the account through a code that goes there"
          : "ask with `account.read` first: where there is one, a code that goes there comes before this"))
  }
}

/// Whether an end of some flows grants a sign-in only to who has shown a second factor, or to an account that has none.
private func strongGrants(_ flows: [AnalyzedFlow], _ use: FactorUse, _ resolved: ResolvedTenant) -> Bool {
  let factors = use.of(flows)
  return flows.allSatisfy { flow in
    flow.graph.nodes(.end).allSatisfy { node in
      flow.graph.end(node, resolved.flows)?.grants == nil
        || flow.evidence?.nearest(node, where: { $0.doesWithout(factors) }) == nil
    }
  }
}

/// The flows of an application in which a session opens with one factor, beside one that asks for a second.
private func doneWithout(
  _ application: String, _ flows: [AnalyzedFlow], _ use: FactorUse, _ grantsAreStrong: Bool,
  _ tenant: AnalyzedTenant, _ told: inout Set<Span>, _ problems: inout DiagnosticCollector
) {
  let resolved = tenant.resolved
  guard let asking = flows.first(where: { !use.of([$0]).isEmpty }) else { return }
  let factors = use.of([asking])
  for flow in flows where use.of([flow]).isEmpty {
    guard let evidence = flow.evidence else { continue }
    for (node, call) in flow.doors(resolved) where !told.contains(call.place) {
      let visit = evidence.nearest(node) { $0.doesWithout(factors) && !($0[.byGrant] && grantsAreStrong) }
      guard let visit else { continue }
      told.insert(call.place)
      let other = resolved.scope.flows[asking.graph.root].name
      problems.report(
        unproven(
          "U903",
          "a session opens here with one factor, and \(other.text.quoted)\(application.isEmpty ? "" : " of the same application, \(application.quoted),") asks for two",
          at: call.place, visit, flow, resolved,
          help:
            "ask for the second factor here, too; or offer the two flows in different applications, whose tokens are told apart"
        ))
    }
  }
}

/// The second factors that a tenant's flows ask for, and what they decide by, worked out once.
private struct FactorUse {
  /// By the flow's number.
  private let ofFlows: [Int: [Int]]
  /// The attributes, as subjects, that flows with a second factor read of the account to decide by, and that are no
  /// addresses: whether there is a second factor at all, for instance.
  let switches: [Int]

  init(_ tenant: AnalyzedTenant) {
    let resolved = tenant.resolved
    let ofFlows = Dictionary(
      tenant.flows.map { ($0.graph.root, $0.secondFactors(resolved)) }, uniquingKeysWith: { first, _ in first })
    self.ofFlows = ofFlows
    let asking = tenant.flows.filter { !$0.isUncalled && ofFlows[$0.graph.root]?.isEmpty == false }
    let read = Set(
      asking.flatMap { flow in
        flow.graph.nodes(.effect).compactMap { flow.graph.effect($0, resolved.flows)?.write(by: 0)?.slot }
      })
    let attributes = asking.lazy.compactMap { $0.evidence?.subjects.attributes }.first ?? []
    switches = attributes.indices.filter { subject in
      !resolved.scope.tenant.attributes[attributes[subject]].definition.tellsPeopleApart
        && read.contains(resolved.scope.slot(attributes[subject]))
    }
  }

  /// The factors of some flows, as subjects.
  func of(_ flows: [AnalyzedFlow]) -> [Int] { Set(flows.flatMap { ofFlows[$0.graph.root] ?? [] }).sorted() }
}

extension AnalyzedFlow {
  /// The addresses, as subjects, to which the flow sends a code that must be entered where the first factor is given
  /// already, and which the account has held before.
  fileprivate func secondFactors(_ resolved: ResolvedTenant) -> [Int] {
    guard let evidence, graph.nodes(.effect).contains(where: { isDoor($0, resolved) }) else { return [] }
    var found: Set<Int> = []
    for node in graph.nodes(.effect) {
      guard let call = graph.effect(node, resolved.flows),
        call.definition.outcomes.contains(where: { $0.mints.contains(.verifiedCodeTarget) })
      else { continue }
      for visit in evidence.visits(of: node) {
        let state = evidence.state(visit)
        guard !state[.unbound], !state[.created], state.provesOwner, !state[.noCode] else { continue }
        for subject in evidence.subjects.attributes.indices
        where state[.codeTarget, subject]
          && (state[.registered, subject] || state[.codeForAccount] || !state[.notHeld, subject])
          && !state[.factor, subject] && !state[.verified, subject]
        {
          found.insert(subject)
        }
      }
    }
    return found.sorted()
  }

  /// Where sessions open.
  fileprivate func doors(_ resolved: ResolvedTenant) -> [(node: Int, call: ResolvedEffect)] {
    graph.nodes(.effect).compactMap { node in
      guard reached[node], let call = graph.effect(node, resolved.flows), call.definition.opensSession else {
        return nil
      }
      return (node, call)
    }
  }

  private func isDoor(_ node: Int, _ resolved: ResolvedTenant) -> Bool {
    graph.effect(node, resolved.flows)?.definition.opensSession ?? false
  }
}

extension EvidenceState {
  /// Whether the account is known to have one of some factors, and none of them was shown.
  fileprivate func passesBy(_ factors: [Int]) -> Bool {
    !self[.unbound] && factors.contains { !self[.notHeld, $0] } && !factors.contains { self[.factor, $0] }
  }

  /// Whether the account may have one of some factors, and none of them was shown.
  fileprivate func doesWithout(_ factors: [Int]) -> Bool {
    !self[.unbound] && !self[.created] && factors.contains { !self[.absent, $0] }
      && !factors.contains { self[.factor, $0] }
  }

  /// Whether the account was asked for one of the attributes that flows decide by whether a second factor is wanted.
  fileprivate func hasAsked(_ switches: [Int]) -> Bool {
    switches.contains { self[.absent, $0] || !self[.notHeld, $0] }
  }

  /// Whether an update may write another value of a factor to an account that may have one, and none of them was shown.
  fileprivate func mayReplace(_ factor: Int, of factors: [Int]) -> Bool {
    !self[.unbound] && !self[.created] && !self[.absent, factor] && !self[.unwritten, factor]
      && !self[.registered, factor] && !factors.contains { self[.factor, $0] }
  }

  /// Whether an update may change what is decided by, past the factors that the account may have.
  fileprivate func maySwitch(_ subject: Int, past factors: [Int]) -> Bool {
    doesWithout(factors) && !self[.unwritten, subject] && !self[.registered, subject]
  }
}
