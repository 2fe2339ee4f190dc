/// What can come of an expression, worked out without running it: an abstract interpretation of its code over shapes.
package struct Estimate: Sendable {
  /// The values that it can have.
  package var shape: ValueShape
  /// Why it can have none, each reason with the first instruction of which it is known.
  package var failures: [EvaluationError] = []

  /// Whether it has a value for all values of its slots. What is not set where it is read is not asked for here.
  package var isTotal: Bool { failures.isEmpty }
}

extension CompiledExpression {
  /// What can come of it with slots of these shapes: where no failure is named, none happens.
  package func estimate(budget: Int = 100_000, _ slots: @escaping (Int) -> ValueShape) -> Estimate {
    var estimator = Estimator(storage.code, slots)
    let root = storage.code.instructions.count - 1
    guard root >= 0 else { return Estimate(shape: .none) }
    let (shape, cost) = estimator.value(root)
    if cost > Double(budget) { estimator.fail(.costExceeded, root) }
    return Estimate(shape: shape, failures: estimator.failures)
  }

  /// The shapes of its slots where it holds, or does not hold; nil where it never does. What it says nothing of is left out.
  /// `set`: the slots that surely hold something.
  package func narrowed(
    holds: Bool, set: Set<Int> = [], _ slots: @escaping (Int) -> ValueShape
  ) -> [Int: ValueShape]? {
    var estimator = Estimator(storage.code, slots)
    estimator.set = set
    let root = storage.code.instructions.count - 1
    guard root >= 0 else { return [:] }
    estimator.assume(root, holds)
    return estimator.isImpossible ? nil : estimator.narrowed
  }

  /// The slots of which `has()` has shown, where it holds, that they hold something.
  package var shown: Set<Int> {
    let code = storage.code
    func shown(_ at: Int) -> [Int] {
      let step = code.instructions[at]
      if step.op == .testSlot { return [Int(step.a)] }
      guard step.op == .and else { return [] }
      return code.operands[Int(step.a)..<Int(step.a) + Int(step.b)].flatMap { shown(Int($0)) }
    }
    return code.instructions.isEmpty ? [] : Set(shown(code.instructions.count - 1))
  }

  /// The slot whose value it is, unchanged; nil where it computes anything.
  package var copiedSlot: Int? {
    guard let only = storage.code.instructions.first, storage.code.instructions.count == 1, only.op == .slot else {
      return nil
    }
    return Int(only.a)
  }
}

struct Estimator {
  let code: Code
  private let declared: (Int) -> ValueShape
  /// What conditions on the path to an instruction have shown.
  var narrowed: [Int: ValueShape] = [:]
  /// The slots that surely hold something.
  var set: Set<Int> = []
  /// Whether the conditions that were assumed cannot be so together.
  var isImpossible = false
  /// The macros' variables.
  var locals: [ValueShape]
  var failures: [EvaluationError] = []

  init(_ code: Code, _ declared: @escaping (Int) -> ValueShape) {
    (self.code, self.declared) = (code, declared)
    locals = Array(repeating: .anything, count: code.localCount)
  }

  func slot(_ slot: Int) -> ValueShape { narrowed[slot] ?? declared(slot) }

  mutating func fail(_ kind: EvaluationError.Kind, _ at: Int) {
    if isImpossible || failures.contains(where: { $0.kind == kind }) { return }
    let step = code.instructions[at]
    failures.append(EvaluationError(kind: kind, range: Int(step.start)..<max(Int(step.start), Int(step.end))))
  }

  /// Demands a kind, as the instruction fails with any other.
  mutating func demand(_ kinds: ValueShape.Kinds, _ shape: ValueShape, _ at: Int) {
    if !shape.isOnly(kinds) { fail(.noSuchOverload, at) }
  }

