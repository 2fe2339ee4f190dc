/// What a client holds to go on with a run: the run's id and the number of its step, with a keyed hash over both, so that
/// it cannot be made up, says nothing, and need not be stored.
struct ContinuationToken: Hashable, Sendable {
  var run: RandomID
  var step: UInt32

  private static let tagSize = 16

  private var body: [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(20 + Self.tagSize)
    run.append(to: &body)
    withUnsafeBytes(of: step.bigEndian) { body.append(contentsOf: $0) }
    return body
  }

  /// The token as 48 characters of base64url.
  func text(_ key: ServerKey) -> String {
    let body = body
    return Base64URL.encode(body + key.hash(body, .token, length: Self.tagSize))
  }

  init(run: RandomID, step: UInt32) {
    self.run = run
    self.step = step
  }

  /// Reads a token; nil if this server did not make it.
  init?(_ text: String, _ key: ServerKey) {
    guard text.utf8.count == 48, let bytes = Base64URL.decode(text), bytes.count == 36,
      let run = RandomID(bytes: bytes[0..<16])
    else { return nil }
    self.run = run
    step = bytes[16..<20].reduce(0) { $0 << 8 | UInt32($1) }
    guard key.isHash(Array(bytes[20...]), of: body, .token, length: Self.tagSize) else { return nil }
  }
}

/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
package enum Base64URL {
  /// The character that stands for six bits.
  @inline(__always)
  private static func character(_ bits: UInt32) -> UInt8 {
    let bits = UInt8(truncatingIfNeeded: bits)
    return switch bits {
    case ..<26: bits + UInt8(ascii: "A")
    case ..<52: bits - 26 + UInt8(ascii: "a")
    case ..<62: bits - 52 + UInt8(ascii: "0")
    case 62: UInt8(ascii: "-")
    default: UInt8(ascii: "_")
    }
  }

  /// What six bits a character stands for; 255: none.
  @inline(__always)
  private static func value(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character + 4
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: 255
    }
  }

  /// Bytes as text.
  package static func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { output in
      var (buffer, bits, count) = (UInt32(0), UInt32(0), 0)
      for byte in bytes {
        buffer = buffer << 8 | UInt32(byte)
        bits += 8
        while bits >= 6 {
          bits -= 6
          output[count] = character(buffer >> bits & 63)
          count += 1
        }
      }
      if bits > 0 {
        output[count] = character(buffer << (6 - bits) & 63)
        count += 1
      }
      return count
    }
  }

  /// Text as bytes; nil for other characters, impossible lengths, and spare bits that are not zero.
  package static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { text in
      guard text.count % 4 != 1 else { return nil }
      var isValid = true
      let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { bytes, count in
        var (buffer, bits) = (UInt32(0), 0)
        for character in text {
          let value = value(character)
          if value == 255 { isValid = false }
          buffer = buffer << 6 | UInt32(value & 63)
          bits += 6
          if bits >= 8 {
            bits -= 8
            bytes[count] = UInt8(truncatingIfNeeded: buffer >> UInt32(bits))
            count += 1
            buffer &= (1 << UInt32(bits)) - 1
          }
        }
        if buffer != 0 { isValid = false }
      }
      return isValid ? bytes : nil
    }
  }
}
