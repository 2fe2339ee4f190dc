import FlowExpression
import FlowModel
import FlowSource

/// U307: what is compared with a constant can have that value, or come to that bound.
/// U308: names are compared as accounts compare them; addresses are in any case.
@Sendable func comparisons(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let scope = tenant.resolved.scope
  if scope.tenant.isOpen { return }
  for flow in tenant.resolved.flows {
    let samples = SampleValues(scope, flow.syntax)
    var seen = Set<SourceSpan>()
    for expression in flow.expressions {
      let code = tenant.resolved.expressions[Int(expression.index)].code
      for comparison in code.comparisons {
        let place = expression.syntax.place(comparison.range)
        guard let problem = comparison.problem(in: expression.syntax, at: place, samples, scope, flow.syntax),
          seen.insert(place).inserted
        else { continue }
        problems.report(problem)
      }
    }
  }
}

extension ResolvedFlow {
  /// All conditions and assigned expressions.
  fileprivate var expressions: [ResolvedExpression] {
    states.flatMap { state -> [ResolvedExpression] in
      let assigned = state.transitions.flatMap { $0.assignments.map(\.expression) }
      switch state.kind {
      case .choose(let conditions): return conditions.compactMap { $0 } + assigned
      case .page(let page):
        let asked = page.events.flatMap { $0.fields.flatMap(\.conditions) }
        if case .when(let condition) = page.skip { return [condition] + asked + assigned }
        return asked + assigned
      default: return assigned
      }
    }
  }
}

extension Comparison {
  func problem(
    in syntax: ExpressionSyntax, at place: SourceSpan, _ samples: SampleValues, _ scope: TenantScope, _ flow: FlowSyntax
  ) -> Diagnostic? {
    guard let rule = samples.rule(slot) else { return nil }
    let name = scope.name(of: Slot(slot), in: flow)
    func never(_ value: Value, _ why: String, isBound: Bool = false) -> Diagnostic {
      var near: (name: String, edit: Edit?)?
      if case .string(let text) = value, let name = nearest(text, among: rule.definition.options) {
        let range = isSlip(text, for: name) ? syntax.text.range(of: text) : nil
        near = (name, range.flatMap { syntax.edit($0, name) })
      }
      return Diagnostic(
        "U307", .error,
        relation == .notEqual ? "this always holds: \(name.quoted) is never \(value)" : "this never holds for \(value)",
        at: place, labels: scope.attribute(of: Slot(slot)).map { [Label($0.name.span, "declared here")] } ?? [],
        notes: [isBound ? "\(name.quoted) is \(why)" : "\(name.quoted) does not take \(value): \(why)"],
        help: near.map { "did you mean \($0.name.quoted)?" } ?? "compare it with something that \(name.quoted) can be",
        edit: near?.edit)
    }
    /// A value that is compared for being the same, and never is.
    func refused(_ value: Value) -> Diagnostic? {
      guard rule.definition.mayBe(value), let complaint = rule.complaint(about: value) else { return nil }
      // A bound is told as the tenant writes it, not as people read numbers.
      let bound = rule.definition.isBeyond(value, .lessOrEqual) ?? rule.definition.isBeyond(value, .greaterOrEqual)
      return never(value, bound ?? complaint.text, isBound: bound != nil)
    }
    switch other {
    case .constant(let value):
      if relation == .equal || relation == .notEqual {
        return refused(value)
      }
      if rule.definition.type == .date, case .string(let text) = value, !CalendarDate.isValid(text) {
        return Diagnostic(
          "U307", .error, "\(name.quoted) is a date, and \(value) is none", at: place,
          labels: scope.attribute(of: Slot(slot)).map { [Label($0.name.span, "declared here")] } ?? [],
          help: "write a day of the calendar as year, month and day: \"2026-05-31\"")
      }
      guard let why = rule.definition.isBeyond(value, relation) else { return nil }
      return never(value, why, isBound: true)
    case .oneOf(let values):
      for value in values where rule.definition.mayBe(value) {
        if let problem = refused(value) { return problem }
      }
      return nil
    case .element(let value):
      guard rule.definition.type == .list, !rule.definition.options.isEmpty, case .string = value,
        case .noOptions? = rule.complaint(about: .list([value]))
      else { return nil }
      return never(value, "Only \(rule.definition.options.joined(separator: ", ")) can be chosen.")
    case .slot(let other):
      guard relation == .equal || relation == .notEqual, let second = samples.rule(other),
        rule.definition.ignoresCase, second.definition.ignoresCase
      else { return nil }
      return unevenCase(at: place, name, scope.name(of: Slot(other), in: flow))
    }
  }

  private func unevenCase(at place: SourceSpan, _ name: String, _ other: String) -> Diagnostic {
    Diagnostic(
      "U308", .warning, "this compares letter by letter, and accounts do not tell upper case from lower case",
      at: place,
      notes: [
        "for accounts `Ada` and `ada` are the same \(name.quoted), and here they are not"
      ],
      help: "compare both in lower case: `attributes.\(name).lowerAscii() == attributes.\(other).lowerAscii()`")
  }
}

extension AttributeDefinition {
  /// Whether accounts compare its values without regard to case.
  fileprivate var ignoresCase: Bool { isIdentifier && type == .string && !isCaseSensitive }

  /// Whether a constant has the type that its values have in conditions.
  fileprivate func mayBe(_ value: Value) -> Bool {
    switch (type, value) {
    case (.integer, .int), (.number, .double), (.email, .string), (.phone, .string), (.string, .string),
      (.date, .string),
      (.choice, .string):
      true
    default: false
    }
  }

  /// Why an order with a constant never holds; nil where it may.
  fileprivate func isBeyond(_ value: Value, _ relation: Relation) -> String? {
    let number: Double
    switch (type, value) {
    case (.integer, .int(let whole)): number = Double(whole)
    case (.number, .double(let double)): number = double
    default: return nil
    }
    func text(_ bound: Double) -> String { Int64(exactly: bound).map(String.init) ?? String(bound) }
    switch relation {
    case .less: return minimum.flatMap { $0 >= number ? "at least \(text($0))" : nil }
    case .lessOrEqual: return minimum.flatMap { $0 > number ? "at least \(text($0))" : nil }
    case .greater: return maximum.flatMap { $0 <= number ? "at most \(text($0))" : nil }
    case .greaterOrEqual: return maximum.flatMap { $0 < number ? "at most \(text($0))" : nil }
    case .equal, .notEqual: return nil
    }
  }
}
