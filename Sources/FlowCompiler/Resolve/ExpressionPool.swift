import FlowCEL
import FlowExpression
import FlowModel
import FlowSource

/// The tenant's expressions, each text compiled once for each environment.
struct ExpressionPool: Sendable {
  /// All that compiled, in the order of their first use.
  private(set) var compiled: [CompiledExpression] = []
  /// The text of each.
  private(set) var texts: [String] = []
  private var known: [Key: Outcome] = [:]
  /// What has been compiled ahead, and not been asked for yet.
  private var ahead: [Key: Result<CompiledExpression, ExpressionProblems>] = [:]

  private struct Key: Hashable {
    let environment: Int
    let text: String
    let expected: ValueType?
  }

  private enum Outcome {
    case compiled(Int32)
    case failed([ExpressionProblem])
  }

  /// Compiles conditions ahead, on all processors.
  mutating func prepare(_ conditions: [String], in names: ExpressionEnvironment, number environment: Int) {
    let keys = Set(conditions).map { Key(environment: environment, text: $0, expected: .bool) }.filter {
      known[$0] == nil
    }
    let size = 64
    let parts = Parallel.map((keys.count + size - 1) / size, isWorthIt: true) { part in
      keys[part * size..<min((part + 1) * size, keys.count)].map {
        ($0, CompiledExpression.compile($0.text, in: names, expecting: $0.expected))
      }
    }
    for (key, result) in parts.joined() { ahead[key] = result }
  }

  /// Compiles an expression, or reports its problems where it stands. `environment` is the number of `names`.
  mutating func compile(
    _ syntax: ExpressionSyntax, expecting expected: ValueType?, in names: ExpressionEnvironment,
    number environment: Int, declared place: (Int) -> Word?, form: (Int, String) -> String?,
    _ problems: inout DiagnosticCollector
  ) -> ResolvedExpression? {
    let key = Key(environment: environment, text: syntax.text, expected: expected)
    let outcome: Outcome
    if let earlier = known[key] {
      outcome = earlier
    } else {
      switch ahead.removeValue(forKey: key) ?? CompiledExpression.compile(syntax.text, in: names, expecting: expected) {
      case .success(let expression):
        outcome = .compiled(Int32(compiled.count))
        compiled.append(expression.comparing(inForms: form))
        texts.append(syntax.text)
      case .failure(let failure): outcome = .failed(failure.problems)
      }
      known[key] = outcome
    }
    switch outcome {
    case .compiled(let index): return ResolvedExpression(index: index, syntax: syntax)
    case .failed(let found):
      for problem in found { problems.report(problem.diagnostic(in: syntax, place)) }
      return nil
    }
  }
}

extension CompiledExpression {
  /// The expression with constants that slots are compared with in the forms of these slots; nil: they have none of their own.
  fileprivate func comparing(inForms form: (Int, String) -> String?) -> CompiledExpression {
    var code = code
    func change(_ constant: Int32, of slot: Int32) -> Bool {
      func changed(_ value: Value) -> Value {
        if case .string(let text) = value { .string(form(Int(slot), text) ?? text) } else { value }
      }
      let before = code.constants[Int(constant)]
      if case .list(let elements) = before {
        code.constants[Int(constant)] = .list(elements.map(changed))
      } else {
        code.constants[Int(constant)] = changed(before)
      }
      return code.constants[Int(constant)] != before
    }
    var hasChanged = false
    for step in code.instructions {
      switch step.op {
      case .compareSlot where step.aux == Relation.equal.rawValue || step.aux == Relation.notEqual.rawValue:
        hasChanged = change(step.b, of: step.a) || hasChanged
      case .call where step.aux == Function.in.rawValue && step.b == 2:
        let first = Int(step.a)
        let (left, right) = (
          code.instructions[Int(code.operands[first])], code.instructions[Int(code.operands[first + 1])]
        )
        if left.op == .slot, right.op == .constant { hasChanged = change(right.a, of: left.a) || hasChanged }
      default: break
      }
    }
    return hasChanged ? CompiledExpression(code: code, type: type, reads: reads, tests: tests, logic: logic) : self
  }
}

