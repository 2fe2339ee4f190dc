import FlowExpression

/// Whether a condition, or a part of it, comes out the same whatever is asked: its comparisons with constants contradict each
/// other, as in `level == "a" && level == "b"`, or leave nothing over, as in `x > 5 || x < 9`.
///
/// Each value is tried on every side of the constants that it is compared with. What is asked in another way is taken as
/// true and as false, the same text as the same answer.
struct PlainTruth {
  /// What is asked, and what may be answered.
  private enum Subject: Hashable {
    case slot(Int32)
    case presence(Int32)
    case other(String)
  }

  private let code: Code
  /// Of fields a value may be missing: then no comparison holds.
  private let mayLack: Bool
  /// More situations than these are not looked at.
  private static let most = 4096

  init(_ code: Code, mayLack: Bool) { (self.code, self.mayLack) = (code, mayLack) }

  /// The whole where it is always the same, or else the largest parts of it that are; as they stand in the text.
  func constantParts() -> [(range: Range<Int>, isWhole: Bool, holds: Bool)] {
    code.instructions.isEmpty ? [] : constantParts(code.instructions.count - 1, isWhole: true)
  }

  private func constantParts(_ at: Int, isWhole: Bool) -> [(range: Range<Int>, isWhole: Bool, holds: Bool)] {
    let step = code.instructions[at]
    guard isOperator(step.op) else { return [] }
    if let holds = outcome(at) {
      return [(Int(step.start)..<max(Int(step.start), Int(step.end)), isWhole, holds)]
    }
    return code.children(at).flatMap { constantParts($0, isWhole: false) }
  }

  /// What all situations come to; nil where they differ, or are too many.
  private func outcome(_ root: Int) -> Bool? {
    var asked: [Subject: [Value?]] = [:]
    var count = 0
    collect(root, &asked, &count)
    // What is asked once can be answered in both ways.
    guard count > asked.count || asked.values.contains(where: { $0.count > 3 }) else { return nil }
    let subjects = asked.map { (subject: $0.key, answers: $0.value) }
    var total = 1
    for subject in subjects {
      total *= subject.answers.count
      if total > Self.most { return nil }
    }
    var found: Bool?
    for number in 0..<total {
      var (rest, situation) = (number, [Subject: Value]())
      for (subject, answers) in subjects {
        situation[subject] = answers[rest % answers.count]
        rest /= answers.count
      }
      let holds = holds(root, situation)
      if let found, found != holds { return nil }
      found = holds
    }
    return found
  }

  private func isOperator(_ op: Opcode) -> Bool { op == .and || op == .or || op == .not }

  private func collect(_ at: Int, _ asked: inout [Subject: [Value?]], _ count: inout Int) {
    if isOperator(code.instructions[at].op) {
      for child in code.children(at) { collect(child, &asked, &count) }
      return
    }
    if case .constant = code.instructions[at].op { return }
    count += 1
    let step = code.instructions[at]
    guard let (slot, constants) = comparison(at) ?? (mayLack && step.op == .testSlot ? (step.a, [.bool(true)]) : nil)
    else {
      asked[presence(at) ?? .other(form(at))] = [.bool(true), .bool(false)]
      return
    }
    var answers = asked[.slot(slot)] ?? (mayLack ? [nil] : [])
    for answer in constants.flatMap(\.neighbours) where !answers.contains(answer) { answers.append(answer) }
    asked[.slot(slot)] = answers
  }

  /// What an atom asks by `has`, where values are there or reading them fails.
  private func presence(_ at: Int) -> Subject? {
    let step = code.instructions[at]
    return step.op == .testSlot ? .presence(step.a) : nil
  }

  /// A slot that is compared with constants; nil for all else.
  private func comparison(_ at: Int) -> (slot: Int32, constants: [Value])? {
    let step = code.instructions[at]
    switch step.op {
    case .slot: return (step.a, [.bool(true)])
    case .compareSlot:
      let constant = code.constants[Int(step.b)]
      return constant.neighbours.isEmpty ? nil : (step.a, [constant])
    case .call where step.aux == Function.in.rawValue && step.b == 2:
      let (left, right) = (
        code.instructions[Int(code.operands[Int(step.a)])], code.instructions[Int(code.operands[Int(step.a) + 1])]
      )
      guard left.op == .slot, right.op == .constant, case .list(let values) = code.constants[Int(right.a)],
        !values.isEmpty, values.allSatisfy({ !$0.neighbours.isEmpty })
      else { return nil }
      return (left.a, values)
    default: return nil
    }
  }

  private func holds(_ at: Int, _ situation: [Subject: Value]) -> Bool {
    let step = code.instructions[at]
    switch step.op {
    case .constant: return code.constants[Int(step.a)] == .bool(true)
    case .not: return !holds(Int(step.a), situation)
    case .and: return code.children(at).allSatisfy { holds($0, situation) }
    case .or: return code.children(at).contains { holds($0, situation) }
    default:
      if mayLack, step.op == .testSlot { return situation[.slot(step.a)] != nil }
      guard let (slot, constants) = comparison(at) else {
        return situation[presence(at) ?? .other(form(at))] == .bool(true)
      }
      guard let value = situation[.slot(slot)] else { return false }
      if step.op == .compareSlot, let relation = Relation(rawValue: step.aux) {
        return value.stands(relation, to: constants[0])
      }
      return constants.contains { value.stands(.equal, to: $0) }
    }
  }

  /// What stands at an instruction, so that equal texts are equal.
  private func form(_ at: Int) -> String {
    let step = code.instructions[at]
    switch step.op {
    case .constant: return "\(code.constants[Int(step.a)])"
    case .slot, .testSlot: return "\(step.op)\(step.a)"
    case .compareSlot: return "\(step.op)\(step.a),\(step.aux),\(code.constants[Int(step.b)])"
    default:
      let own = [.select, .testSelect, .matches].contains(step.op) ? step.b : 0
      return "\(step.op)\(step.aux),\(step.local),\(own)(\(code.children(at).map(form).joined(separator: ";")))"
    }
  }
}
