import FlowExpression

/// A comparison of slots with each other, or of a slot with a constant.
struct Comparison {
  enum Other {
    case slot(Int)
    case constant(Value)
    /// `slot in constants`.
    case oneOf([Value])
    /// `constant in slot`.
    case element(Value)
  }

  let slot: Int
  let relation: Relation
  let other: Other
  let range: Range<Int>
}

extension Code {
  /// The comparisons that it makes, wherever they stand in it.
  var comparisons: [Comparison] {
    instructions.compactMap { step in
      let range = Int(step.start)..<max(Int(step.start), Int(step.end))
      func slot(_ index: Int32) -> Int? { instructions[Int(index)].op == .slot ? Int(instructions[Int(index)].a) : nil }
      func constant(_ index: Int32) -> Value? {
        instructions[Int(index)].op == .constant ? constants[Int(instructions[Int(index)].a)] : nil
      }
      switch step.op {
      case .compareSlot:
        guard let relation = Relation(rawValue: step.aux) else { return nil }
        return Comparison(slot: Int(step.a), relation: relation, other: .constant(constants[Int(step.b)]), range: range)
      case .compare:
        guard let relation = Relation(rawValue: step.aux), let left = slot(step.a), let right = slot(step.b) else {
          return nil
        }
        return Comparison(slot: left, relation: relation, other: .slot(right), range: range)
      case .call where step.aux == Function.in.rawValue && step.b == 2:
        let (left, right) = (operands[Int(step.a)], operands[Int(step.a) + 1])
        if let slot = slot(left), case .list(let values)? = constant(right) {
          return Comparison(slot: slot, relation: .equal, other: .oneOf(values), range: range)
        }
        guard let value = constant(left), let slot = slot(right) else { return nil }
        return Comparison(slot: slot, relation: .equal, other: .element(value), range: range)
      default: return nil
      }
    }
  }
}
