import FlowExpression
import FlowModel
import FlowSource

/// U306: no condition and no assignment ends a step in "This is not possible now.": what is found is shown with values for
/// which it fails, and a path on which a run has them.
@Sendable func failingExpressions(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  if tenant.resolved.scope.tenant.isOpen { return }
  var seen = Set<SourceSpan>()
  let (assigned, asked) = (tenant.resolved.assignedConstants, tenant.resolved.constantsAskedOfAddresses)
  for flow in tenant.flows where flow.graph.start >= 0 && flow.isComplete {
    var search = FailureSearch(flow, tenant.resolved, assigned, asked, seen)
    for node in flow.graph.nodes.indices where flow.reached[node] { search.judge(node) }
    search.settleDoubts()
    seen = search.seen
    for problem in search.found { problems.report(problem) }
  }
}

private struct FailureSearch {
  private let flow: AnalyzedFlow
  private let resolved: ResolvedTenant
  private let trials: Trials
  private let origins: Origins
  private let shapes: DeclaredShapes
  /// The places that were judged with a finding.
  var seen: Set<SourceSpan>
  var found: [Diagnostic] = []
  /// How many trials may still be made in this flow.
  private var left = 100_000
  /// What may fail, and no trial did: loops go round more often than trials follow them.
  private var doubts: [Doubt] = []
  private var verdicts: [Int32: Bool] = [:]

  /// A condition or an assignment at a node.
  private struct Doubt {
    let place: ShapeFlow.Place
    let expression: ResolvedExpression
  }

  init(
    _ flow: AnalyzedFlow, _ resolved: ResolvedTenant, _ assigned: [Int: [Value]], _ asked: [Int: [Value]],
    _ seen: Set<SourceSpan>
  ) {
    (self.flow, self.resolved, self.seen) = (flow, resolved, seen)
    let syntax = resolved.scope.flows[flow.graph.root]
    shapes = DeclaredShapes(resolved.scope, syntax)
    trials = Trials(
      expressions: resolved.expressions, samples: SampleValues(resolved.scope, syntax, assigned: assigned, asked: asked)
    )
    origins = Origins(flow, resolved, trials)
  }

  mutating func judge(_ node: Int) {
    switch flow.graph.kind(node, resolved.flows) {
    case .choose(let conditions):
      for (number, condition) in conditions.enumerated() {
        guard let condition else { continue }
        judge(condition, number, behind: conditions.prefix(number).compactMap { $0?.index }, at: node)
      }
    case .page(let page): if case .when(let condition) = page.skip { judge(condition, 0, behind: [], at: node) }
    default: break
    }
    for edge in flow.graph.edgeIndices(node) where flow.graph.edges[edge].assigns {
      for (number, assignment) in flow.graph.assignments(flow.graph.edges[edge], resolved.flows).enumerated() {
        judge(assignment, number, of: edge, at: node)
      }
    }
  }

  /// Whether a condition may fail, or be no true or false, for what its slots can hold.
  private mutating func mayFail(_ condition: ResolvedExpression) -> Bool {
    if let known = verdicts[condition.index] { return known }
    let estimate = resolved.expressions[Int(condition.index)].estimate { [shapes] in shapes[$0] }
    let mayFail = !estimate.isTotal || !estimate.shape.isOnly(.bool)
    verdicts[condition.index] = mayFail
    return mayFail
  }

  /// A condition that is asked where those before it do not hold.
  private mutating func judge(_ condition: ResolvedExpression, _ number: Int, behind earlier: [Int32], at node: Int) {
    guard !seen.contains(condition.syntax.span), mayFail(condition) else { return }
    var problem: Diagnostic?
    var attempts = 40
    trials.extend(Trial(), for: earlier + [condition.index], limit: max(0, min(left, 1500))) { trial in
      left -= 1
      guard let failure = failure(of: condition, trial), attempts > 0,
        earlier.allSatisfy({ trials.value($0, trial) == .success(.bool(false)) })
      else { return attempts == 0 }
      attempts -= 1
      guard let path = origins.path(to: node, trial) else { return false }
      problem = diagnostic(
        "this condition can fail: \(failure.message)", failure, condition, trial, path)
      return true
    }
    report(problem, condition, orDoubt: .condition(number, node: node))
  }

