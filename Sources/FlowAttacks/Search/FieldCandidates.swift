import FlowExpression
import FlowJSON
import FlowModel
import FlowSource

/// The values that are tried in a field, the likeliest first: people's addresses, passwords and codes as the way asks for
/// them, options, and what conditions compare with.
struct FieldCandidates {
  let table: FlowTable
  let flow: Flow
  /// What the conditions of the table compare each slot with.
  private let constants: [Slot: [Value]]

  init(_ table: FlowTable, _ flow: Flow) {
    self.table = table
    self.flow = flow
    var constants: [Slot: [Value]] = [:]
    for expression in table.expressions {
      for read in expression.reads {
        let slot = Slot(truncatingIfNeeded: read.slot)
        for constant in expression.constants where constants[slot]?.contains(constant) != true {
          constants[slot, default: []].append(constant)
        }
      }
    }
    self.constants = constants
  }

  /// The inputs that are tried for some fields: all combinations of their values, `limit` at the most. `hint` is what the
  /// rule says that the attacker sends, `ahead` what the engine does then, as `effect: outcome`.
  func inputs(_ fields: [PageField], hint: String, ahead: Set<String>, limit: Int = 200) -> [JSONObject] {
    var inputs: [JSONObject] = [[:]]
    for field in fields {
      var values: [JSON?] = self.values(field.slot, hint: hint, ahead: ahead)
      if !field.isRequired { values.append(nil) }
      let name = table.name(of: field.slot, in: flow)
      inputs = inputs.flatMap { input in
        values.map { value in
          var next = input
          next[name] = value
          return next
        }
      }
      if inputs.count > limit { inputs = Array(inputs.prefix(limit)) }
    }
    return inputs
  }

  /// The inputs that are tried for the flow's parameters.
  func parameters() -> [JSONObject] {
    var inputs: [JSONObject] = [[:]]
    for (index, definition) in flow.inputs.enumerated() {
      let slot = firstAttributeSlot + Slot(table.attributes.count + index)
      var values: [JSON?] = Array(values(definition, slot, hint: "", ahead: []).prefix(4))
      if !definition.isRequired { values.append(nil) }
      inputs = inputs.flatMap { input in
        values.map { value in
          var next = input
          next[definition.name] = value
          return next
        }
      }
    }
    return Array(inputs.prefix(64))
  }

  private func values(_ slot: Slot, hint: String, ahead: Set<String>) -> [JSON] {
    if let secret = table.secret(of: slot) { return values(secret, ahead) }
    guard let definition = table.definition(of: slot, in: flow) else { return [] }
    return values(definition, slot, hint: hint, ahead: ahead)
  }

  private func values(_ secret: SecretField, _ ahead: Set<String>) -> [JSON] {
    func comes(_ outcomes: String...) -> Bool {
      outcomes.contains { outcome in ahead.contains { $0.hasSuffix(outcome) } }
    }
    switch secret {
    case .password:
      let policy = table.passwords
      let long = String(repeating: "Aa1-", count: policy.maxLength / 4 + 1)
      let new = "New-marigold-5" + String(repeating: "-and-so-on", count: max(0, policy.minLength - 14 + 9) / 10)
      if comes(": too_short") { return ["a"] }
      if comes(": too_long") { return [.string(long)] }
      if comes(": too_weak") { return [.string(String(repeating: "a", count: policy.minLength))] }
      if comes(": banned") { return [.string(AttackDictionary.word)] }
      if comes(": recently_used", ": match") { return [.string(People.attackerPassword), .string(new)] }
      return [.string(String(new.prefix(policy.maxLength))), .string(People.attackerPassword)]
    case .code:
      let wrong = JSON.string(String(repeating: "0", count: table.codes.digits))
      let right: JSON = ["mailbox": "code"]
      return comes("code.verify: invalid", "code.verify: exhausted") ? [wrong, right] : [right, wrong]
    case .token, .tokenId, .grant:
      let right: JSON = ["mailbox": .string(secret.name)]
      return comes(": invalid") ? ["0", right] : [right, "0"]
    }
  }

  private func values(
    _ definition: AttributeDefinition, _ slot: Slot, hint: String, ahead: Set<String>
  ) -> [JSON] {
    var values: [JSON] = []
    if definition.type.isAddress || definition.isIdentifier {
      values = people(definition, hint)
      if ahead.contains(where: { $0.hasSuffix(": undeliverable") }) {
        values.insert(.string(People.unreachable), at: 0)
      }
    }
    for constant in constants[slot] ?? [] {
      switch constant {
      case .string, .bool, .double: values.append(JSON(constant: constant))
      case .int(let number) where definition.type == .string:
        // A text is compared with a number by its length.
        if (1...256).contains(number) { values.append(.string(String(repeating: "a", count: Int(number)))) }
      case .int(let number):
        values.append(.int(number))
        // On either side of a bound conditions differ.
        if number < .max { values.append(.int(number + 1)) }
        if number > .min { values.append(.int(number - 1)) }
      default: break
      }
    }
    values += definition.usualValues
    var seen = Set<JSON>()
    return values.filter { value in
      seen.insert(value).inserted && accepts(definition, value)
    }
  }

  /// The people whose identifier it may be: whom the rule speaks of first.
  private func people(_ definition: AttributeDefinition, _ hint: String) -> [JSON] {
    var order = People.all
    if let said = hint.range(of: "`\(definition.name)` = ") {
      let rest = hint[said.upperBound...].prefix { $0 != "," }
      if !rest.contains("victim"), rest.contains("attacker") || rest.contains("own") {
        order = [People.attacker, People.newcomer, People.victim, People.nobody]
      }
    }
    return order.map { .string(People.value(definition, of: $0)) }
  }

  /// Whether a value is one of the attribute's.
  private func accepts(_ definition: AttributeDefinition, _ value: JSON) -> Bool {
    if let pattern = definition.pattern, case .string(let text) = value, let compiled = try? LinearPattern(pattern) {
      return compiled.matchesWhole(text)
    }
    return true
  }
}

extension JSON {
  /// A constant of a condition as it is sent.
  fileprivate init(constant value: FlowExpression.Value) {
    switch value {
    case .string(let text): self = .string(text)
    case .bool(let flag): self = .bool(flag)
    case .double(let number): self = .double(number)
    case .int(let number): self = .int(number)
    default: self = .null
    }
  }
}

extension String {
  /// Where another text first stands in this one.
  fileprivate func range(of other: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(other) { return start..<index(start, offsetBy: other.count) }
      start = index(after: start)
    }
    return nil
  }
}

extension AttributeDefinition {
  /// Values that somebody gives for an attribute that tells nobody apart, the likeliest first.
  var usualValues: [JSON] {
    switch type {
    case .email, .phone: return []
    case .string:
      let length = minLength ?? 0
      let texts = ["Test", "a1", "12345678", "TEST", "test", "Testing it", "AB", "+1", "attacker@example.com"]
      return texts.map { text in
        .string(text + String(repeating: "x", count: max(0, length - text.unicodeScalars.count)))
      }
    case .integer:
      let least = Int64(exactly: (minimum ?? 1).rounded(.up)) ?? 1
      return [.int(least), .int(40)]
    case .number: return [.double(minimum ?? 1)]
    case .boolean: return [true, false]
    case .date: return ["2000-01-01"]
    case .choice: return options.map(JSON.string)
    case .list:
      let count = max(1, minLength ?? 1)
      let texts = options.isEmpty ? ["x"] : options
      return [.array((0..<min(count, 64)).map { .string(texts[$0 % texts.count]) })]
    case .any: return ["x"]
    }
  }
}
