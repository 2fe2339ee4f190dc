/// Columns of values and comments: of entries on lines that follow each other all values stand in one column where their author
/// has aligned one, and so do comments behind them.
struct YAMLAlignment {
  /// A value in the line of its key.
  struct Value {
    /// Where the key begins in the output.
    let key: Int
    /// The byte behind the colon in the output.
    let colon: Int
    /// How many spaces stood behind the colon.
    let spaces: Int
  }

  /// A comment behind what its line says.
  struct Comment {
    /// The two spaces before it in the output.
    let start: Int
    /// How many spaces stood before it.
    let spaces: Int
  }

  var values: [Value] = []
  var comments: [Comment] = []

  /// An output with its columns.
  func aligned(_ output: [UInt8]) -> [UInt8] {
    let isIdle = values.allSatisfy { $0.spaces < 2 } && comments.allSatisfy { $0.spaces <= 2 }
    if isIdle { return output }
    var lines = Self.lines(output, values, comments)
    Self.runs(of: lines) { $0.value.map { $0.key } }.forEach { run in
      let own = run.compactMap { index in lines[index].value.map { (index, $0) } }
      guard own.contains(where: { $0.1.spaces > 1 }), let column = own.map(\.1.colon).max() else { return }
      for (index, value) in own { lines[index].insert(column - value.colon, at: value.colon) }
    }
    Self.runs(of: lines) { $0.comment.map { _ in 0 } }.forEach { run in
      let own = run.compactMap { index in lines[index].comment.map { (index, $0) } }
      guard let column = own.map(\.1.start).max(), let least = own.map(\.1.spaces).min() else { return }
      for (index, comment) in own { lines[index].insert(column - comment.start + max(least, 2) - 2, at: comment.start) }
    }
    return lines.reduce(into: []) { output, line in
      output += line.bytes
      output.append(0x0A)
    }
  }

  private struct Line {
    var bytes: [UInt8]
    /// Places are counted from the line's start.
    var value: Value?
    var comment: Comment?
    /// Whether it is a comment and nothing else.
    var isComment: Bool

    mutating func insert(_ count: Int, at offset: Int) {
      guard count > 0 else { return }
      bytes.insert(contentsOf: repeatElement(0x20, count: count), at: offset)
      if let comment, comment.start >= offset {
        self.comment = Comment(start: comment.start + count, spaces: comment.spaces)
      }
    }
  }

  private static func lines(_ output: [UInt8], _ values: [Value], _ comments: [Comment]) -> [Line] {
    var lines: [Line] = []
    var (start, value, comment) = (0, 0, 0)
    while start < output.count {
      let end = output[start...].firstIndex(of: 0x0A) ?? output.count
      var line = Line(
        bytes: Array(output[start..<end]), isComment: output[start..<end].first { $0 != 0x20 } == UInt8(ascii: "#"))
      if value < values.count, values[value].colon <= end {
        let own = values[value]
        line.value = Value(key: own.key - start, colon: own.colon - start, spaces: own.spaces)
        value += 1
      }
      if comment < comments.count, comments[comment].start <= end {
        line.comment = Comment(start: comments[comment].start - start, spaces: comments[comment].spaces)
        comment += 1
      }
      lines.append(line)
      start = end + 1
    }
    return lines
  }

  /// The lines that have something in common, one below the other; comments between them part none.
  private static func runs(of lines: [Line], by key: (Line) -> Int?) -> [[Int]] {
    var runs: [[Int]] = []
    var (run, common): ([Int], Int?) = ([], nil)
    for (index, line) in lines.enumerated() {
      if line.isComment { continue }
      let own = key(line)
      if own == nil || own != common {
        if !run.isEmpty { runs.append(run) }
        run = []
      }
      if own != nil { run.append(index) }
      common = own
    }
    return run.isEmpty ? runs : runs + [run]
  }
}
