// What macros come to that go over lists and maps.

extension Estimator {
  mutating func comprehension(_ step: Instruction, _ at: Int) -> (shape: ValueShape, cost: Double) {
    let first = Int(step.a)
    let range = value(Int(code.operands[first]))
    demand(.containers, range.shape, at)
    if range.shape.isNone { return (.none, 1 + range.cost) }
    let isList = range.shape.isOnly(.list)
    // Steps and sizes for an element grow with its size at least in proportion: for all of them together they are no more
    // than for elements without a size, and beside it for one that has the size of all.
    let before = failures
    var element = range.shape.element
    if !isList { element = .anything.whole(of: range.shape) }
    let least = body(step, at, element.without, range.shape)
    let most = body(step, at, element.whole(of: range.shape), range.shape)
    failures = before
    let made = body(step, at, element, range.shape).made
    let count = isList ? range.shape.count : 0...max(range.shape.count.upperBound, range.shape.nodes)
    let cost = 1 + range.cost + Double(count.upperBound) * (least.cost + 2) + max(0, most.cost - least.cost)
    let size = ValueShape.plus(
      ValueShape.times(count.upperBound, least.made.size), max(8, most.made.size - least.made.size + 8))
    switch step.op {
    case .all, .exists, .existsOne: return (.bool, cost)
    case .transform: return (.list(count, of: made, size: size), cost)
    default: return (.list(0...count.upperBound, of: made, size: size), cost)
    }
  }

  /// The steps of a macro's parts for an element of some shape, and what it makes of it.
  private mutating func body(
    _ step: Instruction, _ at: Int, _ element: ValueShape, _ range: ValueShape
  ) -> (made: ValueShape, cost: Double) {
    let local = Int(step.local)
    locals[local] = element
    if step.aux == 2 {
      locals[local] = range.isOnly(.list) ? .int(0...Int64(range.count.upperBound)) : .anything
      locals[local + 1] = element
    }
    let key = locals[local]
    let makes = step.op == .transform || step.op == .transformWhere
    var result = (made: key, cost: 0.0)
    for offset in 1..<Int(step.b) {
      let part = value(Int(code.operands[Int(step.a) + offset]))
      result.cost += part.cost
      if makes, offset == Int(step.b) - 1 { result.made = part.shape } else { demand(.bool, part.shape, at) }
    }
    result.cost += 2 * Double(result.made.nodes) + 1
    return result
  }
}

extension ValueShape {
  /// The same without anything in it.
  fileprivate var without: ValueShape {
    var shape = self
    shape.size = min(size, 8)
    shape.count = 0...0
    return shape
  }

  /// An element that has the size of all.
  fileprivate func whole(of range: ValueShape) -> ValueShape {
    var shape = self
    shape.size = range.size
    shape.count = count.lowerBound...max(count.upperBound, range.size)
    return shape
  }
}
