/// What the values of slots are where a condition held, or did not.
extension Estimator {
  mutating func assume(_ at: Int, _ holds: Bool) {
    let step = code.instructions[at]
    switch step.op {
    case .constant:
      if case .bool(let value) = code.constants[Int(step.a)], value != holds { isImpossible = true }
    case .testSlot:
      if holds, slot(Int(step.a)).isNone { isImpossible = true }
    case .not: assume(Int(step.a), !holds)
    case .and where holds || step.b == 1, .or where !holds || step.b == 1:
      for index in Int(step.a)..<Int(step.a) + Int(step.b) { assume(Int(code.operands[index]), holds) }
    case .and, .or:
      // One of them decides; it is known which, where of the others it is known that they do not.
      let open = code.operands[Int(step.a)..<Int(step.a) + Int(step.b)].filter { isSet(Int($0)) != (step.op == .and) }
      if open.isEmpty { isImpossible = true }
      if open.count == 1, let last = open.first { assume(Int(last), holds) }
    case .compareSlot:
      limit(.value(Int(step.a)), Relation(rawValue: step.aux) ?? .equal, holds, to: code.constants[Int(step.b)])
    case .compare:
      let relation = Relation(rawValue: step.aux) ?? .equal
      if let constant = constant(Int(step.b)), let asked = asked(Int(step.a)) {
        limit(asked, relation, holds, to: constant)
      } else if let constant = constant(Int(step.a)), let asked = asked(Int(step.b)) {
        limit(asked, relation.mirrored, holds, to: constant)
      }
    default: break
    }
  }

  /// What it comes to where it asks whether a slot holds anything that surely does; nil: that is not known.
  private func isSet(_ at: Int) -> Bool? {
    let step = code.instructions[at]
    if step.op == .not { return isSet(Int(step.a)).map { !$0 } }
    return step.op == .testSlot && set.contains(Int(step.a)) ? true : nil
  }

  /// What a condition asks of a slot.
  private enum Asked {
    case value(Int)
    case size(Int)
    case type(Int)
  }

  private func asked(_ at: Int) -> Asked? {
    let step = code.instructions[at]
    if step.op == .slot { return .value(Int(step.a)) }
    guard step.op == .call, step.b == 1 else { return nil }
    let operand = code.instructions[Int(code.operands[Int(step.a)])]
    guard operand.op == .slot else { return nil }
    switch Function(rawValue: step.aux) {
    case .size: return .size(Int(operand.a))
    case .typeOf: return .type(Int(operand.a))
    default: return nil
    }
  }

  private func constant(_ at: Int) -> Value? {
    let step = code.instructions[at]
    return step.op == .constant ? code.constants[Int(step.a)] : nil
  }

  private mutating func limit(_ asked: Asked, _ relation: Relation, _ holds: Bool, to constant: Value) {
    let relation = holds ? relation : relation.opposite
    switch (asked, constant) {
    case (.value(let slot), .int(let number)):
      let shape = self.slot(slot)
      // Of other numbers an order with a whole number says something else, or nothing.
      guard shape.isOnly(.int) else { return }
      var limited = relation.range(about: number, within: shape.number).map(shape.limited(to:)) ?? .none
      if relation == .notEqual, number == 0, !limited.isNone { limited.isNonZero = true }
      narrow(slot, limited)
    case (.value(let slot), .string) where relation == .equal:
      let known = ValueShape(constant)
      let shape = self.slot(slot).limited(toKinds: .string).limited(toCount: known.count)
      narrow(slot, shape)
    case (.size(let slot), .int(let number)):
      let shape = self.slot(slot)
      let count = Int64(shape.count.lowerBound)...Int64(shape.count.upperBound)
      guard let range = relation.range(about: number, within: count) else { return narrow(slot, .none) }
      narrow(slot, shape.limited(toCount: Int(range.lowerBound)...Int(range.upperBound)))
    case (.type(let slot), .type(let name)):
      guard let kind = ValueShape.Kinds(typeName: name) else { return }
      let shape = self.slot(slot)
      if relation == .equal { narrow(slot, shape.limited(toKinds: kind)) }
      if relation == .notEqual { narrow(slot, shape.limited(toKinds: ValueShape.Kinds.all.subtracting(kind))) }
    default: break
    }
  }

  private mutating func narrow(_ slot: Int, _ shape: ValueShape) {
    // What was never set is another rule's affair.
    if self.slot(slot).isNone { return }
    if shape.isNone { isImpossible = true } else { narrowed[slot] = shape }
  }
}

extension Relation {
  /// What holds where the relation does not.
  fileprivate var opposite: Relation {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// The numbers of a range that stand in the relation to a number; nil where none does.
  fileprivate func range(about number: Int64, within range: ClosedRange<Int64>) -> ClosedRange<Int64>? {
    var (least, most) = (range.lowerBound, range.upperBound)
    switch self {
    case .equal: (least, most) = (max(least, number), min(most, number))
    case .notEqual:
      if least == number { least = number == .max ? number : number + 1 }
      if most == number { most = number == .min ? number : number - 1 }
    case .less:
      if number == .min { return nil }
      most = min(most, number - 1)
    case .lessOrEqual: most = min(most, number)
    case .greater:
      if number == .max { return nil }
      least = max(least, number + 1)
    case .greaterOrEqual: least = max(least, number)
    }
    return least <= most ? least...most : nil
  }
}

extension ValueShape.Kinds {
  fileprivate init?(typeName: String) {
    let names: [String: ValueShape.Kinds] = [
      "null_type": .null, "bool": .bool, "int": .int, "uint": .uint, "double": .double, "string": .string,
      "bytes": .bytes, "list": .list, "map": .map, "google.protobuf.Timestamp": .timestamp,
      "google.protobuf.Duration": .duration, "type": .type,
    ]
    guard let kind = names[typeName] else { return nil }
    self = kind
  }
}
