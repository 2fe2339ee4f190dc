import FlowModel

/// Ids that begin with the time they were made at: those made together lie together in a store's index, so that it
/// writes few pages for many of them. Nothing rests on their being hard to guess.
package enum OrderedID {
  /// How many random bytes a text takes.
  package static let randomSize = 8

  /// Seconds since 1970 and eight random bytes, as 24 hexadecimal digits.
  package static func text(
    now: Milliseconds, random: [UInt8] = SystemRandomness().bytes(OrderedID.randomSize)
  ) -> String {
    let seconds = UInt32(truncatingIfNeeded: now / 1000)
    return ((0..<4).map { UInt8(truncatingIfNeeded: seconds >> (24 - 8 * UInt32($0))) } + random).hex
  }

  /// When a text was made, to the second; 0 for what is none.
  package static func time(of text: String) -> Milliseconds {
    Milliseconds(UInt32(text.prefix(8), radix: 16) ?? 0) * 1000
  }

  /// Milliseconds since 1970 in six bytes, and ten of sixteen random ones (as UUID version 7 has it, RFC 9562, section
  /// 5.7, without the version).
  static func id(now: Milliseconds, random: [UInt8]) -> RandomID {
    guard let random = RandomID(bytes: random) else { return RandomID(high: 0, low: 0) }
    return RandomID(high: UInt64(truncatingIfNeeded: now) << 16 | random.high & 0xFFFF, low: random.low)
  }
}
