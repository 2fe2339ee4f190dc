// The encoders extension: base64 (RFC 4648, section 4).

private let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

func base64(_ bytes: [UInt8]) -> String {
  var result: [UInt8] = []
  result.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    var bits = group.reduce(0) { $0 << 8 | UInt32($1) }
    bits <<= UInt32(3 - group.count) * 8
    for digit in 0..<4 {
      let index = Int(bits >> UInt32(18 - digit * 6)) & 63
      result.append(digit <= group.count ? alphabet[index] : UInt8(ascii: "="))
    }
  }
  return String(decoding: result, as: UTF8.self)
}

/// Padding may be left out.
func decodeBase64(_ text: String) throws(EvaluationError.Kind) -> [UInt8] {
  var digits = Array(text.utf8)
  let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
  guard padding <= 2, padding == 0 || digits.count % 4 == 0 else { throw .badArgument }
  digits.removeLast(padding)
  guard digits.count % 4 != 1 else { throw .badArgument }
  var result: [UInt8] = []
  var bits: UInt32 = 0
  var held = 0
  for digit in digits {
    guard let value = alphabet.firstIndex(of: digit) else { throw .badArgument }
    bits = bits << 6 | UInt32(value)
    held += 6
    if held >= 8 {
      held -= 8
      result.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      bits &= (1 << UInt32(held)) - 1
    }
  }
  return result
}
