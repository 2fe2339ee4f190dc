import FlowExpression
import FlowModel
import FlowSource

/// Reads a compiled condition of a field as what clients can follow: comparisons of attributes with constants, and of fields
/// of the page with each other, `in`, `has`, `&&`, `||` and `!`.
struct FieldConditionReader {
  /// What no client can follow, or what no page knows yet.
  struct Problem: Error {
    let code: String
    let message: String
    let range: Range<Int>
    let help: String
    /// The field behind its own that the condition asks for.
    var asked: Slot?
  }

  /// What is declared of a slot; nil for those of the account and the run.
  let definition: (Slot) -> AttributeDefinition?
  /// A slot's name as authors write it.
  let name: (Slot) -> String
  /// The fields of the event, in their order.
  let fields: [Slot]
  /// Which of them the condition belongs to.
  let index: Int

  /// The condition of an expression.
  func read(_ expression: CompiledExpression) throws(Problem) -> FieldCondition<Slot> {
    let code = expression.code
    return try condition(code.instructions.count - 1, code)
  }

  private func condition(_ at: Int, _ code: Code) throws(Problem) -> FieldCondition<Slot> {
    let step = code.instructions[at]
    let range = Int(step.start)..<max(Int(step.start), Int(step.end))
    switch step.op {
    case .constant:
      if case .bool(let value) = code.constants[Int(step.a)] { return value ? .all([]) : .any([]) }
    case .slot:
      if kind(of: step.a) == .flag { return .compare(try slot(step.a, range), .equal, .bool(true)) }
    case .testSlot: return .has(try slot(step.a, range))
    case .not: return .not(try condition(Int(step.a), code))
    case .and, .or:
      var parts: [FieldCondition<Slot>] = []
      for operand in code.operands[Int(step.a)..<Int(step.a) + Int(step.b)] {
        parts.append(try condition(Int(operand), code))
      }
      return step.op == .and ? .all(parts) : .any(parts)
    case .compareSlot:
      let relation = try relation(step, of: [step.a], range)
      return .compare(try slot(step.a, range), relation, code.constants[Int(step.b)])
    case .compare:
      let (left, right) = (code.instructions[Int(step.a)], code.instructions[Int(step.b)])
      guard left.op == .slot, right.op == .slot else { break }
      let relation = try relation(step, of: [left.a, right.a], range)
      // What came before the page may be the account's own, and what is equal to it would tell what it is.
      for slot in [left.a, right.a] where !fields.contains(slot) {
        throw Problem(
          code: "U146",
          message: "\(name(slot).quoted) is no field of this event, and is compared with another attribute",
          range: range, help: "compare it with a constant, or in a `choose` before the page")
      }
      return .compareFields(try slot(left.a, range), relation, try slot(right.a, range))
    case .call where step.aux == Function.in.rawValue && step.b == 2:
      let (left, right) = (
        code.instructions[Int(code.operands[Int(step.a)])], code.instructions[Int(code.operands[Int(step.a) + 1])]
      )
      if left.op == .slot, right.op == .constant, case .list(let values) = code.constants[Int(right.a)],
        kind(of: left.a) != nil
      {
        return .isOne(try slot(left.a, range), of: values)
      }
      if left.op == .constant, right.op == .slot, definition(right.a)?.type == .list {
        return .contains(try slot(right.a, range), code.constants[Int(left.a)])
      }
    default: break
    }
    throw Problem(
      code: "U146", message: "clients cannot follow this condition by themselves", range: range,
      help:
        "compare attributes with constants or fields with each other, by `==`, `!=`, `in`, `has`, `&&`, `||` and `!`")
  }

  /// What can be asked of a slot's values.
  private enum Kind { case flag, text, ordered, other }

  private func kind(of slot: Slot) -> Kind? {
    guard let definition = definition(slot) else {
      if let fact = AccountFact(slot: slot) { return fact == .id ? nil : .flag }
      return slot == RunFact.flow.slot ? .text : nil
    }
    switch definition.type {
    case .boolean: return .flag
    case .string, .choice: return .text
    case .integer, .number, .date: return .ordered
    case .any: return .other
    case .email, .phone, .list: return nil
    }
  }

  private func relation(_ step: Instruction, of slots: [Slot], _ range: Range<Int>) throws(Problem) -> FieldRelation {
    let relations: [Relation: FieldRelation] = [
      .equal: .equal, .notEqual: .notEqual, .less: .less, .lessOrEqual: .lessOrEqual, .greater: .greater,
      .greaterOrEqual: .greaterOrEqual,
    ]
    guard let relation = Relation(rawValue: step.aux).flatMap({ relations[$0] }) else { return .equal }
    let isOrder = relation != .equal && relation != .notEqual
    for slot in slots {
      guard let kind = kind(of: slot) else {
        let isAddress = definition(slot)?.type.isAddress == true
        throw Problem(
          code: "U146", message: "\(name(slot).quoted) cannot be compared where clients must follow", range: range,
          help: isAddress
            ? "an address has many spellings: ask whether it is there, by `has(…)`" : "ask another attribute")
      }
      if isOrder, kind != .ordered {
        throw Problem(
          code: "U146", message: "\(name(slot).quoted) has no order that all clients know", range: range,
          help: "numbers and dates have one; compare others by `==`, `!=` or `in`")
      }
    }
    return relation
  }