  /// What an instruction can come to, and the steps that it takes at the most.
  mutating func value(_ at: Int) -> (shape: ValueShape, cost: Double) {
    let step = code.instructions[at]
    switch step.op {
    case .constant: return (ValueShape(code.constants[Int(step.a)]), 1)
    case .slot: return (slot(Int(step.a)), 1)
    case .testSlot: return (.bool, 1)
    case .local: return (locals[Int(step.local)], 1)
    case .not:
      let operand = value(Int(step.a))
      demand(.bool, operand.shape, at)
      return (.bool, operand.cost + 1)
    case .and, .or: return logic(step, at)
    case .conditional: return conditional(step, at)
    case .list:
      let parts = operands(step)
      let cost = parts.reduce(1) { $0 + $1.cost + 1 + 2 * Double($1.shape.nodes) }
      if parts.contains(where: { $0.shape.isNone }) { return (.none, cost) }
      let size = parts.reduce(8) { ValueShape.plus($0, $1.shape.size) }
      let element = parts.reduce(ValueShape.none) { $0.union($1.shape) }
      return (.list(parts.count...parts.count, of: element, size: size), cost)
    case .compareSlot:
      let left = slot(Int(step.a))
      let right = ValueShape(code.constants[Int(step.b)])
      return (.bool, 1 + compare(step, left, right, at))
    case .compare:
      let (left, right) = (value(Int(step.a)), value(Int(step.b)))
      return (.bool, 1 + left.cost + right.cost + compare(step, left.shape, right.shape, at))
    case .matches:
      let operand = value(Int(step.a))
      demand(.string, operand.shape, at)
      return (.bool, 1 + operand.cost + code.patterns[Int(step.b)].cost(bytes: Double(operand.shape.bytes)))
    case .testSelect:
      let operand = value(Int(step.a))
      demand(.map, operand.shape, at)
      return (.bool, 1 + operand.cost)
    case .call: return call(step, at)
    case .bind:
      let bound = value(Int(step.a))
      locals[Int(step.local)] = bound.shape
      let result = value(Int(step.b))
      return (result.shape, 1 + bound.cost + result.cost)
    case .all, .exists, .existsOne, .filter, .transform, .transformWhere: return comprehension(step, at)
    // What is not said to be total fails.
    case .fail:
      fail(EvaluationError.Kind(rawValue: step.aux) ?? .unknownName, at)
      return (.none, 1)
    case .select:
      let operand = value(Int(step.a))
      demand(.map, operand.shape, at)
      fail(.noSuchKey, at)
      var field = ValueShape.anything
      field.size = operand.shape.size
      return (field, 1 + operand.cost)
    case .map, .transformMap, .transformMapWhere:
      _ = operands(step)
      fail(.badKey, at)
      return (ValueShape(.map), 1)
    }
  }

  private mutating func operands(_ step: Instruction) -> [(shape: ValueShape, cost: Double)] {
    let first = Int(step.a)
    return (first..<first + Int(step.b)).map { value(Int(code.operands[$0])) }
  }

  private mutating func compare(_ step: Instruction, _ left: ValueShape, _ right: ValueShape, _ at: Int) -> Double {
    let relation = Relation(rawValue: step.aux) ?? .less
    if relation != .equal, relation != .notEqual, !left.isNone, !right.isNone {
      let ordered: [ValueShape.Kinds] = [.numbers, .bool, .string, .bytes, .timestamp, .duration]
      if !ordered.contains(where: { left.isOnly($0) && right.isOnly($0) }) { fail(.noSuchOverload, at) }
    }
    return Double(min(left.nodes, right.nodes)) + Double(min(left.bytes, right.bytes)) / 8
  }

  private mutating func call(_ step: Instruction, _ at: Int) -> (shape: ValueShape, cost: Double) {
    let parts = operands(step)
    let cost = parts.reduce(1) { $0 + $1.cost }
    guard let function = Function(rawValue: step.aux) else {
      fail(.unknownFunction, at)
      return (.none, cost)
    }
    if parts.contains(where: { $0.shape.isNone }) { return (.none, cost) }
    let result = function.estimate(parts.map(\.shape))
    if let failure = result.failure { fail(failure, at) }
    return (result.shape, cost + result.cost)
  }
}
