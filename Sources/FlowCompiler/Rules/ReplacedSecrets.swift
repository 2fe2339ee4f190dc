import FlowModel
import FlowSource

/// What clients type, and functions attest by it that an account's owner is here, such as a PIN: the first factor of tenants
/// whose passwords are kept elsewhere.
struct AttestedSecrets {
  /// By the attribute: the functions that compare it. Where some are asked before any second factor was shown, it is those:
  /// what another one attests behind the factor alone is what it was told to keep from then on.
  private(set) var comparing: [Slot: Set<Int>] = [:]

  init(_ tenant: AnalyzedTenant, past factors: [Int]) {
    let resolved = tenant.resolved
    var all: [Slot: Set<Int>] = [:]
    for flow in tenant.flows where !flow.isUncalled {
      guard let evidence = flow.evidence else { continue }
      for (node, call, typed) in flow.callsTold(resolved) where call.attested != nil {
        guard let function = call.function else { continue }
        let isFirst = evidence.nearest(node) { state in !factors.contains { state[.factor, $0] } } != nil
        for slot in typed {
          all[slot, default: []].insert(function)
          if isFirst { comparing[slot, default: []].insert(function) }
        }
      }
    }
    comparing.merge(all) { first, _ in first }
  }
}

extension AnalyzedFlow {
  /// The calls of functions that are told something which a client types and which names nobody.
  func callsTold(_ resolved: ResolvedTenant) -> [(node: Int, call: ResolvedEffect, typed: [Slot])] {
    let calls = graph.nodes(.effect).filter { reached[$0] }.compactMap { node in
      graph.effect(node, resolved.flows).map { (node: node, call: $0) }
    }.filter { $0.call.function != nil }
    if calls.isEmpty { return [] }
    guard let told = ToldValues(self, resolved) else { return [] }
    return calls.map { node, call in
      let typed = told.typed(by: call, at: node) + call.listed
      return (
        node, call, typed.filter { resolved.scope.attribute(of: $0)?.definition.tellsPeopleApart == false }
      )
    }
  }
}

/// U905, where a function compares the first factor: whoever has the second one alone hands it to no other function, which may
/// keep it from then on, and writes it to no account.
func replacedSecrets(
  _ tenant: AnalyzedTenant, _ factors: [Int], _ alone: FactorAlone, _ problems: inout DiagnosticCollector
) {
  let resolved = tenant.resolved
  let secrets = AttestedSecrets(tenant, past: factors)
  if secrets.comparing.isEmpty { return }
  for flow in tenant.flows where !flow.isUncalled {
    guard let evidence = flow.evidence else { continue }
    func report(_ slot: Slot, at node: Int, _ place: SourceSpan) {
      guard let name = resolved.scope.attribute(of: slot)?.name.text,
        let visit = evidence.nearest(node, where: { alone.holds($0, in: flow) })
      else { return }
      let other = factors.map { resolved.scope.attributeNames[evidence.subjects.attributes[$0]] }.listed()
      problems.report(
        unproven(
          "U905",
          "whoever has the second factor alone can replace \(name.quoted) here, by which a function attests whose the account is, and then has both: \(other)",
          at: place, visit, flow, resolved,
          help: "prove an address of the account before it, or let the same function compare the former \(name.quoted)")
      )
    }
    for (node, call, typed) in flow.callsTold(resolved) {
      let new = typed.first { slot in
        call.function.map { secrets.comparing[slot]?.contains($0) == false } ?? false
      }
      if let new { report(new, at: node, call.place) }
    }
    for node in flow.graph.nodes(.effect) where flow.reached[node] {
      guard let call = flow.graph.effect(node, resolved.flows), call.changesAccount else { continue }
      let kept = secrets.comparing.keys.sorted().first { slot in
        resolved.scope.attribute(of: slot)?.definition.isTransient == false && call.writes(slot)
          && flow.graph.collects(slot, resolved)
      }
      if let kept { report(kept, at: node, call.place) }
    }
  }
}

extension FlowGraph {
  /// Whether some page collects an attribute, or some transition assigns it.
  fileprivate func collects(_ slot: Slot, _ resolved: ResolvedTenant) -> Bool {
    nodes.indices.contains { node in
      page(node, resolved.flows)?.events.contains { $0.fields.contains { $0.slot == slot } } == true
        || edgeIndices(node).contains { assignments(edges[$0], resolved.flows).contains { $0.slot == slot } }
    }
  }
}
