import FlowModel
import FlowSource

/// U190: what a policy wants to be true of each run of each flow is true.
@Sendable func policyProperties(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows where !flow.isUncalled {
    let name = tenant.resolved.scope.flows[flow.graph.root].name
    flow.eachOrder(tenant.resolved) { property, spoken, wrong in
      // Of a flow that has nothing of what it speaks of, nothing is said.
      guard let policy = property.syntax.policy, let spoken else { return }
      guard let wrong else {
        problems.prove(
          Proof(
            "U190", flow: name.text,
            "\(property.syntax.text.quoted), as the policy \(policy.quoted) demands, holds on every path",
            at: flow.graph.word(spoken, tenant.resolved.flows).span))
        return
      }
      var problem = unproven(
        "U190", "a run can break what the policy \(policy.quoted) demands: \(property.syntax.text.quoted)",
        at: flow.graph.word(spoken, tenant.resolved.flows).span, wrong, flow, tenant.resolved,
        notes: property.lacks(tenant.resolved), help: "change the flow so that no run breaks it")
      if let place = problem.counterexample?.steps.last { problem.span = place.span }
      problem.labels.append(property.syntax.demand)
      problems.report(problem)
    }
    flow.eachStepBound(tenant.resolved) { syntax, bound, broken in
      guard let policy = syntax.policy else { return }
      guard let (path, isCut) = broken else {
        problems.prove(
          Proof(
            "U190", flow: name.text,
            "\(syntax.text.quoted), as the policy \(policy.quoted) demands, holds on every path without a mistake",
            at: name.span))
        return
      }
      problems.report(
        Diagnostic(
          "U190", .error, "a run can break what the policy \(policy.quoted) demands: \(syntax.text.quoted)",
          at: name.span, labels: [syntax.demand], notes: stepNotes(isCut: isCut), help: "ask for more on fewer pages",
          counterexample: flow.graph.counterexample(
            path: path, attack: "after \(bound) \(bound == 1 ? "step" : "steps") without a mistake the run is not over",
            tenant.resolved)))
    }
  }
}

extension PropertySyntax {
  /// Where a policy demands it.
  fileprivate var demand: Label { Label(span, "demanded here") }
}

extension OwnProperties.Order {
  /// What the tenant has nothing for.
  fileprivate func lacks(_ resolved: ResolvedTenant) -> [String] {
    guard fact == .impossible, case .order(let order) = syntax.claim else { return [] }
    return order.fact.name.text == "visited"
      ? ["the flow has no state \(order.fact.subject.text.quoted)"]
      : ["the tenant has no attribute \(order.fact.subject.text.quoted) that can be proven"]
  }
}

/// U191: no flow takes an opt-out that a policy refuses. One that does nothing is in force nowhere (U406).
@Sendable func refusedOptOuts(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let scope = tenant.resolved.scope
  let policies = scope.tenant.policies.filter { !$0.refused.isEmpty && !$0.problems.hasErrors }
  if policies.isEmpty { return }
  let idle = tenant.idleOptOuts()
  let inForce = optOuts(scope.flows, scope.tenant).filter { idle[$0.span] == nil }
  for policy in policies {
    for word in policy.refused {
      // Of one place several things may be said.
      var told: Set<SourceSpan> = []
      for optOut in inForce where optOut.word == word.text && told.insert(optOut.span).inserted {
        problems.report(
          Diagnostic(
            "U191", .error, "the policy \(policy.name.text.quoted) refuses \(optOut.text.quoted)", at: optOut.span,
            labels: [Label(word.span, "refused here")], notes: [optOut.meaning],
            help: "change the flow so that it does without"))
      }
    }
  }
}

extension OptOut {
  /// The one word that tells it, as policies name it.
  fileprivate var word: String {
    let parts = text.split(separator: ":", maxSplits: 1).map { String($0.drop { $0 == " " }) }
    return (kind == .word ? parts.last : parts.first) ?? text
  }
}
