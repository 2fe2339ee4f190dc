/// A set of slots, as bits. The first 128, which are nearly always all there are, need no memory of their own.
struct SlotSet: Sendable, Hashable {
  private var low: UInt128 = 0
  /// Slots from 128 on; the words behind the last one are empty, and not there.
  private var high: [UInt64] = []

  /// The empty set.
  init() {}

  /// The slots of a range from 0.
  init(below count: Int) {
    low = count >= 128 ? ~0 : (1 << UInt128(count)) - 1
    for slot in stride(from: 128, to: count, by: 1) { insert(slot) }
  }

  init(_ slots: some Sequence<Int>) { for slot in slots { insert(slot) } }

  var isEmpty: Bool { low == 0 && high.isEmpty }

  func contains(_ slot: Int) -> Bool {
    if slot < 128 { return low >> UInt128(slot) & 1 != 0 }
    let word = (slot - 128) >> 6
    return word < high.count && high[word] & 1 << UInt64(slot & 63) != 0
  }

  mutating func insert(_ slot: Int) {
    if slot < 128 {
      low |= 1 << UInt128(slot)
      return
    }
    let word = (slot - 128) >> 6
    while high.count <= word { high.append(0) }
    high[word] |= 1 << UInt64(slot & 63)
  }

  mutating func remove(_ slot: Int) {
    if slot < 128 {
      low &= ~(1 << UInt128(slot))
      return
    }
    let word = (slot - 128) >> 6
    guard word < high.count else { return }
    high[word] &= ~(1 << UInt64(slot & 63))
    trim()
  }

  private mutating func trim() { while high.last == 0 { high.removeLast() } }

  /// Adds the slots of another set; tells whether that changed this one.
  @discardableResult
  mutating func formUnion(_ other: SlotSet) -> Bool {
    let before = low
    low |= other.low
    var hasChanged = low != before
    if other.high.isEmpty { return hasChanged }
    for (word, bits) in other.high.enumerated() {
      if word == high.count { high.append(0) }
      let union = high[word] | bits
      if union != high[word] { (high[word], hasChanged) = (union, true) }
    }
    return hasChanged
  }

  /// Keeps the slots that are in another set as well; tells whether that changed this one.
  @discardableResult
  mutating func formIntersection(_ other: SlotSet) -> Bool {
    let before = low
    low &= other.low
    var hasChanged = low != before
    if high.isEmpty { return hasChanged }
    for word in high.indices {
      let common = word < other.high.count ? high[word] & other.high[word] : 0
      if common != high[word] { (high[word], hasChanged) = (common, true) }
    }
    trim()
    return hasChanged
  }

  /// Takes the slots of another set out.
  mutating func subtract(_ other: SlotSet) {
    low &= ~other.low
    if high.isEmpty || other.high.isEmpty { return }
    for word in high.indices where word < other.high.count { high[word] &= ~other.high[word] }
    trim()
  }

  /// The least slot that is in another set as well.
  func first(in other: SlotSet) -> Int? {
    if case let common = low & other.low, common != 0 { return common.trailingZeroBitCount }
    for (word, (one, two)) in zip(high, other.high).enumerated() where one & two != 0 {
      return 128 + word * 64 + (one & two).trailingZeroBitCount
    }
    return nil
  }

  static func == (left: SlotSet, right: SlotSet) -> Bool {
    left.low == right.low && (left.high.isEmpty && right.high.isEmpty || left.high == right.high)
  }

  /// Sixty-four bits of it, to hash by.
  var digest: UInt64 {
    high.reduce(UInt64(truncatingIfNeeded: low) ^ UInt64(truncatingIfNeeded: low >> 64)) { $0 &* 31 &+ $1 }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
