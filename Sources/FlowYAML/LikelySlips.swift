import FlowSource

/// Slips that libyaml notices only later, at a line that has nothing wrong.
extension SyntaxScene {
  /// A line that is indented less than those around it, so that one of those behind it belongs to nothing.
  var dedentedLine: Diagnostic? {
    let here = indentation(line)
    guard let dip = lineAbove(line, upTo: here), indentation(dip) < here,
      let before = lineAbove(dip, upTo: here), indentation(before) == here
    else { return nil }
    return problem(
      "this line is indented less than the lines before and behind it", at: restOfLine(source.firstText(dip)),
      labels: [Label(restOfLine(source.firstText(line)), "so this line belongs to nothing")],
      help: "indent it by \(here) spaces as they are, or indent the lines behind it like what they belong to")
  }

  /// A key whose colon, or the space behind it, is missing: YAML takes its line and the next for one text.
  var missingColon: Diagnostic? {
    guard let above = lineAbove(line) else { return nil }
    if let opener = lineAbove(above) {
      guard indentation(opener) < indentation(above), lastByte(opener) == UInt8(ascii: ":") else { return nil }
    }
    let start = source.firstKey(above)
    let key = start..<(source.bytes[start..<above.upperBound].firstIndex { !isKeyByte($0) } ?? above.upperBound)
    guard !key.isEmpty else { return nil }
    let next = key.upperBound < above.upperBound ? source.bytes[key.upperBound] : 0x20
    if next == UInt8(ascii: ":") {
      guard key.upperBound + 1 < above.upperBound, source.bytes[key.upperBound + 1] > 0x20 else { return nil }
      return problem(
        "a space is missing behind this colon", at: span(key.lowerBound..<key.upperBound + 1), labels: [],
        help: "write `: `", edit: insertion(" ", at: key.upperBound + 1))
    }
    guard next <= 0x20 else { return nil }
    return problem(
      "a colon is missing behind `\(shortened(source.text(span(key))))`", at: span(key), labels: [],
      help: "write `key: value`", edit: insertion(":", at: key.upperBound))
  }

  /// A space that YAML takes for a letter, where a space has a meaning: in front of a line, or behind a colon or a hyphen.
  var misleadingSpace: Diagnostic? {
    for line in [lineAbove(line), line].compactMap({ $0 }) {
      var isMeant = true
      var index = line.lowerBound
      while index < line.upperBound {
        let byte = source.bytes[index]
        if isMeant, let problem = source.foreignSpace(at: index) { return problem }
        if byte != 0x20 { isMeant = byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-") }
        index += 1
      }
    }
    return nil
  }

  /// The word before an offset that a value begins with, where that is the `!` of a negation: `!member && …`.
  func negatedName(before offset: Int) -> Range<Int>? {
    guard line.contains(offset) else { return nil }
    var end = offset
    while end > line.lowerBound, source.bytes[end - 1] == 0x20 { end -= 1 }
    let head = source.bytes[line.lowerBound..<end]
    let start = head.lastIndex { $0 == 0x20 || $0 == UInt8(ascii: "[") }.map { $0 + 1 } ?? line.lowerBound
    guard start < end, source.bytes[start] == UInt8(ascii: "!"), source.isMeantAsText(start..<end) else { return nil }
    return start..<end
  }

  /// The brace or bracket that a line opens before the place and does not close.
  var openBracket: Int? {
    var open: [Int] = []
    for index in line.lowerBound..<min(place, line.upperBound) {
      switch source.bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(index)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      default: break
      }
    }
    return open.last { source.bytes[$0] == UInt8(ascii: "{") }
  }

  /// A value in braces in which a second colon stands, at the place: `label: Kind: of membership`.
  func valueWithColon(inside open: Int) -> Range<Int>? {
    guard line.contains(open), open < place, byte == UInt8(ascii: ":") else { return nil }
    let head = source.bytes[(open + 1)..<place]
    guard
      let colon = head.indices.last(where: { head[$0] == UInt8(ascii: ":") && $0 + 1 < place && head[$0 + 1] == 0x20 }),
      case let start = source.firstText(colon + 1..<line.upperBound), start < place, source.isQuotable(start),
      !source.bytes[start..<place].contains(where: { ",{}[]\"".utf8.contains($0) }),
      let end = source.endOfFlowValue(from: start), end > place
    else { return nil }
    return start..<end
  }

  /// The value in braces around the place that a comma, a bracket or a quote of its own has ended.
  func splitValue(inside open: Int) -> Range<Int>? {
    guard line.contains(open), open < place else { return nil }
    var index = open + 1
    var value: Int?
    while index < place {
      let byte = source.bytes[index]
      if let start = value {
        guard let end = source.endOfFlowValue(from: start) else { return nil }
        if end > place {
          let isSplit = source.bytes[start..<end].contains { "([,".utf8.contains($0) }
          return isSplit && source.isQuotable(start) ? start..<end : nil
        }
        index = end
        value = nil
      } else if byte == UInt8(ascii: ":"), index + 1 < place, source.bytes[index + 1] == 0x20 {
        value = source.firstText(index + 1..<line.upperBound)
      } else {
        index += 1
      }
    }
    return nil
  }

  // MARK: Lines

  /// The nearest line above with some text that is no comment; of lines indented deeper than `limit` none.
  private func lineAbove(_ line: Range<Int>, upTo limit: Int = .max) -> Range<Int>? {
    var start = line.lowerBound
    while start > 0 {
      let above = source.lineRange(start - 1)
      let text = source.firstText(above)
      if text < above.upperBound, source.bytes[text] != UInt8(ascii: "#"), text - above.lowerBound <= limit {
        return above
      }
      start = min(above.lowerBound, start - 1)
    }
    return nil
  }

  private func indentation(_ line: Range<Int>) -> Int { source.firstText(line) - line.lowerBound }

  private func lastByte(_ line: Range<Int>) -> UInt8? { source.bytes[line].last { $0 > 0x20 } }

  private func isKeyByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }
}
