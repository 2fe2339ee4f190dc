import FlowModel

/// One of two runs that a client cannot tell apart so far.
struct World: Hashable, Sendable {
  /// The state it is in.
  var node: Int32
  /// The edge that left the error it keeps; -1: none.
  var error: Int32 = -1
  /// Whether an account is bound.
  var isBound = false
  /// Whether it waits for the client, or is over.
  var rests = false
}

/// Two runs in which a client who has proven nothing does the same: in one the account exists, in the other it does not.
///
/// What they have in common stands here once. They take the same events, so they rest together; in between each goes its
/// own way.
struct Worlds: Hashable, Sendable {
  /// The code that is out; it was sent in both.
  struct Code: Hashable, Sendable {
    /// The subject that holds the address it went to; -1: none any more.
    var target: Int8
    /// Whether only the account can enter it.
    var isForAccount: Bool
  }

  /// Where the account exists.
  var left: World
  /// Where it does not.
  var right: World
  /// Whether different accounts are bound, or one here and none there.
  var isApart = false
  /// Whether accounts were looked for by different identifiers, so that guesses are counted differently.
  var seekApart = false
  /// The subject that holds the identifier of the account in question; -1: none holds it any more.
  var secret: Int8 = -1
  /// The subjects whose present values the client has proven to control, as bits.
  var proven: UInt8 = 0
  var code: Code?
  /// The slots whose values may differ, in order.
  var differing: [Slot] = []

  /// Two runs that begin, and are the same.
  init(start: Int32) {
    left = World(node: start)
    right = left
  }

  /// Whether they are the same but for the accounts that are bound.
  var areAlike: Bool { left.node == right.node && left.error == right.error && differing.isEmpty }

  /// Notes that a slot has another value than before, and whether it is another in each.
  mutating func write(_ slot: Slot, subject: Int?, differs: Bool) {
    if differs {
      if let place = differing.firstIndex(where: { $0 >= slot }) {
        if differing[place] != slot { differing.insert(slot, at: place) }
      } else {
        differing.append(slot)
      }
    } else if !differing.isEmpty {
      differing.removeAll { $0 == slot }
    }
    guard let subject else { return }
    proven &= ~(1 << UInt8(subject))
    if Int(secret) == subject { secret = -1 }
    if let code, Int(code.target) == subject { self.code?.target = -1 }
  }

  /// Whether the client has proven to control what a subject holds.
  func hasProven(_ subject: Int) -> Bool { proven & (1 << UInt8(subject)) != 0 }
  mutating func prove(_ subject: Int) { proven |= 1 << UInt8(subject) }
}
