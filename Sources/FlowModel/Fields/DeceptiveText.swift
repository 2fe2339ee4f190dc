/// Characters that a reader does not see, or that make a text look like another one: the one list of them.
extension Unicode.Scalar {
  /// Whether it is a control character, is not seen, or turns the direction of writing.
  package var isDeceptive: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Whether no attribute's text may have it: a control character, or one that overrides the direction of what follows.
  var isForbiddenInText: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether no words for people may have it: a control character, or one that overrides the direction of what follows.
  /// Lines and isolates are for who writes the words.
  package var isForbiddenInWords: Bool {
    switch value {
    case 0x0A, 0x2066...0x2069: false
    default: isForbiddenInText
    }
  }

  /// Whether no address may have it: all the above, and other characters without a shape of their own.
  var isForbiddenInAddress: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    if isDeceptive || properties.isDefaultIgnorableCodePoint { return true }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator:
      return true
    default: return false
    }
  }

  /// How it is written where it must not be shown as it is.
  package var escape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16))}"
    }
  }
}

extension String {
  /// The text with escapes for all that deceives, so that no value can move a cursor, begin a line or pass for something
  /// else. `keepingLines` lets line feeds pass.
  package func escapingDeceptive(keepingLines: Bool = false) -> String {
    func isEscaped(_ scalar: Unicode.Scalar) -> Bool { scalar.isDeceptive && !(keepingLines && scalar == "\n") }
    guard unicodeScalars.contains(where: isEscaped) else { return self }
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if isEscaped(scalar) {
        shown.append(contentsOf: scalar.escape.unicodeScalars)
      } else {
        shown.append(scalar)
      }
    }
    return String(shown)
  }
}
