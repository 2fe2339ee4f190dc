import FlowExpression
import FlowModel

/// Something that a flow assigns constants to and asks for later: a bool, such as "the code was right", or whether an
/// attribute holds a text, such as where the code went.
struct Flag: Sendable, Hashable {
  let slot: Slot
  /// The text that is asked for; nil: it is a bool.
  var text: String?

  /// What it is where a constant was assigned; nil: not known.
  func value(of constant: Value?) -> Bool? {
    switch (constant, text) {
    case (.bool(let value), nil): value
    case (.string(let value), let text?):
      value == text ? value.utf8.elementsEqual(text.utf8) ? true : nil : false
    default: nil
    }
  }
}

/// A path on which the answer is another than what was assigned is none.
extension EvidenceState {
  /// Whether the last of some conditions can hold where none before it did; what that tells of flags is kept. Nil: the
  /// branch without a condition.
  mutating func choose(_ conditions: [Logic?]) -> Bool {
    // Only a flag whose value is known is surely set; one whose value is tried may be not.
    let before = self
    func isPossible(_ state: EvidenceState) -> Bool {
      func values(_ logic: Logic?) -> Logic.Values {
        (logic ?? .constant(true)).values(
          { state[flag: $0] }, isSet: { $0 < 0 ? before.isFilled(~$0) : before[flag: $0] != nil },
          isUnset: { $0 < 0 && before[.unwritten, ~$0] })
      }
      return conditions.dropLast().allSatisfy { values($0).canBeFalse }
        && conditions.last.map { values($0).canBeTrue } ?? true
    }
    if !isPossible(self) { return false }
    var seen = self
    for flag in Set(conditions.lazy.compactMap(\.self).flatMap(\.slots)) where self[flag: flag] == nil {
      for value in [true, false] {
        var other = self
        other[flag: flag] = value
        if !isPossible(other) { seen[flag: flag] = !value }
      }
    }
    self = seen
    return true
  }
}

extension Logic {
  /// The logic over flags by their numbers, in a run of a flow, whose name is known; subjects that are asked for
  /// with `has()` have the numbers below 0. What is asked beside them is unknown.
  func flags(_ subjects: EvidenceSubjects, in flow: String) -> Logic {
    switch self {
    case .constant, .unknown: self
    case .slot(let slot): subjects.number(of: Flag(slot: Slot(slot))).map(Logic.slot) ?? .unknown
    case .holds(let slot, let text) where slot == Int(RunFact.flow.slot): .constant(text == flow)
    case .holds(let slot, let text): subjects.number(of: Flag(slot: Slot(slot), text: text)).map(Logic.slot) ?? .unknown
    case .isSet(let slot):
      subjects[Slot(slot)].map { .isSet(~$0) } ?? subjects.flags(of: Slot(slot)).first.map { .isSet($0.number) }
        ?? .unknown
    case .not(let part): part.flags(subjects, in: flow).isUnknown ? .unknown : .not(part.flags(subjects, in: flow))
    case .all(let parts): Self.known(parts.map { $0.flags(subjects, in: flow) }, Logic.all)
    case .any(let parts): Self.known(parts.map { $0.flags(subjects, in: flow) }, Logic.any)
    case .either(let condition, let yes, let no):
      Self.known([condition, yes, no].map { $0.flags(subjects, in: flow) }) { .either($0[0], $0[1], $0[2]) }
    case .same(let left, let right):
      Self.known([left, right].map { $0.flags(subjects, in: flow) }) { .same($0[0], $0[1]) }
    }
  }

  /// What it asks of the texts of slots.
  var texts: [Flag] {
    switch self {
    case .constant, .unknown, .isSet, .slot: []
    case .holds(let slot, let text): [Flag(slot: Slot(slot), text: text)]
    case .not(let part): part.texts
    case .all(let parts), .any(let parts): parts.flatMap(\.texts)
    case .either(let condition, let yes, let no): condition.texts + yes.texts + no.texts
    case .same(let left, let right): left.texts + right.texts
    }
  }

  private static func known(_ parts: [Logic], _ make: ([Logic]) -> Logic) -> Logic {
    parts.allSatisfy(\.isUnknown) ? .unknown : make(parts)
  }

  private var isUnknown: Bool { self == .unknown }

  /// The slots that it asks for.
  fileprivate var slots: [Int] {
    switch self {
    case .constant, .unknown, .isSet, .holds: []
    case .slot(let slot): [slot]
    case .not(let part): part.slots
    case .all(let parts), .any(let parts): parts.flatMap(\.slots)
    case .either(let condition, let yes, let no): condition.slots + yes.slots + no.slots
    case .same(let left, let right): left.slots + right.slots
    }
  }
}
