/// CEL's `==`: numbers are equal by their value whatever their type, strings by code points, lists and maps by their
/// elements; values of other different types are unequal, and NaN is unequal to itself.
public func celEquals(_ left: Value, _ right: Value) -> Bool {
  var budget = Int.max
  return (try? equals(left, right, &budget)) ?? false
}

/// The same, at a step an element.
func equals(_ left: Value, _ right: Value, _ budget: inout Int) throws(EvaluationError.Kind) -> Bool {
  switch (left, right) {
  case (.null, .null): return true
  case (.bool(let a), .bool(let b)): return a == b
  case (.string(let a), .string(let b)): return sameBytes(a, b)
  case (.bytes(let a), .bytes(let b)): return a == b
  case (.timestamp(let a, let an), .timestamp(let b, let bn)): return a == b && an == bn
  case (.duration(let a, let an), .duration(let b, let bn)): return a == b && an == bn
  case (.type(let a), .type(let b)): return sameBytes(a, b)
  case (.list(let a), .list(let b)):
    guard a.count == b.count else { return false }
    try pay(a.count, &budget)
    for (a, b) in zip(a, b) { if try !equals(a, b, &budget) { return false } }
    return true
  case (.map(let a), .map(let b)):
    guard a.count == b.count else { return false }
    try pay(a.count, &budget)
    for entry in a.entries {
      guard let other = b[entry.key], try equals(entry.value, other, &budget) else { return false }
    }
    return true
  default: return numericOrder(left, right) == 0
  }
}

/// Takes steps from the budget.
@inline(__always)
func pay(_ cost: Int, _ budget: inout Int) throws(EvaluationError.Kind) {
  budget -= cost
  if budget < 0 { throw .costExceeded }
}

/// The order of two numbers of any types; nil where one is none, or a NaN. An integer beside a double counts as the
/// nearest double.
func numericOrder(_ left: Value, _ right: Value) -> Int? {
  func order<T: Comparable>(_ a: T, _ b: T) -> Int { a < b ? -1 : a == b ? 0 : 1 }
  func order(_ a: Double, _ b: Double) -> Int? { a.isNaN || b.isNaN ? nil : a < b ? -1 : a == b ? 0 : 1 }
  switch (left, right) {
  case (.int(let a), .int(let b)): return order(a, b)
  case (.uint(let a), .uint(let b)): return order(a, b)
  case (.double(let a), .double(let b)): return order(a, b)
  case (.int(let a), .uint(let b)): return a < 0 ? -1 : order(UInt64(a), b)
  case (.uint(let a), .int(let b)): return b < 0 ? 1 : order(a, UInt64(b))
  case (.int(let a), .double(let b)): return order(Double(a), b)
  case (.double(let a), .int(let b)): return order(a, Double(b))
  case (.uint(let a), .double(let b)): return order(Double(a), b)
  case (.double(let a), .uint(let b)): return order(a, Double(b))
  default: return nil
  }
}

/// Whether a relation holds between two values of any types.
func compare(_ relation: Relation, _ left: Value, _ right: Value, _ budget: inout Int) throws(EvaluationError.Kind)
  -> Bool
{
  if relation == .equal { return try equals(left, right, &budget) }
  if relation == .notEqual { return try !equals(left, right, &budget) }
  switch (left, right) {
  case (.bytes(let a), .bytes(let b)):
    try pay(min(a.count, b.count) >> 3, &budget)
    return relation.holds(a.lexicographicallyPrecedes(b) ? -1 : a == b ? 0 : 1)
  case (.timestamp(let a, let an), .timestamp(let b, let bn)), (.duration(let a, let an), .duration(let b, let bn)):
    return relation.holds((a, an) < (b, bn) ? -1 : (a, an) == (b, bn) ? 0 : 1)
  case (.int, _), (.uint, _), (.double, _):
    if let order = numericOrder(left, right) { return relation.holds(order) }
    // A NaN is neither less nor greater than any number.
    if right.isNumber { return false }
    throw .noSuchOverload
  default: throw .noSuchOverload
  }
}

extension Value {
  var isNumber: Bool {
    switch self {
    case .int, .uint, .double: true
    default: false
    }
  }
}
