import FlowModel
import FlowSource

/// Where nothing but a second factor shows whose an account is: neither the password nor another address of the account.
struct FactorAlone {
  private let factors: [Int]
  /// The same, and the addresses that are one with some of them.
  private let same: [Int]
  private let twins: AddressTwins
  /// The flows whose links all go to addresses that are no factors; where a function is handed one, only it knows.
  private let linksOfOthers: Set<Int>
  /// The flows whose links somebody who has a factor alone can have sent to it.
  private let linksOfFactors: Set<Int>
  /// By the flow: what functions attest there that show one of the factors elsewhere. It is the factor that they go by.
  private let attested: [Int: [Int]]

  init(_ factors: [Int], _ tenant: AnalyzedTenant) {
    self.factors = factors
    twins = tenant.factors.twins
    let same = twins.with(factors)
    self.same = same
    var (others, own): (Set<Int>, Set<Int>) = (Set(tenant.flows.map(\.graph.root)), [])
    for flow in tenant.flows where !flow.isUncalled {
      guard let evidence = flow.evidence else { continue }
      for node in flow.graph.nodes(.effect) where flow.reached[node] {
        guard let call = flow.graph.effect(node, tenant.resolved.flows),
          let target = call.linkFlow.flatMap({ tenant.resolved.flow(inTable: $0) })
        else { continue }
        let told = call.address.map { [$0] } ?? call.passed
        let addresses = told.compactMap { evidence.subjects[$0] }.filter { evidence.subjects.addresses.contains($0) }
        let isOther = addresses.contains { !same.contains($0) }
        if call.address == nil || !isOther { others.remove(target) }
        if !isOther, !addresses.isEmpty, evidence.nearest(node, where: { $0.lacksFirst(besides: same) }) != nil {
          own.insert(target)
        }
      }
    }
    (linksOfOthers, linksOfFactors) = (others, own)
    attested = Self.attested(by: factors, tenant)
  }

  private static func attested(by factors: [Int], _ tenant: AnalyzedTenant) -> [Int: [Int]] {
    let calls = tenant.flows.filter { !$0.isUncalled }.flatMap { flow in
      flow.graph.nodes(.effect).filter { flow.reached[$0] }.compactMap { node in
        flow.graph.effect(node, tenant.resolved.flows).map { (flow: flow.graph.root, call: $0) }
      }
    }
    let showing = Set(
      calls.compactMap { _, call in
        call.shownFactor.flatMap { tenant.subjects[$0] }.map(factors.contains) == true ? call.function : nil
      })
    var found: [Int: [Int]] = [:]
    for (flow, call) in calls where call.function.map(showing.contains) == true {
      if let subject = call.attested.flatMap({ tenant.subjects[$0] }) { found[flow, default: []].append(subject) }
    }
    return found
  }

  /// Whether the links of a flow go where whoever has a factor alone can have them sent.
  func isByLink(_ flow: AnalyzedFlow) -> Bool { linksOfFactors.contains(flow.graph.root) }

  /// Whether it is so in a state of a flow.
  func holds(_ state: EvidenceState, in flow: AnalyzedFlow) -> Bool {
    let attested = attested[flow.graph.root] ?? []
    guard state.lacksFirst(besides: same + attested) else { return false }
    if attested.contains(where: { state[.verified, $0] }) { return true }
    if state[.byLink] {
      if linksOfFactors.contains(flow.graph.root) { return true }
      if linksOfOthers.contains(flow.graph.root) { return false }
    }
    // Two of them are two, unless they are one mailbox or number. Whoever reads at one of these has shown the others.
    let shown = same.filter { state[.factor, $0] }
    return !shown.isEmpty && !twins.areSeveral(shown)
  }
}

extension EvidenceState {
  /// Whether the bound account's owner has shown neither the password nor an address besides some factors. One that this run
  /// has created is nobody else's.
  func lacksFirst(besides factors: [Int]) -> Bool {
    !self[.unbound] && !self[.created] && !self[.authenticated] && !provesAddress(besides: factors)
  }

  /// Whether an address of the bound account is proven, besides some.
  func provesAddress(besides others: [Int]) -> Bool {
    (0..<Self.subjectLimit).contains { subject in
      !others.contains(subject) && self[.verified, subject] && (self[.ofAccount, subject] || self[.factor, subject])
    }
  }
}

/// U903, of the flows of an application: no session opens by the second factor alone, beside a flow that asks for a first one
/// as well, the password or a message to another address.
func factorAlone(
  _ application: String, _ flows: [AnalyzedFlow], _ tenant: AnalyzedTenant, _ told: inout Set<SourceSpan>,
  _ problems: inout DiagnosticCollector
) {
  let (resolved, use) = (tenant.resolved, tenant.factors)
  let factors = use.of(flows)
  if factors.isEmpty { return }
  let firsts = flows.reduce(into: Set<Int>()) { $0.formUnion($1.firstAddresses(besides: use.of([$1]), resolved)) }
  /// Whether what was shown comes first in some flow, and the account has nothing else to show.
  func isAll(_ state: EvidenceState) -> Bool {
    factors.contains { firsts.contains($0) && state[.factor, $0] }
      && factors.allSatisfy { state[.factor, $0] || state[.absent, $0] }
  }
  let alone = FactorAlone(factors, tenant)
  let opensByGrant = flows.contains { flow in
    flow.comesByGrantAlone(besides: factors, resolved) { node, _, _ in
      flow.graph.effect(node, resolved.flows).map { $0.definition.opensSession || $0.definition.endsAccount } == true
    }
  }
  for flow in flows {
    // A flow that asks for something else than the password is no example to itself.
    let asking =
      flows.first { !use.behindPassword([$0], resolved).isEmpty }
      ?? flows.first { $0.graph.root != flow.graph.root && !use.of([$0]).isEmpty }
    guard let evidence = flow.evidence, let asking else { continue }
    let first = use.behindPassword([asking], resolved).isEmpty ? "something else" : "the password"
    let other = resolved.scope.flows[asking.graph.root].name.text.quoted
    for door in use.doors.of(flow) where !door.isLink && !told.contains(door.place) {
      if door.kind == .grant, !opensByGrant { continue }
      guard let visit = evidence.nearest(door.node, where: { alone.holds($0, in: flow) && !isAll($0) }) else {
        continue
      }
      told.insert(door.place)
      problems.report(
        unproven(
          "U903",
          "\(door.opening) with the second factor alone, and \(other)\(sharing(application)) asks for \(first), too",
          at: door.place, visit, flow, resolved,
          help:
            "ask for the password here, too, or for a code to another address; or offer the two flows in different applications, whose tokens differ in `client_id` and `acr`"
        ))
    }
  }
}

extension AnalyzedFlow {
  /// Whether a run that has redeemed a grant, and shown neither the password nor an address besides some factors, comes to a
  /// node where something is so.
  func comesByGrantAlone(
    besides factors: [Int], _ resolved: ResolvedTenant,
    where isSo: (_ node: Int, _ state: EvidenceState, _ subjects: EvidenceSubjects) -> Bool
  ) -> Bool {
    guard !isUncalled, redeems(\.redeemsGrants, resolved), let evidence = withoutGrants(resolved).evidence else {
      return false
    }
    return graph.nodes(.effect).contains { node in
      evidence.nearest(node) { state in
        state[.byGrant] && state.lacksFirst(besides: factors) && isSo(node, state, evidence.subjects)
      } != nil
    }
  }
}

/// Behind a flow's name: that it is of the application that is judged; nothing where the tenant declares none.
func sharing(_ application: String) -> String {
  application.isEmpty ? "" : " of the same application, \(application.quoted),"
}
