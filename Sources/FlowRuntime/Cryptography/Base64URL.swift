/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
package enum Base64URL {
  private static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// What six bits each byte stands for; 255: none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// Bytes as text.
  package static func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { output in
      characters.withUnsafeBufferPointer { characters in
        var (buffer, bits, count) = (UInt32(0), UInt32(0), 0)
        func put(_ bits: UInt32) {
          output[count] = characters[Int(bits & 63)]
          count += 1
        }
        for byte in bytes {
          buffer = buffer << 8 | UInt32(byte)
          bits += 8
          while bits >= 6 {
            bits -= 6
            put(buffer >> bits)
          }
        }
        if bits > 0 { put(buffer << (6 - bits)) }
        return count
      }
    }
  }

  /// Text as bytes; nil for other characters, impossible lengths, and spare bits that are not zero.
  package static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { text in
      guard text.count % 4 != 1 else { return nil }
      var (isValid, spare) = (true, UInt32(0))
      let bytes = values.withUnsafeBufferPointer { values in
        [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { bytes, count in
          var (buffer, bits, seen) = (UInt32(0), UInt32(0), UInt8(0))
          for character in text {
            // Without a branch for each character, which no processor foresees.
            let value = values[Int(character)]
            seen |= value
            buffer = buffer << 6 | UInt32(value & 63)
            bits += 6
            if bits >= 8 {
              bits -= 8
              bytes[count] = UInt8(truncatingIfNeeded: buffer >> bits)
              count += 1
            }
          }
          isValid = seen < 64
          spare = buffer & ((1 << bits) - 1)
        }
      }
      return isValid && spare == 0 ? bytes : nil
    }
  }
}
