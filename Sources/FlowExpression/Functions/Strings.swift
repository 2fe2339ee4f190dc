// Strings of the standard library and of the strings extension. Offsets count code points.

func search(_ text: String, _ part: String, _ budget: inout Int) throws(EvaluationError.Kind) -> Int? {
  try pay((text.utf8.count + part.utf8.count) >> 4, &budget)
  return find(Array(part.utf8), in: Array(text.utf8))
}

func hasPrefix(_ text: String, _ part: String, _ budget: inout Int) throws(EvaluationError.Kind) -> Bool {
  try pay(part.utf8.count >> 3, &budget)
  return text.utf8.starts(with: part.utf8)
}

func hasSuffix(_ text: String, _ part: String, _ budget: inout Int) throws(EvaluationError.Kind) -> Bool {
  try pay(part.utf8.count >> 3, &budget)
  return text.utf8.count >= part.utf8.count && text.utf8.suffix(part.utf8.count).elementsEqual(part.utf8)
}

/// A pattern that is no literal is compiled each time, which is what it costs.
func matches(_ text: String, _ pattern: String, _ budget: inout Int) throws(EvaluationError.Kind) -> Bool {
  try pay(2000 + pattern.utf8.count * 8, &budget)
  guard let compiled = try? LinearPattern(pattern) else { throw .badArgument }
  try pay(compiled.cost(text), &budget)
  return compiled.matches(text)
}

/// ASCII letters, in the case they do not have.
extension UInt8 {
  var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self + 0x20 : self }
  var uppercased: UInt8 { self >= 0x61 && self <= 0x7A ? self - 0x20 : self }
}

func mapAscii(_ text: String, _ budget: inout Int, _ change: (UInt8) -> UInt8) throws(EvaluationError.Kind) -> String {
  try pay(text.utf8.count >> 3, &budget)
  return String(decoding: text.utf8.map(change), as: UTF8.self)
}

func trim(_ text: String, _ budget: inout Int) throws(EvaluationError.Kind) -> String {
  try pay(text.utf8.count >> 3, &budget)
  var scalars = text.unicodeScalars[...]
  while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
  while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
  return String(scalars)
}

func reverse(_ text: String, _ budget: inout Int) throws(EvaluationError.Kind) -> String {
  try pay(text.utf8.count >> 3, &budget)
  var result = String.UnicodeScalarView()
  result.append(contentsOf: text.unicodeScalars.reversed())
  return String(result)
}

func join(_ parts: [Value], _ separator: String, _ budget: inout Int) throws(EvaluationError.Kind) -> String {
  var result = ""
  for (index, part) in parts.enumerated() {
    guard case .string(let text) = part else { throw .noSuchOverload }
    try pay(1 + (text.utf8.count + separator.utf8.count) >> 6, &budget)
    if index > 0 { result += separator }
    result += text
  }
  return result
}

/// The functions of the strings extension that take more than the string.
func text(_ function: Function, _ arguments: [Value], _ budget: inout Int) throws(EvaluationError.Kind) -> Value {
  guard case .string(let text)? = arguments.first else { throw .noSuchOverload }
  try pay(text.utf8.count >> 3, &budget)
  switch (function, arguments.count) {
  case (.charAt, 2):
    let scalars = Array(text.unicodeScalars)
    let index = try offset(arguments[1], in: 0...scalars.count)
    return .string(index == scalars.count ? "" : String(Character(scalars[index])))
  case (.substring, 2), (.substring, 3):
    let scalars = Array(text.unicodeScalars)
    let start = try offset(arguments[1], in: 0...scalars.count)
    let end = arguments.count == 3 ? try offset(arguments[2], in: 0...scalars.count) : scalars.count
    guard start <= end else { throw .badIndex }
    return .string(string(scalars[start..<end]))
  case (.indexOf, 2), (.indexOf, 3), (.lastIndexOf, 2), (.lastIndexOf, 3):
    return .int(Int64(try position(function, text, arguments)))
  case (.replace, 3), (.replace, 4):
    guard case .string(let old) = arguments[1], case .string(let new) = arguments[2] else { throw .noSuchOverload }
    return .string(try replace(text, old, new, limit: try limit(arguments, 3), &budget))
  case (.split, 2), (.split, 3):
    guard case .string(let separator) = arguments[1] else { throw .noSuchOverload }
    return .list(try split(text, separator, limit: try limit(arguments, 2), &budget))
  default: throw .noSuchOverload
  }
}

