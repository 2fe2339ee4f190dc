import CSodium

/// Bytes as hexadecimal digits, by libsodium, which takes the same time for all of one length.
package enum Hexadecimal {
  /// The bytes as lower-case digits.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    // Two digits a byte, and a zero.
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count * 2 + 1) { text in
      guard let base = text.baseAddress, let start = sodium_bin2hex(base, text.count, bytes, bytes.count) else {
        return ""
      }
      return String(cString: start)
    }
  }

  /// The bytes of digits, upper-case or lower-case; nil unless they are `count`.
  package static func bytes(_ digits: [UInt8], count: Int) -> [UInt8]? {
    var (bytes, found) = ([UInt8](repeating: 0, count: count), 0)
    guard digits.count == 2 * count else { return nil }
    let result = digits.withUnsafeBytes { digits in
      sodium_hex2bin(
        &bytes, bytes.count, digits.bindMemory(to: CChar.self).baseAddress, digits.count, nil, &found, nil)
    }
    return result == 0 && found == count ? bytes : nil
  }
}
