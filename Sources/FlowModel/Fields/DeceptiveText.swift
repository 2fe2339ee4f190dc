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

  /// Whether words for people have it by an oversight: what those may not have, and what nobody sees and no writing needs.
  /// Joiners, marks of direction and soft hyphens are for who writes the words.
  package var isUnseenInWords: Bool {
    switch value {
    case 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: isForbiddenInWords
    }
  }

  /// Whether no address may have it: all the above, other characters without a shape of their own, and beyond ASCII whatever
  /// is no letter, mark, digit or picture, as most other signs look like one of ASCII.
  var isForbiddenInAddress: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    if isDeceptive || properties.isDefaultIgnorableCodePoint { return true }
    switch value {
    case 0xB7, 0x30FB: return false
    // An empty pattern, letters like `!` and `|`, a filler, signs for what is not there, a note without a head.
    case 0x2800, 0x01C0...0x01C3, 0x16FE4, 0xFFFC...0xFFFD, 0x1D159: return true
    default: break
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .otherSymbol:
      return false
    default: return true
    }
  }

  /// The script of a letter, of the three whose letters look alike; nil for all others.
  private var confusableScript: Int? {
    switch value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: value == 0xD7 || value == 0xF7 ? nil : 0
    case 0x370...0x3FF, 0x1F00...0x1FFF: 1
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: 2
    default: nil
    }
  }

  /// Whether a word of an address has letters of several of Latin, Greek and Cyrillic (after UTS #39, section 5.2).
  static func areMixed(in address: String) -> Bool {
    var script: Int?
    for scalar in address.unicodeScalars {
      if "@.-+_".unicodeScalars.contains(scalar) { script = nil }
      guard let own = scalar.confusableScript else { continue }
      if let script, script != own { return true }
      script = own
    }
    return false
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
