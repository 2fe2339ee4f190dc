import FlowExpression

/// What a token is.
enum TokenKind: UInt8 {
  case end, identifier, reserved, quotedIdentifier
  case int, uint, double, string, bytes
  case `true`, `false`, null, `in`
  case leftParen, rightParen, leftBracket, rightBracket, leftBrace, rightBrace
  case dot, comma, colon, question, plus, minus, star, slash, percent, not
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, and, or
}

/// A token by its place in the text.
struct Token {
  var kind: TokenKind
  var start: Int
  var end: Int
}

/// Cuts the text into tokens, one at a time (CEL language definition, "Syntax").
struct Lexer {
  let bytes: [UInt8]
  private(set) var at = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func problem(_ start: Int, _ end: Int, _ message: String, help: String? = nil, replacement: String? = nil)
    -> ExpressionProblem
  {
    ExpressionProblem(.syntax, start..<max(start, min(end, bytes.count)), message, help: help, replacement: replacement)
  }

  /// The next token; `.end` again and again behind the last one.
  mutating func next() throws(ExpressionProblem) -> Token {
    skipSpace()
    let start = at
    guard at < bytes.count else { return Token(kind: .end, start: start, end: start) }
    let first = bytes[at]
    if isLetter(first) { return try word(start) }
    if isDigit(first) || (first == UInt8(ascii: ".") && isDigit(byte(at + 1))) { return try number(start) }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      return try string(start, raw: false, kind: .string)
    }
    if first == UInt8(ascii: "`") { return try quotedIdentifier(start) }
    return try punctuation(start)
  }

  private mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D: at += 1
      case UInt8(ascii: "/") where byte(at + 1) == UInt8(ascii: "/"):
        while at < bytes.count, bytes[at] != 0x0A { at += 1 }
      default: return
      }
    }
  }

  private mutating func word(_ start: Int) throws(ExpressionProblem) -> Token {
    while at < bytes.count, isLetter(bytes[at]) || isDigit(bytes[at]) { at += 1 }
    let quote = byte(at)
    if at - start <= 2, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let prefix = bytes[start..<at].map { $0 | 0x20 }
      switch prefix {
      case [UInt8(ascii: "r")]: return try string(start, raw: true, kind: .string)
      case [UInt8(ascii: "b")]: return try string(start, raw: false, kind: .bytes)
      case [UInt8(ascii: "r"), UInt8(ascii: "b")], [UInt8(ascii: "b"), UInt8(ascii: "r")]:
        return try string(start, raw: true, kind: .bytes)
      default: break
      }
    }
    return Token(kind: keyword(start..<at), start: start, end: at)
  }

  /// A string between the quotes of a word processor, with those that belong here.
  private func curlyLiteral(_ start: Int) -> (end: Int, text: String)? {
    let rest = Array(text(start..<bytes.count))
    guard let close = rest.dropFirst().firstIndex(where: { "“”‘’«»".contains($0) }) else { return nil }
    let inner = String(rest[1..<close])
    guard !inner.contains(where: { "'\"\\".contains($0) }) else { return nil }
    return (start + String(rest[...close]).utf8.count, "'\(inner)'")
  }

  private func keyword(_ range: Range<Int>) -> TokenKind {
    guard range.count <= 9 else { return .identifier }
    switch text(range) {
    case "true": return .true
    case "false": return .false
    case "null": return .null
    case "in": return .in
    case "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "package",
      "namespace", "return", "var", "void", "while":
      return .reserved
    default: return .identifier
    }
  }

  private mutating func number(_ start: Int) throws(ExpressionProblem) -> Token {
    var kind = TokenKind.int
    if bytes[at] == UInt8(ascii: "0"), byte(at + 1) | 0x20 == UInt8(ascii: "x") {
      at += 2
      while isHexadecimal(byte(at)) { at += 1 }
      if at - start == 2 { throw problem(start, at, "hexadecimal digits should follow") }
    } else {
      while isDigit(byte(at)) { at += 1 }
      if byte(at) == UInt8(ascii: "."), isDigit(byte(at + 1)) {
        kind = .double
        at += 1
        while isDigit(byte(at)) { at += 1 }
      }
      if byte(at) | 0x20 == UInt8(ascii: "e") {
        var exponent = at + 1
        if byte(exponent) == UInt8(ascii: "+") || byte(exponent) == UInt8(ascii: "-") { exponent += 1 }
        if isDigit(byte(exponent)) {
          kind = .double
          at = exponent
          while isDigit(byte(at)) { at += 1 }
        }
      }
    }
    if kind == .int, byte(at) | 0x20 == UInt8(ascii: "u") {
      kind = .uint
      at += 1
    }
    if isLetter(byte(at)) {
      let bad = at
      while isLetter(byte(at)) || isDigit(byte(at)) { at += 1 }
      throw problem(start, at, "`\(text(bad..<at))` cannot follow a number")
    }
    return Token(kind: kind, start: start, end: at)
  }

  /// Finds where a string ends; `StringLiteral` decodes it. `at` is at the opening quote behind any prefix.
  private mutating func string(_ start: Int, raw: Bool, kind: TokenKind) throws(ExpressionProblem) -> Token {
    let quote = bytes[at]
    let triple = byte(at + 1) == quote && byte(at + 2) == quote
    at += triple ? 3 : 1
    while at < bytes.count {
      let next = bytes[at]
      if next == quote, !triple || (byte(at + 1) == quote && byte(at + 2) == quote) {
        at += triple ? 3 : 1
        return Token(kind: kind, start: start, end: at)
      }
      if next == UInt8(ascii: "\\"), !raw {
        at += 2
      } else if !triple, next == 0x0A || next == 0x0D {
        break
      } else {
        at += 1
      }
    }
    at = min(at, bytes.count)
    throw problem(start, at, "the string is not closed")
  }

  private mutating func quotedIdentifier(_ start: Int) throws(ExpressionProblem) -> Token {
    at += 1
    while isLetter(byte(at)) || isDigit(byte(at)) || [0x20, 0x2D, 0x2E, 0x2F].contains(byte(at)) { at += 1 }
    guard byte(at) == UInt8(ascii: "`"), at > start + 1 else {
      throw problem(start, at + 1, "a name between backticks has letters, digits and `_ . - /`")
    }
    at += 1
    return Token(kind: .quotedIdentifier, start: start, end: at)
  }

  private mutating func punctuation(_ start: Int) throws(ExpressionProblem) -> Token {
    let (first, second) = (bytes[at], byte(at + 1))
    func token(_ kind: TokenKind, _ length: Int) -> Token { Token(kind: kind, start: start, end: start + length) }
    let found: Token
    switch (first, second) {
    case (UInt8(ascii: "="), UInt8(ascii: "=")): found = token(.equal, 2)
    case (UInt8(ascii: "!"), UInt8(ascii: "=")): found = token(.notEqual, 2)
    case (UInt8(ascii: "<"), UInt8(ascii: "=")): found = token(.lessOrEqual, 2)
    case (UInt8(ascii: ">"), UInt8(ascii: "=")): found = token(.greaterOrEqual, 2)
    case (UInt8(ascii: "&"), UInt8(ascii: "&")): found = token(.and, 2)
    case (UInt8(ascii: "|"), UInt8(ascii: "|")): found = token(.or, 2)
    case (UInt8(ascii: "="), UInt8(ascii: ">")):
      throw problem(start, start + 2, "`=>` is no operator", help: "greater or equal is `>=`", replacement: ">=")
    case (UInt8(ascii: "="), UInt8(ascii: "<")):
      throw problem(start, start + 2, "`=<` is no operator", help: "less or equal is `<=`", replacement: "<=")
    case (UInt8(ascii: "="), _):
      throw problem(start, start + 1, "`=` is no operator", help: "equality is `==`", replacement: "==")
    case (UInt8(ascii: "&"), _):
      throw problem(start, start + 1, "`&` is no operator", help: "and is `&&`", replacement: "&&")
    case (UInt8(ascii: "|"), _):
      throw problem(start, start + 1, "`|` is no operator", help: "or is `||`", replacement: "||")
    case (UInt8(ascii: "!"), _): found = token(.not, 1)
    case (UInt8(ascii: "<"), _): found = token(.less, 1)
    case (UInt8(ascii: ">"), _): found = token(.greater, 1)
    case (UInt8(ascii: "("), _): found = token(.leftParen, 1)
    case (UInt8(ascii: ")"), _): found = token(.rightParen, 1)
    case (UInt8(ascii: "["), _): found = token(.leftBracket, 1)
    case (UInt8(ascii: "]"), _): found = token(.rightBracket, 1)
    case (UInt8(ascii: "{"), _): found = token(.leftBrace, 1)
    case (UInt8(ascii: "}"), _): found = token(.rightBrace, 1)
    case (UInt8(ascii: "."), _): found = token(.dot, 1)
    case (UInt8(ascii: ","), _): found = token(.comma, 1)
    case (UInt8(ascii: ":"), _): found = token(.colon, 1)
    case (UInt8(ascii: "?"), _): found = token(.question, 1)
    case (UInt8(ascii: "+"), _): found = token(.plus, 1)
    case (UInt8(ascii: "-"), _): found = token(.minus, 1)
    case (UInt8(ascii: "*"), _): found = token(.star, 1)
    case (UInt8(ascii: "/"), _): found = token(.slash, 1)
    case (UInt8(ascii: "%"), _): found = token(.percent, 1)
    default:
      var end = start + 1
      while byte(end) & 0xC0 == 0x80 { end += 1 }
      let sign = text(start..<end)
      let quotes = ["“", "”", "„", "‘", "’", "«", "»"].contains(sign)
      let literal = quotes ? curlyLiteral(start) : nil
      throw problem(
        start, literal?.end ?? end, "`\(sign)` cannot stand here",
        help: quotes ? "strings stand between `\"` or `'`" : nil, replacement: literal?.text)
    }
    at = found.end
    return found
  }
}
