import Glibc

// `format` of the strings extension: %s %d %b %o %x %X %f %e, the last two with a precision.

func format(_ text: String, _ values: [Value], _ budget: inout Int) throws(EvaluationError.Kind) -> String {
  let bytes = Array(text.utf8)
  try pay(bytes.count >> 3 + values.count, &budget)
  var result: [UInt8] = []
  var used = 0
  var at = 0
  while at < bytes.count {
    let byte = bytes[at]
    at += 1
    guard byte == UInt8(ascii: "%") else {
      result.append(byte)
      continue
    }
    var precision = 6
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      let digits = bytes[(at + 1)...].prefix { isDigit($0) }
      guard let number = Int(String(decoding: digits, as: UTF8.self)), number <= 100 else { throw .badArgument }
      precision = number
      at += 1 + digits.count
    }
    guard at < bytes.count else { throw .badArgument }
    let clause = bytes[at]
    at += 1
    if clause == UInt8(ascii: "%") {
      result.append(clause)
      continue
    }
    guard used < values.count else { throw .badIndex }
    let piece = try formatted(values[used], clause, precision, &budget)
    used += 1
    try pay(1 + piece.utf8.count >> 6, &budget)
    result += piece.utf8
  }
  return String(decoding: result, as: UTF8.self)
}

private func formatted(_ value: Value, _ clause: UInt8, _ precision: Int, _ budget: inout Int)
  throws(EvaluationError.Kind) -> String
{
  switch clause {
  case UInt8(ascii: "s"): return try plain(value, &budget)
  case UInt8(ascii: "d"):
    switch value {
    case .int(let number): return String(number)
    case .uint(let number): return String(number)
    case .double(let number): return formatDouble(number)
    default: throw .badArgument
    }
  case UInt8(ascii: "b"):
    if case .bool(let bit) = value { return bit ? "1" : "0" }
    return try radix(value, 2)
  case UInt8(ascii: "o"): return try radix(value, 8)
  case UInt8(ascii: "x"): return try hexadecimal(value, &budget)
  case UInt8(ascii: "X"): return try mapAscii(try hexadecimal(value, &budget), &budget) { $0.uppercased }
  case UInt8(ascii: "f"), UInt8(ascii: "e"):
    guard value.isNumber else { throw .badArgument }
    let number = try toDouble(value)
    return number.isFinite ? print(number, precision, isFixed: clause == UInt8(ascii: "f")) : formatDouble(number)
  default: throw .badArgument
  }
}

private func radix(_ value: Value, _ radix: Int) throws(EvaluationError.Kind) -> String {
  switch value {
  case .int(let number): String(number, radix: radix)
  case .uint(let number): String(number, radix: radix)
  default: throw .badArgument
  }
}

private func hexadecimal(_ value: Value, _ budget: inout Int) throws(EvaluationError.Kind) -> String {
  let bytes: [UInt8]
  switch value {
  case .string(let text): bytes = Array(text.utf8)
  case .bytes(let value): bytes = value
  default: return try radix(value, 16)
  }
  try pay(bytes.count >> 3, &budget)
  return bytes.map { hexadecimal($0) }.joined()
}

/// What `%s` makes of a value: strings bare, lists and maps with theirs, the keys of a map in order.
private func plain(_ value: Value, _ budget: inout Int) throws(EvaluationError.Kind) -> String {
  try pay(1, &budget)
  switch value {
  case .null: return "null"
  case .type(let name): return name
  case .list(let elements):
    var parts: [String] = []
    for element in elements { parts.append(try plain(element, &budget)) }
    return "[" + parts.joined(separator: ", ") + "]"
  case .map(let map):
    var parts: [(String, String)] = []
    for entry in map.entries { parts.append((try plain(entry.key, &budget), try plain(entry.value, &budget))) }
    parts.sort { orderBytes($0.0, $1.0) < 0 }
    return "{" + parts.map { "\($0): \($1)" }.joined(separator: ", ") + "}"
  default: return try toString(value, &budget)
  }
}

/// As C prints it: correctly rounded, ties to even.
private func print(_ number: Double, _ precision: Int, isFixed: Bool) -> String {
  // The longest double has 309 digits before the point, and the precision is at most 100.
  var buffer = [CChar](repeating: 0, count: 512)
  let length = withVaList([Int32(precision), number]) {
    vsnprintf(&buffer, buffer.count, isFixed ? "%.*f" : "%.*e", $0)
  }
  return String(decoding: buffer.prefix(max(0, Int(length))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
