import FlowExpression
import FlowModel

/// What some slots hold at one point of a path; nil: nothing.
struct Trial: Hashable, SlotReader {
  private(set) var values: [Int: Value?] = [:]
  /// The slots that hold something, and it is not known what: one of these, or, where there are none, anything.
  private(set) var present: [Int: [Value]] = [:]

  subscript(slot: Int) -> Value? {
    get { values[slot] ?? nil }
    set {
      values[slot] = .some(newValue)
      if !present.isEmpty { present[slot] = nil }
    }
  }

  func value(ofSlot slot: Int) -> Value? { self[slot] }
  func knows(_ slot: Int) -> Bool { values[slot] != nil }
  /// Whether a slot holds anything; nil: that is not known.
  func has(_ slot: Int) -> Bool? { values[slot].map { $0 != nil } ?? (present[slot] != nil ? true : nil) }
  mutating func forget(_ slot: Int) {
    values[slot] = nil
    if !present.isEmpty { present[slot] = nil }
  }
  /// What a slot holds is not known any more, but that it holds something, of some values where these are given.
  mutating func forgetValue(_ slot: Int, among choices: [Value] = []) {
    values[slot] = nil
    present[slot] = choices
  }
  mutating func keep(_ slots: SlotSet) {
    if !values.keys.allSatisfy(slots.contains) { values = values.filter { slots.contains($0.key) } }
    if !present.isEmpty { present = present.filter { slots.contains($0.key) } }
  }

  /// The slots whose values it knows.
  var slots: [Int] { values.keys.sorted() }

  /// What is known of a slot, to tell two of them apart.
  func known(_ slot: Int) -> Known {
    if let value = values[slot] { return value.map(Known.value) ?? .nothing }
    return present[slot].map(Known.something) ?? .unknown
  }

  enum Known: Hashable { case unknown, nothing, something([Value]), value(Value) }
}

/// Tries expressions with values.
struct Trials {
  let expressions: [CompiledExpression]
  let samples: SampleValues

  /// The slots that an expression asks for.
  func slots(_ expression: Int32) -> Set<Int> {
    let compiled = expressions[Int(expression)]
    return Set(compiled.reads.map(\.slot) + compiled.tests.map(\.slot))
  }

  /// What an expression comes to.
  func value(_ expression: Int32, _ trial: Trial) -> Result<Value, EvaluationError> {
    let compiled = expressions[Int(expression)]
    func definition(_ slot: Int) -> AttributeDefinition? { samples.rule(slot)?.definition }
    guard compiled.comparesAddresses({ definition($0)?.type == .email }) else { return compiled.evaluate(trial) }
    return compiled.evaluate(AddressSlots(trial, definition: definition))
  }

  /// Extensions of a trial to all slots of some expressions, `limit` at the most, until one is enough.
  func extend(
    _ trial: Trial, for asked: [Int32], limit: Int, _ isEnough: (Trial) -> Bool
  ) {
    var missing = Set<Int>()
    var tested = Set<Int>()
    for expression in asked {
      missing.formUnion(slots(expression))
      tested.formUnion(expressions[Int(expression)].tests.lazy.map(\.slot))
    }
    let open = missing.filter { !trial.knows($0) }.sorted()
    let constants = asked.flatMap { expressions[Int($0)].constants }
    var most = limit
    if open.count > 1 { while power(most, open.count) > limit, most > 2 { most -= 1 + most / 8 } }
    let choices = open.map { slot -> [Value?] in
      let values: [Value?] = samples.values(slot, constants).prefix(most).map { $0 }
      return tested.contains(slot) ? values + [nil] : values
    }
    guard !choices.contains(where: \.isEmpty) else { return }
    var left = limit
    _ = descend(trial, open[...], choices[...], &left, isEnough)
  }

  private func power(_ base: Int, _ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { product, _ in min(product * base, 1_000_000) }
  }

  private func descend(
    _ trial: Trial, _ slots: ArraySlice<Int>, _ choices: ArraySlice<[Value?]>, _ left: inout Int,
    _ isEnough: (Trial) -> Bool
  ) -> Bool {
    guard let slot = slots.first, let values = choices.first else {
      left -= 1
      return isEnough(trial) || left <= 0
    }
    for value in values {
      var next = trial
      next[slot] = value
      if descend(next, slots.dropFirst(), choices.dropFirst(), &left, isEnough) { return true }
    }
    return false
  }

  /// A few extensions of a trial in which each condition is as it is wanted.
  func satisfying(_ conditions: [(condition: Int32, holds: Bool)], _ trial: Trial) -> [Trial] {
    // What is asked of other slots says nothing of these.
    let wanted = conditions.filter { slots($0.condition).contains(where: trial.knows) }
    if wanted.isEmpty { return [trial] }
    var found: [Trial] = []
    extend(trial, for: wanted.map(\.condition), limit: 400) { candidate in
      if wanted.allSatisfy({ value($0.condition, candidate) == .success(.bool($0.holds)) }) { found.append(candidate) }
      return found.count == 4
    }
    return found
  }
}
