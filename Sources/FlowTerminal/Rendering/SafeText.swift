/// Text from outside as a terminal may show it: control characters, and those that turn the direction of writing, are
/// written as escapes, so that no value can move the cursor or pass for something else.
func safe(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where isUnsafe(scalar): result += "\\u{" + String(scalar.value, radix: 16) + "}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF,
    0xE0000...0xE007F:
    true
  default: false
  }
}
