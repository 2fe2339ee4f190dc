import FlowExpression

/// Turns the text of literal tokens into values.
enum Literal {
  /// An integer's magnitude: decimal or hexadecimal digits without sign and suffix; nil where 64 bits cannot hold it.
  static func magnitude(_ digits: ArraySlice<UInt8>) -> UInt64? {
    let text = String(decoding: digits, as: UTF8.self)
    if digits.count > 2, digits[digits.startIndex + 1] | 0x20 == UInt8(ascii: "x") {
      return UInt64(text.dropFirst(2), radix: 16)
    }
    return UInt64(text)
  }

  /// A string or bytes literal with its prefix and quotes, the first byte of which is at `offset` in the text.
  static func string(_ source: ArraySlice<UInt8>, isBytes: Bool) throws(ExpressionProblem) -> Value {
    var at = source.startIndex
    var raw = false
    while isLetter(source[at]) {
      if source[at] | 0x20 == UInt8(ascii: "r") { raw = true }
      at += 1
    }
    let quote = source[at]
    let triple =
      source.endIndex - at >= 6 && source[at + 1] == quote && source[at + 2] == quote
    let end = source.endIndex - (triple ? 3 : 1)
    at += triple ? 3 : 1
    var result: [UInt8] = []
    result.reserveCapacity(end - at)
    while at < end {
      let byte = source[at]
      if byte == UInt8(ascii: "\\"), !raw {
        try escape(source, &at, end, isBytes, &result)
      } else {
        result.append(byte)
        at += 1
      }
    }
    return isBytes ? .bytes(result) : .string(String(decoding: result, as: UTF8.self))
  }

  private static func escape(
    _ source: ArraySlice<UInt8>, _ at: inout Int, _ end: Int, _ isBytes: Bool, _ result: inout [UInt8]
  ) throws(ExpressionProblem) {
    let start = at
    guard at + 1 < end else { throw bad(start..<end, "the escape is not complete") }
    let letter = source[at + 1]
    at += 2
    switch letter {
    case UInt8(ascii: "a"): result.append(0x07)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "v"): result.append(0x0B)
    case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
      result.append(letter)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      try code(source, &at, end, start, digits: 2, radix: 16, isBytes, &result)
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      at -= 1
      try code(source, &at, end, start, digits: 3, radix: 8, isBytes, &result)
    case UInt8(ascii: "u") where !isBytes:
      try code(source, &at, end, start, digits: 4, radix: 16, isBytes, &result)
    case UInt8(ascii: "U") where !isBytes:
      try code(source, &at, end, start, digits: 8, radix: 16, isBytes, &result)
    default:
      var stop = at
      while stop < end, source[stop] & 0xC0 == 0x80 { stop += 1 }
      throw bad(
        start..<stop, "`\(String(decoding: source[start..<stop], as: UTF8.self))` is no escape",
        help: "a backslash itself is `\\\\`; in r\"…\" none is needed")
    }
  }

  private static func code(
    _ source: ArraySlice<UInt8>, _ at: inout Int, _ end: Int, _ start: Int, digits: Int, radix: Int, _ isBytes: Bool,
    _ result: inout [UInt8]
  ) throws(ExpressionProblem) {
    guard at + digits <= end, source[at..<at + digits].allSatisfy(isHexadecimal),
      let number = UInt32(String(decoding: source[at..<at + digits], as: UTF8.self), radix: radix)
    else {
      throw bad(
        start..<min(at + digits, end), "the escape needs \(digits) \(radix == 8 ? "octal" : "hexadecimal") digits")
    }
    at += digits
    if isBytes {
      result.append(UInt8(truncatingIfNeeded: number))
    } else if let scalar = Unicode.Scalar(number) {
      result.append(contentsOf: Array(String(Character(scalar)).utf8))
    } else {
      throw bad(start..<at, "the escape is no Unicode code point")
    }
  }

  private static func bad(_ range: Range<Int>, _ message: String, help: String? = nil) -> ExpressionProblem {
    ExpressionProblem(.syntax, range, message, help: help)
  }
}
