import FlowCompiler
import FlowJSON

/// Writes shapes as schemas, each mapping once.
struct SchemaWriter {
  let names: KnownNames
  var definitions: [String: JSON] = [:]

  init(names: KnownNames) { self.names = names }

  private static let name = "^[A-Za-z][A-Za-z0-9_-]{0,63}$"
  private static let duration = "^ *[0-9]+ *[smhd]( *[0-9]+ *[smhd])* *$"

  mutating func schema(_ shape: Shape) -> JSONObject {
    switch shape {
    case .text: ["type": "string"]
    case .anything: [:]
    case .flag: ["type": "boolean"]
    case .whole(let range):
      ["type": "integer", "minimum": .int(Int64(range.lowerBound)), "maximum": .int(Int64(range.upperBound))]
    case .number: ["type": "number"]
    case .duration: pattern(Self.duration)
    case .rate: pattern("^[0-9]+ +per +[0-9]+ *[smhd]")
    case .form(let form): pattern(form)
    case .condition: ["type": ["string", "boolean", "number"]]
    case .property: ["type": "string"]
    case .evidence: pattern("^verified\\(.+\\)$")
    case .word(let words): ["enum": .array(words.map(JSON.string))]
    case .name(let kind): name(kind)
    case .declares(.testCase): ["type": "string"]
    case .declares: pattern(Self.name)
    case .list(let inner): ["type": "array", "items": .object(schema(inner))]
    case .mapping(let mapping): reference(mapping)
    case .names(let kind, let declares, let inner): members(kind, declares: declares, inner)
    case .either(let shapes): ["anyOf": .array(shapes.map { .object(schema($0)) })]
    case .kinds(let mappings): kinds(mappings)
    case .place(let inner): ["anyOf": [.object(schema(inner)), .object(pattern("\\{\\{"))]]
    }
  }

  private func pattern(_ pattern: String) -> JSONObject { ["type": "string", "pattern": .string(pattern)] }

  private func name(_ kind: NameKind) -> JSONObject {
    if kind == .effect {
      let effects = Shapes.effect.variants.map { effect -> JSON in
        ["const": .string(effect.value), "description": .string(effect.about)]
      }
      return ["oneOf": .array(effects)]
    }
    if let all = names.all(kind) { return ["enum": .array(all.map(JSON.string))] }
    switch kind {
    // A state of a sub-flow stands behind the one that calls it.
    case .statePath: return pattern("^[A-Za-z][A-Za-z0-9_/-]*$")
    case .result: return pattern("^[A-Za-z][A-Za-z0-9_.-]*$")
    default: return pattern(Self.name)
    }
  }

  /// A mapping from names: those that are known, or any.
  private mutating func members(_ kind: NameKind, declares: Bool, _ inner: Shape) -> JSONObject {
    let value = JSON.object(schema(inner))
    var object: JSONObject = ["type": "object"]
    // What clients send may be left out: `resend:`.
    if case .anything = inner { object["type"] = ["object", "null"] }
    if !declares, let all = names.all(kind) {
      object["properties"] = .object(JSONObject(members: all.map { ($0, value) }))
      object["additionalProperties"] = false
      return object
    }
    if ![.label, .option].contains(kind) { object["propertyNames"] = .object(pattern(Self.name)) }
    object["additionalProperties"] = value
    return object
  }

  private mutating func reference(_ mapping: MappingShape) -> JSONObject {
    if definitions[mapping.id] == nil {
      definitions[mapping.id] = .bool(true)
      definitions[mapping.id] = .object(definition(mapping))
    }
    return ["$ref": .string("#/$defs/" + mapping.id)]
  }

  /// One of several mappings, by the key that tells it.
  private mutating func kinds(_ mappings: [MappingShape]) -> JSONObject {
    let tells = mappings.map { mapping -> JSON in ["required": .array(mapping.keys.prefix(1).map(JSON.string))] }
    let cases = zip(mappings, tells).map { mapping, tell -> JSON in
      ["if": tell, "then": .object(reference(mapping))]
    }
    return ["type": "object", "oneOf": .array(tells), "allOf": .array(cases)]
  }

  private mutating func definition(_ mapping: MappingShape) -> JSONObject {
    var properties = JSONObject()
    for entry in mapping.entries {
      let varies = mapping.variants.contains { $0.shapes[entry.key] != nil }
      var schema = varies ? [:] : schema(entry.shape)
      if !entry.about.isEmpty { schema["description"] = .string(entry.about) }
      properties[entry.key] = .object(schema)
    }
    var object: JSONObject = ["type": "object", "properties": .object(properties)]
    let required = mapping.entries.filter(\.isRequired).map { JSON.string($0.key) }
    if !required.isEmpty { object["required"] = .array(required) }
    if let others = mapping.others {
      // What clients send may be left out: `start:`.
      if case .anything = others.shape { object["type"] = ["object", "null"] }
      object["additionalProperties"] = .object(schema(others.shape))
    } else {
      object["additionalProperties"] = false
    }
    var rules: [JSON] = mapping.variants.compactMap { rule($0, of: mapping) }
    if mapping.id == Shapes.call.id { rules += callRules() }
    if !rules.isEmpty { object["allOf"] = .array(rules) }
    return object
  }

  /// What is so where the discriminator has one value.
  private mutating func rule(_ variant: MappingShape.Variant, of mapping: MappingShape) -> JSON? {
    guard let key = mapping.discriminator else { return nil }
    var properties = JSONObject()
    for entry in mapping.entries {
      if variant.forbidden.contains(entry.key) {
        properties[entry.key] = false
      } else if let shape = variant.shapes[entry.key] {
        properties[entry.key] = .object(schema(shape))
      } else if mapping.variants.contains(where: { $0.shapes[entry.key] != nil }) {
        properties[entry.key] = .object(schema(entry.shape))
      }
    }
    var then = JSONObject()
    if !properties.members.isEmpty { then["properties"] = .object(properties) }
    if !variant.required.isEmpty { then["required"] = .array(variant.required.sorted().map(JSON.string)) }
    if then.members.isEmpty { return nil }
    let constant: JSON = ["const": .string(variant.value)]
    let value: JSON = ["properties": .object(JSONObject(members: [(key, constant)]))]
    let given: JSON = ["required": [.string(key)]]
    // Where the key is left out as well, it is enough that it has no other value.
    return ["if": variant.isUsual ? value : ["allOf": [value, given]], "then": .object(then)]
  }

  /// A call leads on from each end that its sub-flow has.
  private mutating func callRules() -> [JSON] {
    let lead = schema(.either([.name(.state), .mapping(Shapes.transition)]))
    return names.ends.sorted { $0.key < $1.key }.map { flow, ends in
      let members = JSONObject(members: ends.sorted().map { ($0, .object(lead)) })
      let then: JSON = [
        "type": "object", "properties": .object(members), "additionalProperties": false,
      ]
      return [
        "if": ["properties": ["call": ["const": .string(flow)]], "required": ["call"]],
        "then": ["properties": ["then": then]],
      ]
    }
  }
}
