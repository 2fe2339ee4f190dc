import FlowSource

extension SourceFile {
  /// An edit that puts a value in quotes, from an offset to the end of its line or to a comment; nil where it is not
  /// certain that the value ends there.
  func quoting(from start: Int) -> Edit? {
    let line = lineRange(start)
    // Inside brackets a value may end earlier.
    if bytes[line.lowerBound..<start].contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }) {
      return nil
    }
    var end = line.upperBound
    for index in start..<end where bytes[index] == UInt8(ascii: "#") && index > start && bytes[index - 1] <= 0x20 {
      end = index
      break
    }
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    let value = bytes[start..<end]
    guard !value.isEmpty, !continues(behind: line), value.last != UInt8(ascii: ":") else { return nil }
    let quote: String
    if !value.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      quote = "\""
    } else if !value.contains(UInt8(ascii: "'")) {
      quote = "'"
    } else {
      return nil
    }
    let span = Span(file: id, start: UInt32(start), end: UInt32(end))
    return Edit(span, quote + text(span) + quote)
  }

  /// An edit that makes a tag and the text behind it one text; nil where it seems to be meant as a tag: it is one of
  /// YAML's own, or a collection follows.
  func quotingTag(_ tag: Range<Int>) -> Edit? {
    let behind = bytes[tag.upperBound...].prefix(4096).first { $0 != 0x20 }
    let isTag = bytes[tag].starts(with: "!!".utf8) || behind.map { "{[|>&*".utf8.contains($0) } ?? false
    return isTag ? nil : quoting(from: tag.lowerBound)
  }

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

  /// Whether the next line that is not empty is indented deeper.
  private func continues(behind line: Range<Int>) -> Bool {
    let behind = bytes[line.upperBound..<min(bytes.count, line.upperBound + 4096)]
    guard let next = behind.firstIndex(where: { $0 > 0x20 }) else { return behind.endIndex < bytes.count }
    return next - lineRange(next).lowerBound > firstText(line) - line.lowerBound
  }
}

private func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
