import FlowJSON
import FlowModel
import FlowRuntime

/// What a field accepts, as a JSON Schema (draft 2020-12, as OpenAPI 3.1 has it).
enum FieldSchema {
  /// The schema of a field.
  static func of(_ field: FieldView) -> JSON {
    // What is sent for a field that is not shown is not looked at.
    let isSure = field.isRequired && field.terms.show == nil
    let schema =
      switch field.kind {
      case .attribute(let attribute): of(attribute, isRequired: isSure)
      case .secret(let secret): isSure ? of(secret) : orBlank(of(secret))
      }
    let notes = DependentFields.notes(on: field)
    guard case .object(var object) = schema, !notes.members.isEmpty else { return schema }
    for note in notes.members { object[note.name] = note.value }
    return .object(object)
  }

  /// The schema of an attribute or parameter that must be given, or may be left blank.
  static func of(_ definition: AttributeDefinition, isRequired: Bool) -> JSON {
    isRequired ? of(definition) : orBlank(of(definition))
  }

  private static func orBlank(_ schema: JSON) -> JSON { ["anyOf": [schema, ContractSchemas.reference("Blank")]] }

  /// The schema of a secret. What a policy asks of a new password is no part of it: the flow answers such a one as any
  /// other, with an error beside a state.
  private static func of(_ secret: SecretField) -> JSON {
    var schema: JSONObject = ["type": "string", "title": .string(secret.label), "maxLength": 4096]
    if secret == .password { schema["format"] = "password" }
    schema["writeOnly"] = true
    return .object(schema)
  }

  /// The schema of an attribute or parameter.
  private static func of(_ definition: AttributeDefinition) -> JSON {
    var schema = type(definition)
    schema["title"] = .string(definition.displayLabel)
    if !definition.hint.isEmpty { schema["description"] = .string(definition.hint) }
    return .object(schema)
  }

  private static func type(_ definition: AttributeDefinition) -> JSONObject {
    switch definition.type {
    case .email: return text(definition, ["type": "string", "format": "email"], longest: 254)
    case .phone:
      return [
        "type": "string", "minLength": 3, "maxLength": 64,
        "x-numbers": .string(definition.numbers.name), "x-region": .string(definition.region),
      ]
    case .string: return text(definition, ["type": "string"], longest: 4096)
    case .integer: return number(definition, ["type": "integer", "format": "int64"])
    case .number: return number(definition, ["type": "number"])
    case .boolean: return ["type": "boolean"]
    case .date: return ["type": "string", "format": "date"]
    case .choice: return ["type": "string", "enum": .array(definition.options.map(JSON.string))]
    case .list:
      let options = definition.options
      var schema: JSONObject = [
        "type": "array",
        "items": options.isEmpty ? ["type": "string"] : ["type": "string", "enum": .array(options.map(JSON.string))],
      ]
      if !options.isEmpty { schema["uniqueItems"] = true }
      schema["minItems"] = definition.minLength.map { .int(Int64($0)) }
      schema["maxItems"] = .int(Int64(definition.maxLength ?? 4096))
      return schema
    case .any: return [:]
    }
  }

  private static func text(_ definition: AttributeDefinition, _ start: JSONObject, longest: Int) -> JSONObject {
    var schema = start
    schema["minLength"] = definition.minLength.map { .int(Int64($0)) }
    schema["maxLength"] = .int(Int64(min(definition.maxLength ?? longest, longest)))
    if let pattern = definition.pattern {
      // JSON Schema's patterns are ECMA-262's and match anywhere; where RE2 says more, the pattern is told beside them.
      if isPortable(pattern) {
        schema["pattern"] = .string("^(?:\(pattern))$")
      } else {
        schema["x-re2-pattern"] = .string(pattern)
      }
    }
    return schema
  }

  private static func number(_ definition: AttributeDefinition, _ start: JSONObject) -> JSONObject {
    var schema = start
    schema["minimum"] = definition.minimum.map(JSON.number)
    schema["maximum"] = definition.maximum.map(JSON.number)
    return schema
  }

  /// Whether RE2 and ECMA-262 read a pattern alike: no flags, no named groups, no escapes or classes of RE2's own.
  private static func isPortable(_ pattern: String) -> Bool {
    let shared = Set("dDwWsSbBtnrfv0\\/^$.|?*+()[]{}-")
    var isEscaped = false
    var last: Character = " "
    for character in pattern {
      if isEscaped {
        if !shared.contains(character) { return false }
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if last == "(", character == "?" || last == "[" && character == ":" {
        return false
      } else if last == "[", character == ":" {
        return false
      }
      last = character
    }
    return true
  }
}
