/// Where an expression finds the values of its slots.
public protocol SlotReader {
  /// The value of a slot; nil where it is unset.
  func value(ofSlot slot: Int) -> Value?
}

/// For expressions that read nothing.
struct NoSlots: SlotReader {
  func value(ofSlot slot: Int) -> Value? { nil }
}

/// What changes while an expression runs.
struct Run {
  /// Steps left.
  var budget: Int
  /// The macros' variables.
  var locals: [Value]

  init(budget: Int, locals: Int) {
    self.budget = budget
    self.locals = locals == 0 ? [] : Array(repeating: .null, count: locals)
  }
}

/// A failure while running: its kind and the instruction that failed. Small, because failures are also absorbed.
struct Failure: Error {
  let kind: EvaluationError.Kind
  let at: Int32

  @inline(__always)
  init(_ kind: EvaluationError.Kind, _ at: Int) {
    self.kind = kind
    self.at = Int32(truncatingIfNeeded: at)
  }
}

extension CompiledExpression {
  /// Evaluates the expression. Each instruction takes a step of the budget, and so do elements gone over and bytes copied
  /// or searched (in blocks of 64); with none left the evaluation fails with `costExceeded`.
  public func evaluate(_ slots: borrowing some SlotReader, budget: Int = 100_000) -> Result<Value, EvaluationError> {
    var run = Run(budget: budget, locals: storage.code.localCount)
    do {
      return .success(try storage.code.value(storage.code.instructions.count - 1, slots, &run))
    } catch {
      let instruction = storage.code.instructions[Int(error.at)]
      let range = Int(instruction.start)..<max(Int(instruction.start), Int(instruction.end))
      return .failure(EvaluationError(kind: error.kind, range: range))
    }
  }
}

extension Code {
  /// The value of an instruction that reads no slot and no macro's variable; nil where it fails or has no budget left.
  package func closedValue(_ at: Int, _ budget: inout Int) -> Value? {
    var run = Run(budget: budget, locals: localCount)
    defer { budget = max(0, run.budget) }
    return try? value(at, NoSlots(), &run)
  }

  /// The value of an instruction that reads no macro's variable from outside; nil where it fails.
  package func value(of at: Int, _ slots: borrowing some SlotReader, budget: Int = 100_000) -> Value? {
    var run = Run(budget: budget, locals: localCount)
    return try? value(at, slots, &run)
  }

  /// The value of an instruction.
  func value(_ at: Int, _ slots: borrowing some SlotReader, _ run: inout Run) throws(Failure) -> Value {
    let step = instructions[at]
    if step.op.isLogical { return .bool(try truth(at, slots, &run)) }
    run.budget -= 1
    if run.budget < 0 { throw Failure(.costExceeded, at) }
    switch step.op {
    case .constant: return constants[Int(step.a)]
    case .slot:
      guard let value = slots.value(ofSlot: Int(step.a)) else { throw Failure(.unset, at) }
      return value
    case .local: return run.locals[Int(step.local)]
    case .fail: throw Failure(EvaluationError.Kind(rawValue: step.aux) ?? .unknownName, at)
    case .select:
      let operand = try value(Int(step.a), slots, &run)
      guard case .map(let map) = operand else { throw Failure(.noSuchOverload, at) }
      guard let found = map[constants[Int(step.b)]] else { throw Failure(.noSuchKey, at) }
      return found
    case .conditional:
      let first = Int(step.a)
      let condition = try truth(Int(operands[first]), slots, &run)
      return try value(Int(operands[first + (condition ? 1 : 2)]), slots, &run)
    case .call: return try call(step, at, slots, &run)
    case .list: return try list(step, at, slots, &run)
    case .map: return try map(step, at, slots, &run)
    case .bind:
      run.locals[Int(step.local)] = try value(Int(step.a), slots, &run)
      return try value(Int(step.b), slots, &run)
    default: return try collect(step, at, slots, &run)
    }
  }

  /// The value of an instruction that must be a bool.
  func truth(_ at: Int, _ slots: borrowing some SlotReader, _ run: inout Run) throws(Failure) -> Bool {
    let step = instructions[at]
    guard step.op.isLogical else {
      guard case .bool(let result) = try value(at, slots, &run) else { throw Failure(.noSuchOverload, at) }
      return result
    }
    run.budget -= 1
    if run.budget < 0 { throw Failure(.costExceeded, at) }
    switch step.op {
    case .and: return try !decide(step, false, slots, &run)
    case .or: return try decide(step, true, slots, &run)
    case .compareSlot: return try compareSlot(step, at, slots, &run)
    case .not: return try !truth(Int(step.a), slots, &run)
    case .testSlot: return slots.value(ofSlot: Int(step.a)) != nil
    case .testSelect:
      let operand = try value(Int(step.a), slots, &run)
      guard case .map(let map) = operand else { throw Failure(.noSuchOverload, at) }
      return map[constants[Int(step.b)]] != nil
    case .compare:
      let left = try value(Int(step.a), slots, &run)
      let right = try value(Int(step.b), slots, &run)
      return try relate(Relation(rawValue: step.aux) ?? .equal, left, right, at, &run)
    case .matches:
      let operand = try value(Int(step.a), slots, &run)
      guard case .string(let text) = operand else { throw Failure(.noSuchOverload, at) }
      run.budget -= patterns[Int(step.b)].cost(text)
      if run.budget < 0 { throw Failure(.costExceeded, at) }
      return patterns[Int(step.b)].matches(text)
    default: return try quantify(step, at, slots, &run)
    }
  }

  /// Whether any operand is `decisive`. Failures of others are absorbed then, and count only if none is.
  private func decide(_ step: Instruction, _ decisive: Bool, _ slots: borrowing some SlotReader, _ run: inout Run)
    throws(Failure) -> Bool
  {
    var failure: Failure?
    for index in Int(step.a)..<Int(step.a) + Int(step.b) {
      do {
        if try truth(Int(operands[index]), slots, &run) == decisive { return true }
      } catch {
        if error.kind == .costExceeded { throw error }
        if failure == nil { failure = error }
      }
    }
    if let failure { throw failure }
    return false
  }

  @inline(__always)
  private func compareSlot(_ step: Instruction, _ at: Int, _ slots: borrowing some SlotReader, _ run: inout Run)
    throws(Failure) -> Bool
  {
    guard let value = slots.value(ofSlot: Int(step.a)) else { throw Failure(.unset, at) }
    return try relate(Relation(rawValue: step.aux) ?? .equal, value, constants[Int(step.b)], at, &run)
  }

  @inline(__always)
  private func relate(_ relation: Relation, _ left: Value, _ right: Value, _ at: Int, _ run: inout Run)
    throws(Failure) -> Bool
  {
    switch (left, right) {
    case (.int(let a), .int(let b)): return relation.holds(a < b ? -1 : a == b ? 0 : 1)
    case (.bool(let a), .bool(let b)): return relation.holds(a == b ? 0 : a ? 1 : -1)
    case (.string(let a), .string(let b)):
      run.budget -= min(a.utf8.count, b.utf8.count) >> 6
      if relation == .equal { return sameBytes(a, b) }
      if relation == .notEqual { return !sameBytes(a, b) }
      return relation.holds(orderBytes(a, b))
    default:
      do {
        return try compare(relation, left, right, &run.budget)
      } catch {
        throw Failure(error, at)
      }
    }
  }
}
