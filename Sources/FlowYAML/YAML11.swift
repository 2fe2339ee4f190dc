public import FlowSource

extension YAMLTree {
  /// What tools of YAML 1.1 (yaml.org/type: bool, int, float, timestamp) read a plain scalar as, such as "a boolean";
  /// nil where they read the same as the core schema of YAML 1.2.
  public func yaml11Reading(_ id: YAMLNodeID) -> String? {
    guard isPlain(id), node(at: id, isShorterThan: 80) else { return nil }
    return withBytes(id) { text in
      reading11(Array(text), coreSchema(text))
    }
  }

  /// The warning U007 for a plain scalar that YAML 1.1 tools read otherwise, with an edit that quotes it; nil for others.
  /// The caller knows where the difference matters: not for a key, and not where only text is expected and shown.
  public func ambiguityWarning(_ id: YAMLNodeID) -> Diagnostic? {
    guard let reading = yaml11Reading(id) else { return nil }
    let text = text(id)
    let now =
      switch scalar(id) {
      case .int, .float: "a decimal number"
      default: "text"
      }
    return Diagnostic(
      "U007", .warning, "`\(text)` is \(now) here, but tools of YAML 1.1 read \(reading)", at: span(id),
      help: "put it in quotes if it is text", edit: Edit(span(id), "\"\(text)\""))
  }

  private func node(at id: YAMLNodeID, isShorterThan limit: UInt32) -> Bool { nodes[Int(id.index)].count < limit }
}

/// What YAML 1.1 makes of a plain scalar, where that is not `now`.
private func reading11(_ text: [UInt8], _ now: YAMLScalar) -> String? {
  let text = text[...]
  if isBoolean(text) { return now == .string ? "a boolean" : nil }
  if let number = integer11(text) {
    switch now {
    case .int(let value) where value == number.value: return nil
    case .float where number.value == nil: return nil
    default: return number.reading
    }
  }
  if isFloat11(text) {
    if case .float = now { return nil }
    return text.contains(UInt8(ascii: ":")) ? "a number of base 60" : "a number"
  }
  if isTimestamp(text) { return "a date" }
  switch now {
  case .int, .float: return "text"
  default: return nil
  }
}

private func isBoolean(_ text: ArraySlice<UInt8>) -> Bool {
  let words: [StaticString] = ["y", "n", "yes", "no", "on", "off", "true", "false"]
  return text.withUnsafeBufferPointer { bytes in words.contains { bytes.isWord($0) } }
}

/// An integer by YAML 1.1; the value is nil where it is beyond 64 bits.
private func integer11(_ text: ArraySlice<UInt8>) -> (value: Int64?, reading: String)? {
  var rest = text
  let negative = rest.first == UInt8(ascii: "-")
  if negative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
  guard let first = rest.first, isDigit(first) else { return nil }
  func value(_ digits: ArraySlice<UInt8>, _ base: Int, _ name: String) -> (Int64?, String)? {
    let plain = String(decoding: digits.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    let allowed = digits.allSatisfy { $0 == UInt8(ascii: "_") || Character(UnicodeScalar($0)).isASCIIDigit(base) }
    guard allowed, !plain.isEmpty else { return nil }
    let number = Int64((negative ? "-" : "") + plain, radix: base)
    return (number, number.map { "the \(name)number \($0)" } ?? "a number")
  }
  if first == UInt8(ascii: "0"), rest.count > 1 {
    let mark = rest[rest.startIndex + 1]
    if mark == UInt8(ascii: "b") { return value(rest.dropFirst(2), 2, "binary ") }
    if mark == UInt8(ascii: "x") { return value(rest.dropFirst(2), 16, "") }
    return value(rest.dropFirst(), 8, "octal ")
  }
  if rest.contains(UInt8(ascii: ":")) {
    guard first != UInt8(ascii: "0"), let sum = sixty(rest) else { return nil }
    return (sum, "the number \(negative ? -sum : sum) (base 60)")
  }
  return value(rest, 10, "")
}

/// `12:30:45` as a number of base 60; nil where it is none, or beyond what anybody writes.
private func sixty(_ text: ArraySlice<UInt8>) -> Int64? {
  let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
  var sum: Int64 = 0
  for (index, part) in parts.enumerated() {
    let digits = part.filter { !(index == 0 && $0 == UInt8(ascii: "_")) }
    guard !digits.isEmpty, digits.count <= (index == 0 ? 9 : 2), digits.allSatisfy(isDigit), parts.count <= 4,
      let number = Int64(String(decoding: digits, as: UTF8.self)), index == 0 || number < 60
    else { return nil }
    sum = sum * 60 + number
  }
  return parts.count > 1 ? sum : nil
}

/// `[-+]? ([0-9][0-9_]*)? "." [0-9_]* ([eE][-+][0-9]+)?` with a digit in it, base 60 with a fraction, infinity or NaN.
private func isFloat11(_ text: ArraySlice<UInt8>) -> Bool {
  var rest = text
  if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
  if rest.withUnsafeBufferPointer({ $0.isWord(".inf") }) { return true }
  if [".nan", ".NaN", ".NAN"].contains(where: { text.elementsEqual($0.utf8) }) { return true }
  guard let dot = rest.firstIndex(of: UInt8(ascii: ".")) else { return false }
  let whole = rest[..<dot]
  var fraction = rest[(dot + 1)...]
  if whole.contains(UInt8(ascii: ":")) {
    return sixty(whole) != nil && fraction.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "_") }
  }
  if let mark = fraction.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
    let exponent = fraction[(mark + 1)...]
    guard exponent.first == UInt8(ascii: "-") || exponent.first == UInt8(ascii: "+"), exponent.count > 1,
      exponent.dropFirst().allSatisfy(isDigit)
    else { return false }
    fraction = fraction[..<mark]
  }
  guard whole.first.map(isDigit) ?? true, whole.contains(where: isDigit) || fraction.contains(where: isDigit) else {
    return false
  }
  return (whole + fraction).allSatisfy { isDigit($0) || $0 == UInt8(ascii: "_") }
}

/// `2024-01-31`, or `2024-1-31` with a time of day behind it.
private func isTimestamp(_ text: ArraySlice<UInt8>) -> Bool {
  let parts = text.split(separator: UInt8(ascii: "-"), maxSplits: 2, omittingEmptySubsequences: false)
  guard parts.count == 3, parts[0].count == 4, parts[0].allSatisfy(isDigit), (1...2).contains(parts[1].count),
    parts[1].allSatisfy(isDigit)
  else { return false }
  let day = parts[2].prefix(while: isDigit)
  let time = parts[2].dropFirst(day.count)
  if time.isEmpty { return parts[1].count == 2 && day.count == 2 }
  guard (1...2).contains(day.count), let separator = time.first, [0x54, 0x74, 0x20, 0x09].contains(separator) else {
    return false
  }
  let clock = time.drop { [0x54, 0x74, 0x20, 0x09].contains($0) }
  let fields = clock.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
  return fields.count >= 3 && (1...2).contains(fields[0].count) && fields[0].allSatisfy(isDigit)
    && fields[1].count == 2 && fields[1].allSatisfy(isDigit) && fields[2].prefix(2).count(where: isDigit) == 2
}

private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

extension Character {
  fileprivate func isASCIIDigit(_ base: Int) -> Bool {
    isASCII && (hexDigitValue.map { $0 < base } ?? false)
  }
}
