public import FlowSource

/// What reads as YAML, and was hardly meant so.
extension YAMLTree {
  /// The warning U015 for a text that ends where a comment begins with a word, as in `page: Title #1`; nil for others.
  public func commentWarning(_ id: YAMLNodeID) -> Diagnostic? {
    guard isPlain(id) else { return nil }
    let end = Int(span(id).end)
    let hash = source.firstText(min(end, source.bytes.count)..<source.bytes.count)
    guard hash > end, hash < source.bytes.count, source.bytes[hash] == UInt8(ascii: "#"),
      case let line = source.lineRange(end), hash + 1 < line.upperBound
    else { return nil }
    let next = source.bytes[hash + 1]
    guard next > 0x20, next != UInt8(ascii: "#"), next != UInt8(ascii: "!") else { return nil }
    let place = SourceSpan(file: source.id, start: UInt32(hash), end: UInt32(line.upperBound))
    return Diagnostic(
      "U015", .warning, "this is a comment, and no part of the text before it", at: place,
      labels: [Label(span(id), "this is all of the text")],
      help: "put the whole text in quotes; if a comment is meant, write a space behind `#`")
  }

  /// The comment that stands where a value should, as in `page: #1`, and the edit that makes a text of it; nil where there
  /// is a value, or nothing.
  public func commentForValue(_ id: YAMLNodeID) -> Edit? {
    let place = span(id)
    guard isPlain(id), place.start == place.end else { return nil }
    let start = Int(place.start)
    let line = source.lineRange(start)
    let hash = source.firstText(start..<max(start, line.upperBound))
    guard hash + 1 < line.upperBound, source.bytes[hash] == UInt8(ascii: "#"), source.bytes[hash + 1] > 0x20 else {
      return nil
    }
    let text = source.text(SourceSpan(file: source.id, start: UInt32(hash), end: UInt32(line.upperBound)))
    let comment = String(text.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
    guard !comment.contains("\""), !comment.contains("\\") else { return nil }
    let end = UInt32(hash + comment.utf8.count)
    return Edit(SourceSpan(file: source.id, start: UInt32(hash), end: end), "\"\(comment)\"")
  }

  /// Whether a key in braces stands without a colon and without a value, as behind a comma that belongs to the text before.
  public func isBare(_ entry: (key: YAMLNodeID, value: YAMLNodeID)) -> Bool {
    guard isPlain(entry.key), isPlain(entry.value), text(entry.value).isEmpty else { return false }
    let end = Int(span(entry.key).end)
    let next = source.bytes[min(end, source.bytes.count)...].prefix(4096).first { $0 != 0x20 }
    return next == UInt8(ascii: ",") || next == UInt8(ascii: "}")
  }

  /// Whether a scalar is all that its line has, behind hyphens of lists.
  public func isAloneInLine(_ id: YAMLNodeID) -> Bool {
    let place = span(id)
    let line = source.lineRange(Int(place.start))
    return source.firstKey(line) == Int(place.start) && source.lineRange(Int(place.end)) == line
  }

  /// The problem of a value in braces that a comma or a bracket of its own has ended, and where it was meant to end; nil for
  /// others.
  public func splitValue(_ id: YAMLNodeID) -> (problem: Diagnostic, end: UInt32)? {
    let place = span(id)
    guard isPlain(id), place.start < place.end, source.isQuotable(Int(place.start)),
      source.bytes[Int(place.start)..<Int(place.end)].contains(where: {
        $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[")
      }),
      let end = source.endOfFlowValue(from: Int(place.start)), end > Int(place.end),
      source.bytes[Int(place.end)..<end].contains(UInt8(ascii: ","))
    else { return nil }
    return (FlowYAML.splitValue(Int(place.start)..<end, in: source), UInt32(end))
  }
}
