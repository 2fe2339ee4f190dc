import FlowExpression
import FlowModel

/// What a client picks within one condition without typing it: how often it presses, when it comes, which fields it fills in.
/// Where what it picks is asked for more than once, and no pick is the best one whatever the account holds, picking is guessing.
extension Code {
  /// A slot that is picked, and one that is guessed by that; nil where there are none.
  func guessByPick(typed: (Int) -> Bool, held: (Int) -> Bool) -> (typed: Int, held: Int)? {
    guard !instructions.isEmpty, case let parts = PickedParts(self, typed, held), let picked = parts.picked.first,
      let secret = parts.secret
    else { return nil }
    return parts.haveBest ? nil : (picked, secret)
  }
}

/// A condition as it comes out by what is picked and by what the account holds.
private struct PickedParts {
  /// What is known of slots, and what the atoms come to that ask for others.
  private struct Choice {
    var known = Trial()
    var atoms: [Int: Bool] = [:]
  }

  private let code: Code
  private let root: Int
  /// What is picked, and asked for more than once.
  private(set) var picked: [Int] = []
  /// The first slot that is asked for of what the account holds.
  private(set) var secret: Int?
  private var picks: [Choice] = [Choice()]
  private var accounts: [Choice] = [Choice()]
  private var contexts: [Choice] = [Choice()]
  /// Whether there is more to choose than is tried.
  private var isCut = false

  /// So many choices of each kind are tried, and so many of all kinds together.
  private static let (most, mostTogether) = (200, 20_000)

  init(_ code: Code, _ typed: (Int) -> Bool, _ held: (Int) -> Bool) {
    (self.code, root) = (code, code.instructions.count - 1)
    let atoms = code.parts(root, at: [.and, .or, .not])
    guard let secret = atoms.lazy.flatMap(code.slots).first(where: held) else { return }
    // What stays so once it is so is nothing that a client picks.
    let free = atoms.filter { !code.readsTime($0) || code.settled($0, { _ in true }) == Settled() }
    func asks(for slot: Int) -> Int { free.count { code.slots($0).contains(slot) } }
    let tested = Set(atoms.filter { code.instructions[$0].op == .testSlot }.flatMap(code.slots))
    let fields = tested.filter { typed($0) && !held($0) && asks(for: $0) > 1 }.sorted()
    let times = Code.times.filter { asks(for: $0) > 0 }
    let isTimed = free.count(where: code.readsTime) > 1
    let counts = Code.presses.filter { asks(for: $0) > 1 }
    picked = fields + counts + (isTimed ? times.sorted() : [])
    if picked.isEmpty { return }
    self.secret = secret
    for slot in fields { vary(\.picks, slot, code.values(of: slot, atoms) + [nil]) }
    for slot in counts { vary(\.picks, slot, code.values(of: slot, atoms)) }
    if isTimed { varyTime(free) }
    let known = Set(picked)
    for atom in atoms {
      let read = Set(code.slots(atom))
      if read.isEmpty || read.isSubset(of: known) && free.contains(atom) { continue }
      if let slot = read.first, read.count == 1, held(slot) {
        if accounts.first?.known.knows(slot) == true { continue }
        let about = atoms.filter { code.slots($0).contains(slot) }
        if case let values = code.values(of: slot, about), !values.isEmpty,
          about.allSatisfy({ Set(code.slots($0)) == read })
        {
          vary(\.accounts, slot, values + (tested.contains(slot) ? [nil] : []))
          continue
        }
      }
      if read.contains(where: held) {
        vary(\.accounts, atom: atom)
      } else if read.contains(where: typed) {
        vary(\.picks, atom: atom)
      } else {
        vary(\.contexts, atom: atom)
      }
    }
  }

  /// Whether one pick makes it true wherever any does, and one makes it false wherever any does. Of a condition that is too large
  /// nobody knows.
  var haveBest: Bool {
    if isCut || contexts.count * accounts.count * picks.count > Self.mostTogether { return false }
    return contexts.allSatisfy { context in
      // By the account: what each pick comes to.
      let all = accounts.map { account in picks.map { holds(root, [$0, account, context]) } }
      return [true, false].allSatisfy { wanted in
        let open = all.filter { $0.contains(wanted) }
        return open.isEmpty || picks.indices.contains { pick in open.allSatisfy { $0[pick] == wanted } }
      }
    }
  }