  /// A slot that the condition may ask for: no field that stands behind the one it belongs to.
  private func slot(_ slot: Slot, _ range: Range<Int>) throws(Problem) -> Slot {
    guard let place = fields.firstIndex(of: slot), place >= index else { return slot }
    let own = name(fields[index]).quoted
    throw Problem(
      code: "U147",
      message: place == index
        ? "\(own) depends on itself" : "\(own) depends on \(name(slot).quoted), which stands behind it",
      range: range,
      help: place == index
        ? "ask another field"
        : "let \(name(slot).quoted) stand before \(own): fields are filled in, and judged, in their order",
      asked: place == index ? nil : slot)
  }
}

extension Resolver {
  /// What a page says of a field beyond whether it is needed.
  mutating func terms(_ syntax: FieldSyntax, _ index: Int, of fields: inout [ResolvedField]) {
    let slots = fields.map(\.slot)
    (fields[index].help, fields[index].placeholder) = (syntax.help, syntax.placeholder)
    var terms = FieldTerms<Slot>()
    terms.show = syntax.show.flatMap { rule($0, index, slots, &fields[index]) }
    terms.required = syntax.required.flatMap { rule($0, index, slots, &fields[index]) }
    terms.options = options(syntax, index, slots, &fields[index])
    if !terms.isEmpty { fields[index].terms = terms }
  }

  private mutating func rule(
    _ syntax: ExpressionSyntax, _ index: Int, _ slots: [Slot], _ field: inout ResolvedField
  ) -> FieldRule<Slot>? {
    guard let expression = compile(syntax, expecting: .bool) else { return nil }
    field.conditions.append(expression)
    let (scope, flow) = (scope, flow)
    let reader = FieldConditionReader(
      definition: { slot in
        let input = Int(slot) - Int(firstAttributeSlot) - scope.tenant.attributes.count
        return scope.attribute(of: slot)?.definition
          ?? (flow.inputs.indices.contains(input) ? flow.inputs[input].definition : nil)
      },
      name: { scope.name(of: $0, in: flow) }, fields: slots, index: index)
    do {
      return FieldRule(try reader.read(expressions.compiled[Int(expression.index)]), text: syntax.text)
    } catch {
      resolved.hasUnknownValues = true
      if let asked = error.asked {
        field.asksBehind.append((asked, syntax.place(error.range), error.message, error.help))
        return nil
      }
      problems.report(
        Diagnostic(
          error.code, .error, error.message, at: syntax.place(error.range),
          notes: error.code == "U146"
            ? ["the condition is sent to clients with the page, which show and hide the field by it"] : [],
          help: error.help))
      return nil
    }
  }

  private mutating func options(
    _ syntax: FieldSyntax, _ index: Int, _ slots: [Slot], _ field: inout ResolvedField
  ) -> [OptionRule<Slot>] {
    guard let first = syntax.options.first, let place = first.options.first?.span ?? first.when?.span else { return [] }
    guard let attribute = scope.attribute(of: field.slot), !attribute.definition.options.isEmpty else {
      problems.report(
        Diagnostic(
          "U125", .error, "\(syntax.name.text.quoted) has no options to choose from", at: place,
          help: "only a `choice` or `list` with `of` has; name some of those here"))
      return []
    }
    var rules: [OptionRule<Slot>] = []
    for (number, option) in syntax.options.enumerated() {
      for word in option.options where !attribute.definition.options.contains(word.text) {
        let near = nearest(word.text, among: attribute.definition.options)
        problems.report(
          Diagnostic(
            "U132", .error, "\(word.text.quoted) is no option of \(syntax.name.text.quoted)", at: word.span,
            labels: [Label(attribute.name.span, "declared here")],
            notes: ["its options are \(attribute.definition.options.listed())"],
            help: near.map { "did you mean \($0.quoted)?" }, edit: near.map { Edit(word.span, $0) }))
      }
      if option.when == nil, number < syntax.options.count - 1 {
        problems.report(
          Diagnostic(
            "U121", .error, "these options are always offered, and those behind them never",
            at: option.options.first?.span ?? place,
            help: "give them a `when`, or let them stand last"))
      }
      let when = option.when.flatMap { rule($0, index, slots, &field) }
      if option.when != nil, when == nil { continue }
      rules.append(OptionRule(option.options.map(\.text), when: when))
    }
    return rules
  }
}
