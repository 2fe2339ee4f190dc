/// What a scalar means by the core schema of YAML 1.2.2 (section 10.3.2).
public enum YAMLScalar: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  /// Also an integer that 64 bits cannot hold.
  case float(Double)
  /// The text as it is: see `YAMLTree.text`.
  case string
}

extension YAMLTree {
  /// What a scalar means by the core schema; `.string` for quoted and block scalars, and for collections.
  public func scalar(_ id: YAMLNodeID) -> YAMLScalar {
    isPlain(id) ? withBytes(id, coreSchema) : .string
  }
}

/// Resolves a plain scalar's text by the core schema.
func coreSchema(_ text: UnsafeBufferPointer<UInt8>) -> YAMLScalar {
  guard let first = text.first else { return .null }
  switch first {
  case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): return number(text) ?? .string
  case UInt8(ascii: "~"): return text.count == 1 ? .null : .string
  case UInt8(ascii: "n"), UInt8(ascii: "N"): return text.isWord("null") ? .null : .string
  case UInt8(ascii: "t"), UInt8(ascii: "T"): return text.isWord("true") ? .bool(true) : .string
  case UInt8(ascii: "f"), UInt8(ascii: "F"): return text.isWord("false") ? .bool(false) : .string
  default: return .string
  }
}

/// A number in one of the core schema's forms; nil where the text is none.
private func number(_ text: UnsafeBufferPointer<UInt8>) -> YAMLScalar? {
  var rest = text[...]
  if text.count > 2, text[0] == UInt8(ascii: "0") {
    // The core schema gives a sign to decimal numbers only.
    if text[1] == UInt8(ascii: "o") { return integer(text[2...], base: 8, negative: false) }
    if text[1] == UInt8(ascii: "x") { return integer(text[2...], base: 16, negative: false) }
  }
  let negative = rest.first == UInt8(ascii: "-")
  if negative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
  if let whole = integer(rest, base: 10, negative: negative) { return whole }
  let unsigned = UnsafeBufferPointer(rebasing: rest)
  if unsigned.isWord(".inf") { return .float(negative ? -.infinity : .infinity) }
  if rest.count == text.count, [".nan", ".NaN", ".NAN"].contains(where: { text.elementsEqual($0.utf8) }) {
    return .float(.nan)
  }
  return isDecimalFraction(rest) ? Double(String(decoding: text, as: UTF8.self)).map(YAMLScalar.float) : nil
}

/// All digits of a base, as `.int`, or as `.float` where 64 bits cannot hold it; nil where there is another character.
private func integer(
  _ digits: Slice<UnsafeBufferPointer<UInt8>>, base: Int64, negative: Bool
) -> YAMLScalar? {
  guard !digits.isEmpty else { return nil }
  var exact: Int64? = 0
  var rounded = 0.0
  for byte in digits {
    guard let digit = digitValue(byte), digit < base else { return nil }
    rounded = rounded * Double(base) + Double(digit)
    if let value = exact {
      let (product, overflow) = value.multipliedReportingOverflow(by: base)
      let (sum, carry) =
        negative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      exact = overflow || carry ? nil : sum
    }
  }
  if let exact { return .int(exact) }
  // Decimal digits are rounded once, by the library; the other bases are exact in steps of powers of two up to 2^53.
  if base == 10, let value = Double(String(decoding: digits, as: UTF8.self)) { rounded = value }
  return .float(negative ? -rounded : rounded)
}

private func digitValue(_ byte: UInt8) -> Int64? {
  switch byte {
  case 0x30...0x39: Int64(byte &- 0x30)
  case 0x41...0x46: Int64(byte &- 0x41 &+ 10)
  case 0x61...0x66: Int64(byte &- 0x61 &+ 10)
  default: nil
  }
}

/// Whether a text without sign has the form `( "." digits | digits [ "." [ digits ] ] ) [ ("e"|"E") [sign] digits ]`.
private func isDecimalFraction(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
  func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  var rest = text
  let whole = rest.prefix(while: isDigit)
  rest = rest.dropFirst(whole.count)
  var fraction = rest.prefix(0)
  if rest.first == UInt8(ascii: ".") {
    fraction = rest.dropFirst().prefix(while: isDigit)
    rest = rest.dropFirst(1 + fraction.count)
  }
  if whole.isEmpty, fraction.isEmpty { return false }
  guard let mark = rest.first else { return true }
  guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return false }
  rest = rest.dropFirst()
  if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
  return !rest.isEmpty && rest.allSatisfy(isDigit)
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the text is a word of lower case ASCII in one of the three cases that YAML knows: `null Null NULL`.
  func isWord(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
    for index in indices where self[index] != word.utf8Start[index] {
      guard isCapital(self[index]), self[index] | 0x20 == word.utf8Start[index] else { return false }
    }
    guard let head = firstIndex(where: { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }) else { return true }
    let capitals = self[head...].count(where: isCapital)
    return capitals == 0 || capitals == count - head || (capitals == 1 && isCapital(self[head]))
  }
}
