import FlowModel
import FlowSource

/// U401, U402: an effect that can harm others comes only where one of its demands is proven, on every path and for the
/// very account or address that it works on.
///
/// CVE-2026-18963, CVE-2026-54730, CVE-2022-46145, CVE-2023-26481 and CVE-2026-9087 are flows that this refuses.
@Sendable func provenDemands(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let scope = tenant.resolved.scope
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes.indices {
      guard let effect = flow.graph.effect(node, tenant.resolved.flows) else { continue }
      guard let visit = evidence.nearest(node, where: { !evidence.allows(effect, $0, scope) }) else {
        if problems.isProving, let proof = proof(of: effect, at: node, flow, tenant.resolved) { problems.prove(proof) }
        continue
      }
      let definition = effect.effect.definition
      let remedies = definition.demands.compactMap { $0.remedy(effect, scope, flow.graph.root) }
      problems.report(
        unproven(
          nil, "somebody can \(definition.risk) here", at: effect.place, visit, flow, tenant.resolved,
          notes: definition.demands.compactMap { $0.waiver(effect) },
          help: "lead every path here through \(remedies.joined(separator: "; or through ")), for the same account"))
    }
  }
}

/// U403: an end grants a sign-in only where the account is proven to be the client's.
@Sendable func provenGrants(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes.indices {
      guard let end = flow.graph.end(node, tenant.resolved.flows), let grants = end.grants,
        !end.isContradictory, flow.reached[node]
      else { continue }
      guard let visit = evidence.nearest(node, where: { !$0.provesOwner }) else {
        problems.prove(
          Proof(
            "U403", flow: tenant.resolved.scope.flows[flow.graph.root].name.text,
            "the sign-in is only granted to an account that is proven to be the client's", at: grants))
        continue
      }
      problems.report(
        unproven(
          "U403", "somebody can be granted a sign-in to an account that is not theirs here", at: grants, visit, flow,
          tenant.resolved,
          help: "lead every path here through an effect that creates the account or proves whose it is"))
    }
  }
}

extension EvidenceState {
  /// Whether the bound account, if there is one, is the client's.
  var provesOwner: Bool { self[.authenticated] || self[.accountVerified] || self[.created] }
}

/// A finding with a shortest path on which the proof is missing. Without a code it is U402 where a proof ends on the path,
/// and U401 where there is none.
func unproven(
  _ code: String?, _ message: String, at span: Span, _ visit: Int, _ flow: AnalyzedFlow, _ resolved: ResolvedTenant,
  notes: [String] = [], help: String
) -> Diagnostic {
  guard let evidence = flow.evidence else {
    return Diagnostic(code ?? "U401", .error, message, at: span, notes: notes, help: help)
  }
  let path = evidence.path(to: visit)
  let (gains, losses) = evidence.facts(path, resolved.scope)
  let remarks = TraceRemarks(
    facts: gains.merging(losses, uniquingKeysWith: +), inputs: evidence.inputs(path, flow, resolved))
  let proven = evidence.proven(evidence.state(visit), resolved.scope).map(\.holds).joined(separator: ", ")
  return Diagnostic(
    code ?? (losses.isEmpty ? "U401" : "U402"), .error,
    losses.isEmpty || code != nil ? message : message + ": the proof on the path is no longer about it", at: span,
    notes: [proven.isEmpty ? "nothing is proven on this path" : "what is proven on this path: \(proven)"] + notes,
    help: help,
    counterexample: flow.graph.counterexample(
      path: path.map(\.edge), attack: message, remarks: remarks, resolved))
}

/// What is proven of an effect whose demands hold on every path: which of them holds, and by which state on the path. Nil
/// where it demands nothing, or no run comes to it.
private func proof(of effect: ResolvedEffect, at node: Int, _ flow: AnalyzedFlow, _ resolved: ResolvedTenant) -> Proof?
{
  guard let evidence = flow.evidence, !effect.effect.definition.demands.isEmpty, flow.reached[node] else { return nil }
  let scope = resolved.scope
  var reasons: [String] = []
  for visit in evidence.visits(of: node) {
    let state = evidence.state(visit)
    guard let demand = effect.effect.definition.demands.first(where: { evidence.isMet($0, effect, state, scope) })
    else {
      continue
    }
    // Without an account there is nothing to prove of it, and nothing that the effect could do.
    if state[.unbound], demand.isAboutAccount { continue }
    var reason = demand.holds(effect, state, scope, flow.graph.root)
    if demand.isProvenOnPath {
      let path = evidence.path(to: visit)
      if let last = evidence.facts(path, scope).gains.keys.max() {
        reason += " at " + flow.graph.name(flow.graph.source(of: path[last].edge), resolved.flows).quoted
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
  /// Whether something on the path proves it, and not the call alone.
  fileprivate var isProvenOnPath: Bool {
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
