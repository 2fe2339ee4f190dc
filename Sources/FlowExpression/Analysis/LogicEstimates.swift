// What `&&`, `||` and `? :` come to: what stands behind a condition is come to where it holds.

extension Estimator {
  /// Operands are come to where those before them decided nothing. A failure of one that another outweighs counts as well.
  mutating func logic(_ step: Instruction, _ at: Int) -> (shape: ValueShape, cost: Double) {
    let before = (narrowed, isImpossible)
    var cost = 1.0
    for index in Int(step.a)..<Int(step.a) + Int(step.b) {
      let operand = Int(code.operands[index])
      let part = value(operand)
      cost += part.cost
      demand(.bool, part.shape, at)
      assume(operand, step.op == .and)
    }
    (narrowed, isImpossible) = before
    return (.bool, cost)
  }

  mutating func conditional(_ step: Instruction, _ at: Int) -> (shape: ValueShape, cost: Double) {
    let first = Int(step.a)
    let condition = Int(code.operands[first])
    let asked = value(condition)
    demand(.bool, asked.shape, at)
    let before = (narrowed, isImpossible)
    var result = (shape: ValueShape.none, cost: 0.0)
    for (offset, holds) in [(1, true), (2, false)] {
      assume(condition, holds)
      let part = value(Int(code.operands[first + offset]))
      if !isImpossible { result.shape = result.shape.union(part.shape) }
      result.cost = max(result.cost, part.cost)
      (narrowed, isImpossible) = before
    }
    return (result.shape, 1 + asked.cost + result.cost)
  }
}
