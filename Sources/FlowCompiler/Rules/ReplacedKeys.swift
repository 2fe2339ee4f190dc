import FlowModel
import FlowSource

/// U904, of second factors that functions keep, such as the key of an authenticator: no function is told what a client has chosen
/// of an account that may have one, before one was shown. It may be the new key.
func replacedKeys(
  _ tenant: AnalyzedTenant, _ asked: [(factors: [Int], lost: LostFactors)], _ problems: inout DiagnosticCollector
) {
  let resolved = tenant.resolved
  let kept = tenant.factorsOfFunctions
  let all = asked.filter { $0.factors.contains(where: kept.contains) }
  if all.isEmpty { return }
  for flow in tenant.flows where !flow.isUncalled {
    guard let evidence = flow.evidence else { continue }
    lazy var values = ChosenValues(flow, resolved, doubted: SlotSet())
    for node in flow.graph.nodes(.effect) where flow.reached[node] {
      guard let call = flow.graph.effect(node, resolved.flows), let function = call.function,
        !call.isAnswer || !flow.graph.isDecided(by: node, resolved.flows)
      else { continue }
      for (factors, lost) in all {
        let wrong = evidence.nearest(node) { state in
          state.doesWithout(factors) && state.provesOwner && !lost.areReplaced(in: state, of: flow)
            && !values.told(by: call, at: node, state, evidence.subjects).isEmpty
        }
        guard let visit = wrong, let factor = factors.first(where: kept.contains) else { continue }
        let told = values.told(by: call, at: node, evidence.state(visit), evidence.subjects).map {
          resolved.scope.name(of: $0, in: resolved.scope.flows[flow.graph.root])
        }
        let name = resolved.scope.attributeNames[evidence.subjects.attributes[factor]]
        problems.report(
          unproven(
            "U904",
            "somebody who has the first factor alone tells \(resolved.scope.tenant.functions[function].name.text.quoted) \(told.listed()) here, and \(name.quoted) is what functions keep",
            at: call.place, visit, flow, resolved,
            notes: ["a function that is told a new key takes it, and the former one opens nothing more"],
            help:
              "lead every path here through `account.read` of \(name.quoted): where it is `present`, through the function that shows it; where it is `absent`, the person may have a first one"
          ))
        break
      }
    }
  }
}

extension AnalyzedTenant {
  /// The second factors, as subjects, that some function shows which is not told what the account holds: it goes by what it keeps.
  fileprivate var factorsOfFunctions: Set<Int> {
    var found: Set<Int> = []
    for state in resolved.flows.lazy.flatMap(\.states) {
      guard case .effect(let call) = state.kind, let factor = call.shownFactor, !call.passed.contains(factor),
        let subject = subjects[factor]
      else { continue }
      found.insert(subject)
    }
    return found
  }
}
