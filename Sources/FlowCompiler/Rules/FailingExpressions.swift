import FlowExpression
import FlowModel
import FlowSource

/// U306: no condition and no assignment ends a step in "This is not possible now.": what is found is shown with values for
/// which it fails, and a path on which a run has them.
@Sendable func failingExpressions(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  if tenant.resolved.scope.tenant.isOpen { return }
  var seen = Set<Span>()
  let assigned = tenant.resolved.assignedConstants
  for flow in tenant.flows where flow.graph.start >= 0 && flow.isComplete {
    var search = FailureSearch(flow, tenant.resolved, assigned, seen)
    for node in flow.graph.nodes.indices where flow.reached[node] { search.judge(node) }
    seen = search.seen
    for problem in search.found { problems.report(problem) }
  }
}

private struct FailureSearch {
  private let flow: AnalyzedFlow
  private let resolved: ResolvedTenant
  private let trials: Trials
  private let origins: Origins
  /// The places that were judged with a finding.
  var seen: Set<Span>
  var found: [Diagnostic] = []
  /// How many trials may still be made in this flow.
  private var left = 100_000

  init(
    _ flow: AnalyzedFlow, _ resolved: ResolvedTenant, _ assigned: [Int: [Value]], _ seen: Set<Span>
  ) {
    (self.flow, self.resolved, self.seen) = (flow, resolved, seen)
    trials = Trials(
      expressions: resolved.expressions,
      samples: SampleValues(resolved.scope, resolved.scope.flows[flow.graph.root], assigned: assigned))
    origins = Origins(flow, resolved, trials)
  }

  mutating func judge(_ node: Int) {
    switch flow.graph.kind(node, resolved.flows) {
    case .choose(let conditions):
      for (number, condition) in conditions.enumerated() {
        guard let condition else { continue }
        judge(condition, behind: conditions.prefix(number).compactMap { $0?.index }, at: node)
      }
    case .page(let page): if case .when(let condition) = page.skip { judge(condition, behind: [], at: node) }
    default: break
    }
    for edge in flow.graph.edgeIndices(node) {
      for (number, assignment) in flow.graph.assignments(flow.graph.edges[edge], resolved.flows).enumerated() {
        judge(assignment, number, of: edge, at: node)
      }
    }
  }

  /// Whether trying an expression can show anything.
  private func isTried(_ expression: ResolvedExpression) -> Bool {
    if seen.contains(expression.syntax.span) || left <= 0 { return false }
    let compiled = resolved.expressions[Int(expression.index)]
    return compiled.canFail || compiled.type == .dyn
      || compiled.reads.contains { trials.samples.rule($0.slot)?.definition.type == .any }
  }

  /// A condition that is asked where those before it do not hold.
  private mutating func judge(_ condition: ResolvedExpression, behind earlier: [Int32], at node: Int) {
    guard isTried(condition) else { return }
    var problem: Diagnostic?
    var attempts = 40
    trials.extend(Trial(), for: earlier + [condition.index], limit: min(left, 1500)) { trial in
      left -= 1
      guard let failure = failure(of: condition, trial), attempts > 0,
        earlier.allSatisfy({ trials.value($0, trial) == .success(.bool(false)) })
      else { return attempts == 0 }
      attempts -= 1
      guard let path = origins.path(to: node, trial) else { return false }
      problem = diagnostic(
        "this condition can fail: \(failure.message)", failure, condition, trial, help: failure.help, path)
      return true
    }
    report(problem, condition)
  }

  /// An assignment of an edge, behind the first ones of it.
  private mutating func judge(_ assignment: ResolvedAssignment, _ number: Int, of edge: Int, at node: Int) {
    let expression = assignment.expression
    let rule = trials.samples.rule(Int(assignment.slot))
    guard !seen.contains(expression.syntax.span), left > 0 else { return }
    let name = resolved.scope.name(of: assignment.slot, in: resolved.scope.flows[flow.graph.root]).quoted
    var problem: Diagnostic?
    var attempts = 40
    trials.extend(Trial(), for: [expression.index], limit: min(left, 1500)) { trial in
      left -= 1
      let failure: ExpressionFailure
      switch trials.value(expression.index, trial) {
      case .failure(let error):
        if error.kind == .unset { return false }
        failure = ExpressionFailure(error)
      case .success(let value):
        guard let complaint = rule?.complaint(about: value) else { return false }
        failure = ExpressionFailure(value, complaint, name)
      }
      attempts -= 1
      for before in origins.before(edge, of: node, trial, assignments: number) {
        guard let path = origins.path(to: node, before) else { continue }
        problem = diagnostic(
          failure.isRefusal
            ? "what is assigned to \(name) can be refused" : "this assignment can fail: \(failure.message)", failure,
          expression, trial, help: failure.help, path + [edge])
        return true
      }
      return attempts <= 0
    }
    report(problem, expression)
  }

