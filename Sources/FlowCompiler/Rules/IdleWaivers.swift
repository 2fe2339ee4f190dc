import FlowModel
import FlowSource

/// U406: an effect that says it does without a proof does so on some path; else the words do nothing.
///
/// An effect in a sub-flow is judged with all flows that call it: it needs the words if one of them does.
@Sendable func idleWaivers(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  var idle: [Span: Diagnostic] = [:]
  var needed = Set<Span>()
  for flow in tenant.flows where !flow.isUncalled {
    for node in flow.graph.nodes.indices where flow.reached[node] {
      guard let effect = flow.graph.effect(node, resolved.flows),
        let (waiver, place) = effect.waiver
      else { continue }
      if let evidence = flow.evidence, let reason = evidence.idle(waiver, of: effect, at: node, resolved.scope) {
        idle[place] = Diagnostic(
          "U406", .warning, "this does nothing: \(reason)", at: place,
          help: "leave it out, and the compiler sees to it that this stays so")
      } else {
        needed.insert(place)
      }
    }
  }
  for (place, problem) in idle where !needed.contains(place) { problems.report(problem) }
}

extension ResolvedEffect {
  /// The demand that its own words waive, and where the word stands.
  fileprivate var waiver: (demand: Demand, place: Span)? {
    for demand in effect.definition.demands {
      guard case .waived(let parameter, let word) = demand,
        says(word, at: parameter), argumentPlaces.indices.contains(parameter), let place = argumentPlaces[parameter]
      else { continue }
      return (demand, place)
    }
    return nil
  }
}

extension Evidence {
  /// Why a call does not need what it waives: another demand holds whenever a run comes to it. Nil where it does.
  fileprivate func idle(_ waiver: Demand, of effect: ResolvedEffect, at node: Int, _ scope: TenantScope) -> String? {
    let others = effect.effect.definition.demands.filter { demand in
      // Of a flow alone it is not known what is an address.
      if case .noAddress = demand { !scope.tenant.isOpen } else { demand != waiver }
    }
    guard let some = nearest(node, where: { _ in true }),
      nearest(node, where: { state in !others.contains { isMet($0, effect, state, scope) } }) == nil
    else { return nil }
    let isNoAddress = others.contains {
      if case .noAddress = $0 { isMet($0, effect, state(some), scope) } else { false }
    }
    return isNoAddress
      ? "the identifier is no address, so there is nothing to prove"
      : "every client that comes here has proven the address"
  }
}
