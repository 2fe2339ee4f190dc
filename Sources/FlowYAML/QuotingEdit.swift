import FlowSource

extension SourceFile {
  /// An edit that puts a value in quotes, from an offset to the end of its line or to a comment; nil where it is not
  /// certain that the value ends there.
  func quoting(from start: Int) -> Edit? {
    let line = lineRange(start)
    var end = line.upperBound
    if isInBrackets(start, line) {
      guard let flowEnd = endOfFlowValue(from: start) else { return nil }
      end = flowEnd
    } else {
      for index in start..<end where bytes[index] == UInt8(ascii: "#") && index > start && bytes[index - 1] <= 0x20 {
        end = index
        break
      }
      if continues(behind: line) { return nil }
    }
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    let value = bytes[start..<end]
    guard !value.isEmpty, value.last != UInt8(ascii: ":") else { return nil }
    let quote: String
    if !value.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      quote = "\""
    } else if !value.contains(UInt8(ascii: "'")) {
      quote = "'"
    } else {
      return nil
    }
    let span = SourceSpan(file: id, start: UInt32(start), end: UInt32(end))
    return Edit(span, quote + text(span) + quote)
  }

  /// Whether a bracket or brace that opens in a line is still open at an offset.
  private func isInBrackets(_ offset: Int, _ line: Range<Int>) -> Bool {
    var depth = 0
    for byte in bytes[line.lowerBound..<offset] {
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
    }
    return depth > 0
  }

  /// Where a value in brackets or braces ends that its author means as one: at a comma or a closing bracket that is not
  /// within brackets or quotes of the value's own; nil where that is not in the same line.
  func endOfFlowValue(from start: Int) -> Int? {
    guard var end = closeOfFlowValue(from: start) else { return nil }
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    return end
  }

  /// The comma or bracket behind it. Nil where a parenthesis of its own stays open: nobody can tell what is meant then.
  private func closeOfFlowValue(from start: Int) -> Int? {
    var (round, square) = (0, 0)
    var quote: UInt8?
    for index in start..<lineRange(start).upperBound {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
      case UInt8(ascii: "("): round += 1
      case UInt8(ascii: ")"): round -= 1
      case UInt8(ascii: "["), UInt8(ascii: "{"): square += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if square == 0 { return round <= 0 ? index : nil }
        square -= 1
      case UInt8(ascii: ","): if round <= 0, square == 0 { return index }
      default: break
      }
    }
    return nil
  }

  /// Whether a value is a plain text, which quotes would hold together.
  func isQuotable(_ start: Int) -> Bool { bytes.indices.contains(start) && !"'\"[{|>&*".utf8.contains(bytes[start]) }

  /// Whether a tag is no more than the start of a text: it is none of YAML's own, and no collection follows.
  func isMeantAsText(_ tag: Range<Int>) -> Bool {
    let behind = bytes[tag.upperBound...].prefix(4096).drop { $0 == 0x20 }
    guard !bytes[tag].starts(with: "!!".utf8), let first = behind.first else {
      return !bytes[tag].starts(with: "!!".utf8)
    }
    if first == UInt8(ascii: "|") || first == UInt8(ascii: ">") {
      // Nothing stands in the line behind the sign of a block text.
      let rest = behind.dropFirst().drop { $0 == 0x20 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
      return rest.first.map { $0 > 0x20 && $0 != UInt8(ascii: "#") } ?? false
    }
    return !"{[*".utf8.contains(first)
  }

  /// An edit that makes a tag and the text behind it one text; nil where it seems to be meant as a tag.
  func quotingTag(_ tag: Range<Int>) -> Edit? { isMeantAsText(tag) ? quoting(from: tag.lowerBound) : nil }

  /// The line around an offset, without its break; of an overlong line, the 4 KiB to each side.
  func lineRange(_ offset: Int) -> Range<Int> {
    let offset = min(offset, bytes.count)
    let before = bytes[max(0, offset - 4096)..<offset]
    let behind = bytes[offset..<min(bytes.count, offset + 4096)]
    let start = before.lastIndex(where: isBreak).map { $0 + 1 } ?? before.startIndex
    return start..<(behind.firstIndex(where: isBreak) ?? behind.endIndex)
  }

  /// The offset of the first byte of a line that is no blank; its end where there is none.
  func firstText(_ line: Range<Int>) -> Int {
    bytes[line].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.upperBound
  }

  /// The offset of the first byte of a line behind the hyphens of its list items.
  func firstKey(_ line: Range<Int>) -> Int {
    var text = firstText(line)
    while text + 1 < line.upperBound, bytes[text] == UInt8(ascii: "-"), bytes[text + 1] == 0x20 {
      text = firstText(text + 1..<line.upperBound)
    }
    return text
  }

  /// Whether the next line that is not empty is indented deeper.
  private func continues(behind line: Range<Int>) -> Bool {
    let behind = bytes[line.upperBound..<min(bytes.count, line.upperBound + 4096)]
    guard let next = behind.firstIndex(where: { $0 > 0x20 }) else { return behind.endIndex < bytes.count }
    return next - lineRange(next).lowerBound > firstKey(line) - line.lowerBound
  }
}

private func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
