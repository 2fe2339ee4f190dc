import FlowModel

/// One of two runs that a client cannot tell apart so far.
struct PairedRun: Equatable, Sendable {
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
/// What they have in common stands here once. They take the same events, so they rest together; in between each takes its
/// own path.
struct RunPair: Equatable, Sendable {
  /// The code that is out; it was sent in both.
  struct Code: Equatable, Sendable {
    /// The subject that holds the address it went to; -1: none any more.
    var target: Int8
    /// Whether only the account can enter it.
    var isForAccount: Bool
  }

  /// Where the account exists.
  var left: PairedRun
  /// Where it does not.
  var right: PairedRun
  /// Whether different accounts are bound, or one here and none there.
  var isApart = false
  /// Whether accounts were looked for by different identifiers, so that guesses are counted differently.
  var lookupsDiffer = false
  /// The subject that holds the identifier of the account in question; -1: none holds it any more.
  var secret: Int8 = -1
  /// The same, once nothing differs any more that told of an earlier one: `stale`.
  private var awaited: Int8 = -1
  private var stale = SlotSet()
  /// The subject by whose identifier only one of the runs found an account, whatever it holds by now; -1: none that is
  /// followed.
  var partedBy: Int8 = -1
  /// The subject that holds what the account that is bound in both was found by; -1: none holds it any more.
  var foundBy: Int8 = -1
  /// The subjects whose present values the client has proven to control, as bits.
  var proven: UInt8 = 0
  /// The subjects whose present values the client may have typed, as bits.
  var collected: UInt8 = 0
  /// The subjects whose present values an account got in one of the runs alone, as bits: it is found by them there.
  var marked: UInt8 = 0
  /// The subjects whose present values identify another account in one run, and in the other one of which the client knows the
  /// password, as bits.
  var contested: UInt8 = 0
  /// Whether the account that is bound in both holds other attributes in each.
  var isChanged = false
  /// Whether the account of the client's own, in one run, may hold another language than the other run speaks.
  var speaksOtherwise = false
  var code: Code?
  /// The slots whose values may differ.
  var differing = SlotSet()

  /// Two runs that begin, and are the same.
  init(start: Int32) {
    left = PairedRun(node: start)
    right = left
  }

  /// Whether they are the same but for the accounts that are bound.
  var areAlike: Bool { areTogether && differing.isEmpty }
  /// Whether they are at the same place.
  var areTogether: Bool { left.node == right.node && left.error == right.error }

  /// Notes whose account is in question. What differed before tells of another one, until other values are written over it.
  mutating func keep(_ secret: Int?, after before: RunPair) {
    let name = Int8(secret ?? -1)
    (self.secret, awaited, stale) = (before.areAlike ? name : -1, -1, SlotSet())
    guard !before.areAlike, before.areTogether, name >= 0 else { return }
    (awaited, stale) = (name, before.differing)
  }

  /// Whether a value tells of an earlier account.
  func isStale(_ slots: some Sequence<Int>) -> Bool { awaited >= 0 && slots.contains(where: stale.contains) }

  /// Notes slots that are about to be written, and tell of an earlier account behind it, too.
  mutating func keepStale(_ slots: [Int]) {
    if awaited >= 0 { for slot in slots { stale.insert(slot) } }
  }

  /// Notes that a slot has another value than before, and whether it is another in each.
  mutating func write(_ slot: Slot, subject: Int?, differs: Bool, isTyped: Bool = true, isStale: Bool = false) {
    if awaited >= 0 {
      if isStale { stale.insert(Int(slot)) } else { stale.remove(Int(slot)) }
      if Int(awaited) == subject { awaited = -1 }
      if stale.isEmpty { (secret, awaited) = (awaited, -1) }
    }
    if differs { differing.insert(Int(slot)) } else { differing.remove(Int(slot)) }
    guard let subject else { return }
    proven &= ~(1 << UInt8(subject))
    marked &= ~(1 << UInt8(subject))
    contested &= ~(1 << UInt8(subject))
    if isTyped { collected |= 1 << UInt8(subject) } else { collected &= ~(1 << UInt8(subject)) }
    if Int(secret) == subject { secret = -1 }
    if Int(foundBy) == subject { foundBy = -1 }
    if let code, Int(code.target) == subject { self.code?.target = -1 }
  }

  /// Whether the client has proven to control what a subject holds.
  func hasProven(_ subject: Int) -> Bool { proven & (1 << UInt8(subject)) != 0 }
  /// Whether the run may have a value of a subject that the client has typed.
  func collected(there subject: Int) -> Bool { collected & (1 << UInt8(subject)) != 0 }
  mutating func prove(_ subject: Int) { proven |= 1 << UInt8(subject) }

  /// Sixty-four bits of it, to find it again by.
  var digest: UInt64 {
    var hash = differing.digest
    func mix(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    mix(left.word)
    mix(right.word)
    mix(
      UInt64(marked) | UInt64(contested) << 8 | (speaksOtherwise ? 1 << 16 : 0)
        | UInt64(UInt8(bitPattern: awaited)) << 24)
    if awaited >= 0 { mix(stale.digest) }
    let code = code.map { UInt64(UInt8(bitPattern: $0.target)) << 1 | ($0.isForAccount ? 1 : 0) | 512 } ?? 0
    mix(
      (isApart ? 1 : 0) | (lookupsDiffer ? 2 : 0) | UInt64(UInt8(bitPattern: secret)) << 8 | UInt64(proven) << 16
        | code << 24 | UInt64(collected) << 40 | (isChanged ? 1 << 48 : 0) | UInt64(UInt8(bitPattern: foundBy)) << 50
        | UInt64(UInt8(bitPattern: partedBy)) << 58)
    return hash
  }
}

extension PairedRun {
  fileprivate var word: UInt64 {
    UInt64(UInt32(bitPattern: node)) << 34 ^ UInt64(UInt32(bitPattern: error)) << 2 | (isBound ? 1 : 0)
      | (rests ? 2 : 0)
  }
}
