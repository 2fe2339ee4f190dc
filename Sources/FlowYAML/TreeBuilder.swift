import CYAML
import FlowSource

/// Builds a `YAMLTree` from events. All state is in flat arrays: closing a collection moves its children, which wait on
/// one common stack, to their final place, so the work is linear.
struct TreeBuilder {
  private(set) var problems: [Problem] = []
  /// A problem after which reading on is no use.
  private(set) var isStopped = false
  /// The last quoted scalar of several lines, which is often one with a forgotten quote.
  private(set) var lastQuoted: SourceSpan?

  let source: SourceFile
  let bytes: UnsafeBufferPointer<UInt8>
  let limits: YAMLLimits
  private var isSound = true
  private var root: YAMLNodeID?
  var nodes: ContiguousArray<YAMLNode> = []
  private var links: ContiguousArray<UInt32> = []
  var decoded: [UInt8] = []
  private var frames: ContiguousArray<Frame> = []
  var children: ContiguousArray<UInt32> = []
  private var anchors: [String: Anchor] = [:]
  private var aliasedNodes = 0
  var keys = KeyTable()
  // Stands for a key that was refused; its entry is left out.
  static let refused = UInt32.max

  /// A collection that is still open.
  private struct Frame {
    let node: UInt32
    let firstChild: Int
    let isMapping: Bool
    var end: Int
    // What an alias of this collection adds: nodes, and levels.
    var size = 1
    var height = 1
    let anchor: String?
  }

  private struct Anchor {
    let node: UInt32
    var size = 1
    var height = 0
  }

  /// INVARIANT: `bytes` are those of `source` and outlive the builder.
  init(_ source: SourceFile, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ limits: YAMLLimits) {
    self.source = source
    self.bytes = bytes
    self.limits = limits
    nodes.reserveCapacity((bytes.count - start) / 10 + 8)
    links.reserveCapacity((bytes.count - start) / 10 + 8)
  }

  /// Whether something stands there by its alias.
  var hasAliases: Bool { aliasedNodes > 0 }

  /// The tree; nil where it would not be sound.
  consuming func finish() -> YAMLTree? {
    guard isSound else { return nil }
    return YAMLTree(source: source, root: root, nodes: nodes, links: links, decoded: decoded)
  }

  /// Notes a problem, up to the bound for one file.
  mutating func report(_ problem: Problem) {
    if problems.count + 1 < limits.problems {
      problems.append(problem)
    } else if problems.count < limits.problems {
      problems.append(.last(problem))
    }
  }

  mutating func scalar(_ reader: inout EventReader) {
    let scalar = reader.event.pointee.data.scalar
    var start = reader.start
    let end = reader.end
    if scalar.anchor == nil, scalar.tag != nil, let text = negation(from: start, to: end) {
      return add(append(text), end: Int(text.end), size: 1, height: 0)
    }
    if scalar.anchor != nil || scalar.tag != nil {
      start = content(from: start, to: end)
    }
    let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    var node = YAMLNode(
      start: UInt32(start), end: UInt32(end), first: 0, count: UInt32(text.count), kind: .scalar, style: [])
    var place: Range<Int>?
    switch scalar.style {
    case YAML_PLAIN_SCALAR_STYLE:
      node.style.insert(.plain)
      place = start..<end
    case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE:
      if end - start >= 2 { place = start + 1..<end - 1 }
    default: node.end = UInt32(trimmed(end, from: start))
    }
    if let place, UnsafeBufferPointer(rebasing: bytes[place]).hasSameBytes(as: text) {
      node.style.insert(.verbatim)
      node.first = UInt32(place.lowerBound)
    } else {
      if let place, !node.style.contains(.plain), bytes[place].contains(0x0A) {
        lastQuoted = SourceSpan(file: source.id, start: node.start, end: node.end)
      }
      node.first = UInt32(decoded.count)
      decoded.append(contentsOf: text)
    }
    let id = append(node)
    if let name = scalar.anchor { anchors[String(cString: name)] = Anchor(node: id) }
    // `---` with nothing behind it is an empty document like no text at all.
    if frames.isEmpty, node.style.contains(.plain), text.isEmpty { return }
    add(id, end: Int(node.end), size: 1, height: 0)
  }

  mutating func alias(_ reader: inout EventReader) {
    let (start, end) = (reader.start, reader.end)
    let name = String(cString: reader.event.pointee.data.alias.anchor)
    guard let anchor = anchors[name], !frames.contains(where: { $0.node == anchor.node }) else {
      isSound = false
      report(.unknownAlias(name, start..<end, anchor: anchors[name].map { Int(nodes[Int($0.node)].start) }))
      return add(append(.unknown(at: end)), end: end, size: 1, height: 0)
    }
    aliasedNodes += anchor.size
    if aliasedNodes > limits.aliasedNodes { return stop(.aliasesExpand(start..<end, limit: limits.aliasedNodes)) }
    if frames.count + anchor.height > limits.depth { return stop(.tooDeep(start..<end, limit: limits.depth)) }
    add(anchor.node, end: end, size: anchor.size, height: anchor.height)
  }

