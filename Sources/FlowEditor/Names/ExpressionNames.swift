package import FlowCompiler

/// The names in an expression, each with its place in the text: `attributes.NAME`, `input.NAME`, `verified(NAME)`.
package struct ExpressionNames {
  package struct Found: Equatable {
    package let kind: NameKind
    package let range: Range<Int>
  }

  private let bytes: [UInt8]
  private var at = 0

  /// The names in a condition or an assignment.
  package static func inCondition(_ text: String) -> [Found] {
    var scanner = ExpressionNames(text)
    return scanner.condition()
  }

  /// The names in a property or in `attests`.
  package static func inProperty(_ text: String) -> [Found] {
    var scanner = ExpressionNames(text)
    return scanner.property()
  }

  private init(_ text: String) { bytes = Array(text.utf8) }

  private mutating func condition() -> [Found] {
    var found: [Found] = []
    // Whether what comes is a member of another value, so that `x.attributes` begins nothing.
    var isMember = false
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        skipText(byte)
      } else if Self.begins(byte) {
        let word = word()
        let root = String(decoding: bytes[word], as: UTF8.self)
        if !isMember, let kind = Self.roots[root], let name = member() { found.append(Found(kind: kind, range: name)) }
      } else {
        at += 1
      }
      isMember = byte == UInt8(ascii: ".")
    }
    return found
  }

  /// `OCCASION before FACT`: an effect, a state or an end, and what must be true.
  private mutating func property() -> [Found] {
    var found: [Found] = []
    let occasion = name()
    switch at < bytes.count ? bytes[at] : 0 {
    case UInt8(ascii: "."), UInt8(ascii: "("): at = 0
    default: if !occasion.isEmpty { found.append(Found(kind: .end, range: occasion)) }
    }
    while at < bytes.count {
      guard Self.begins(bytes[at]) else {
        at += 1
        continue
      }
      let word = name()
      let fact = String(decoding: bytes[word], as: UTF8.self)
      guard at < bytes.count, bytes[at] == UInt8(ascii: "("), Self.facts.contains(fact) else { continue }
      at += 1
      while at < bytes.count, bytes[at] == UInt8(ascii: " ") { at += 1 }
      let inner = name()
      if !inner.isEmpty { found.append(Found(kind: fact == "visited" ? .state : .attribute, range: inner)) }
    }
    return found
  }

  private static let facts = ["verified", "factor", "visited"]
  private static let roots: [String: NameKind] = ["attributes": .attribute, "input": .input]

  private static func begins(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F }
  private static func goesOn(_ byte: UInt8) -> Bool { begins(byte) || (0x30...0x39).contains(byte) }

  private mutating func word() -> Range<Int> {
    let start = at
    while at < bytes.count, Self.goesOn(bytes[at]) { at += 1 }
    return start..<at
  }

  /// A name of the language, which may have hyphens.
  private mutating func name() -> Range<Int> {
    let start = at
    while at < bytes.count, Self.goesOn(bytes[at]) || bytes[at] == UInt8(ascii: "-") { at += 1 }
    return start..<at
  }

  /// `.NAME`, or the same between backticks.
  private mutating func member() -> Range<Int>? {
    guard at < bytes.count, bytes[at] == UInt8(ascii: ".") else { return nil }
    at += 1
    guard at < bytes.count else { return nil }
    if bytes[at] == UInt8(ascii: "`") {
      at += 1
      let range = name()
      return range.isEmpty ? nil : range
    }
    let range = word()
    return range.isEmpty ? nil : range
  }

  private mutating func skipText(_ quote: UInt8) {
    at += 1
    while at < bytes.count, bytes[at] != quote { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
    at += 1
  }
}
