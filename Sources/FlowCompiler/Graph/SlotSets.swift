import FlowModel

/// A set of slots for each node, as rows of bits.
struct SlotSets: Sendable {
  private let words: Int
  private var bits: [UInt64]

  init(rows: Int, slots: Int, full: Bool) {
    words = (slots + 63) / 64
    bits = [UInt64](repeating: full ? ~0 : 0, count: rows * words)
  }

  func contains(_ row: Int, _ slot: Int) -> Bool { bits[row * words + slot >> 6] & 1 << UInt64(slot & 63) != 0 }

  mutating func insert(_ row: Int, _ slot: Int) { bits[row * words + slot >> 6] |= 1 << UInt64(slot & 63) }

  /// A row by itself, to be changed apart.
  func row(_ row: Int) -> SlotRow { SlotRow(bits: Array(bits[row * words..<(row + 1) * words])) }

  mutating func replace(_ row: Int, by other: SlotRow) {
    for word in 0..<words { bits[row * words + word] = other.bits[word] }
  }

  /// Keeps what is also in `other`; tells whether that changed the row.
  mutating func intersect(_ row: Int, with other: SlotRow) -> Bool {
    var changed = false
    for word in 0..<words {
      let old = bits[row * words + word]
      let new = old & other.bits[word]
      if new != old {
        bits[row * words + word] = new
        changed = true
      }
    }
    return changed
  }

  /// Adds another row; tells whether that changed the row.
  mutating func unite(_ row: Int, with other: Int) -> Bool {
    var changed = false
    for word in 0..<words {
      let old = bits[row * words + word]
      let new = old | bits[other * words + word]
      if new != old {
        bits[row * words + word] = new
        changed = true
      }
    }
    return changed
  }

  /// Adds what is in `other`; tells whether that changed the row.
  mutating func unite(_ row: Int, with other: SlotRow) -> Bool {
    var changed = false
    for word in 0..<words {
      let old = bits[row * words + word]
      let new = old | other.bits[word]
      if new != old {
        bits[row * words + word] = new
        changed = true
      }
    }
    return changed
  }

  /// Copies a row into `target`, without allocating.
  func load(_ row: Int, into target: inout SlotRow) {
    for word in 0..<words { target.bits[word] = bits[row * words + word] }
  }
}

/// A set of slots.
struct SlotRow: Sendable {
  fileprivate(set) var bits: [UInt64]

  func contains(_ slot: Int) -> Bool {
    slot >> 6 < bits.count && bits[slot >> 6] & 1 << UInt64(slot & 63) != 0
  }
  mutating func insert(_ slot: Int) { bits[slot >> 6] |= 1 << UInt64(slot & 63) }
  mutating func remove(_ slot: Int) { bits[slot >> 6] &= ~(1 << UInt64(slot & 63)) }
}
