/// Writes a document in its one form: two spaces a level, one entry a line, at most one empty line between entries; collections
/// in brackets stay so while they fit. Comments, quotes and the order of keys stay.
struct YAMLFormatter {
  private let bytes: [UInt8]
  private let comments: [WrittenComment]
  private let width: Int
  /// Where lines begin.
  private let lines: [Int]
  /// The first comment that is not written yet.
  private var next = 0
  private var output: [UInt8] = []
  private var alignment = YAMLAlignment()

  /// The document in its one form.
  var result: [UInt8] { alignment.aligned(output) }

  init(_ bytes: [UInt8], _ document: WrittenDocument, _ comments: [WrittenComment], width: Int) {
    (self.bytes, self.comments, self.width) = (bytes, comments, width)
    lines = [0] + bytes.indices.lazy.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    output.reserveCapacity(bytes.count + bytes.count / 8)
    if document.hasVersion { output += "%YAML 1.2\n".utf8 }
    if document.isMarked { output += "---\n".utf8 }
    if let root = document.root {
      if root.isFlow || root.children.isEmpty {
        writeComments(before: root.start, indent: 0)
        write(value: root, indent: 0, column: 0)
      } else {
        write(block: root, indent: 0, until: bytes.count)
      }
    }
    writeComments(before: bytes.count, indent: 0)
    if output.last.map({ $0 != 0x0A }) ?? false { output.append(0x0A) }
  }

  // MARK: Blocks

  /// The entries of a block, each on a line of its own; the first one goes on with the line that is begun.
  private mutating func write(block node: WrittenNode, indent: Int, until limit: Int) {
    let isMapping = if case .mapping = node.kind { true } else { false }
    let step = isMapping ? 2 : 1
    for first in stride(from: 0, to: node.children.count, by: step) {
      let start = node.children[first].begin
      let following = first + step < node.children.count ? node.children[first + step].begin : limit
      if first == 0, output.last.map({ $0 != 0x0A }) ?? false {
        // Behind `- `: nothing stands between them.
      } else {
        writeComments(before: start, indent: indent)
        if first + step <= node.children.count { writeCommentsWithin(node.children[first + step - 1], indent: indent) }
        startLine(indent, from: start)
      }
      if isMapping, first + 1 < node.children.count {
        write(key: node.children[first], node.children[first + 1], indent: indent, until: following)
      } else {
        write(element: node.children[first], indent: indent, until: following)
      }
    }
    // What stands below the last entry, as deep as that.
    let column = self.column(of: node.children.first?.begin ?? node.start)
    while next < comments.count, comments[next].start < limit, (comments[next].indent ?? column) >= column {
      writeComment(indent: indent)
    }
  }

  private mutating func write(key: WrittenNode, _ value: WrittenNode, indent: Int, until limit: Int) {
    let start = output.count
    write(inline: key, indent: indent)
    if case .alias = key.kind { output.append(0x20) }
    output.append(UInt8(ascii: ":"))
    if value.isMissing { return }
    let colon = output.count
    write(anchorOf: value)
    if isBlock(value, at: lineLength + 1) {
      write(block: value, indent: indent + 2, startingLineBefore: value.firstBegin, until: limit)
    } else {
      output.append(0x20)
      write(value: value, indent: indent, column: column(of: key.begin))
      // What goes on below stands in no column.
      if !output[start...].contains(0x0A) {
        alignment.values.append(.init(key: start, colon: colon, spaces: spaces(before: value.start)))
      }
    }
  }

  private mutating func write(element: WrittenNode, indent: Int, until limit: Int) {
    output.append(UInt8(ascii: "-"))
    if element.isMissing { return }
    write(anchorOf: element)
    guard isBlock(element, at: lineLength + 1) else {
      output.append(0x20)
      return write(value: element, indent: indent, column: column(of: element.begin))
    }
    if element.anchor != nil {
      write(block: element, indent: indent + 2, startingLineBefore: element.firstBegin, until: limit)
    } else {
      output.append(0x20)
      write(block: element, indent: indent + 2, until: limit)
    }
  }

