import FlowExpression

/// What can be made of a condition by some of the slots that it reads, whatever the others hold.
struct Settled: Sendable, Equatable {
  var toTrue = false
  var toFalse = false
}

/// What a condition asks, taken apart at `&&`, `||` and `!`; between them stand its atoms.
extension Code {
  /// Whether some slots alone can make the condition true, and false: each atom that reads nothing else can be either.
  func settled(by isDecisive: (Int) -> Bool) -> Settled {
    instructions.isEmpty ? Settled() : settled(instructions.count - 1, isDecisive)
  }

  private func settled(_ at: Int, _ isDecisive: (Int) -> Bool) -> Settled {
    let step = instructions[at]
    switch step.op {
    case .constant:
      guard case .bool(let value) = constants[Int(step.a)] else { return Settled() }
      return Settled(toTrue: value, toFalse: !value)
    case .not:
      let part = settled(Int(step.a), isDecisive)
      return Settled(toTrue: part.toFalse, toFalse: part.toTrue)
    case .and, .or:
      let parts = children(at).map { settled($0, isDecisive) }
      return step.op == .and
        ? Settled(toTrue: parts.allSatisfy(\.toTrue), toFalse: parts.contains(where: \.toFalse))
        : Settled(toTrue: parts.contains(where: \.toTrue), toFalse: parts.allSatisfy(\.toFalse))
    default:
      let read = slots(at)
      let isSettled = !read.isEmpty && read.allSatisfy(isDecisive)
      return Settled(toTrue: isSettled, toFalse: isSettled)
    }
  }

  /// A slot that may be a guess, and one that may be what is guessed: an atom reads both, or what to type depends on what
  /// the other holds. `a.trusted && a.wish` is no guess, as whoever wishes types the same in any case.
  func guess(typed: (Int) -> Bool, held: (Int) -> Bool) -> (typed: Int, held: Int)? {
    guard !instructions.isEmpty else { return nil }
    func pair(_ guesses: [Int], _ secrets: [Int]) -> (typed: Int, held: Int)? {
      for guess in guesses where typed(guess) {
        if let secret = secrets.first(where: { $0 != guess && held($0) }) { return (guess, secret) }
      }
      return nil
    }
    for part in parts(instructions.count - 1, at: [.and]) {
      let atoms = parts(part, at: [.and, .or, .not])
      for atom in atoms { if let pair = pair(slots(atom), slots(atom)) { return pair } }
      let asked = atoms.filter { instructions[$0].op != .testSlot }.flatMap { Set(slots($0)) }
      let oftener = asked.filter { slot in asked.count { $0 == slot } > 1 }
      if let pair = pair(oftener, asked) { return pair }
    }
    return nil
  }

  /// The slots that it asks for, by `has()` as well.
  var slotsRead: [Int] { instructions.filter(\.op.readsSlot).map { Int($0.a) } }

  /// Whether it says that something is not so.
  var isNegative: Bool {
    guard let last = instructions.last else { return false }
    return last.op == .not || [.compare, .compareSlot].contains(last.op) && last.aux == Relation.notEqual.rawValue
  }

  /// What stands between some operators.
  private func parts(_ at: Int, at operators: Set<Opcode>) -> [Int] {
    operators.contains(instructions[at].op) ? children(at).flatMap { parts($0, at: operators) } : [at]
  }

  /// The slots that an operand asks for.
  private func slots(_ at: Int) -> [Int] {
    let step = instructions[at]
    return step.op.readsSlot ? [Int(step.a)] : children(at).flatMap(slots)
  }

  private func children(_ at: Int) -> [Int] {
    let step = instructions[at]
    if step.op.hasOperandList { return operands[Int(step.a)..<Int(step.a) + Int(step.b)].map(Int.init) }
    return switch step.op {
    case .not, .select, .testSelect, .matches: [Int(step.a)]
    case .compare, .bind: [Int(step.a), Int(step.b)]
    default: []
    }
  }
}