extension AttributeDefinition {
  /// The form in which a constant is compared with its values; nil for types whose values have but one spelling.
  func comparedForm(of text: String) -> String? { type.isAddress ? normalised(text) : nil }
}

extension ExpressionProblem {
  fileprivate func diagnostic(in syntax: ExpressionSyntax, _ declared: (Int) -> Word?) -> Diagnostic {
    let place = syntax.place(range)
    let labels = slots.compactMap(declared).map { Label($0.span, "\($0.text.quoted) is declared here") }
    let edit = replacement.flatMap { syntax.edit(range, $0) }
    return Diagnostic(
      code, .error, message, at: place, labels: labels, notes: note.map { [$0] } ?? [], help: help, edit: edit)
  }

  private var code: String {
    switch kind {
    case .syntax: "U130"
    case .unknownName: "U131"
    case .unknownFunction, .noSuchOverload, .type: "U132"
    case .hiddenField: "U133"
    case .pattern, .tooComplex: "U137"
    }
  }
}

extension AttributeType {
  /// The type of its values in conditions.
  var valueType: ValueType {
    switch self {
    case .email, .phone, .string, .date, .choice: .string
    case .integer: .int
    case .number: .double
    case .boolean: .bool
    case .list: .list(.string)
    case .any: .dyn
    }
  }
}

extension TenantScope {
  /// The names that conditions of a flow may use.
  func environment(_ flow: FlowSyntax) -> ExpressionEnvironment {
    var environment = ExpressionEnvironment(container: "")
    let reason = "secrets go into the parameters of effects that are made for them, and nowhere else"
    let aliases = flow.aliases.sorted { $0.key < $1.key }
    let names = Set(aliases.map(\.key))
    var fields: [(name: String, type: ValueType, slot: Int)] = []
    // What a parameter is called is that here, and no attribute of the name.
    for (index, attribute) in tenant.attributes.enumerated() where !names.contains(attribute.name.text) {
      fields.append((attribute.name.text, attribute.definition.type.valueType, Int(slot(index))))
    }
    for (name, attribute) in aliases {
      guard let index = self.attribute(attribute) else { continue }
      fields.append((name, tenant.attributes[index].definition.type.valueType, Int(slot(index))))
    }
    environment.declareRecord(
      "attributes", fields: fields,
      hidden: Dictionary(SecretField.allCases.map { ($0.name, reason) }, uniquingKeysWith: { first, _ in first }))
    environment.declareRecord(
      "account",
      fields: AccountFact.allCases.map { ($0.name, $0 == .id ? ValueType.string : .bool, Int($0.slot)) })
    environment.declareRecord(
      "run",
      fields: RunFact.allCases.map { fact in
        let type: ValueType =
          switch fact {
          case .flow: .string
          case .started, .now: .timestamp
          case .steps: .int
          }
        return (fact.name, type, Int(fact.slot))
      })
    for (index, attribute) in tenant.attributes.enumerated() where !attribute.definition.options.isEmpty {
      environment.noteOptions(attribute.definition.options, slot: Int(slot(index)))
    }
    for (index, attribute) in tenant.attributes.enumerated() where attribute.definition.type == .date {
      environment.noteDate(slot: Int(slot(index)))
    }
    for (index, input) in flow.inputs.enumerated() where !input.definition.options.isEmpty {
      environment.noteOptions(input.definition.options, slot: Int(inputSlot(index)))
    }
    for (index, input) in flow.inputs.enumerated() where input.definition.type == .date {
      environment.noteDate(slot: Int(inputSlot(index)))
    }
    if !flow.inputs.isEmpty {
      environment.declareRecord(
        "input",
        fields: flow.inputs.enumerated().map { index, input in
          (input.name.text, input.definition.type.valueType, Int(inputSlot(index)))
        })
    }
    return environment
  }
}
