import FlowSource

// Spaces that look like any other, and that YAML takes for letters: they come with what is copied from a web page.

extension YAMLTree {
  /// The problem of a name or value without quotes that begins with such a space; nil where there is none.
  var foreignSpace: Diagnostic? {
    for node in nodes where node.kind == .scalar && node.style.contains(.plain) {
      if let problem = source.foreignSpace(at: Int(node.start)) { return problem }
    }
    return nil
  }
}

extension SourceFile {
  /// The problem of such spaces at an offset, with the edit that makes ordinary ones of them.
  func foreignSpace(at start: Int) -> Diagnostic? {
    var (end, count, first) = (start, 0, UInt32(0))
    while let space = foreignSpaceCharacter(end) {
      if count == 0 { first = space.scalar }
      end += space.length
      count += 1
    }
    guard count > 0 else { return nil }
    let place = SourceSpan(file: id, start: UInt32(start), end: UInt32(end))
    let name = "U+" + String(repeating: "0", count: first < 0x1000 ? 2 : 0) + String(first, radix: 16, uppercase: true)
    return Diagnostic(
      "U004", .error,
      "this is \(first == 0xA0 ? "a no-break space" : "a space of another kind"), \(name), which YAML takes for a letter",
      at: place, help: "write an ordinary space", edit: Edit(place, String(repeating: " ", count: count)))
  }

  /// U+00A0, U+2000 to U+200A, U+202F and U+3000.
  private func foreignSpaceCharacter(_ index: Int) -> (scalar: UInt32, length: Int)? {
    let found = bytes[min(index, bytes.count)...].prefix(3)
    if found.starts(with: [0xC2, 0xA0]) { return (0xA0, 2) }
    guard found.count == 3, let last = found.last else { return nil }
    if found.starts(with: [0xE3, 0x80]) { return last == 0x80 ? (0x3000, 3) : nil }
    guard found.starts(with: [0xE2, 0x80]), last <= 0x8A || last == 0xAF else { return nil }
    return (0x2000 + UInt32(last) - 0x80, 3)
  }
}
