import FlowExpression
package import FlowJSON
package import FlowModel

/// The values that are tried in fields of attributes, the likeliest first: what conditions compare with and what lies on either
/// side of it, options, and what people usually give. Whoever looks for a way through flows asks here.
package struct FieldSamples: Sendable {
  /// What the conditions of the table compare each slot with.
  private let constants: [Slot: [Value]]

  /// The samples for a table's fields.
  package init(_ table: FlowTable) {
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

  /// The values for an attribute in a slot, each once, behind `first` where the attribute takes these. `now`: seconds since 1970.
  package func values(
    _ definition: AttributeDefinition, _ slot: Slot, first: [JSON] = [], now: Int64
  ) -> [JSON] {
    var values = first
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
    if definition.type == .date { values += dates(constants[slot] ?? [], now) }
    var seen = Set<JSON>()
    return values.filter { value in
      seen.insert(value).inserted && definition.accepts(value)
    }
  }

  /// Dates on either side of what conditions ask for: so many years ago today, a time before now or behind it, a day.
  private func dates(_ constants: [Value], _ now: Int64) -> [JSON] {
    let day: Int64 = 86_400
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
  package func accepts(_ value: JSON) -> Bool {
    if let pattern, case .string(let text) = value, let compiled = try? LinearPattern(pattern) {
      return compiled.matchesWhole(text)
    }
    return true
  }

  /// Values that somebody gives for an attribute that tells nobody apart, the likeliest first.
  package var givenValues: [JSON] {
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
