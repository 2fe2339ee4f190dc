public import FlowSource

/// What reads as YAML, and was hardly meant so.
extension YAMLTree {
  /// The warning U015 for a text that ends where a comment begins with a word, as in `page: Title #1`; nil for others.
  public func commentWarning(_ id: YAMLNodeID) -> Diagnostic? {
    guard isPlain(id) else { return nil }
    let end = Int(span(id).end)
    let line = source.lineRange(end)
    let hash = source.firstText(end..<max(end, line.upperBound))
    guard hash > end, hash + 1 < line.upperBound, source.bytes[hash] == UInt8(ascii: "#") else { return nil }
    let next = source.bytes[hash + 1]
    guard next > 0x20, next != UInt8(ascii: "#"), next != UInt8(ascii: "!") else { return nil }
    let place = Span(file: source.id, start: UInt32(hash), end: UInt32(line.upperBound))
    return Diagnostic(
      "U015", .warning, "this is a comment, and no part of the text before it", at: place,
      labels: [Label(span(id), "this is all of the text")],
      help: "put the whole text in quotes; if a comment is meant, write a space behind `#`")
  }

  /// The problem of a value in braces that a comma or a bracket of its own has ended, and where it was meant to end; nil for
  /// others.
  public func splitValue(_ id: YAMLNodeID) -> (problem: Diagnostic, end: UInt32)? {
    let place = span(id)
    guard isPlain(id), place.start < place.end, source.isQuotable(Int(place.start)),
      source.bytes[Int(place.start)..<Int(place.end)].contains(where: { "([".utf8.contains($0) }),
      let end = source.endOfFlowValue(from: Int(place.start)), end > Int(place.end),
      source.bytes[Int(place.end)..<end].contains(UInt8(ascii: ","))
    else { return nil }
    return (FlowYAML.splitValue(Int(place.start)..<end, in: source), UInt32(end))
  }
}