  private mutating func write(
    block node: WrittenNode, indent: Int, startingLineBefore start: Int, until limit: Int
  ) {
    writeComments(before: start, indent: indent)
    endLine()
    write(block: node, indent: indent, until: limit)
  }

  /// Whether a value takes lines of its own: a block, or what is in brackets and does not fit, or has comments within.
  private func isBlock(_ node: WrittenNode, at column: Int) -> Bool {
    if node.children.isEmpty { return false }
    if !node.isFlow { return true }
    if next < comments.count,
      comments.dropFirst(next).prefix(while: { $0.start < node.end }).contains(where: { $0.start > node.start })
    {
      return true
    }
    return column + flowLength(node) > width
  }

  // MARK: Values in a line

  private mutating func write(value node: WrittenNode, indent: Int, column: Int) {
    if node.isBlockScalar { return write(blockScalar: node, indent: indent, column: column) }
    write(inline: node, indent: indent)
  }

  /// A scalar, an alias, or a collection in brackets.
  private mutating func write(inline node: WrittenNode, indent: Int) {
    switch node.kind {
    case .alias: output += bytes[node.start..<node.end]
    case .scalar(_, let isDoubleQuoted): write(scalar: node, indent: indent, keepsSpaces: isDoubleQuoted)
    case .sequence:
      output.append(UInt8(ascii: "["))
      for (index, element) in node.children.enumerated() {
        if index > 0 { output += ", ".utf8 }
        write(flow: element, indent: indent)
      }
      output.append(UInt8(ascii: "]"))
    case .mapping:
      // A pair in brackets, `[a: b]`, is a mapping without braces.
      let isPair = bytes[node.start] != UInt8(ascii: "{")
      if !isPair { output += (node.children.isEmpty ? "{" : "{ ").utf8 }
      for first in stride(from: 0, to: node.children.count - 1, by: 2) {
        if first > 0 { output += ", ".utf8 }
        let (key, value) = (node.children[first], node.children[first + 1])
        write(flow: key, indent: indent)
        // A word without a colon is a mistake, which is told of as it stands.
        if value.isMissing, isBare(key) { continue }
        if case .alias = key.kind { output.append(0x20) }
        output.append(UInt8(ascii: ":"))
        if value.isMissing {
          // libyaml takes `a:,` for a name.
          if first + 2 < node.children.count { output.append(0x20) }
          continue
        }
        output.append(0x20)
        write(flow: value, indent: indent)
      }
      if !isPair { output += (node.children.isEmpty ? "}" : " }").utf8 }
    }
  }

  private mutating func write(flow node: WrittenNode, indent: Int) {
    if let anchor = node.anchor { output += "&\(anchor) ".utf8 }
    write(inline: node, indent: indent)
  }

  /// Whether no colon stands behind a key in braces.
  private func isBare(_ key: WrittenNode) -> Bool {
    bytes[key.end...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } != UInt8(ascii: ":")
  }

  private mutating func write(anchorOf node: WrittenNode) {
    if let anchor = node.anchor { output += " &\(anchor)".utf8 }
  }

  /// A scalar as it stands. One of several lines goes on below, deeper than its key.
  private mutating func write(scalar node: WrittenNode, indent: Int, keepsSpaces: Bool) {
    let text = bytes[node.start..<node.end]
    guard text.contains(0x0A) else {
      output += text
      return
    }
    for (number, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      var line = line
      if line.last == 0x0D { line.removeLast() }
      if number > 0 { line = line.drop { $0 == 0x20 || $0 == 0x09 } }
      if !keepsSpaces { while line.last == 0x20 || line.last == 0x09 { line.removeLast() } }
      if number > 0 {
        output.append(0x0A)
        if !line.isEmpty { output += repeatElement(0x20, count: indent + 2) }
      }
      output += line
    }
  }

