import FlowExpression
import FlowModel

/// Values that the slots of a flow can have, to try conditions with: the usual ones first, and those at the bounds.
struct SampleValues {
  private let rules: [SlotRule?]
  private let flowName: String
  private let assigned: [Int: [Value]]
  private let asked: [Int: [Value]]

  /// `assigned`: the constants that transitions of the tenant assign, by their slots; `asked`: what conditions compare texts
  /// with that become addresses.
  init(
    _ scope: TenantScope, _ flow: FlowSyntax, assigned: [Int: [Value]] = [:], asked: [Int: [Value]] = [:]
  ) {
    (self.assigned, self.asked) = (assigned, asked)
    // What a broken declaration takes is not known.
    rules = (scope.tenant.attributes + flow.inputs).map { $0.broken == nil ? try? SlotRule($0.definition) : nil }
    flowName = flow.name.text
  }

  /// What an attribute or parameter takes; nil for other slots.
  func rule(_ slot: Int) -> SlotRule? {
    let index = slot - Int(firstAttributeSlot)
    return rules.indices.contains(index) ? rules[index] : nil
  }

  /// Whether conditions compare texts of a slot with something, before they become addresses.
  func isAsked(_ slot: Int) -> Bool { asked[slot] != nil }

  /// Some values of a slot, each of which it takes; `constants` are what they may be compared with.
  func values(_ slot: Int, _ constants: [Value]) -> [Value] {
    if let rule = rule(slot) {
      var seen = Set<Value>()
      let known =
        (assigned[slot] ?? []) + rule.definition.texts(about: asked[slot] ?? []) + rule.definition.samples(constants)
      return known.filter { seen.insert($0).inserted && rule.complaint(about: $0) == nil }
    }
    if slot == Int(AccountFact.id.slot) { return [.string("64f0c0ffee64f0c0ffee64f0")] }
    if AccountFact.allCases.contains(where: { Int($0.slot) == slot }) { return [.bool(true), .bool(false)] }
    switch RunFact.allCases.first(where: { Int($0.slot) == slot }) {
    case .flow: return [.string(flowName)]
    case .steps: return [.int(1), .int(2), .int(20)]
    case .started, .now: return [.timestamp(seconds: 1_767_225_600, nanos: 0)]
    case nil: return []
    }
  }
}

extension ResolvedTenant {
  /// The constants that some transition assigns, by their slots.
  var assignedConstants: [Int: [Value]] {
    var constants: [Int: [Value]] = [:]
    for assignment in flows.lazy.flatMap(\.states).flatMap(\.transitions).flatMap(\.assignments) {
      guard let value = expressions[Int(assignment.expression.index)].constant else { continue }
      constants[Int(assignment.slot), default: []].append(value)
    }
    return constants
  }

  /// What conditions compare texts with that become addresses, at once or by other attributes, by their slots.
  var constantsAskedOfAddresses: [Int: [Value]] {
    let assignments = flows.lazy.flatMap(\.states).flatMap(\.transitions).flatMap(\.assignments)
    var sources: Set<Int> = []
    var count = -1
    while count != sources.count {
      count = sources.count
      for assignment in assignments {
        let isAddress = scope.attribute(of: assignment.slot)?.definition.type.isAddress == true
        guard isAddress || sources.contains(Int(assignment.slot)) else { continue }
        sources.formUnion(expressions[Int(assignment.expression.index)].reads.map(\.slot))
      }
    }
    if sources.isEmpty { return [:] }
    var constants: [Int: [Value]] = [:]
    for expression in expressions {
      for slot in Set(expression.reads.map(\.slot)).intersection(sources) {
        constants[slot, default: []] += expression.constants
      }
    }
    // What is asked of a text is asked of its copies.
    for _ in assignments.prefix(4) {
      for assignment in assignments where sources.contains(Int(assignment.slot)) {
        for slot in expressions[Int(assignment.expression.index)].reads.map(\.slot) {
          let known = constants[Int(assignment.slot)] ?? []
          constants[Int(assignment.slot)] = known + (constants[slot] ?? []).filter { !known.contains($0) }
        }
      }
    }
    return constants.filter { !$0.value.isEmpty }
  }
}

extension AttributeDefinition {
  /// How long a text is taken to become where the tenant has set no limit: nobody types as much as the engine would take.
  static let usualText = 1024

