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
    let origins = problems.isProving ? EvidenceOrigins(evidence, flow.graph) : nil
    for node in flow.graph.nodes.indices {
      guard let effect = flow.graph.effect(node, tenant.resolved.flows) else { continue }
      guard let visit = evidence.nearest(node, where: { !evidence.allows(effect, $0, scope) }) else {
        if let origins, let proof = proof(of: effect, at: node, flow, origins, tenant.resolved) {
          problems.prove(proof)
        }
        continue
      }
      let definition = effect.effect.definition
      let remedies = definition.demands.compactMap { $0.remedy(effect, scope, flow.graph.root) }
      problems.report(
        unproven(
          nil, "somebody can \(definition.risk) here", at: effect.place, visit, flow, tenant.resolved,
          notes: definition.demands.compactMap { $0.optOut(effect) },
          help: "lead every path here through \(remedies.joined(separator: "; or through ")), for the same account"))
    }
  }
}

/// U403: an end grants a sign-in only where the account is proven to be the client's.
@Sendable func provenGrants(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes.indices {
      guard let end = flow.graph.end(node, tenant.resolved.flows), !end.isContradictory, flow.reached[node] else {
        continue
      }
      if end.tellsWho { claimedResults(end, node, flow, tenant.resolved, &problems) }
      guard let grants = end.grants else { continue }
      guard let visit = evidence.nearest(node, where: { !$0.provesOwner }) else {
        let isProving = problems.isProving
        problems.prove(
          Proof(
            "U403", flow: tenant.resolved.scope.flows[flow.graph.root].name.text,
            "the sign-in is only granted to an account that is proven to be the client's",
            assuming: isProving
              ? FunctionsWord(flow, tenant.resolved)?.supports(node) { !$0.provesOwner } ?? [] : [], at: grants))
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

/// U403: whoever reads an account beside an address in a result takes the one for the other's.
private func claimedResults(
  _ end: ResolvedEnd, _ node: Int, _ flow: AnalyzedFlow, _ resolved: ResolvedTenant,
  _ problems: inout DiagnosticCollector
) {
  guard let evidence = flow.evidence else { return }
  for result in end.results {
    guard case .slot(let slot, _) = result.result, let subject = evidence.subjects[slot],
      evidence.subjects.addresses.contains(subject),
      let visit = evidence.nearest(node, where: { !$0[.unbound] && $0.isAnybodys(subject) })
    else { continue }
    let name = resolved.scope.name(of: slot, in: resolved.scope.flows[flow.graph.root]).quoted
    problems.report(
      unproven(
        "U403", "\(name) is handed out beside the account, and may be anybody's address", at: result.span, visit, flow,
        resolved, notes: ["an application that reads it there takes it for the account's"],
        help: "prove it with a code that goes there, or take the account's own over with `account.read`"))
  }
}

extension ResolvedEnd {
  /// Whether it hands out whose account it is: its id, or what it signs in with.
  fileprivate var tellsWho: Bool {
    grants != nil
      || results.contains { result in
        guard case .slot(let slot, _) = result.result else { return true }
        return slot == AccountFact.id.slot
      }
  }
}

extension EvidenceState {
  /// Whether a subject holds an address that nobody has proven, and that the bound account does not hold.
  fileprivate func isAnybodys(_ subject: Int) -> Bool {
    !self[.unwritten, subject] && !self[.verified, subject] && !self[.registered, subject] && !self[.ofAccount, subject]
  }

  /// Whether the bound account, if there is one, is the client's.
  var provesOwner: Bool { self[.authenticated] || self[.accountVerified] || self[.created] }
}

/// A finding with a shortest path on which the proof is missing. Without a code it is U402 where a proof ends on the path,
/// and U401 where there is none. `harming`: the attribute whose change is the harm; `bringing`: the second factor of which the
/// attacker types a value of their own.
func unproven(
  _ code: String?, _ message: String, at span: SourceSpan, _ visit: Int, _ flow: AnalyzedFlow,
  _ resolved: ResolvedTenant,
  harming harmed: String? = nil, to harmedTo: Bool? = nil, bringing brought: String? = nil, notes: [String] = [],
  help: String
) -> Diagnostic {
  guard let evidence = flow.evidence else {
    return Diagnostic(
      code ?? "U401", code.flatMap(Rule.severity) ?? .error, message, at: span, notes: notes, help: help)
  }
  let path = evidence.path(to: visit)
  let (gains, losses) = evidence.facts(path, resolved.scope)
  let remarks = TraceRemarks(
    facts: gains.merging(losses, uniquingKeysWith: +),
    inputs: evidence.inputs(
      path, flow, resolved, withStolenFactor: code.flatMap(Rule.of)?.family == .factors, bringing: brought))
  let proven = evidence.proven(evidence.state(visit), resolved.scope).map(\.holds).joined(separator: ", ")
  var example = flow.graph.counterexample(path: path.map(\.edge), attack: message, remarks: remarks, resolved)
  (example.harmed, example.harmedTo) = (harmed, harmedTo)
  return Diagnostic(
    code ?? (losses.isEmpty ? "U401" : "U402"), code.flatMap(Rule.severity) ?? .error,
    losses.isEmpty || code != nil ? message : message + ": the proof on the path is no longer about it", at: span,
    notes: [proven.isEmpty ? "nothing is proven on this path" : "what is proven on this path: \(proven)"] + notes,
    help: help, counterexample: example)
}
