import FlowExpression
import FlowSource

/// U134 and U135: a condition can be true, and can be false.
@Sendable func constantConditions(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.resolved.flows {
    for state in flow.states {
      switch state.kind {
      case .page(let page):
        if case .when(let condition) = page.skip {
          report(
            condition, "the page is always skipped", "the page is never skipped", tenant.resolved, &problems)
        }
        for field in page.events.flatMap(\.fields) {
          for condition in field.conditions {
            report(condition, "nothing depends on it", "nothing depends on it", tenant.resolved, &problems)
          }
        }
      case .choose(let conditions):
        for case let condition? in conditions {
          report(condition, "this branch is always taken", "this branch is never taken", tenant.resolved, &problems)
        }
      default: break
      }
    }
  }
}

private func report(
  _ condition: ResolvedExpression, _ whenTrue: String, _ whenFalse: String, _ resolved: ResolvedTenant,
  _ problems: inout DiagnosticCollector
) {
  guard case .bool(let value) = resolved.expressions[Int(condition.index)].constant else { return }
  problems.report(
    Diagnostic(
      value ? "U134" : "U135", .warning, "this condition is always \(value), so \(value ? whenTrue : whenFalse)",
      at: condition.syntax.span, help: "remove it, or ask something that can be true or false"))
}

/// U136: each branch of a `choose` can be taken: none before it is always taken, or has the same condition.
@Sendable func unreachableBranches(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.resolved.flows {
    for (state, syntax) in zip(flow.states, flow.syntax.states) {
      guard case .choose(let conditions) = state.kind, case .choose(let branches) = syntax.kind else { continue }
      var always: ResolvedExpression?
      var earlier: [Int32: ResolvedExpression] = [:]
      for (condition, branch) in zip(conditions, branches) {
        // The last branch must be there even where it is never taken; what is wrong has been said of the other.
        if let always, condition != nil {
          problems.report(
            Diagnostic(
              "U136", .error, "this branch is never taken: one before it always is", at: branch.span,
              labels: [Label(always.syntax.span, "always true")], help: "remove it, or fix the condition before it"))
        } else if let condition, let first = earlier[condition.index] {
          problems.report(
            Diagnostic(
              "U136", .error, "this branch is never taken: one before it has the same condition",
              at: condition.syntax.span,
              labels: [Label(first.syntax.span, "the same condition")], help: "remove it, or ask something else"))
        }
        guard let condition else { continue }
        if earlier[condition.index] == nil { earlier[condition.index] = condition }
        if always == nil, tenant.resolved.expressions[Int(condition.index)].constant == .bool(true) {
          always = condition
        }
      }
    }
  }
}
