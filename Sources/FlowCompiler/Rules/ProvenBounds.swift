import FlowModel
import FlowSource

/// What the rules of guessing, mail, secrets and doors have proven of each flow that has something they are about; it
/// comes behind them.
func proveBounds(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  guard problems.isProving else { return }
  let scope = tenant.resolved.scope
  for flow in tenant.flows where !flow.isUncalled && flow.isComplete {
    let name = scope.flows[flow.graph.root].name
    var (guesses, messages, doors) = (0, 0, 0)
    for node in flow.graph.nodes.indices where flow.reached[node] {
      switch flow.graph.kind(node, tenant.resolved.flows) {
      case .effect(let effect):
        let bounds = effect.effect.definition.bounds.filter { $0.applies(to: effect.arguments) }
        if bounds.contains(where: { $0.action == .guess }) { guesses += 1 }
        if bounds.contains(where: { $0.action == .message }) { messages += 1 }
        if effect.definition.opensSession { doors += 1 }
      case .end(let end): if end.grants != nil { doors += 1 }
      default: break
      }
    }
    func prove(_ code: String, _ sentence: String, if isAboutIt: Bool = true) {
      if isAboutIt, !problems.holds(code) { problems.prove(Proof(code, flow: name.text, sentence, at: name.span)) }
    }
    prove("U501", "\(counted(guesses, "guess")) spends a counter that no new run fills up", if: guesses > 0)
    prove("U601", "\(counted(messages, "message")) spends a counter of its address and of its run", if: messages > 0)
    prove("U701", "no secret leaves the run")
    prove("U901", "\(counted(doors, "door")) asks whether the account may sign in", if: doors > 0)
  }
}

/// `each of 3 guesses`, or `the one guess`.
private func counted(_ count: Int, _ thing: String) -> String {
  count == 1 ? "the one \(thing)" : "each of \(count) \(thing == "guess" ? "guesses" : thing + "s")"
}
