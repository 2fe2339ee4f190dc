/// Why a text is no JSON: a byte offset and a sentence.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset of the byte where reading stopped.
  public let offset: Int
  /// What is wrong there.
  public let message: String
  /// The message with its place.
  public var description: String { "\(message) at byte \(offset)" }
}

extension JSON {
  /// Reads one JSON text (RFC 8259), strictly: no duplicate names, no lone surrogates, no invalid UTF-8, nothing behind
  /// it but white space, and at most `maxDepth` arrays and objects inside each other.
  public static func parse(_ bytes: some Sequence<UInt8>, maxDepth: Int = 64) throws(JSONError) -> JSON {
    var parser = JSONParser(bytes: Array(bytes), maxDepth: maxDepth)
    return try parser.document()
  }

  /// Reads one JSON text from a string.
  public static func parse(_ text: String, maxDepth: Int = 64) throws(JSONError) -> JSON {
    try parse(text.utf8, maxDepth: maxDepth)
  }
}

private struct JSONParser {
  let bytes: [UInt8]
  let maxDepth: Int
  var at = 0
  var depth = 0

  init(bytes: [UInt8], maxDepth: Int) {
    self.bytes = bytes
    self.maxDepth = maxDepth
  }

  var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  func failure(_ message: String, at offset: Int? = nil) -> JSONError {
    JSONError(offset: offset ?? at, message: message)
  }

  mutating func document() throws(JSONError) -> JSON {
    let value = try value()
    skipSpace()
    if at < bytes.count { throw failure("unexpected text behind the value") }
    return value
  }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  mutating func value() throws(JSONError) -> JSON {
    skipSpace()
    guard let byte = next else { throw failure("the text ends where a value should stand") }
    switch byte {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw failure("a value should stand here")
    }
  }

  mutating func word(_ text: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    let length = text.utf8CodeUnitCount
    guard at + length <= bytes.count, bytes[at..<at + length].elementsEqual(text.description.utf8) else {
      throw failure("a value should stand here")
    }
    at += length
    return value
  }

  mutating func enter() throws(JSONError) {
    depth += 1
    if depth > maxDepth { throw failure("more than \(maxDepth) arrays and objects inside each other") }
    at += 1
    skipSpace()
  }

  mutating func object() throws(JSONError) -> JSON {
    try enter()
    var object = JSONObject()
    var names = Set<String>()
    if next == UInt8(ascii: "}") {
      at += 1
      depth -= 1
      return .object(object)
    }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("a member's name in quotes should stand here") }
      let start = at
      let name = try string()
      guard names.insert(name).inserted else { throw failure("the name \"\(name)\" stands twice", at: start) }
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw failure("a colon should stand here") }
      at += 1
      object.append(name, try value())
      if try closes(UInt8(ascii: "}"), "a comma or a closing brace should stand here") { return .object(object) }
    }
  }

  mutating func array() throws(JSONError) -> JSON {
    try enter()
    var elements: [JSON] = []
    if next == UInt8(ascii: "]") {
      at += 1
      depth -= 1
      return .array(elements)
    }
    while true {
      elements.append(try value())
      if try closes(UInt8(ascii: "]"), "a comma or a closing bracket should stand here") { return .array(elements) }
    }
  }

  /// Takes the comma before a further element, or the closing mark.
  mutating func closes(_ mark: UInt8, _ message: String) throws(JSONError) -> Bool {
    skipSpace()
    switch next {
    case UInt8(ascii: ","):
      at += 1
      return false
    case mark:
      at += 1
      depth -= 1
      return true
    default: throw failure(message)
    }
  }

  mutating func digits() throws(JSONError) {
    let start = at
    while let byte = next, byte >= 0x30, byte <= 0x39 { at += 1 }
    if at == start { throw failure("a digit should stand here") }
  }

  mutating func number() throws(JSONError) -> JSON {
    let start = at
    var whole = true
    if next == UInt8(ascii: "-") { at += 1 }
    if next == UInt8(ascii: "0") { at += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      whole = false
      at += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      whole = false
      at += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    if whole, let number = Int64(text) { return .int(number) }
    guard let number = Double(text), number.isFinite else { throw failure("the number is too large", at: start) }
    return .double(number)
  }

  mutating func string() throws(JSONError) -> String {
    let start = at
    at += 1
    var text: [UInt8] = []
    var run = at
    while let byte = next {
      if byte == UInt8(ascii: "\"") {
        text += bytes[run..<at]
        at += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw failure("the string is not valid UTF-8", at: start)
        }
        return string
      }
      if byte < 0x20 { throw failure("a control character must be escaped") }
      if byte == UInt8(ascii: "\\") {
        text += bytes[run..<at]
        at += 1
        try escape(into: &text)
        run = at
      } else {
        at += 1
      }
    }
    throw failure("the string does not end", at: start)
  }

  mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard let byte = next else { throw failure("the text ends in an escape") }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var scalar = try hex()
      if scalar >= 0xD800, scalar < 0xDC00, next == UInt8(ascii: "\\"), at + 1 < bytes.count,
        bytes[at + 1] == UInt8(ascii: "u")
      {
        at += 2
        let low = try hex()
        guard low >= 0xDC00, low < 0xE000 else { throw failure("a high surrogate stands alone") }
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let valid = Unicode.Scalar(scalar) else { throw failure("a surrogate stands alone") }
      text += UTF8.encode(valid).map { Array($0) } ?? []
    default: throw failure("no such escape", at: at - 1)
    }
  }

  mutating func hex() throws(JSONError) -> UInt32 {
    guard at + 4 <= bytes.count else { throw failure("four hexadecimal digits should stand here") }
    var value: UInt32 = 0
    for byte in bytes[at..<at + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("four hexadecimal digits should stand here")
      }
      value = value << 4 + UInt32(digit)
    }
    at += 4
    return value
  }
}
