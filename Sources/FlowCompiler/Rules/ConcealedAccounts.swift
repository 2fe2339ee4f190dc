import FlowModel
import FlowSource

/// U801: who has proven nothing cannot tell whether an account exists, unless the flow says openly that it reveals it;
/// U802: a flow that says so does reveal it.
@Sendable func concealedAccounts(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let flows = tenant.flows.filter { $0.isComplete && $0.collected != nil }
  let comparisons = Parallel.map(flows.count, isWorthIt: tenant.resolved.isLarge) { number in
    let graph = flows[number].graph
    let reveals = tenant.resolved.scope.flows[graph.root].revealsAccounts != nil
    return reveals ? nil : NonInterference(graph, tenant.resolved, stopsEarly: false)
  }
  for (flow, comparison) in zip(flows, comparisons) {
    let syntax = tenant.resolved.scope.flows[flow.graph.root]
    if let reveals = syntax.revealsAccounts {
      // With the errors removed, it may reveal something.
      if problems.hasErrors || flow.graph.tellsOfRefusals(tenant.resolved) { continue }
      guard NonInterference(flow.graph, tenant.resolved, stopsEarly: true).holds else { continue }
      problems.report(
        Diagnostic(
          "U802", .warning, "this flow reveals nothing: nobody learns from it whether an account exists", at: reveals,
          help: "leave `reveals` out, and the compiler sees to it that this stays so"))
      continue
    }
    guard let comparison else { continue }
    if comparison.holds {
      if comparison.subjects.isEmpty { continue }
      problems.prove(
        Proof(
          "U801", flow: syntax.name.text,
          "who has proven nothing does not learn from this flow by itself whether an account exists",
          at: syntax.name.span))
    } else {
      for finding in comparison.findings { problems.report(comparison.diagnostic(finding, of: flow)) }
      if comparison.isCut, comparison.findings.isEmpty { problems.report(tooMuch(flow.graph, tenant.resolved)) }
    }
  }
}

extension FlowGraph {
  /// Whether it goes on in another way where an address has refused messages: that is told only to a flow that reveals.
  fileprivate func tellsOfRefusals(_ resolved: ResolvedTenant) -> Bool {
    nodes(.effect).contains { node in
      guard let call = effect(node, resolved.flows), call.definition.tellsRefusals, !call.isForAccount,
        let refused = call.definition.outcomes.firstIndex(where: { $0.cause == .unreachableAddress })
      else { return false }
      let edges = edgeIndices(node).map { self.edges[$0] }
      guard let sent = edges.first(where: { $0.branch == 0 }), let other = edges.first(where: { $0.branch == refused })
      else { return false }
      return (sent.target, sent.error) != (other.target, other.error)
    }
  }
}

private func tooMuch(_ graph: FlowGraph, _ resolved: ResolvedTenant) -> Diagnostic {
  Diagnostic(
    "U801", .error, "this flow has too many paths to show that it conceals which accounts exist",
    at: resolved.scope.flows[graph.root].name.span,
    help: "lead `found` and `missing` to the same states, or say openly `reveals: [account-existence]`")
}

extension NonInterference {
  /// The finding: how the client can tell, and by which steps.
  fileprivate func diagnostic(_ finding: Finding, of flow: AnalyzedFlow) -> Diagnostic {
    let flows = resolved.flows
    let place = graph.effect(finding.origin, flows)?.place ?? graph.word(finding.origin, flows).span
    let (left, right) = description(of: finding.difference)
    let lefts = finding.path.map(\.left).filter { $0 >= 0 }.map(Int.init)
    var example = graph.counterexample(
      path: lefts, attack: "\(who(finding, isSomebody: true)) learns that an account exists",
      remarks: TraceRemarks(
        facts: [lefts.count: [.tellsOfAccount]], inputs: flow.evidence?.inputs(lefts, flow, resolved) ?? [:]), resolved)
    example.otherRun = otherSteps(finding.path)
    return Diagnostic(
      "U801", .error, "\(who(finding)) learns here whether an account exists", at: place,
      notes: ["with an account \(left); without one \(right)"] + identifiersThatTell(finding.origin)
        + functionsThatTell(finding),
      help: help(for: finding.difference),
      counterexample: example)
  }

  /// Who learns it: where the steps prove something of an account before the runs part, it is another one that tells.
  private func who(_ finding: Finding, isSomebody: Bool = false) -> String {
    let before = finding.path.prefix { $0.left == $0.right }
    let isSignedIn = before.contains { step in
      let source = graph.source(of: Int(step.left))
      guard step.left >= 0, graph.edges[Int(step.left)].branch >= 0, let call = graph.effect(source, resolved.flows)
      else {
        return false
      }
      return call.definition.outcomes[Int(graph.edges[Int(step.left)].branch)].mints.contains {
        [.authenticated, .verifiedLinkTarget].contains($0)
      }
    }
    return isSignedIn
      ? "somebody who is signed in with an account of their own"
      : "\(isSomebody ? "somebody " : "")who has proven nothing"
  }

