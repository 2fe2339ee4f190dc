/// The names in single braces within some words, such as `{code}`: what other template languages show values by.
struct SingleBraces: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private let range: Range<Int>
  private var at: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) { (self.bytes, self.range, at) = (bytes, range, range.lowerBound) }

  mutating func next() -> (name: String, range: Range<Int>)? {
    while at < range.upperBound {
      let start = at
      at += 1
      guard bytes[start] == UInt8(ascii: "{"), start == range.lowerBound || bytes[start - 1] != UInt8(ascii: "{"),
        let end = bytes[at..<range.upperBound].firstIndex(where: { !Self.isOfName($0) }),
        bytes[end] == UInt8(ascii: "}"), end + 1 == range.upperBound || bytes[end + 1] != UInt8(ascii: "}")
      else { continue }
      let name = String(decoding: bytes[at..<end].filter { $0 != 0x20 }, as: UTF8.self)
      at = end + 1
      // `${code}` and `%{code}` are meant so as well.
      let isMarked = start > range.lowerBound && "$%#".utf8.contains(bytes[start - 1])
      return (name, (isMarked ? start - 1 : start)..<at)
    }
    return nil
  }

  private static func isOfName(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || " .-_".utf8.contains(byte) }
}

extension ArraySlice<UInt8> {
  /// Each `}}` that closes nothing, with the `{ name ` before it where there is one.
  var strayBraces: [(name: String?, range: Range<Int>)] {
    var found: [(name: String?, range: Range<Int>)] = []
    var at = startIndex
    while at + 1 < endIndex {
      guard self[at] == UInt8(ascii: "}"), self[at + 1] == UInt8(ascii: "}") else {
        at += 1
        continue
      }
      let before = self[..<at].reversed().prefix { $0.isLetter || $0.isDigit || " .-_".utf8.contains($0) }.count
      let start = at - before - 1
      let isOpened = start >= startIndex && self[start] == UInt8(ascii: "{") && before > 0
      let name = isOpened ? String(decoding: self[(start + 1)..<at].filter { $0 != 0x20 }, as: UTF8.self) : nil
      found.append((name, (isOpened ? start : at)..<at + 2))
      at += 2
      while at < endIndex, self[at] == UInt8(ascii: "}") { at += 1 }
    }
    return found
  }

  /// Each `{% … %}` and `{# … #}` on one line: tags and comments of other template languages.
  var foreignTags: [(isComment: Bool, range: Range<Int>)] {
    var found: [(isComment: Bool, range: Range<Int>)] = []
    for sign in [UInt8(ascii: "%"), UInt8(ascii: "#")] {
      var open: Int?
      var last: UInt8 = 0
      for (at, byte) in zip(indices, self) {
        if last == UInt8(ascii: "{"), byte == sign, open == nil {
          open = at - 1
        } else if let start = open, last == sign, byte == UInt8(ascii: "}"), at - start > 2 {
          found.append((sign == UInt8(ascii: "#"), start..<at + 1))
          open = nil
        } else if byte == 0x0A {
          open = nil
        }
        last = byte
      }
    }
    return found
  }
}
