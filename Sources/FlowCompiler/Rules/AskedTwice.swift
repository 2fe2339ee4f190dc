import FlowModel
import FlowSource

/// U903: a second factor is something else than the first one. A code that goes where the first one went, or the link that
/// the run began with, or to what is one with that address, asks whoever reads there for nothing more.
func askedTwice(
  _ flows: [AnalyzedFlow], _ tenant: AnalyzedTenant, _ told: inout Set<SourceSpan>,
  _ problems: inout DiagnosticCollector
) {
  let resolved = tenant.resolved
  for flow in flows {
    let doors = tenant.factors.doors.of(flow).filter { !$0.isLink }
    guard let evidence = flow.evidence, !doors.isEmpty, !doors.contains(where: { told.contains($0.place) }) else {
      continue
    }
    let read = flow.readOfAccount(resolved)
    for node in flow.graph.nodes(.effect) where flow.reached[node] {
      guard let call = flow.graph.effect(node, resolved.flows),
        call.definition.outcomes.contains(where: { $0.mints.contains(.verifiedCodeTarget) })
      else { continue }
      for subject in evidence.subjects.addresses where read.contains(subject) {
        let same = tenant.factors.twins.with([subject])
        let linked = FactorAlone([subject], tenant)
        let opens = doors.contains { door in
          evidence.nearest(door.node) { $0[.factor, subject] && $0.lacksFirst(besides: same) } != nil
        }
        let again = { (state: EvidenceState) in
          !state[.unbound] && !state[.created] && !state[.noCode] && state[.codeTarget, subject]
            && state.lacksFirst(besides: same)
            && (same.contains { state[.factor, $0] || state[.verified, $0] && state[.ofAccount, $0] }
              || state[.byLink] && linked.isByLink(flow))
        }
        guard opens, let visit = evidence.nearest(node, where: again), told.insert(call.place).inserted else {
          continue
        }
        let name = resolved.scope.attributeNames[evidence.subjects.attributes[subject]].quoted
        problems.report(
          unproven(
            "U903",
            same.count > 1
              ? "the second factor, \(name), is the first one under another name"
              : "the second factor, \(name), is the first one: whoever comes here has shown to read what is sent there",
            at: call.place, visit, flow, resolved,
            help: "ask for something else: the password, another address that is no copy, or what a function shows"))
      }
    }
  }
}

extension AnalyzedFlow {
  /// What it reads of the account, as subjects.
  fileprivate func readOfAccount(_ resolved: ResolvedTenant) -> Set<Int> {
    Set(
      graph.nodes(.effect).compactMap { node in
        guard reached[node], case (.accountValue, let slot)? = graph.effect(node, resolved.flows)?.write(by: 0) else {
          return nil
        }
        return evidence?.subjects[slot]
      })
  }
}
