extension CompiledExpression {
  /// Whether it has a value for all values of the slots that it reads: none of its operators and functions can fail.
  package var isTotal: Bool {
    let code = storage.code
    // One comprehension goes over the longest list within the budget; two inside each other may not.
    var comprehensions = 0
    for instruction in code.instructions {
      switch instruction.op {
      case .constant, .slot, .testSlot, .local, .testSelect, .not, .and, .or, .conditional, .list, .compare,
        .compareSlot, .matches:
        continue
      case .all, .exists, .existsOne, .filter, .transform, .transformWhere: comprehensions += 1
      case .call:
        guard let function = Function(rawValue: instruction.aux), function.isTotal else { return false }
      case .fail, .select, .map, .transformMap, .transformMapWhere, .bind: return false
      }
    }
    return comprehensions < 2
  }

  /// How many Unicode scalars its text has at the most, where it only joins texts; `length` is that of a slot's. Nil where
  /// that is not known, or where it computes anything else.
  package func longestText(_ length: (Int) -> Int?) -> Int? {
    let code = storage.code
    func longest(_ at: Int) -> Int? {
      let instruction = code.instructions[at]
      switch instruction.op {
      case .constant:
        guard case .string(let text) = code.constants[Int(instruction.a)] else { return nil }
        return text.unicodeScalars.count
      case .slot: return length(Int(instruction.a))
      case .call:
        guard let function = Function(rawValue: instruction.aux),
          [.add, .lowerAscii, .upperAscii, .trim].contains(function)
        else { return nil }
        var sum = 0
        for operand in code.operands[Int(instruction.a)..<Int(instruction.a + instruction.b)] {
          guard let part = longest(Int(operand)) else { return nil }
          sum += part
        }
        return sum
      default: return nil
      }
    }
    return code.instructions.isEmpty ? nil : longest(code.instructions.count - 1)
  }

  /// The slot whose value it is, unchanged; nil where it computes anything.
  package var copiedSlot: Int? {
    guard let only = storage.code.instructions.first, storage.code.instructions.count == 1, only.op == .slot else {
      return nil
    }
    return Int(only.a)
  }
}

extension Function {
  /// Whether it has an answer for all operands of its types. What computes numbers overflows, what converts meets texts that
  /// are none, what picks an element finds none there.
  fileprivate var isTotal: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .size, .contains, .startsWith,
      .endsWith, .matches, .toDyn, .typeOf, .lowerAscii, .upperAscii, .trim, .isNaN, .isInf, .isFinite:
      true
    default: false
    }
  }
}
