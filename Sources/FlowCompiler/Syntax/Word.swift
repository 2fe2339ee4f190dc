import FlowSource

/// A name or text as it stands in a file.
struct Word: Hashable, Sendable {
  let text: String
  let span: Span
}

/// An expression as it stands in a file.
struct ExpressionSyntax: Hashable, Sendable {
  let text: String
  /// The value with its quotes.
  let span: Span
  /// Where the text stands byte for byte; nil where it is folded or has escapes.
  let textSpan: Span?

  /// The place of a part of the text, given by its bytes; the whole value where that cannot be told.
  func place(_ range: Range<Int>) -> Span { textSpan?.part(range) ?? span }
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
