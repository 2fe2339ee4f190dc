import FlowSource

/// A failure with what stands around its place.
struct SyntaxScene {
  let failure: SyntaxFailure
  let source: SourceFile
  let place: Int
  let line: Range<Int>

  init(_ failure: SyntaxFailure, _ source: SourceFile) {
    self.failure = failure
    self.source = source
    place = min(failure.place, source.bytes.count)
    line = source.lineRange(place)
  }

  /// The byte that libyaml stopped at.
  var byte: UInt8? { place < source.bytes.count ? source.bytes[place] : nil }

  /// Whether the place is the first of its line that is no blank.
  var isFirstInLine: Bool { source.firstText(line) >= place }

  /// Whether nothing but blanks follows in the whole text.
  var isAtEnd: Bool { place >= source.bytes.count }

  /// The character at an offset, for messages.
  func character(_ offset: Int) -> SourceSpan {
    guard offset < source.bytes.count, source.bytes[offset] != 0x0A, source.bytes[offset] != 0x0D else {
      return span(offset..<offset)
    }
    var end = offset + 1
    while end < source.bytes.count, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return span(offset..<end)
  }

  func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(file: source.id, start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
  }

  /// From an offset to the last byte of its line that is no blank.
  func restOfLine(_ offset: Int) -> SourceSpan {
    var end = max(offset, source.lineRange(offset).upperBound)
    while end > offset, source.bytes[end - 1] <= 0x20 { end -= 1 }
    return span(offset..<end)
  }

  func insertion(_ text: String, at offset: Int) -> Edit { Edit(span(offset..<offset), text) }

  /// What libyaml was reading, as a label.
  var contextLabel: [Label] {
    guard let context = failure.context, context.place < place else { return [] }
    let what =
      switch context.text {
      case "while parsing a block mapping", "while parsing a flow mapping": "the mapping starts here"
      case "while parsing a block collection", "while parsing a flow sequence": "the list starts here"
      case "while scanning a block scalar": "the block text starts here"
      default: "in what starts here"
      }
    return [Label(character(context.place), what)]
  }

  func problem(
    code: String = "U001", _ message: String, at span: SourceSpan? = nil, labels: [Label]? = nil, help: String,
    edit: Edit? = nil
  ) -> Diagnostic {
    Diagnostic(
      code, .error, message, at: span ?? character(place), labels: labels ?? contextLabel, help: help, edit: edit)
  }
}