  /// What cannot be worked out does not hold.
  private func holds(_ at: Int, _ choices: [Choice]) -> Bool {
    let step = code.instructions[at]
    switch step.op {
    case .not: return !holds(Int(step.a), choices)
    case .and: return code.children(at).allSatisfy { holds($0, choices) }
    case .or: return code.children(at).contains { holds($0, choices) }
    default:
      if let holds = choices.lazy.compactMap({ $0.atoms[at] }).first { return holds }
      var known = Trial()
      for slot in code.slots(at) {
        for choice in choices where choice.known.knows(slot) { known[slot] = choice.known[slot] }
      }
      if step.op == .testSlot { return known.has(Int(step.a)) ?? true }
      if case .bool(let holds)? = code.value(of: at, known) { return holds }
      return false
    }
  }

  private mutating func varyTime(_ atoms: [Int]) {
    choose(\.picks, code.times(of: atoms)) { choice, time in
      for slot in time.slots { choice.known[slot] = time[slot] }
    }
  }

  private mutating func vary(_ choices: WritableKeyPath<Self, [Choice]>, _ slot: Int, _ values: [Value?]) {
    choose(choices, values) { $0.known[slot] = $1 }
  }

  private mutating func vary(_ choices: WritableKeyPath<Self, [Choice]>, atom: Int) {
    choose(choices, [true, false]) { $0.atoms[atom] = $1 }
  }

  /// Of each choice there is so far, one with each option.
  private mutating func choose<Option>(
    _ choices: WritableKeyPath<Self, [Choice]>, _ options: [Option], _ change: (inout Choice, Option) -> Void
  ) {
    guard self[keyPath: choices].count * options.count <= Self.most else {
      isCut = true
      return
    }
    self[keyPath: choices] = self[keyPath: choices].flatMap { choice in
      options.map { option in
        var other = choice
        change(&other, option)
        return other
      }
    }
  }
}

extension Code {
  /// The constants of an operand.
  fileprivate func constants(_ at: Int) -> [Value] {
    let step = instructions[at]
    let own: [Value] =
      switch step.op {
      case .constant: [constants[Int(step.a)]]
      case .compareSlot: [constants[Int(step.b)]]
      default: []
      }
    return own + children(at).flatMap(constants)
  }

  /// When a client may start, and come, where some atoms ask for the time: about what is waited for, and at the hours of a day.
  func times(of atoms: [Int]) -> [Trial] {
    let noon: Int64 = 1_767_225_600
    let timed = atoms.filter(readsTime)
    if timed.isEmpty { return [] }
    var times: [(started: Int64, now: Int64)] = []
    for case .duration(let seconds, _) in timed.flatMap(constants) {
      times += [-1, 0, 1].map { (noon, noon + max(0, seconds + $0)) }
    }
    if times.isEmpty || timed.contains(where: { !Set(slots($0)).isSuperset(of: Self.times) }) {
      let hours = (0..<24).map { Int64($0) * 3600 }
      let steps = hours + (0..<60).map { Int64($0) * 61 } + (0..<7).map { Int64($0) * 86_400 }
      times += steps.map { (noon + $0, noon + $0) }
    }
    return times.map { time in
      var known = Trial()
      known[Int(RunFact.started.slot)] = .timestamp(seconds: time.started, nanos: 0)
      known[Int(RunFact.now.slot)] = .timestamp(seconds: time.now, nanos: 0)
      return known
    }
  }

  /// Values of a slot about the constants of some atoms, of which each atom that asks for it alone makes something.
  fileprivate func values(of slot: Int, _ atoms: [Int]) -> [Value?] {
    let own = atoms.filter { Set(slots($0)) == [slot] && instructions[$0].op != .testSlot }
    let all = own.flatMap(constants).flatMap(\.neighbours) + [.bool(true), .bool(false)]
    var found: [Value] = []
    for value in all where !found.contains(value) {
      var known = Trial()
      known[slot] = value
      if own.allSatisfy({ self.value(of: $0, known) != nil }) { found.append(value) }
    }
    return found
  }
}
