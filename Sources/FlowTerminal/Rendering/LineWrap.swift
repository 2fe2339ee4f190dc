/// Breaks lines at blanks, so that none is wider than a terminal's `width`; what goes on is indented as the line is. A
/// word that is wider stays whole, as whoever copies it wants all of it. Escape sequences take no room.
func wrapped(_ text: String, to width: Int) -> String {
  guard width >= 20 else { return text }
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  if lines.allSatisfy({ $0.utf8.count <= width }) { return text }
  return lines.map { wrapped(line: $0, to: width) }.joined(separator: "\n")
}

private func wrapped(line: Substring, to width: Int) -> String {
  let margin = line.prefix { $0 == " " }
  guard columns(line) > width, margin.count < width / 2 else { return String(line) }
  var (result, used) = (String(margin), margin.count)
  var isFirst = true
  for word in line.dropFirst(margin.count).split(separator: " ", omittingEmptySubsequences: false) {
    let size = columns(word)
    if !isFirst, used + 1 + size > width {
      result += "\n\(margin)"
      used = margin.count
    } else if !isFirst {
      result += " "
      used += 1
    }
    result += word
    used += size
    isFirst = false
  }
  return result
}

/// How many columns a text takes: an ideograph or an emoji two, an escape sequence none.
private func columns(_ text: Substring) -> Int {
  var count = 0
  var isEscape = false
  for character in text {
    if isEscape {
      isEscape = !character.isLetter
    } else if character == "\u{1B}" {
      isEscape = true
    } else {
      count += character.unicodeScalars.first.map { isWide($0.value) } == true ? 2 : 1
    }
  }
  return count
}

/// Unicode's wide characters (East Asian Width W and F), by their blocks.
private func isWide(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
    0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
    true
  default: false
  }
}
