import FlowModel
import FlowSource

/// U801: who has proven nothing cannot tell whether an account exists, unless the flow says openly that it reveals it;
/// U802: a flow that says so does reveal it.
@Sendable func concealedAccounts(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows where flow.hasAllWays && flow.collected != nil {
    let syntax = tenant.analysis.scope.flows[flow.graph.root]
    let game = Bisimulation(flow.graph, tenant.analysis)
    if let reveals = syntax.revealsAccounts {
      // Once the errors are mended, it may reveal something yet.
      guard game.hasConcealed, !problems.hasErrors else { continue }
      problems.report(
        Diagnostic(
          "U802", .warning, "this flow reveals nothing: nobody learns from it whether an account exists", at: reveals,
          help: "leave `reveals` out, and the compiler sees to it that this stays so"))
    } else if game.hasConcealed {
      if game.subjects.isEmpty { continue }
      problems.prove(
        Proof(
          "U801", flow: syntax.name.text, "who has proven nothing does not learn whether an account exists",
          at: syntax.name.span))
    } else {
      for found in game.differences { problems.report(game.diagnostic(found.difference, found.origin, found.way)) }
      if game.isCut, game.differences.isEmpty { problems.report(tooMuch(flow.graph, tenant.analysis)) }
    }
  }
}

private func tooMuch(_ graph: FlowGraph, _ analysis: Analysis) -> Diagnostic {
  Diagnostic(
    "U801", .error, "this flow has too many ways to show that it conceals which accounts exist",
    at: analysis.scope.flows[graph.root].name.span,
    help: "lead `found` and `missing` to the same states, or say openly `reveals: [account-existence]`")
}

extension Bisimulation {
  /// The finding: how the client can tell, and by which steps.
  fileprivate func diagnostic(_ difference: Difference, _ origin: Int, _ way: [Step]) -> Diagnostic {
    let state = graph.state(origin, analysis.flows)
    var place = state.name.span
    if case .effect(let effect) = state.kind { place = effect.place }
    let (left, right) = description(of: difference)
    let lefts = way.map(\.left).filter { $0 >= 0 }.map(Int.init)
    var example = graph.counterexample(
      path: lefts, attack: "somebody who has proven nothing learns that an account exists",
      remarks: TraceRemarks(facts: [lefts.count: [.tellsOfAccount]]), analysis)
    example.otherRun = otherSteps(way)
    return Diagnostic(
      "U801", .error, "who has proven nothing learns here whether an account exists", at: place,
      notes: ["with an account \(left); without one \(right)"], help: help(for: difference),
      counterexample: example)
  }

  /// The steps of the run without an account that the other does not take.
  private func otherSteps(_ way: [Step]) -> [TraceStep] {
    let rights = way.filter { $0.right >= 0 }
    let steps = graph.counterexample(path: rights.map { Int($0.right) }, attack: "", analysis).steps
    return zip(rights, steps).filter { $0.0.left != $0.0.right }.map(\.1)
  }

  private func help(for difference: Difference) -> String {
    let openly = "or say openly `reveals: [account-existence]`"
    switch difference {
    case .state, .error: return "lead both ways to the same state with the same error, \(openly)"
    case .value, .result: return "show what depends on the account only to who has proven to own it, \(openly)"
    case .deed:
      return
        "do the same on both ways: `password.verify`, `link.send`, and `code.send` with `for: account` play along where there is no account; \(openly)"
    }
  }

  /// What is seen in each world.
  private func description(of difference: Difference) -> (left: String, right: String) {
    let flows = analysis.flows
    func rest(_ world: World) -> String {
      let state = "the run rests in \(graph.name(Int(world.node), flows).quoted)"
      guard world.error >= 0,
        let transition = graph.transition(graph.edges[Int(world.error)], flows), transition.error >= 0
      else { return state }
      return "\(state) with the error \(analysis.scope.errors[Int(transition.error)].code.quoted)"
    }
    func deed(_ effect: Effect?) -> String {
      effect.map { "the engine runs \($0.name.quoted), which takes time" } ?? "the engine has nothing more to do"
    }
    switch difference {
    case .state(let left, let right): return (rest(left), rest(right))
    case .error(let left, let right):
      let (one, other) = (rest(left), rest(right))
      return (one, one == other ? "the error is about other fields" : other)
    case .value(let slot):
      let shown = analysis.scope.name(of: slot, in: analysis.scope.flows[graph.root]).quoted
      return ("the page has one value of \(shown)", "another")
    case .result(let name): return ("the end hands out its \(name.quoted)", "it has none to hand out")
    case .deed(let left, let right):
      return (deed(left), left == right ? "it is handed other values" : deed(right))
    }
  }
}
