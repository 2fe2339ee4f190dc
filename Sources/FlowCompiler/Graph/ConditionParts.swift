import FlowExpression
import FlowModel

/// What can be made of a condition by some of the slots that it reads, whatever the others hold.
struct Settled: Sendable, Equatable {
  var toTrue = false
  var toFalse = false
}

/// What a condition asks, taken apart at `&&`, `||` and `!`; between them stand its atoms.
extension Code {
  /// Whether some slots alone can make the condition true, and false: each atom that reads nothing else can be either. One that
  /// compares them with the time, which passes for everybody, can be what it comes to and stays at: until a date it is false
  /// for good, and whoever waits does not make it true.
  func settled(by isDecisive: (Int) -> Bool) -> Settled {
    instructions.isEmpty ? Settled() : settled(instructions.count - 1, isDecisive)
  }

  func settled(_ at: Int, _ isDecisive: (Int) -> Bool) -> Settled {
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
      let read = slots(at).filter { !Self.times.contains($0) }
      guard !read.isEmpty, read.allSatisfy(isDecisive) else { return Settled() }
      if !readsTime(at) { return Settled(toTrue: true, toFalse: true) }
      guard step.op == .compare, let relation = Relation(rawValue: step.aux), let left = drift(Int(step.a)),
        let right = drift(Int(step.b))
      else { return Settled() }
      return switch relation {
      case .less, .lessOrEqual: Settled(toTrue: left <= 0 && right >= 0, toFalse: left >= 0 && right <= 0)
      case .greater, .greaterOrEqual: Settled(toTrue: left >= 0 && right <= 0, toFalse: left <= 0 && right >= 0)
      case .equal, .notEqual: Settled()
      }
    }
  }

  /// How often the client has pressed.
  static let presses: Set<Int> = [Int(RunFact.steps.slot)]

  /// What the clock says.
  static let times: Set<Int> = [Int(RunFact.now.slot), Int(RunFact.started.slot)]

  static let pressesAndTimes = presses.union(times)

  func readsTime(_ at: Int) -> Bool { slots(at).contains(where: Self.times.contains) }

  /// Which way an operand goes while time passes: up, down, or not at all (0). Nil: one way and the other.
  private func drift(_ at: Int) -> Int? {
    if !readsTime(at) { return 0 }
    let step = instructions[at]
    if step.op == .slot { return 1 }
    if step.op == .call, step.b == 1, [Function.toInt, .toDouble].contains(where: { $0.rawValue == step.aux }) {
      return children(at).first.flatMap(drift)
    }
    guard step.op == .call, step.b == 2, let function = Function(rawValue: step.aux),
      [.add, .subtract, .age].contains(function)
    else { return nil }
    let parts = children(at).map(drift)
    guard let first = parts[0], let second = parts[1] else { return nil }
    // An age grows with the day on which it is asked for, and is less for who was born later.
    let (left, right) = (function == .age ? -first : first, function == .subtract ? -second : second)
    return left == 0 || right == 0 || left == right ? (left == 0 ? right : left) : nil
  }

  /// The pairs of slots that hold the same where the condition comes out as it says; with whether upper and lower case were
  /// taken for the same.
  func equalities(where holds: Bool) -> [(one: Int, other: Int, folded: Bool)] {
    instructions.isEmpty ? [] : equalities(instructions.count - 1, holds)
  }

  private func equalities(_ at: Int, _ holds: Bool) -> [(one: Int, other: Int, folded: Bool)] {
    let step = instructions[at]
    switch step.op {
    case .not: return equalities(Int(step.a), !holds)
    case .and where holds, .or where !holds: return children(at).flatMap { equalities($0, holds) }
    case .compare where step.aux == (holds ? Relation.equal : .notEqual).rawValue:
      guard let left = folded(Int(step.a)), let right = folded(Int(step.b)), left.slot != right.slot else { return [] }
      return [(left.slot, right.slot, left.isFolded || right.isFolded)]
    default: return []
    }
  }

  /// A slot as it is, or in one case.
  private func folded(_ at: Int) -> (slot: Int, isFolded: Bool)? {
    let step = instructions[at]
    if step.op == .slot { return (Int(step.a), false) }
    guard step.op == .call, step.b == 1,
      [Function.lowerAscii, .upperAscii].contains(where: { $0.rawValue == step.aux }),
      let inner = children(at).first, instructions[inner].op == .slot
    else { return nil }
    return (Int(instructions[inner].a), true)
  }

  /// The pairs of slots that some comparison holds against each other.
  var comparedSlots: [(one: Int, other: Int, folded: Bool)] {
    instructions.indices.flatMap { at in
      instructions[at].op == .compare ? equalities(at, true) + equalities(at, false) : []
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
      for atom in atoms { if case let read = comparable(atom, typed), let pair = pair(read, read) { return pair } }
      let asked = atoms.filter { instructions[$0].op != .testSlot }.flatMap { Set(slots($0)) }
      let oftener = asked.filter { slot in asked.count { $0 == slot } > 1 }
      if let pair = pair(oftener, asked) { return pair }
    }
    return nil
  }

  /// The slots that an atom may hold against each other. What is picked without a guess, and goes on as it is, is not compared.
  private func comparable(_ at: Int, _ typed: (Int) -> Bool) -> [Int] {
    guard instructions[at].op == .conditional, case let parts = children(at), let condition = parts.first,
      !slots(condition).contains(where: typed)
    else { return slots(at) }
    return slots(condition)
      + parts.dropFirst().filter { instructions[$0].op != .slot }.flatMap { comparable($0, typed) }
  }

  /// A slot that may be held against the clock, so that whoever waits, or comes again, finds it: what it comes to goes one way
  /// and the other. With which fact of the run.
  func guessByTime(held: (Int) -> Bool) -> (typed: Int, held: Int)? {
    guard !instructions.isEmpty else { return nil }
    let facts = Self.times.union([Int(RunFact.steps.slot)])
    for atom in parts(instructions.count - 1, at: [.and, .or, .not]) {
      let read = slots(atom)
      guard let fact = read.first(where: facts.contains), let secret = read.first(where: held) else { continue }
      if settled(atom, { _ in true }) == Settled() || fact == Int(RunFact.steps.slot) { return (fact, secret) }
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

  /// Whether it holds where some slots are known; nil where that depends on others.
  func verdict(_ known: Trial) -> Bool? { instructions.isEmpty ? nil : verdict(instructions.count - 1, known) }

  private func verdict(_ at: Int, _ known: Trial) -> Bool? {
    let step = instructions[at]
    switch step.op {
    case .not: return verdict(Int(step.a), known).map { !$0 }
    case .and, .or:
      let parts = children(at).map { verdict($0, known) }
      if parts.contains(step.op == .or) { return step.op == .or }
      return parts.contains(nil) ? nil : step.op == .and
    case .testSlot: return known.has(Int(step.a))
    case .conditional:
      let parts = children(at)
      guard parts.count == 3, let holds = verdict(parts[0], known) else { return nil }
      return verdict(parts[holds ? 1 : 2], known)
    default:
      let open = Set(slots(at).filter { known[$0] == nil })
      guard let slot = open.first else {
        if case .bool(let holds)? = value(of: at, known) { return holds }
        return nil
      }
      // Of a few values each may come to the same.
      guard open.count == 1, let choices = known.present[slot] else { return nil }
      let verdicts = Set(
        choices.map { choice in
          var chosen = known
          chosen[slot] = choice
          return verdict(at, chosen)
        })
      return verdicts.count == 1 ? verdicts.first ?? nil : nil
    }
  }

  /// The slot whose value it comes to, as it is, where some slots are known; nil where it comes to another one, or that depends
  /// on others.
  func copied(_ known: Trial) -> Int? { instructions.isEmpty ? nil : copied(instructions.count - 1, known) }

  private func copied(_ at: Int, _ known: Trial) -> Int? {
    let step = instructions[at]
    if step.op == .slot { return Int(step.a) }
    guard step.op == .conditional, case let parts = children(at), parts.count == 3,
      let holds = verdict(parts[0], known)
    else { return nil }
    return copied(parts[holds ? 1 : 2], known)
  }

  /// What each atom that asks for one slot alone, whatever the time is, comes to; nil where one asks for others beside it.
  func atoms(about slot: Int, _ known: Trial) -> [Value?]? {
    guard !instructions.isEmpty else { return [] }
    var found: [Value?] = []
    for atom in parts(instructions.count - 1, at: [.and, .or, .not]) {
      let read = Set(slots(atom)).subtracting(Self.times)
      guard read.contains(slot) else { continue }
      if read.count > 1 { return nil }
      found.append(slots(atom).allSatisfy { known[$0] != nil } ? value(of: atom, known) : nil)
    }
    return found
  }

  /// What stands between some operators.
  func parts(_ at: Int, at operators: Set<Opcode>) -> [Int] {
    operators.contains(instructions[at].op) ? children(at).flatMap { parts($0, at: operators) } : [at]
  }

  /// The slots that an operand asks for.
  func slots(_ at: Int) -> [Int] {
    let step = instructions[at]
    return step.op.readsSlot ? [Int(step.a)] : children(at).flatMap(slots)
  }

  func children(_ at: Int) -> [Int] {
    let step = instructions[at]
    if step.op.hasOperandList { return operands[Int(step.a)..<Int(step.a) + Int(step.b)].map(Int.init) }
    return switch step.op {
    case .not, .select, .testSelect, .matches: [Int(step.a)]
    case .compare, .bind: [Int(step.a), Int(step.b)]
    default: []
    }
  }
}
