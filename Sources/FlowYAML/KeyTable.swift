/// Finds equal keys of one mapping after the other in time linear in their number. Hashing is seeded by the process, so
/// that no file can be made to collide; only equality shows outside.
struct KeyTable {
  private var slots: ContiguousArray<UInt32> = []
  private var mask = 0
  private static let empty = UInt32.max

  /// Forgets all keys and makes room for `count` of them.
  mutating func reset(_ count: Int) {
    var size = 16
    while size < count * 2 { size *= 2 }
    mask = size - 1
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(Self.empty, count: size))
  }

  /// Adds a key and returns the number of the equal one added before it, if any, which then stays.
  mutating func insert(
    _ number: UInt32, _ text: UnsafeRawBufferPointer, equal: (UInt32) -> Bool
  ) -> UInt32? {
    var hasher = Hasher()
    hasher.combine(bytes: text)
    var slot = hasher.finalize() & mask
    while slots[slot] != Self.empty {
      if equal(slots[slot]) { return slots[slot] }
      slot = (slot + 1) & mask
    }
    slots[slot] = number
    return nil
  }
}
