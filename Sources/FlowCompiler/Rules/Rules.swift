import FlowSource

/// A rule: what it is called, and how it judges a tenant.
struct Rule: Sendable {
  let judge: @Sendable (Analysis, inout DiagnosticCollector) -> Void
}

/// All rules that judge resolved flows, in no particular order.
let rules: [Rule] = []

/// Holds a tenant against all rules.
func check(_ analysis: Analysis, _ problems: inout DiagnosticCollector) {
  for rule in rules { rule.judge(analysis, &problems) }
}
