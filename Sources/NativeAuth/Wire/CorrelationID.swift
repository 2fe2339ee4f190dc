/// Names an exchange in the logs of both sides (RFC 9562, section 5.4: a random UUID).
enum CorrelationID {
  static func new() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & ~0xF000 | 0x4000
    let low = generator.next() & ~(0xC0 << 56) | 0x80 << 56
    return String(unsafeUninitializedCapacity: 36) { text in
      var end = 0
      func put(_ byte: UInt8) { (text[end], end) = (byte, end + 1) }
      for place in 0..<32 {
        if place == 8 || place == 12 || place == 16 || place == 20 { put(UInt8(ascii: "-")) }
        let digit = UInt8(truncatingIfNeeded: (place < 16 ? high : low) >> (60 - 4 * UInt64(place % 16)) & 15)
        put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
      return end
    }
  }
}
