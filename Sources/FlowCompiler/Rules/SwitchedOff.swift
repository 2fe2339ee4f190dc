import FlowExpression
import FlowModel

extension AnalyzedTenant {
  /// The value of a bool, as a subject, by which flows go past some second factors, where the other one leads to them; nil
  /// where that is not told by the bool alone.
  func valuePassing(_ factors: [Int], by subject: Int) -> Bool? {
    let slot = Int(resolved.scope.slot(subjects.attributes[subject]))
    guard resolved.scope.attribute(of: Slot(slot))?.definition.type == .boolean else { return nil }
    var found: Set<Bool> = []
    for flow in flows where !flow.isUncalled {
      let asking = flow.nodesAsking(for: factors, resolved)
      if asking.isEmpty { continue }
      for node in flow.graph.nodes(.choose) where flow.reached[node] {
        guard case .choose(let conditions) = flow.graph.kind(node, resolved.flows) else { continue }
        func asks(_ value: Bool) -> Bool? {
          guard let edge = flow.graph.edge(of: node, conditions, where: slot, is: value, resolved),
            case let target = Int(flow.graph.edges[edge].target), target >= 0
          else { return nil }
          return asking.contains(target)
            || flow.graph.path(
              from: target, to: { asking.contains($0) }, allows: { flow.graph.edges[$0].target != Int32(node) }) != nil
        }
        guard let ifTrue = asks(true), let ifFalse = asks(false), ifTrue != ifFalse else { continue }
        found.insert(ifFalse)
      }
    }
    return found.count == 1 ? found.first : nil
  }
}

extension AnalyzedFlow {
  /// The nodes at which some second factors are shown.
  fileprivate func nodesAsking(for factors: [Int], _ resolved: ResolvedTenant) -> Set<Int> {
    guard let evidence else { return [] }
    return Set(
      graph.nodes(.effect).filter { node in
        guard reached[node], let call = graph.effect(node, resolved.flows) else { return false }
        if let shown = call.shownFactor.flatMap({ evidence.subjects[$0] }), factors.contains(shown) { return true }
        guard call.definition.outcomes.contains(where: { $0.mints.contains(.verifiedCodeTarget) }) else { return false }
        return evidence.visits(of: node).map(evidence.state).contains { state in
          !state[.noCode] && factors.contains { state[.codeTarget, $0] }
        }
      })
  }
}

extension FlowGraph {
  /// The edge that is taken at a `choose` where a bool has some value; nil where that alone does not tell.
  fileprivate func edge(
    of node: Int, _ conditions: [ResolvedExpression?], where slot: Int, is value: Bool, _ resolved: ResolvedTenant
  ) -> Int? {
    for (branch, condition) in conditions.enumerated() {
      let values = condition.map { resolved.expressions[Int($0.index)].logic.values { $0 == slot ? value : nil } }
      if let values, values.canBeTrue, values.canBeFalse { return nil }
      if values?.canBeTrue ?? true { return edgeIndices(node).first { Int(edges[$0].branch) == branch } }
    }
    return nil
  }
}
