import FlowModel
import FlowSource

/// U401, U402: an effect that can harm others comes only where one of its demands is proven, on every way and for the
/// very account or address that it works on.
///
/// CVE-2026-18963, CVE-2026-54730, CVE-2022-46145, CVE-2023-26481 and CVE-2026-9087 are flows that this refuses.
@Sendable func provenDemands(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  let scope = tenant.analysis.scope
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes.indices {
      guard case .effect(let effect) = flow.graph.state(node, tenant.analysis.flows).kind else { continue }
      guard let visit = evidence.nearest(node, where: { !evidence.allows(effect, $0, scope) }) else {
        if problems.isProving, let proof = proof(of: effect, at: node, flow, tenant.analysis) { problems.prove(proof) }
        continue
      }
      let definition = effect.effect.definition
      let remedies = definition.demands.compactMap { $0.remedy(effect, scope, flow.graph.root) }
      problems.report(
        unproven(
          nil, "somebody can \(definition.risk) here", at: effect.place, visit, flow, tenant.analysis,
          notes: definition.demands.compactMap { $0.waiver(effect) },
          help: "lead every way here through \(remedies.joined(separator: "; or through ")), for the same account"))
    }
  }
}

/// U403: an end grants a sign-in only where the account is proven to be the client's.
@Sendable func provenGrants(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes.indices {
      guard case .end(let end) = flow.graph.state(node, tenant.analysis.flows).kind, let grants = end.grants,
        !end.isContradictory, flow.reached[node]
      else { continue }
      guard let visit = evidence.nearest(node, where: { !$0.provesOwner }) else {
        problems.prove(
          Proof(
            "U403", flow: tenant.analysis.scope.flows[flow.graph.root].name.text,
            "the sign-in is only granted to an account that is proven to be the client's", at: grants))
        continue
      }
      problems.report(
        unproven(
          "U403", "somebody can be granted a sign-in to an account that is not theirs here", at: grants, visit, flow,
          tenant.analysis,
          help: "lead every way here through an effect that creates the account or proves whose it is"))
    }
  }
}

extension EvidenceState {
  /// Whether the bound account, if there is one, is the client's.
  var provesOwner: Bool { self[.authenticated] || self[.accountVerified] || self[.created] }
}

/// A finding with the nearest way on which the proof is missing. Without a code it is U402 where there was a proof that
/// ended on the way, and U401 where there was none.
func unproven(
  _ code: String?, _ message: String, at span: Span, _ visit: Int, _ flow: JudgedFlow, _ analysis: Analysis,
  notes: [String] = [], help: String
) -> Diagnostic {
  guard let evidence = flow.evidence else {
    return Diagnostic(code ?? "U401", .error, message, at: span, notes: notes, help: help)
  }
  let way = evidence.way(to: visit)
  let (gains, losses) = evidence.facts(way, analysis.scope)
  let remarks = TraceRemarks(
    facts: gains.merging(losses, uniquingKeysWith: +), inputs: evidence.inputs(way, flow, analysis))
  let proven = evidence.proven(evidence.visits[visit].state, analysis.scope).map(\.holds).joined(separator: ", ")
  return Diagnostic(
    code ?? (losses.isEmpty ? "U401" : "U402"), .error,
    losses.isEmpty || code != nil ? message : message + ": the proof on the way is no longer about it", at: span,
    notes: [proven.isEmpty ? "nothing is proven on this way" : "what is proven on this way: \(proven)"] + notes,
    help: help,
    counterexample: flow.graph.counterexample(
      path: way.map(\.edge), attack: message, remarks: remarks, analysis))
}

/// What is proven of an effect whose demands hold on every way: which of them holds, and by which state on the way. Nil
/// where it demands nothing, or no run comes to it.
private func proof(of effect: ResolvedEffect, at node: Int, _ flow: JudgedFlow, _ analysis: Analysis) -> Proof? {
  guard let evidence = flow.evidence, !effect.effect.definition.demands.isEmpty, flow.reached[node] else { return nil }
  let scope = analysis.scope
  var reasons: [String] = []
  for visit in evidence.visits.indices where evidence.visits[visit].node == Int32(node) {
    let state = evidence.visits[visit].state
    guard let demand = effect.effect.definition.demands.first(where: { evidence.isMet($0, effect, state, scope) })
    else {
      continue
    }
    // Without an account there is nothing to prove of it, and nothing that the effect could do.
    if state[.unbound], demand.isAboutAccount { continue }
    var reason = demand.holds(effect, state, scope, flow.graph.root)
    if demand.isProvenOnTheWay {
      let way = evidence.way(to: visit)
      if let last = evidence.facts(way, scope).gains.keys.max() {
        reason += " at " + flow.graph.name(flow.graph.source(of: way[last].edge), analysis.flows).quoted
      }
    }
    if !reasons.contains(reason) { reasons.append(reason) }
  }
  if reasons.isEmpty { return nil }
  return Proof(
    "U401", flow: scope.flows[flow.graph.root].name.text,
    "\(effect.effect.name.quoted): \(reasons.joined(separator: ", or "))", at: effect.place)
}

extension Demand {
  /// Whether something on the way proves it, and not the call alone.
  fileprivate var isProvenOnTheWay: Bool {
    switch self {
    case .parameterIs, .waived, .noAddress: false
    case .verifiedParameter, .verifiedAccount, .created, .authenticated: true
    }
  }

  fileprivate var isAboutAccount: Bool {
    switch self {
    case .verifiedAccount, .created, .authenticated: true
    case .verifiedParameter, .parameterIs, .waived, .noAddress: false
    }
  }

  /// That it holds, in words.
  fileprivate func holds(
    _ effect: ResolvedEffect, _ state: EvidenceState, _ scope: TenantScope, _ flow: Int
  ) -> String {
    func name(_ parameter: Int) -> String {
      guard case .slot(let slot) = effect.arguments[parameter] else { return "the identifier" }
      return scope.name(of: slot, in: scope.flows[flow]).quoted
    }
    switch self {
    case .verifiedParameter(let parameter): return "\(name(parameter)) is proven"
    case .verifiedAccount: return "an address of the account is proven"
    case .created: return "this run created the account"
    case .authenticated:
      return state[.authenticated] ? "the account's owner is present" : "an address of the account is proven"
    case .parameterIs(let parameter, let word), .waived(let parameter, let word):
      return "it is `\(effect.effect.definition.parameters[parameter].name): \(word)`"
    case .noAddress(let parameter): return "\(name(parameter)) is no address"
    }
  }
}