  /// A scalar of `|` or `>`, whose lines move with its key.
  private mutating func write(blockScalar node: WrittenNode, indent: Int, column: Int) {
    var lines = bytes[node.start..<node.end].split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      line.last == 0x0D ? line.dropLast() : line
    }
    let header = lines.removeFirst()
    let digit = header.prefix { $0 != 0x20 && $0 != 0x23 }.first { (0x31...0x39).contains($0) }
    let isFull = { (line: ArraySlice<UInt8>) in line.contains { $0 != 0x20 } }
    let first = lines.first(where: isFull)?.prefix { $0 == 0x20 }.count ?? 0
    let own = digit.map { column + Int($0 - 0x30) } ?? first
    for (index, byte) in header.enumerated() {
      // How deep the text is, is said anew.
      let isDigit = digit == byte && !header.prefix(index).contains(0x20)
      output.append(isDigit ? UInt8(ascii: "2") : byte)
    }
    while output.last == 0x20 { output.removeLast() }
    // The lines behind the last one that says something belong to it where `+` stands in the header.
    let keeps = header.prefix { $0 != 0x20 && $0 != 0x23 }.contains(UInt8(ascii: "+"))
    if !keeps { while let last = lines.last, !isFull(last) { lines.removeLast() } }
    if keeps, lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
      output.append(0x0A)
      let content = line.dropFirst(min(own, line.prefix { $0 == 0x20 }.count))
      if !content.isEmpty { output += repeatElement(0x20, count: indent + 2) + content }
    }
  }

  private func flowLength(_ node: WrittenNode) -> Int {
    let anchor = node.anchor.map { $0.utf8.count + 2 } ?? 0
    if node.children.isEmpty { return anchor + (node.isScalar ? node.end - node.start : 2) }
    // Between two elements stands `, `, between key and value `: `.
    let inner = node.children.reduce(-2) { $0 + flowLength($1) + 2 }
    let isMapping = if case .mapping = node.kind { true } else { false }
    return anchor + inner + (isMapping ? 4 : 2)
  }

  // MARK: Lines and comments

  private var lineLength: Int { output.count - (output.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) }

  private mutating func endLine() { if output.last.map({ $0 != 0x0A }) ?? false { output.append(0x0A) } }

  /// Begins the line of what stands at an offset, below an empty one where there is one.
  private mutating func startLine(_ indent: Int, from offset: Int) {
    endLine()
    if isBelowEmptyLine(offset), output.last == 0x0A, !output.suffix(2).elementsEqual([0x0A, 0x0A]), !opensBlock {
      output.append(0x0A)
    }
    output += repeatElement(0x20, count: indent)
  }

  /// Whether the line before opens a block: no empty line stands below it.
  private var opensBlock: Bool { output.isEmpty || output.dropLast().last == UInt8(ascii: ":") }

  private mutating func writeComments(before offset: Int, indent: Int) {
    while next < comments.count, comments[next].start < offset { writeComment(indent: indent) }
  }

  /// Comments on lines of their own between a key and its value in a line: they go before both.
  private mutating func writeCommentsWithin(_ value: WrittenNode, indent: Int) {
    guard value.isFlow || value.children.isEmpty else { return }
    while next < comments.count, comments[next].start < value.start, comments[next].indent != nil {
      writeComment(indent: indent)
    }
  }

  /// The next comment: on a line of its own, or behind what its line says.
  private mutating func writeComment(indent: Int) {
    let comment = comments[next]
    next += 1
    if comment.indent == nil, !output.isEmpty {
      while output.last == 0x0A || output.last == 0x20 { output.removeLast() }
      alignment.comments.append(.init(start: output.count, spaces: spaces(before: comment.start)))
      output += "  ".utf8 + comment.text
    } else {
      startLine(indent, from: comment.start)
      output += comment.text
    }
    output.append(0x0A)
  }

  private func spaces(before offset: Int) -> Int {
    bytes[..<offset].reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
  }

  private func column(of offset: Int) -> Int {
    offset - lines[line(of: min(offset, bytes.count))]
  }

  /// The number of the line in which a byte stands, from 0.
  private func line(of offset: Int) -> Int {
    var (low, high) = (0, lines.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private func isBelowEmptyLine(_ offset: Int) -> Bool {
    let line = line(of: offset)
    guard line > 0 else { return false }
    return bytes[lines[line - 1]..<lines[line] - 1].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}

extension WrittenNode {
  /// Where it begins: a block with its first entry.
  var begin: Int { !isFlow ? children.first?.begin ?? start : start }
  /// Where what is inside begins.
  var firstBegin: Int { children.first?.begin ?? start }
}