  private func failure(of condition: ResolvedExpression, _ trial: Trial) -> ExpressionFailure? {
    switch trials.value(condition.index, trial) {
    case .success(.bool): nil
    case .success(let value):
      ExpressionFailure(
        EvaluationError.Kind.noSuchOverload, nil, "it is no true or false, but \(value.typeName)")
    case .failure(let error): error.kind == .unset ? nil : ExpressionFailure(error)
    }
  }

  private mutating func report(_ problem: Diagnostic?, _ expression: ResolvedExpression) {
    guard let problem else { return }
    seen.insert(expression.syntax.span)
    found.append(problem)
  }

  private func diagnostic(
    _ message: String, _ failure: ExpressionFailure, _ expression: ResolvedExpression, _ trial: Trial, help: String,
    _ path: [Int]
  ) -> Diagnostic {
    let own = trials.slots(expression.index)
    let syntax = resolved.scope.flows[flow.graph.root]
    let values = trial.slots.filter(own.contains).map { slot in
      resolved.scope.name(of: Slot(slot), in: syntax).quoted
        + (trial[slot].map { " is \($0.sample)" } ?? " is not given")
    }
    let when =
      values.isEmpty ? "it fails whenever it is come to" : "it fails where " + values.joined(separator: " and ")
    return Diagnostic(
      "U306", .error, message, at: failure.range.map(expression.syntax.place) ?? expression.syntax.span,
      notes: [when + (failure.refusal.map { ": " + $0 } ?? ""), "the client is told: This is not possible now."],
      help: values.isEmpty ? failure.helpForConstants : help,
      counterexample: flow.graph.counterexample(path: path, attack: "", resolved))
  }
}

/// Why an expression has no value that can be used.
private struct ExpressionFailure {
  let message: String
  let range: Range<Int>?
  var refusal: String?
  private let kind: EvaluationError.Kind?

  init(_ error: EvaluationError) { (message, range, kind) = (error.message, error.range, error.kind) }

  init(_ kind: EvaluationError.Kind, _ range: Range<Int>?, _ message: String) {
    (self.kind, self.range, self.message) = (kind, range, message)
  }

  init(_ value: Value, _ complaint: FieldComplaint, _ name: String) {
    (kind, range, message) = (nil, nil, "")
    refusal = "\(name) does not take \(value.sample): \(complaint.text)"
  }

  var isRefusal: Bool { refusal != nil }

  var help: String {
    switch kind {
    case nil: "ask before whether it fits, or give what it is made of the same limits"
    case .divisionByZero: "ask before whether that is 0, or give the attribute a `minimum`"
    case .outOfRange: "give the attributes a `minimum` and a `maximum`; of a date, ask for whole years with `age(…)`"
    case .badIndex: "ask before with `size(…)`, or give the attribute a `min-length`"
    case .noSuchKey: "ask before with `has(…)` or `in`"
    case .costExceeded: "give the attributes a `max-length`"
    case .badArgument: "ask before with `matches(…)`, or give the attribute a `pattern`"
    default: "ask before for the type, with `type(…)`, or give the attribute another type"
    }
  }

  var helpForConstants: String {
    isRefusal
      ? "assign something that it takes"
      : kind == .badArgument
        ? "durations have the units `h`, `m`, `s` and `ms`, such as `duration(\"157680h\")`; times are written `2026-01-31T12:00:00Z`"
        : "write something that has a value"
  }
}

extension Value {
  /// As it is written in an expression, cut where it is long.
  fileprivate var sample: String {
    let text = description
    if text.count <= 40 { return text }
    switch self {
    case .string(let value): return "a text of \(value.unicodeScalars.count) characters such as \(text.prefix(8))…"
    case .list(let elements): return "a list of \(elements.count) elements"
    default: return text.prefix(40) + "…"
    }
  }
}
