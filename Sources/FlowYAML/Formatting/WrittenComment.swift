/// A comment: what stands from a `#` to the end of its line.
struct WrittenComment {
  /// Where it begins.
  let start: Int
  /// The text with its `#`, without white space behind it.
  let text: ArraySlice<UInt8>
  /// How many bytes stand before it in its line, where nothing but white space and `-` does; nil: something else does.
  let indent: Int?
}

extension WrittenComment {
  /// All comments of a document: what begins with `#` outside of its scalars.
  static func all(of root: WrittenNode?, in bytes: [UInt8]) -> [WrittenComment] {
    var scalars: [Range<Int>] = []
    func collect(_ node: WrittenNode) {
      if node.children.isEmpty, node.start < node.end, node.isScalar { scalars.append(node.start..<node.end) }
      node.children.forEach(collect)
    }
    if let root { collect(root) }
    var comments: [WrittenComment] = []
    var (offset, next) = (0, 0)
    while offset < bytes.count {
      while next < scalars.count, scalars[next].upperBound <= offset { next += 1 }
      if next < scalars.count, scalars[next].contains(offset) {
        offset = scalars[next].upperBound
      } else if bytes[offset] == UInt8(ascii: "#") {
        let comment = WrittenComment(at: offset, bytes)
        comments.append(comment)
        offset = comment.text.endIndex
      } else {
        offset += 1
      }
    }
    return comments
  }

  private init(at start: Int, _ bytes: [UInt8]) {
    self.start = start
    var end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    while end > start + 1, [0x20, 0x09, 0x0D].contains(bytes[end - 1]) { end -= 1 }
    text = bytes[start..<end]
    let line = bytes[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    // One behind a `-` is about the whole element.
    let before = bytes[line..<start]
    let isOwn = before.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x2D }
    indent = isOwn ? before.prefix { $0 != 0x2D }.count : nil
  }
}