  mutating func open(_ kind: YAMLKind, _ reader: inout EventReader) {
    let data = reader.event.pointee.data
    let (anchor, tag, isFlow) =
      kind == .mapping
      ? (data.mapping_start.anchor, data.mapping_start.tag, data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)
      : (data.sequence_start.anchor, data.sequence_start.tag, data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE)
    var start = reader.start
    if anchor != nil || tag != nil { start = content(from: start, to: reader.end) }
    if frames.count >= limits.depth { return stop(.tooDeep(start..<start + 1, limit: limits.depth)) }
    let id = append(
      YAMLNode(
        start: UInt32(start), end: UInt32(start), first: 0, count: 0, kind: kind, style: isFlow ? .flow : []))
    let name = anchor.map { String(cString: $0) }
    if let name { anchors[name] = Anchor(node: id) }
    frames.append(
      Frame(node: id, firstChild: children.count, isMapping: kind == .mapping, end: start, anchor: name))
  }

  mutating func close(_ reader: inout EventReader) {
    guard let frame = frames.popLast() else { return }
    let index = Int(frame.node)
    var end = frame.end
    // Only a bracket has a width; blocks, and pairs without braces, end with their last child.
    if nodes[index].style.contains(.flow) {
      let mark = reader.end
      if mark > reader.start { end = mark }
    }
    if frame.isMapping {
      checkKeys(from: frame.firstChild)
      dropRefusedEntries(from: frame.firstChild)
    }
    nodes[index].end = UInt32(end)
    nodes[index].first = UInt32(links.count)
    nodes[index].count = UInt32(children.count - frame.firstChild)
    links.append(contentsOf: children[frame.firstChild...])
    children.removeLast(children.count - frame.firstChild)
    if let name = frame.anchor, anchors[name]?.node == frame.node {
      anchors[name] = Anchor(node: frame.node, size: frame.size, height: frame.height)
    }
    add(frame.node, end: end, size: frame.size, height: frame.height)
  }

  // MARK: Nodes

  private mutating func append(_ node: YAMLNode) -> UInt32 {
    nodes.append(node)
    return UInt32(nodes.count - 1)
  }

  /// Puts a finished node into the open collection.
  private mutating func add(_ id: UInt32, end: Int, size: Int, height: Int) {
    guard let top = frames.indices.last else {
      root = YAMLNodeID(index: id)
      return
    }
    frames[top].end = max(frames[top].end, end)
    frames[top].size += size
    frames[top].height = max(frames[top].height, height + 1)
    let isKey = frames[top].isMapping && (children.count - frames[top].firstChild).isMultiple(of: 2)
    children.append(isKey && !isUsableKey(id, end: end) ? Self.refused : id)
  }

  private mutating func stop(_ problem: Problem) {
    report(problem)
    isStopped = true
    isSound = false
  }

  /// A text that begins with `!`, which YAML takes for a tag, as it is meant: so that no more is wrong with it than that.
  private mutating func negation(from start: Int, to end: Int) -> YAMLNode? {
    guard start < end, bytes[start] == UInt8(ascii: "!") else { return nil }
    let word = start..<(bytes[start..<end].firstIndex { [0x20, 0x09, 0x0A, 0x0D, 0x2C].contains($0) } ?? end)
    let close = trimmed(end, from: start)
    guard source.isMeantAsText(word), !bytes[start..<close].contains(0x0A) else { return nil }
    report(.tag(word))
    return YAMLNode(
      start: UInt32(start), end: UInt32(close), first: UInt32(start), count: UInt32(close - start), kind: .scalar,
      style: [.plain, .verbatim])
  }

  /// Where a node's content starts behind its anchor and tag; reports the tag.
  private mutating func content(from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      let begin = index
      switch bytes[index] {
      case UInt8(ascii: "&"):
        index += 1
        while index < end, isAnchorByte(bytes[index]) { index += 1 }
      case UInt8(ascii: "!"):
        let close: [UInt8] =
          index + 1 < end && bytes[index + 1] == UInt8(ascii: "<") ? [0x3E] : [0x20, 0x09, 0x0A, 0x0D, 0x2C]
        while index < end, !close.contains(bytes[index]) { index += 1 }
        if close.count == 1, index < end { index += 1 }
        report(.tag(begin..<index))
      case UInt8(ascii: "#"):
        while index < end, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return index
      }
    }
    return end
  }

  private func trimmed(_ end: Int, from start: Int) -> Int {
    var end = end
    while end > start, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
    return end
  }
}

private func isAnchorByte(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
  default: false
  }
}
