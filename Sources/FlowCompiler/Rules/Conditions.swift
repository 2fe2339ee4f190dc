import FlowExpression
import FlowSource

/// U134 and U135: a condition can be true, and can be false, and so can each part of it.
@Sendable func constantConditions(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  var parts = ConstantParts(tenant.resolved.expressions)
  for flow in tenant.resolved.flows {
    for state in flow.states {
      switch state.kind {
      case .page(let page):
        if case .when(let condition) = page.skip {
          report(
            condition, "the page is always skipped", "the page is never skipped", &parts, &problems)
        }
        for field in page.events.flatMap(\.fields) {
          for condition in field.conditions {
            report(
              condition, "nothing depends on it", "nothing depends on it", ofField: true, &parts, &problems)
          }
        }
      case .choose(let conditions):
        for case let condition? in conditions {
          report(condition, "this branch is always taken", "this branch is never taken", &parts, &problems)
        }
      default: break
      }
    }
  }
}

private func report(
  _ condition: ResolvedExpression, _ whenTrue: String, _ whenFalse: String, ofField: Bool = false,
  _ parts: inout ConstantParts, _ problems: inout DiagnosticCollector
) {
  func told(_ value: Bool, at place: SourceSpan, _ message: String, help: String) {
    problems.report(Diagnostic(value ? "U134" : "U135", .warning, message, at: place, help: help))
  }
  if case .bool(let value) = parts.expressions[Int(condition.index)].constant {
    return told(
      value, at: condition.syntax.span, "this condition is always \(value), so \(value ? whenTrue : whenFalse)",
      help: "remove it, or ask something that can be true or false")
  }
  for part in parts.of(condition, ofField: ofField) {
    let help =
      part.holds
      ? "whatever is asked here, one of its sides holds: `||` stands where `&&` was meant, or a constant is wrong"
      : "its sides rule each other out: `&&` stands where `||` was meant, or a constant is wrong"
    if part.isWhole {
      told(
        part.holds, at: condition.syntax.span,
        "this condition is always \(part.holds), so \(part.holds ? whenTrue : whenFalse)", help: help)
    } else {
      told(
        part.holds, at: condition.syntax.place(part.range), "this part of the condition is always \(part.holds)",
        help: help)
    }
  }
}

/// The parts of conditions that are always the same, of each condition once.
private struct ConstantParts {
  let expressions: [CompiledExpression]
  private var known: [[(range: Range<Int>, isWhole: Bool, holds: Bool)]?]

  init(_ expressions: [CompiledExpression]) {
    self.expressions = expressions
    known = Array(repeating: nil, count: expressions.count * 2)
  }

  mutating func of(
    _ condition: ResolvedExpression, ofField: Bool
  ) -> [(range: Range<Int>, isWhole: Bool, holds: Bool)] {
    let index = Int(condition.index) * 2 + (ofField ? 1 : 0)
    if let parts = known[index] { return parts }
    let parts = PlainTruth(expressions[Int(condition.index)].code, mayLack: ofField).constantParts()
    known[index] = parts
    return parts
  }
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
