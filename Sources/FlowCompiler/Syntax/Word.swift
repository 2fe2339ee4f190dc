package import FlowSource

/// A name or text as it stands in a file.
package struct Word: Hashable, Sendable {
  /// The text.
  package let text: String
  /// Where it stands.
  package let span: SourceSpan

  /// A text of a place.
  package init(text: String, span: SourceSpan) { (self.text, self.span) = (text, span) }
}

/// An expression as it stands in a file.
struct ExpressionSyntax: Hashable, Sendable {
  let text: String
  /// The value with its quotes.
  let span: SourceSpan
  /// Where the text stands byte for byte; nil where it is folded or has escapes.
  let textSpan: SourceSpan?
  /// The character that it is quoted by, or that starts a block text; nil where it stands as it is.
  var quote: UInt8?

  /// An edit that replaces a part of the text, given by its bytes; nil where it cannot be written so that it is read as
  /// meant.
  func edit(_ range: Range<Int>, _ replacement: String) -> Edit? {
    guard let textSpan else { return nil }
    let bytes = Array(text.utf8)
    guard range.upperBound <= bytes.count else { return nil }
    let whole = String(
      decoding: bytes[..<range.lowerBound] + Array(replacement.utf8) + bytes[range.upperBound...], as: UTF8.self)
    let isReadable: Bool
    switch quote {
    case nil:
      // Without quotes, what a text begins with and what brackets mean is YAML's; `: ` and ` #` are, too.
      let first = whole.utf8.first ?? 0
      isReadable =
        !"'\"`!&*@%|>[{#?-".utf8.contains(first) && !replacement.utf8.contains { "[]{},:#".utf8.contains($0) }
    case UInt8(ascii: "'"): isReadable = !replacement.contains("'")
    case UInt8(ascii: "\""): isReadable = !replacement.contains("\"") && !replacement.contains("\\")
    default: isReadable = true
    }
    if isReadable { return Edit(textSpan.part(range), replacement) }
    if !whole.contains("\""), !whole.contains("\\") { return Edit(span, "\"\(whole)\"") }
    return whole.contains("'") ? nil : Edit(span, "'\(whole)'")
  }

  /// The place of a part of the text, given by its bytes; the whole value where that cannot be told.
  func place(_ range: Range<Int>) -> SourceSpan { textSpan?.part(range) ?? span }
}

extension String {
  /// Whether this is a name: a letter, then letters, digits, `-` and `_`, of ASCII, 64 at most.
  var isName: Bool {
    var copy = self
    return copy.withUTF8 { bytes in
      guard let first = bytes.first, bytes.count <= 64, first.isLetter else { return false }
      return bytes.allSatisfy {
        $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
    }
  }

  /// The name that a text with blanks in it was meant to be, with hyphens; nil for others.
  var meantName: String? {
    guard utf8.contains(0x20) else { return nil }
    let name = split(separator: " ").joined(separator: "-")
    return name.isName ? name : nil
  }

  /// Where another text first stands in this one, by its bytes.
  func range(of other: String) -> Range<Int>? {
    let (bytes, wanted) = (Array(utf8), Array(other.utf8))
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: wanted) }) else { return nil }
    return start..<start + wanted.count
  }

  /// The text in back quotes, as messages show names; cut where it is long, so that no message grows with its input.
  package var quoted: String { "`\(shortened)`" }

  /// The text without line breaks and at most 60 characters.
  package var shortened: String {
    let line = utf8.contains(0x0A) ? String(map { $0.isNewline ? " " : $0 }) : self
    return line.utf8.count <= 60 ? line : line.prefix(60).count < 60 ? line : line.prefix(57) + "..."
  }
}

extension UInt8 {
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  var isDigit: Bool { (0x30...0x39).contains(self) }
}

extension Sequence<String> {
  /// `a`, `b` and `c`, in back quotes.
  package func listedWhole() -> String {
    let words = map(\.quoted)
    guard let final = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + final
  }

  /// `a`, `b` and `c`, in back quotes; of very many, the first.
  package func listed(_ last: String = "and") -> String {
    let words = map(\.quoted)
    guard let final = words.last, words.count > 1 else { return words.first ?? "" }
    if words.count > 16 { return words.prefix(12).joined(separator: ", ") + " \(last) \(words.count - 12) more" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + final
  }
}