  /// Which identifiers tell, where an account gets several of them: those that are no addresses need no proof.
  private func identifiersThatTell(_ node: Int) -> [String] {
    let scope = resolved.scope
    guard let effect = graph.effect(node, resolved.flows)?.definition, effect.writesAttributes,
      scope.identifiers.count > 1
    else { return [] }
    let unproven = scope.identifiers.map { scope.tenant.attributes[$0].definition }.filter { !$0.type.isAddress }
    guard !unproven.isEmpty else { return [] }
    let names = unproven.map(\.name).listed("or")
    return ["an account that has the same \(names) tells, too: \(names) is an identifier that nobody need prove"]
  }

  /// The function whose answer may be another, as it is told of the account.
  private func functionsThatTell(_ finding: Finding) -> [String] {
    let functions = finding.path.lazy.compactMap { step -> Int? in
      guard step.left >= 0, step.right >= 0, step.left != step.right,
        case let node = graph.source(of: Int(step.left)), node == graph.source(of: Int(step.right))
      else { return nil }
      return graph.effect(node, resolved.flows)?.function
    }
    guard let function = functions.first else { return [] }
    let name = resolved.scope.tenant.functions[function].name.text.quoted
    return [
      "\(name) is told of the account that was found before, and may answer otherwise; what is no matter of accounts is asked on a page of its own, to which no path comes back"
    ]
  }

  /// The steps of the run without an account that the other does not take.
  private func otherSteps(_ path: [Step]) -> [TraceStep] {
    let rights = path.filter { $0.right >= 0 }
    let steps = graph.counterexample(path: rights.map { Int($0.right) }, attack: "", resolved).steps
    return zip(rights, steps).filter { $0.0.left != $0.0.right }.map(\.1)
  }

  private func help(for difference: Difference) -> String {
    let openly = "or say openly `reveals: [account-existence]`"
    switch difference {
    case .state, .error: return "lead both paths to the same state with the same error, \(openly)"
    case .value, .condition, .result:
      return "show what depends on the account only to who has proven to own it, \(openly)"
    case .message:
      return
        "let the identifier that nobody need prove be none, or take it only where the account is its owner's already, \(openly)"
    case .words:
      return
        "let the message say nothing of what only an account has, or send it where it is proven whose the account is, \(openly)"
    case .language:
      return
        "let nobody choose the account's language before it is proven whose the account is, \(openly)"
    case .refused:
      return
        "do on both paths what may be refused, or nothing that may be: assign what the type allows; \(openly)"
    case .effect:
      return
        "do the same on both paths: `password.verify`, `link.send`, and `code.send` with `for: account` play along where there is no account; \(openly)"
    }
  }

  /// What is seen in each run.
  private func description(of difference: Difference) -> (left: String, right: String) {
    let flows = resolved.flows
    func rest(_ run: PairedRun) -> String {
      let state = "the run rests in \(graph.name(Int(run.node), flows).quoted)"
      guard run.error >= 0, case let error = graph.edges[Int(run.error)].error, error >= 0 else { return state }
      return "\(state) with the error \(resolved.scope.errors[Int(error)].code.quoted)"
    }
    func text(_ effect: Effect?) -> String {
      effect.map { "the engine runs \($0.name.quoted), which takes time" } ?? "the engine has nothing more to do"
    }
    switch difference {
    case .state(let left, let right): return (rest(left), rest(right))
    case .error(let left, let right):
      let (one, other) = (rest(left), rest(right))
      return (one, one == other ? "the error is about other fields" : other)
    case .condition(let slot):
      let name = resolved.scope.name(of: slot, in: resolved.scope.flows[graph.root]).quoted
      return ("the page asks for \(name) in one form", "in another, as its conditions differ")
    case .value(let slot):
      let shown = resolved.scope.name(of: slot, in: resolved.scope.flows[graph.root]).quoted
      return ("the page has one value of \(shown)", "another")
    case .message: return ("no message comes to the client's own address", "one comes")
    case .words: return ("a message says what it says of the account", "it says something else")
    case .language: return ("the run goes on in the language it began in", "it speaks that of the client's account")
    case .refused(let isLeft):
      let texts = ("the engine may refuse the step", "it does not")
      return isLeft ? texts : (texts.1, texts.0)
    case .result(let name): return ("the end hands out its \(name.quoted)", "it has none to hand out")
    case .effect(let left, let right):
      return (text(left), left == right ? "it is handed other values" : text(right))
    }
  }
}
