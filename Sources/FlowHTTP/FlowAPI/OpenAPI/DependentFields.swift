import FlowExpression
import FlowJSON
import FlowModel
import FlowRuntime

/// What an event's fields depend on, as far as JSON Schema can say it. A schema sees what is sent and nothing that the run has
/// already: it says only what is so where all fields are sent that decide it.
enum DependentFields {
  /// The conditional parts of the schema of an event's input.
  static func rules(of event: EventView) -> [JSON] {
    event.fields.flatMap { field in
      offers(of: field, event) + (field.secret == nil ? [] : needs(of: field, event))
    }
  }

  /// What is told beside a field's schema: its conditions, which clients follow.
  static func notes(on field: FieldView) -> JSONObject {
    var notes = JSONObject()
    notes["x-show"] = field.terms.show?.json
    notes["x-required-when"] = field.terms.required?.json
    return notes
  }

  /// `if` a rule holds, and none before it, `then` the field is one of its options.
  private static func offers(of field: FieldView, _ event: EventView) -> [JSON] {
    var earlier: [FieldCondition<String>] = []
    var rules: [JSON] = []
    for rule in field.terms.options {
      let condition = FieldCondition.all((rule.when.map { [$0.condition] } ?? []) + earlier.map { .not($0) })
      if let when = rule.when { earlier.append(when.condition) }
      guard let schema = schema(of: condition.map { $0 }, event) else { continue }
      let options: JSON = ["enum": .array(rule.options.map(JSON.string))]
      let value: JSON = field.type == .list ? ["items": options] : options
      rules.append([
        "if": schema,
        "then": ["properties": [field.name: ["anyOf": [value, ContractSchemas.reference("Blank")]]]],
      ])
    }
    return rules
  }

  private static func needs(of field: FieldView, _ event: EventView) -> [JSON] {
    guard let required = field.terms.required, let schema = schema(of: required.condition, event) else { return [] }
    return [["if": schema, "then": ["required": [.string(field.name)]]]]
  }

  /// A condition as a schema of the input; nil where it has none, or asks for what the event does not send.
  private static func schema(of condition: FieldCondition<String>, _ event: EventView) -> JSON? {
    let names = condition.fields.sorted()
    guard !names.isEmpty, names.allSatisfy({ name in event.fields.contains { $0.name == name } }),
      let schema = part(condition)
    else { return nil }
    if case .compare = condition { return schema }
    return ["allOf": [["required": .array(names.map(JSON.string))], schema]]
  }

  private static func part(_ condition: FieldCondition<String>) -> JSON? {
    func all(_ parts: [FieldCondition<String>]) -> [JSON]? {
      let schemas = parts.compactMap(part)
      return schemas.count == parts.count ? schemas : nil
    }
    func value(_ field: String, _ schema: JSON) -> JSON {
      ["properties": [field: schema], "required": [.string(field)]]
    }
    switch condition {
    case .all(let parts): return all(parts).map { $0.isEmpty ? true : ["allOf": .array($0)] }
    case .any(let parts): return all(parts).map { $0.isEmpty ? false : ["anyOf": .array($0)] }
    case .not(let part): return self.part(part).map { ["not": $0] }
    case .has(let field): return value(field, ["not": ContractSchemas.reference("Blank")])
    case .isOne(let field, let constants): return value(field, ["enum": .array(constants.map { JSON($0) })])
    case .contains(let field, let constant):
      return value(field, ["type": "array", "contains": ["const": JSON(constant)]])
    case .compareFields: return nil
    case .compare(let field, let relation, let constant):
      let bound = JSON(constant)
      if relation == .equal { return value(field, ["const": bound]) }
      if relation == .notEqual {
        return value(field, ["not": ["anyOf": [["const": bound], ContractSchemas.reference("Blank")]]])
      }
      guard case .string = constant else {
        let key =
          switch relation {
          case .less: "exclusiveMaximum"
          case .lessOrEqual: "maximum"
          case .greater: "exclusiveMinimum"
          default: "minimum"
          }
        return value(field, ["type": "number", key: bound])
      }
      return nil
    }
  }
}
