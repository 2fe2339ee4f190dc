import FlowCEL
import FlowExpression
import FlowJSON
import TestSupport

/// One case of CEL's own conformance suite, as `Fixtures/cel.jsonl` has it.
struct ConformanceCase {
  let id: String
  let expression: String
  private let json: JSON

  init?(_ json: JSON) {
    guard let id = json["id"]?.string, let expression = json["expr"]?.string else { return nil }
    self.id = id
    self.expression = expression
    self.json = json
  }

  /// The first part of the id.
  var group: String { String(id.prefix { $0 != "/" }) }

  /// Runs the case; nil where it passes, else what is wrong.
  func failure() -> String? {
    var environment = ExpressionEnvironment(container: json["container"]?.string ?? "")
    var slots: [Value?] = []
    var bindings: [String: Value] = [:]
    for member in json["bindings"]?.members ?? [] {
      guard let value = Value(tagged: member.value) else { return "cannot read binding \(member.name)" }
      bindings[member.name] = value
    }
    var types: [String: ValueType] = [:]
    for member in json["types"]?.members ?? [] where member.value != .string("function") {
      guard let type = ValueType(named: member.value) else { return "cannot read the type of \(member.name)" }
      types[member.name] = type
    }
    for name in Set(types.keys).union(bindings.keys).sorted() {
      environment.declare(name, types[name] ?? .dyn, slot: slots.count)
      slots.append(bindings[name])
    }
    let checked = json["check"] != .bool(false)
    switch CompiledExpression.compile(expression, in: environment, expecting: nil, checked: checked) {
    case .failure(let problems): return json["error"] == nil ? "does not compile: \(problems.first.message)" : nil
    case .success(let compiled): return failure(compiled, slots)
    }
  }

  private func failure(_ compiled: CompiledExpression, _ slots: [Value?]) -> String? {
    if let wanted = json["deducedType"], ValueType(named: wanted) != compiled.type { return "type \(compiled.type)" }
    guard let decoded = try? CompiledExpression(decoding: compiled.encode()), decoded == compiled else {
      return "does not survive encoding"
    }
    if json["checkOnly"] == .bool(true) { return nil }
    let result = compiled.evaluate(Slots(slots))
    guard result == decoded.evaluate(Slots(slots)) else { return "evaluates otherwise when decoded" }
    switch result {
    case .failure(let error): return json["error"] == nil ? "fails: \(error.message)" : nil
    case .success(let value):
      guard let tagged = json["value"] else { return "gives \(value) where it should fail" }
      guard let wanted = Value(tagged: tagged) else { return "cannot read the value" }
      return value.isSame(as: wanted) ? nil : "gives \(value), not \(wanted)"
    }
  }

  static let all: [ConformanceCase] = load()

  private static func load() -> [ConformanceCase] {
    let text = readText("Tests/FlowExpressionTests/Fixtures/cel.jsonl")
    return text.split(separator: "\n").compactMap { (try? JSON.parse(String($0))).flatMap { ConformanceCase($0) } }
  }
}

/// Slots of a test.
struct Slots: SlotReader {
  let values: [Value?]
  init(_ values: [Value?]) { self.values = values }
  func value(ofSlot slot: Int) -> Value? { values.indices.contains(slot) ? values[slot] : nil }
}

extension JSON {
  var members: [JSONObject.Member] {
    guard case .object(let object) = self else { return [] }
    return object.members
  }
}

extension ValueType {
  /// A type of the fixture: `"int"`, `{"list": "int"}`, `{"map": ["string", "int"]}`.
  init?(named json: JSON) {
    switch json {
    case .string(let name):
      let plain: [ValueType] = [
        .dyn, .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
      ]
      guard let type = plain.first(where: { $0.description == name }) else { return nil }
      self = type
    case .object:
      if let element = json["list"].flatMap({ ValueType(named: $0) }) {
        self = .list(element)
      } else if let parts = json["map"]?.array, parts.count == 2, let key = ValueType(named: parts[0]),
        let value = ValueType(named: parts[1])
      {
        self = .map(key, value)
      } else {
        return nil
      }
    default: return nil
    }
  }
}

extension Value {
  /// A tagged value of the fixture.
  init?(tagged json: JSON) {
    guard let member = json.members.first else { return nil }
    switch (member.name, member.value) {
    case ("null", _): self = .null
    case ("bool", .bool(let value)): self = .bool(value)
    case ("int", .string(let text)):
      guard let number = Int64(text) else { return nil }
      self = .int(number)
    case ("uint", .string(let text)):
      guard let number = UInt64(text) else { return nil }
      self = .uint(number)
    case ("double", .string(let text)):
      guard let number = Double(text) else { return nil }
      self = .double(number)
    case ("string", .string(let text)): self = .string(text)
    case ("bytes", .string(let text)):
      let decoded = CompiledExpression.compile("base64.decode('\(text)')", in: ExpressionEnvironment())
      guard case .success(let compiled) = decoded, let constant = compiled.constant else { return nil }
      self = constant
    case ("type", .string(let name)): self = .type(name)
    case ("list", .array(let elements)): self = .list(elements.compactMap { Value(tagged: $0) })
    case ("map", .array(let entries)):
      var map = ValueMap()
      for entry in entries {
        guard let pair = entry.array, pair.count == 2, let key = Value(tagged: pair[0]),
          let value = Value(tagged: pair[1]), map.insert(key, value)
        else { return nil }
      }
      self = .map(map)
    default: return nil
    }
  }

  /// Exactly equal, but for the order of a map's entries.
  func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.map(let a), .map(let b)):
      a.count == b.count
        && a.entries.allSatisfy { entry in
          b.entries.contains { $0.key == entry.key && $0.value.isSame(as: entry.value) }
        }
    default: self == other
    }
  }
}