private func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
  var result = String.UnicodeScalarView()
  result.append(contentsOf: scalars)
  return String(result)
}

private func offset(_ value: Value, in range: ClosedRange<Int>) throws(EvaluationError.Kind) -> Int {
  guard case .int(let number) = value else { throw .noSuchOverload }
  guard let offset = Int(exactly: number), range.contains(offset) else { throw .badIndex }
  return offset
}

/// A count that is unlimited where it is absent or negative.
private func limit(_ arguments: [Value], _ index: Int) throws(EvaluationError.Kind) -> Int {
  guard arguments.count > index else { return .max }
  guard case .int(let number) = arguments[index] else { throw .noSuchOverload }
  return number < 0 ? .max : Int(number)
}

private func position(_ function: Function, _ text: String, _ arguments: [Value]) throws(EvaluationError.Kind) -> Int {
  guard case .string(let part) = arguments[1] else { throw .noSuchOverload }
  let count = text.unicodeScalars.count
  let (hay, needle) = (Array(text.utf8), Array(part.utf8))
  /// The byte at which a code point begins.
  func byte(_ scalar: Int) -> Int {
    text.unicodeScalars.prefix(scalar).reduce(0) { $0 + UTF8.width($1) }
  }
  func scalar(_ byte: Int) -> Int { hay[..<byte].count { $0 & 0xC0 != 0x80 } }
  if function == .indexOf {
    let start = arguments.count == 3 ? try offset(arguments[2], in: 0...count) : 0
    return find(needle, in: hay, from: byte(start)).map(scalar) ?? -1
  }
  let last = arguments.count == 3 ? try offset(arguments[2], in: 0...count) : count
  // The last occurrence is the first one of the reversed strings.
  let end = min(byte(last) + needle.count, hay.count)
  guard let found = find(needle.reversed(), in: hay[..<end].reversed()) else { return -1 }
  return scalar(end - found - needle.count)
}

private func replace(_ text: String, _ old: String, _ new: String, limit: Int, _ budget: inout Int)
  throws(EvaluationError.Kind) -> String
{
  let (hay, needle, replacement) = (Array(text.utf8), Array(old.utf8), Array(new.utf8))
  var result: [UInt8] = []
  var at = 0
  var left = limit
  while left > 0, at <= hay.count, let found = find(needle, in: hay, from: at) {
    try pay(1 + replacement.count >> 6, &budget)
    result += hay[at..<found]
    result += replacement
    at = found + needle.count
    if needle.isEmpty {
      // Between all code points.
      guard at < hay.count else {
        at = hay.count + 1
        break
      }
      repeat {
        result.append(hay[at])
        at += 1
      } while at < hay.count && hay[at] & 0xC0 == 0x80
    }
    left -= 1
  }
  if at < hay.count { result += hay[at...] }
  return String(decoding: result, as: UTF8.self)
}

private func split(_ text: String, _ separator: String, limit: Int, _ budget: inout Int)
  throws(EvaluationError.Kind) -> [Value]
{
  if limit == 0 { return [] }
  if separator.isEmpty {
    let scalars = Array(text.unicodeScalars)
    try pay(scalars.count, &budget)
    let singles = scalars.prefix(limit - 1).map { Value.string(String(Character($0))) }
    let rest = scalars.dropFirst(limit - 1)
    return rest.isEmpty ? singles : singles + [.string(string(rest))]
  }
  let (hay, needle) = (Array(text.utf8), Array(separator.utf8))
  var result: [Value] = []
  var at = 0
  while result.count < limit - 1, let found = find(needle, in: hay, from: at) {
    try pay(1, &budget)
    result.append(.string(String(decoding: hay[at..<found], as: UTF8.self)))
    at = found + needle.count
  }
  result.append(.string(String(decoding: hay[at...], as: UTF8.self)))
  return result
}
