import FlowModel
import FlowSource

/// U406: an effect that says it does without a proof does so on some path; else the words do nothing.
///
/// An effect in a sub-flow is judged with all flows that call it: it needs the words if one of them does.
@Sendable func idleOptOuts(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for (place, reason) in tenant.idleOptOuts() {
    problems.report(
      Diagnostic(
        "U406", .warning, "this does nothing: \(reason)", at: place,
        help: "leave it out, and the compiler sees to it that this stays so"))
  }
}

extension AnalyzedTenant {
  /// Where the opt-outs of effects stand that no run needs, and why.
  func idleOptOuts() -> [SourceSpan: String] {
    var idle: [SourceSpan: String] = [:]
    var needed = Set<SourceSpan>()
    for flow in flows where !flow.isUncalled {
      for node in flow.graph.nodes.indices where flow.reached[node] {
        guard let effect = flow.graph.effect(node, resolved.flows), let (optOut, place) = effect.optOut else {
          continue
        }
        if let evidence = flow.evidence, let reason = evidence.idle(optOut, of: effect, at: node, resolved.scope) {
          idle[place] = reason
        } else {
          needed.insert(place)
        }
      }
    }
    return idle.filter { !needed.contains($0.key) }
  }
}

extension ResolvedEffect {
  /// The demand that its own words opt out of, and where the word stands.
  fileprivate var optOut: (demand: Demand, place: SourceSpan)? {
    for demand in effect.definition.demands {
      guard case .optedOut(let parameter, let word) = demand,
        says(word, at: parameter), argumentPlaces.indices.contains(parameter), let place = argumentPlaces[parameter]
      else { continue }
      return (demand, place)
    }
    return nil
  }
}

extension Evidence {
  /// Why a call does not need to opt out: another demand holds whenever a run comes to it. Nil where it does.
  fileprivate func idle(_ optOut: Demand, of effect: ResolvedEffect, at node: Int, _ scope: TenantScope) -> String? {
    let others = effect.effect.definition.demands.filter { demand in
      // Of a flow alone it is not known what is an address.
      if case .noAddress = demand { !scope.tenant.isOpen } else { demand != optOut }
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
