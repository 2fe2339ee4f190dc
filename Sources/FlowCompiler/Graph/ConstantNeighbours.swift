import FlowExpression

/// Values about a constant, and how they stand to it.
extension Value {
  /// The constant with values on its either side; empty for one that has no sides.
  var neighbours: [Value] {
    switch self {
    case .bool: [.bool(true), .bool(false)]
    case .int(let number):
      Set([number, number == .min ? number : number - 1, number == .max ? number : number + 1])
        .sorted().map(Value.int)
    case .double(let number) where number.isFinite: [.double(number.nextDown), self, .double(number.nextUp)]
    case .string(let text): [.string(""), self, .string(text + "\u{0}")]
    default: []
    }
  }

  func stands(_ relation: Relation, to other: Value) -> Bool {
    switch (self, other) {
    case (.int(let left), .int(let right)): return relation.holds(left < right ? -1 : left == right ? 0 : 1)
    case (.int(let left), .double(let right)): return Value.double(Double(left)).stands(relation, to: .double(right))
    case (.double(let left), .int(let right)): return Value.double(left).stands(relation, to: .double(Double(right)))
    case (.double(let left), .double(let right)): return relation.holds(left < right ? -1 : left == right ? 0 : 1)
    case (.string(let left), .string(let right)):
      let isBefore = left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
      return relation.holds(isBefore ? -1 : left.unicodeScalars.elementsEqual(right.unicodeScalars) ? 0 : 1)
    default: return relation == .notEqual ? self != other : relation == .equal && self == other
    }
  }
}
