import FlowExpression
public import FlowJSON
public import FlowModel

/// Conditions of fields in the wire contract, which docs/language/fields.md tells clients how to follow.
extension FieldCondition<String> {
  /// The condition as data.
  public var json: JSON {
    switch self {
    case .all(let parts): ["all": .array(parts.map(\.json))]
    case .any(let parts): ["any": .array(parts.map(\.json))]
    case .not(let part): ["not": part.json]
    case .has(let field): ["has": .string(field)]
    case .compare(let field, let relation, let constant):
      ["field": .string(field), "is": .string(relation.rawValue), "value": JSON(constant)]
    case .compareFields(let field, let relation, let other):
      ["field": .string(field), "is": .string(relation.rawValue), "other": .string(other)]
    case .isOne(let field, let constants): ["field": .string(field), "in": .array(constants.map { JSON($0) })]
    case .contains(let field, let constant): ["field": .string(field), "contains": JSON(constant)]
    }
  }
}

extension FieldRule<String> {
  /// The condition as data, with the text of its author under `cel`.
  public var json: JSON {
    var object: JSONObject = ["when": condition.json]
    object["cel"] = text.map(JSON.string)
    return .object(object)
  }
}

extension OptionRule<String> {
  /// The options, and when they are offered.
  public var json: JSON {
    var object: JSONObject = [:]
    if let when, case .object(let rule) = when.json { object = rule }
    object["of"] = .array(options.map(JSON.string))
    return .object(object)
  }
}

extension FieldAnswers {
  /// Takes an answer as it is sent; nil for none.
  public mutating func take(_ json: JSON?, for field: FieldView) {
    let value = json.map { Value($0, for: field.type) }
    take(value.flatMap { $0.isBlank ? nil : $0 }, for: field)
  }
}
