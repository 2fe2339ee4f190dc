import FlowModel

/// A text in which nothing can move the cursor, hide or reorder what is shown: controls, and the invisible format
/// characters that are used to deceive readers (bidirectional overrides, zero-width characters, the byte order mark), stand
/// as `\u{…}`. `keepingLines` lets line feeds pass.
public func visible(_ text: String, keepingLines: Bool = false) -> String {
  text.escapingDeceptive(keepingLines: keepingLines)
}

/// The escape of a scalar that must not be shown as it is.
func escaped(_ scalar: Unicode.Scalar) -> String? { scalar.isDeceptive ? scalar.escape : nil }

/// How many columns of a terminal a text takes.
func width(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + width($1) } }

/// How many columns of a terminal a character takes: 0, 1 or 2, by Unicode's East Asian Width (UAX #11) and emoji
/// presentation. Terminals differ about rare ones; a mark then stands a column aside.
func width(_ character: Character) -> Int {
  var width = 0
  for scalar in character.unicodeScalars {
    if scalar.value == 0xFE0F { return 2 }
    width = max(width, isWide(scalar.value) ? 2 : isCombining(scalar) ? 0 : 1)
  }
  return width
}

private func isCombining(_ scalar: Unicode.Scalar) -> Bool {
  guard scalar.value >= 0x300 else { return false }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return true
  default: return false
  }
}

private func isWide(_ value: UInt32) -> Bool {
  guard value >= 0x1100 else { return false }
  switch value {
  case 0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x2614...0x2615, 0x2648...0x2653, 0x26A1, 0x26BD...0x26BE,
    0x26C4...0x26C5, 0x26CE, 0x26D4, 0x26EA, 0x26F2...0x26F3, 0x26F5, 0x26FA, 0x26FD, 0x2705, 0x270A...0x270B, 0x2728,
    0x274C, 0x274E, 0x2753...0x2755, 0x2757, 0x2795...0x2797, 0x27B0, 0x27BF, 0x2B1B...0x2B1C, 0x2B50, 0x2B55,
    0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18AFF,
    0x1B000...0x1B2FF, 0x1F004, 0x1F0CF, 0x1F18E, 0x1F191...0x1F19A, 0x1F1E6...0x1F202, 0x1F210...0x1F23B,
    0x1F240...0x1F248, 0x1F250...0x1F265, 0x1F300...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C,
    0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440,
    0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F567, 0x1F57A, 0x1F595...0x1F596, 0x1F5A4, 0x1F5FB...0x1F64F,
    0x1F680...0x1F6C5, 0x1F6CC, 0x1F6D0...0x1F6D7, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC,
    0x1F7E0...0x1F7EB, 0x1F7F0, 0x1F90C...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x2FFFD, 0x30000...0x3FFFD:
    return true
  default: return false
  }
}
