/// Names an exchange in the logs of both sides (RFC 9562, section 5.4: a random UUID).
enum CorrelationID {
  static func new() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & ~0xF000 | 0x4000
    let low = generator.next() & ~(0xC0 << 56) | 0x80 << 56
    let digits = Array((hexadecimal(high) + hexadecimal(low)).utf8)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(decoding: digits[$0], as: UTF8.self) }
      .joined(separator: "-")
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }
}
