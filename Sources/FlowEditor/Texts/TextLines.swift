package import FlowJSON
package import FlowSource

/// A place as editors count it: lines from 0, and UTF-16 units from 0 within a line.
package struct TextPosition: Hashable, Comparable, Sendable {
  package var line: Int
  package var character: Int

  package init(line: Int, character: Int) { (self.line, self.character) = (line, character) }

  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }

  /// The position of a message; nil where it is none.
  package init?(_ json: JSON?) {
    guard let line = json?["line"]?.int, let character = json?["character"]?.int, line >= 0, character >= 0 else {
      return nil
    }
    self.init(line: Int(clamping: line), character: Int(clamping: character))
  }

  package var json: JSON { ["line": .int(Int64(line)), "character": .int(Int64(character))] }
}

/// A range as editors count it.
package struct TextRange: Hashable, Sendable {
  package var start: TextPosition
  package var end: TextPosition

  /// The range of a message; nil where it is none.
  package init?(_ json: JSON?) {
    guard let start = TextPosition(json?["start"]), let end = TextPosition(json?["end"]), start <= end else {
      return nil
    }
    (self.start, self.end) = (start, end)
  }

  package init(_ start: TextPosition, _ end: TextPosition) { (self.start, self.end) = (start, end) }

  package var json: JSON { ["start": start.json, "end": end.json] }

  /// Whether two ranges touch.
  func touches(_ other: TextRange) -> Bool { start <= other.end && other.start <= end }
}

/// Turns offsets of bytes into places of editors and back. A line ends with LF, CR LF or CR, as in the protocol.
package struct TextLines: Sendable {
  package let bytes: [UInt8]
  /// The offset of each line's first byte.
  private let starts: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    bytes.withUnsafeBufferPointer { buffer in
      for offset in buffer.indices where buffer[offset] == 0x0A || buffer[offset] == 0x0D {
        let isHalf = buffer[offset] == 0x0D && offset + 1 < buffer.count && buffer[offset + 1] == 0x0A
        if !isHalf { starts.append(offset + 1) }
      }
    }
    self.starts = starts
  }

  /// The bytes of a line without its end.
  package func line(_ number: Int) -> Range<Int> {
    guard starts.indices.contains(number) else { return bytes.count..<bytes.count }
    var end = number + 1 < starts.count ? starts[number + 1] : bytes.count
    while end > starts[number], bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return starts[number]..<end
  }

  /// The place of an offset; one within a character is taken for that character's start.
  package func position(_ offset: Int) -> TextPosition {
    let offset = min(max(0, offset), bytes.count)
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let end = min(offset, line(low).upperBound)
    return TextPosition(line: low, character: units(starts[low]..<end))
  }

  /// The offset of a place; what lies behind the end of a line or of the text is taken for that end.
  package func offset(_ position: TextPosition) -> Int {
    if position.line >= starts.count { return bytes.count }
    let range = line(position.line)
    var (offset, left) = (range.lowerBound, position.character)
    while offset < range.upperBound, left > 0 {
      let next = character(offset, range.upperBound)
      // The second half of a pair has no place of its own.
      if next.units > left { break }
      (offset, left) = (offset + next.bytes, left - next.units)
    }
    return offset
  }

  package func range(_ span: SourceSpan) -> TextRange {
    TextRange(position(Int(span.start)), position(Int(span.end)))
  }

  private func units(_ range: Range<Int>) -> Int {
    var (offset, count) = (range.lowerBound, 0)
    while offset < range.upperBound {
      let next = character(offset, bytes.count)
      if offset + next.bytes > range.upperBound { break }
      (offset, count) = (offset + next.bytes, count + next.units)
    }
    return count
  }

  /// How long the character at an offset is; a byte that begins none is one by itself.
  private func character(_ offset: Int, _ end: Int) -> (bytes: Int, units: Int) {
    let (length, units) =
      switch bytes[offset] {
      case 0xC2...0xDF: (2, 1)
      case 0xE0...0xEF: (3, 1)
      case 0xF0...0xF4: (4, 2)
      default: (1, 1)
      }
    return (min(length, end - offset), units)
  }
}
