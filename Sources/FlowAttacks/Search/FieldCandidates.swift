import FlowExpression
import FlowJSON
import FlowModel
import FlowSource

/// The values that are tried in a field, the likeliest first: people's addresses, passwords and codes as the trace asks for
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

  /// The inputs that are tried for some fields: all combinations of their values, `limit` at the most. `sent` is what the
  /// trace says that the attacker sends, `ahead` what the engine does then.
  func inputs(
    _ fields: [PageField], _ sent: [TraceInput], ahead: [ExpectedOutcome], limit: Int = 200
  ) -> [JSONObject] {
    var inputs: [JSONObject] = [[:]]
    for field in fields {
      let name = table.name(of: field.slot, in: flow)
      let owner = sent.first { $0.field == name }?.value?.owner
      var values: [JSON?] = self.values(field.slot, owner, ahead)
      if !field.isRequired || field.terms != nil { values.append(nil) }
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
      var values: [JSON?] = Array(values(definition, slot, nil, []).prefix(4))
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

  private func values(_ slot: Slot, _ owner: TraceInput.Value.Owner?, _ ahead: [ExpectedOutcome]) -> [JSON] {
    if let secret = table.secret(of: slot) { return values(secret, ahead) }
    guard let definition = table.definition(of: slot, in: flow) else { return [] }
    return values(definition, slot, owner, ahead)
  }

  private func values(_ secret: SecretField, _ ahead: [ExpectedOutcome]) -> [JSON] {
    let expected = ahead.filter { $0.takes(secret) }
    if secret == .password { return passwords(expected) }
    let right: JSON = ["mailbox": .string(secret.name)]
    let wrong = JSON.string(String(repeating: "0", count: secret == .code ? table.codes.digits : 1))
    let isWrong = expected.contains { $0.definition.cause == .wrongSecret || $0.definition.verdict == .locksOut }
    return isWrong ? [wrong, right] : [right, wrong]
  }

  private func passwords(_ expected: [ExpectedOutcome]) -> [JSON] {
    let policy = table.passwords
    let own = JSON.string(Party.attackerPassword)
    let new = "New-marigold-5" + String(repeating: "-and-so-on", count: max(0, policy.minLength - 14 + 9) / 10)
    let fresh = JSON.string(String(new.prefix(policy.maxLength)))
    for outcome in expected {
      guard case .refusedPassword(let complaint)? = outcome.definition.cause else { continue }
      switch complaint {
      case .too_short: return ["a"]
      case .too_long: return [.string(String(repeating: "Aa1-", count: policy.maxLength / 4 + 1))]
      case .too_weak: return [.string(String(repeating: "a", count: policy.minLength))]
      case .banned: return [.string(AttackDictionary.word)]
      case .recently_used: return [own, fresh]
      }
    }
    let isCompared = expected.contains { $0.effect.definition.isGuess && $0.definition.verdict == .passes }
    return isCompared ? [own, fresh] : [fresh, own]
  }

  private func values(
    _ definition: AttributeDefinition, _ slot: Slot, _ owner: TraceInput.Value.Owner?, _ ahead: [ExpectedOutcome]
  ) -> [JSON] {
    var values: [JSON] = []
    if definition.type.isAddress || definition.isIdentifier {
      values = people(definition, owner)
      if ahead.contains(where: { $0.definition.cause == .unreachableAddress }) {
        values.insert(.string(Party.unreachable), at: 0)
      }
    }
    for constant in constants[slot] ?? [] {
      switch constant {
      case .string(let text):
        values.append(.string(text))
        if let other = another(text, definition) { values.append(.string(other)) }
      case .bool, .double: values.append(JSON(constant: constant))
      case .int where definition.type == .date: break
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
    values += definition.givenValues
    if definition.type == .date { values += dates(constants[slot] ?? []) }
    var seen = Set<JSON>()
    return values.filter { value in
      seen.insert(value).inserted && definition.accepts(value)
    }
  }

  /// Dates on either side of what conditions ask for: so many years ago today, a time before now or behind it, a day.
  private func dates(_ constants: [Value]) -> [JSON] {
    let day: Int64 = 86_400
    let now = AttackClock.start / 1000
    func text(_ seconds: Int64) -> String { String(rfc3339(seconds).prefix(10)) }
    var times: [Int64] = []
    for constant in constants {
      switch constant {
      // An age: on that birthday, the day before it, and the day after.
      case .int(let years) where (1...150).contains(years):
        let today = text(now)
        guard let year = Int64(today.prefix(4)), let birthday = startOfDay("\(year - years)" + today.dropFirst(4))
        else { continue }
        times += [birthday + day, birthday, birthday - day]
      case .duration(let seconds, _) where abs(seconds) < 6_000_000_000:
        times += [now - seconds + day, now - seconds - day, now + seconds + day, now + seconds - day]
      case .timestamp(let seconds, _): times += [seconds - day, seconds, seconds + day]
      case .string(let text): times += startOfDay(text).map { [$0 - day, $0 + day] } ?? []
      default: break
      }
    }
    return (times + [now - day, now + day]).map { .string(text($0)) }
  }

  /// Another text that the attribute takes, as like as can be: where one is asked for, the other answer must come, too.
  private func another(_ text: String, _ definition: AttributeDefinition) -> String? {
    guard definition.pattern != nil, definition.options.isEmpty else { return nil }
    for index in text.indices.reversed() {
      let next: Character =
        switch text[index] {
        case "9": "8"
        case "z": "y"
        case "Z": "Y"
        default: text[index].asciiValue.map { Character(Unicode.Scalar($0 &+ 1)) } ?? "a"
        }
      let other = text[..<index] + String(next) + text[text.index(after: index)...]
      if definition.accepts(.string(String(other))) { return String(other) }
    }
    return nil
  }

  /// The people whose identifier it may be: whom the trace speaks of first.
  private func people(_ definition: AttributeDefinition, _ owner: TraceInput.Value.Owner?) -> [JSON] {
    let order =
      owner == .attacker ? [Party.attacker, Party.newcomer, Party.victim, Party.nobody] : Party.all
    return order.map { .string(Party.value(definition, of: $0)) }
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

extension AttributeDefinition {
  /// Whether a value goes with the attribute's pattern.
  fileprivate func accepts(_ value: JSON) -> Bool {
    if let pattern, case .string(let text) = value, let compiled = try? LinearPattern(pattern) {
      return compiled.matchesWhole(text)
    }
    return true
  }

  /// Values that somebody gives for an attribute that tells nobody apart, the likeliest first.
  var givenValues: [JSON] {
    let ofPattern = pattern.map { PatternSamples.texts(of: $0).map(fitted) } ?? []
    return (ofPattern + usualValues).filter(accepts)
  }

  /// A text over and over again, as long as the attribute's must be.
  private func fitted(_ text: String) -> JSON {
    let count = text.isEmpty ? 1 : max(1, ((minLength ?? 0) + text.count - 1) / text.count)
    return .string(String(String(repeating: text, count: count).prefix(maxLength ?? .max)))
  }

  private var usualValues: [JSON] {
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
