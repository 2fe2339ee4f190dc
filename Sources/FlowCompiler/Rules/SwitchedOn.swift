import FlowExpression
import FlowModel

extension AnalyzedTenant {
  /// Whether a flow writes nothing but constants to what flows decide by on second factors, and each flow that decides by it asks
  /// for a factor wherever an account holds one of these: whoever turns a second factor on needs not show it.
  func turnsOn(_ subject: Int, at node: Int, of flow: AnalyzedFlow, past factors: [Int]) -> Bool {
    let slot = Int(resolved.scope.slot(subjects.attributes[subject]))
    guard flow.collected?.contains(slot, at: node) ?? false, let constants = flow.constants(in: slot, resolved) else {
      return false
    }
    return flows.allSatisfy { asking in
      if asking.isUncalled || self.factors.of([asking]).isEmpty || !asking.valuesRead(resolved).contains(slot) {
        return true
      }
      guard let decisions = HeldDecisions(asking, factors: factors, switches: [subject], resolved),
        let deciders = asking.deciders
      else { return false }
      let asked = AskedSlots(asking.graph, deciders, resolved)
      var facts = Trial.atUsualTime
      facts[Int(RunFact.flow.slot)] = .string(resolved.scope.flows[asking.graph.root].name.text)
      return constants.allSatisfy { constant in
        let world = HeldWorld(asking, [slot: constant], asked: asked, decidesPresence: true, facts: facts, resolved)
        return !decisions.opens(in: world, asking.graph, resolved)
      }
    }
  }
}

extension AnalyzedFlow {
  /// What a slot may hold; nil where that is anything but constants that the flow assigns.
  fileprivate func constants(in slot: Int, _ resolved: ResolvedTenant) -> [Value]? {
    var found: [Value] = []
    for node in graph.nodes.indices where reached[node] {
      if graph.page(node, resolved.flows)?.events.flatMap(\.fields).contains(where: { Int($0.slot) == slot }) ?? false {
        return nil
      }
      for index in graph.edgeIndices(node) {
        let branch = Int(graph.edges[index].branch)
        if branch >= 0, let written = graph.effect(node, resolved.flows)?.write(by: branch)?.slot, Int(written) == slot
        {
          return nil
        }
        for assignment in graph.assignments(graph.edges[index], resolved.flows) where Int(assignment.slot) == slot {
          let expression = resolved.expressions[Int(assignment.expression.index)]
          guard expression.code.slotsRead.isEmpty, case .success(let value) = expression.evaluate(Trial()) else {
            return nil
          }
          found.append(value)
        }
      }
    }
    return found
  }
}
