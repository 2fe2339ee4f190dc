import FlowModel
import FlowSource

/// U501: what compares a guess spends a counter that is bounded however many runs somebody starts.
@Sendable func boundedGuessing(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for unbounded in tenant.unboundedCalls(.guess) {
    let name = tenant.resolved.scope.tenant.functions[unbounded.function].name.text
    let reasons =
      unbounded.parameters.compactMap { reason(unbounded.call.definition.parameters[$0].kind) }
      + unbounded.typedReasons(tenant.resolved.scope)
    problems.report(
      unbounded.problem(
        "U501", "the function \(name.quoted) can be asked without end, and so what it decides on can be guessed",
        attack: "whatever the function decides on is found by trying", notes: reasons, tenant.resolved))
  }
}

extension UnboundedCall {
  /// Why a call that decides on what is passed compares a guess.
  fileprivate func typedReasons(_ scope: TenantScope) -> [String] {
    let names = typed.map { scope.name(of: $0, in: scope.flows[flow.graph.root]) }
    if !names.isEmpty {
      return [
        "\(names.listed()): a client types what is passed, nobody has proven it, and the run goes on by the answer"
      ]
    }
    let kept = kept.map { scope.name(of: $0, in: scope.flows[flow.graph.root]) }
    if !kept.isEmpty {
      return [
        "\(kept.listed()): what the account holds is what a client has typed, in as many runs as they like, and the run goes on by the answer"
      ]
    }
    return isNameTyped ? ["the account that it is told of was only named, and the run goes on by the answer"] : []
  }
}

/// Why a call with a parameter compares a guess.
private func reason(_ parameter: ParameterDefinition.Kind) -> String? {
  switch parameter {
  case .evidence: "`attests`: a client that finds what makes it succeed has the proof"
  case .factor: "`factor`: a client that finds what makes it succeed has the second factor"
  case .list: "`arguments`: what the client sends is compared there, such as answers to questions"
  case .secret(.password): "`password`: it is told whether this is the account's password, and answers"
  default: nil
  }
}