  /// An assignment of an edge, behind the first ones of it.
  private mutating func judge(_ assignment: ResolvedAssignment, _ number: Int, of edge: Int, at node: Int) {
    let expression = assignment.expression
    let slot = Int(assignment.slot)
    guard !seen.contains(expression.syntax.span) else { return }
    let compiled = resolved.expressions[Int(expression.index)]
    let estimate = compiled.estimate { [shapes] in shapes[$0] }
    if estimate.isTotal, shapes.refusal(of: compiled, estimate.shape, by: slot) == nil { return }
    let rule = trials.samples.rule(slot)
    let name = resolved.scope.name(of: assignment.slot, in: resolved.scope.flows[flow.graph.root]).quoted
    var problem: Diagnostic?
    // Of texts that conditions let through, most are not let through.
    var attempts = trials.slots(expression.index).contains(where: trials.samples.isAsked) ? 400 : 40
    trials.extend(Trial(), for: [expression.index], limit: max(0, min(left, 1500))) { trial in
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
          expression, trial, path + [edge])
        return true
      }
      return attempts <= 0
    }
    report(problem, expression, orDoubt: .assignment(number, edge: edge, node: node, slot: slot))
  }

  /// What no trial has shown, and what still may be: values that grow from turn to turn of a loop, bounds that samples miss.
  mutating func settleDoubts() {
    guard doubts.contains(where: { !seen.contains($0.expression.syntax.span) }) else { return }
    var known = ShapeFlow.Solution(flow, resolved, shapes)
    for doubt in doubts where !seen.contains(doubt.expression.syntax.span) {
      guard let witness = known.witness(of: doubt.place, doubt.expression) else { continue }
      seen.insert(doubt.expression.syntax.span)
      found.append(diagnostic(witness, doubt.expression))
    }
  }

  private func diagnostic(_ witness: ShapeFlow.Witness, _ expression: ResolvedExpression) -> Diagnostic {
    let path = flow.graph.counterexample(path: witness.path, attack: "", resolved)
    let told = "the client is told: This is not possible now."
    if let error = witness.error {
      let failure = ExpressionFailure(error)
      let isCondition = witness.slot == nil
      return Diagnostic(
        "U306", .error, "this \(isCondition ? "condition" : "assignment") can fail: \(failure.message)",
        at: expression.syntax.place(error.range), notes: ["nothing that comes before it rules that out", told],
        help: help(failure, expression), counterexample: path)
    }
    let slot = witness.slot ?? 0
    let syntax = resolved.scope.flows[flow.graph.root]
    let name = resolved.scope.name(of: Slot(slot), in: syntax)
    let limit = shapes.limit(of: slot, brokenBy: witness.shape)
    let isOwn = resolved.expressions[Int(expression.index)].reads.contains { $0.slot == slot }
    return Diagnostic(
      "U306", .error, "what is assigned to \(name.quoted) can be refused", at: expression.syntax.span,
      notes: ["it can come to \(limit.found), and \(name.quoted) takes \(limit.taken)"]
        + (isOwn ? ["each time round the loop adds to it"] : []) + [told],
      help: isOwn
        ? limit.question.map { "ask before whether there is room: `\($0(name))`" } ?? ExpressionFailure.fits
        : ExpressionFailure.fits,
      counterexample: path)
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

  private mutating func report(
    _ problem: Diagnostic?, _ expression: ResolvedExpression, orDoubt place: ShapeFlow.Place
  ) {
    guard let problem else { return doubts.append(Doubt(place: place, expression: expression)) }
    seen.insert(expression.syntax.span)
    found.append(problem)
  }

  private func diagnostic(
    _ message: String, _ failure: ExpressionFailure, _ expression: ResolvedExpression, _ trial: Trial, _ path: [Int]
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
      help: values.isEmpty ? failure.helpForConstants : help(failure, expression),
      counterexample: flow.graph.counterexample(path: path, attack: "", resolved))
  }
}

extension FailureSearch {
  /// What mends it.
  private func help(_ failure: ExpressionFailure, _ expression: ResolvedExpression) -> String {
    let dates = resolved.expressions[Int(expression.index)].reads.compactMap { shapes.attribute($0.slot) }
      .filter { $0.type == .date }
    // A date has no bounds to be given.
    guard failure.isOutOfRange, let date = dates.first else { return failure.help }
    return
      "times more than 290 years apart have no difference; ask for `age(attributes.\(date.name))`, or compare the times themselves"
  }
}
