/// Reads patterns as ICU's `MessagePattern` does in its usual mode for apostrophes (`DOUBLE_OPTIONAL`).
struct MessageParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// A text up to its end, or up to the brace that ends it within another one.
  mutating func text(depth: Int, inPlural: Bool) throws(MessagePattern.Failure) -> [MessagePattern.Part] {
    guard depth <= MessagePattern.deepest else { throw failure("these are too many texts inside each other") }
    var parts: [MessagePattern.Part] = []
    var plain: [UInt8] = []
    func flush() {
      if !plain.isEmpty { parts.append(.text(String(decoding: plain, as: UTF8.self))) }
      plain = []
    }
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "'"): quoted(into: &plain, inPlural: inPlural)
      case UInt8(ascii: "{"):
        flush()
        parts.append(try argument(depth: depth))
      case UInt8(ascii: "}"):
        if depth == 0 { throw failure("this `}` has no `{`; a brace itself is written `'}'`") }
        flush()
        return parts
      case UInt8(ascii: "#") where inPlural:
        flush()
        parts.append(.number)
        position += 1
      default:
        plain.append(byte)
        position += 1
      }
    }
    if depth > 0 { throw failure("a `}` is missing at the end") }
    flush()
    return parts
  }

  /// An apostrophe: two are one, one before a brace begins what is taken as it is, any other one is itself.
  private mutating func quoted(into plain: inout [UInt8], inPlural: Bool) {
    position += 1
    switch peek {
    case UInt8(ascii: "'"):
      plain.append(UInt8(ascii: "'"))
      position += 1
    case UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "#") where peek != UInt8(ascii: "#") || inPlural:
      while let byte = peek {
        position += 1
        if byte == UInt8(ascii: "'") {
          guard peek == UInt8(ascii: "'") else { return }
          position += 1
        }
        plain.append(byte)
      }
    default: plain.append(UInt8(ascii: "'"))
    }
  }

  private mutating func argument(depth: Int) throws(MessagePattern.Failure) -> MessagePattern.Part {
    let start = position
    position += 1
    skipSpace()
    let name = word()
    if name.isEmpty { throw failure("here is the name of a value missing; a brace itself is written `'{'`") }
    skipSpace()
    if take(UInt8(ascii: "}")) { return .value(name, .plain) }
    try expectComma(behind: name, from: start)
    skipSpace()
    let typeStart = position
    let type = word()
    skipSpace()
    switch type {
    case "plural", "selectordinal":
      try expectComma(behind: type, from: start)
      skipSpace()
      let offset = try offset()
      let cases = try cases(depth: depth, ofPlural: true)
      return .plural(name, isOrdinal: type == "selectordinal", offset: offset, cases: cases)
    case "select":
      try expectComma(behind: type, from: start)
      return .select(name, cases: try cases(depth: depth, ofPlural: false))
    case "number", "date", "time":
      var style = ""
      if take(UInt8(ascii: ",")) {
        skipSpace()
        let styleStart = position
        style = word()
        skipSpace()
        if style.isEmpty { throw failure("here is the name of a style missing", at: styleStart) }
      }
      guard take(UInt8(ascii: "}")) else { throw failure("a `}` is missing behind \(name)") }
      return .value(name, try form(type, style, at: typeStart))
    default:
      throw failure(
        "\"\(type)\" is no form of a value; these are plural, select, selectordinal, number, date and time",
        at: typeStart)
    }
  }

  private func form(_ type: String, _ style: String, at start: Int) throws(MessagePattern.Failure)
    -> MessagePattern.Form
  {
    let lengths = ["full": 0, "long": 1, "medium": 2, "short": 3]
    switch (type, style) {
    case ("number", ""): return .number(.decimal)
    case ("number", "integer"): return .number(.integer)
    case ("number", "percent"): return .number(.percent)
    case ("date", ""): return .date(2)
    case ("time", ""): return .time(2)
    case ("date", let style): if let length = lengths[style] { return .date(length) }
    case ("time", let style): if let length = lengths[style] { return .time(length) }
    default: break
    }
    let known = type == "number" ? "integer and percent" : "short, medium, long and full"
    throw failure("\"\(style)\" is no style of a \(type); these are \(known)", at: start)
  }

  /// `offset:1` of a plural; 0 where there is none.
  private mutating func offset() throws(MessagePattern.Failure) -> Int64 {
    let start = position
    guard word() == "offset", take(UInt8(ascii: ":")) else {
      position = start
      return 0
    }
    skipSpace()
    guard let number = Int64(word()), (0...1_000_000).contains(number) else {
      throw failure("an offset is a whole number", at: start)
    }
    skipSpace()
    return number
  }

  private mutating func cases(depth: Int, ofPlural: Bool) throws(MessagePattern.Failure) -> [MessagePattern.Case] {
    var cases: [MessagePattern.Case] = []
    while true {
      skipSpace()
      if take(UInt8(ascii: "}")) { break }
      guard peek != nil else { throw failure("a `}` is missing at the end") }
      let start = position
      var key = ""
      if ofPlural, take(UInt8(ascii: "=")) {
        guard let number = Int64(word()) else { throw failure("behind `=` is a whole number missing", at: start) }
        key = "=\(number)"
      } else {
        key = word()
        if ofPlural, !PluralCategory.allNames.contains(key) {
          throw failure(
            key.isEmpty
              ? "here is a category missing, such as `other`"
              : "\"\(key)\" is no category; these are \(PluralCategory.allNames.joined(separator: ", ")), and numbers such as `=0`",
            at: start)
        }
      }
      if key.isEmpty { throw failure("here is a word missing, such as `other`", at: start) }
      if cases.contains(where: { $0.key == key }) { throw failure("\"\(key)\" stands here twice", at: start) }
      skipSpace()
      guard take(UInt8(ascii: "{")) else { throw failure("behind \"\(key)\" is its text in braces missing") }
      let parts = try text(depth: depth + 1, inPlural: ofPlural)
      position += 1
      cases.append(MessagePattern.Case(key: key, parts: parts))
    }
    guard cases.contains(where: { $0.key == "other" }) else {
      throw failure("`other` is missing, for all that is left", at: max(0, position - 1))
    }
    return cases
  }

  // MARK: Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
  }

  /// Letters, digits, `-` and `_`.
  private mutating func word() -> String {
    let start = position
    while let byte = peek, byte.isTagByte || byte == UInt8(ascii: "_") { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func expectComma(behind word: String, from start: Int) throws(MessagePattern.Failure) {
    if take(UInt8(ascii: ",")) { return }
    throw failure(
      peek == nil
        ? "a `}` is missing at the end" : "behind \"\(word)\" comes `}` or a comma; a brace itself is written `'{'`")
  }

  private func failure(_ message: String, at offset: Int? = nil) -> MessagePattern.Failure {
    MessagePattern.Failure(offset: offset ?? position, message: message)
  }
}