  fileprivate func samples(_ constants: [Value]) -> [Value] {
    switch type {
    case .email: return ["ada@example.com", "Ada@Example.com", "a@b.co"].map(Value.string)
    case .phone: return ["+12025550123", "+4915112345678"].map(Value.string)
    case .date: return ["2000-01-01", "2024-02-29", "0001-01-01", "9999-12-31"].map(Value.string)
    case .boolean: return [.bool(true), .bool(false)]
    case .choice: return options.map(Value.string)
    case .string: return texts(constants)
    case .integer: return integers(constants)
    case .number:
      let bounds = [minimum, maximum].compactMap { $0 }
      var numbers: [Double] = [0, 1, -1, 0.5] + bounds
      for case .double(let number) in constants { numbers += [number, number - 1, number + 1] }
      return (numbers + [1e300, -1e300]).map(Value.double)
    case .list: return lists(constants)
    case .any:
      var map = ValueMap()
      map.insert(.string("a"), .string("a"))
      return constants + [.string("a"), .int(1), .bool(true), .list([.string("a")]), .map(map)]
    }
  }

  /// Texts for which a condition with some constants may hold: that are, begin with, end with or hold one or two of them, that
  /// match one, or that are as long as is asked for.
  fileprivate func texts(about constants: [Value]) -> [Value] {
    guard type == .string, !constants.isEmpty else { return [] }
    var asked: [String] = []
    for case .string(let text) in constants where !asked.contains(text) && asked.count < 6 { asked.append(text) }
    var texts = asked + asked.flatMap { [$0 + "a", "a" + $0, "a" + $0 + "a"] }
    for one in asked { for other in asked where one != other { texts += [one + other, one + "a" + other] } }
    for matching in asked.flatMap(PatternSamples.texts) { texts += [matching, "a " + matching, matching + " a"] }
    texts += constants.lengths.map { String(repeating: "a", count: $0) }
    return texts.map(Value.string)
  }

  private func texts(_ constants: [Value]) -> [Value] {
    let least = max(1, minLength ?? 1)
    let most = max(least, maxLength ?? AttributeDefinition.usualText)
    var texts: [String] = pattern.map(PatternSamples.texts) ?? []
    texts += ["a", "1", "0", "Ada", "12345", "a b", "-"]
    for case .string(let text) in constants { texts += [text, text + "a", "a" + text, text + text] }
    // What is no pattern, and what is no text to fill in.
    texts += ["(", "%", "%s%s%s"]
    // On either side of a number that lengths are compared with, or counted from.
    let asked = constants.lengths.filter { $0 >= least && $0 <= most }
    texts += asked.map { String(repeating: "a", count: $0) }
    for length in Set([least, most]).union(2...12).sorted() where length >= least && length <= most {
      texts += ["a", "1", "0", "A", "é"].map { String(repeating: $0, count: length) }
    }
    return (texts + [""]).map(Value.string)
  }

  private func integers(_ constants: [Value]) -> [Value] {
    let bounds = [minimum, maximum].compactMap { $0 }.compactMap { Int64(exactly: $0.rounded()) }
    var numbers: [Int64] = [1, 0, -1, 2] + bounds
    for case .int(let number) in constants { numbers += [number, number &- 1, number &+ 1, 0 &- number] }
    return (numbers + [.max, .min]).map(Value.int)
  }

  private func lists(_ constants: [Value]) -> [Value] {
    let texts = (options.isEmpty ? ["a", "1"] : options).map(Value.string)
    let most = min(maxLength ?? SlotRule.longestText, options.isEmpty ? .max : SlotRule.longestText)
    let long = Value.list((0..<max(1, most)).map { texts[$0 % texts.count] })
    let asked = constants.lengths.filter { $0 <= most }.map { count in
      Value.list((0..<count).map { texts[$0 % texts.count] })
    }
    return texts.map { .list([$0]) } + [.list(texts), .list(Array(texts.prefix(2)))] + asked + [long, .list([])]
  }
}

extension [Value] {
  /// The lengths about the numbers among them.
  fileprivate var lengths: [Int] {
    flatMap { value -> [Int] in
      guard case .int(let number) = value, (1...1024).contains(number) else { return [] }
      return [Int(number), Int(number) - 1, Int(number) + 1]
    }
  }
}
