import CYAML

/// A node as it is written: with its place, its style and its anchor, which the tree of a document leaves out.
struct WrittenNode {
  enum Kind {
    /// Text, as it stands in the source.
    case scalar(isBlock: Bool, isDoubleQuoted: Bool)
    case alias
    case sequence
    /// Keys and values in turn.
    case mapping
  }

  var kind: Kind
  /// Whether it is in brackets or braces.
  var isFlow = false
  /// The anchor, without its `&`.
  var anchor: String?
  /// The first byte of the content, behind the anchor.
  var start: Int
  /// The byte behind the content.
  var end: Int
  var children: [WrittenNode] = []

  var isScalar: Bool { if case .scalar = kind { true } else { false } }
  var isBlockScalar: Bool { if case .scalar(true, _) = kind { true } else { false } }
  /// A value that is left out.
  var isMissing: Bool { isScalar && start == end && anchor == nil }
}

/// A document as it is written.
struct WrittenDocument {
  var root: WrittenNode?
  /// Whether `---` stands before it.
  var isMarked = false
  /// Whether `%YAML 1.2` stands before that.
  var hasVersion = false
}

extension WrittenDocument {
  /// Reads a document that `parseYAML` takes, whose depth is bounded; nil where libyaml stops.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ text: CheckedText) {
    guard var reader = EventReader(bytes, text) else { return nil }
    // The collections that are open, the innermost last.
    var open: [WrittenNode] = []
    while reader.next() {
      let event = reader.event.pointee
      let (start, end) = (reader.start, reader.end)
      var done: WrittenNode?
      switch event.type {
      case YAML_STREAM_END_EVENT, YAML_DOCUMENT_END_EVENT: return
      case YAML_DOCUMENT_START_EVENT:
        isMarked = event.data.document_start.implicit == 0
        hasVersion = event.data.document_start.version_directive != nil
      case YAML_SCALAR_EVENT:
        let scalar = event.data.scalar
        let isBlock = scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE
        done = WrittenNode(
          kind: .scalar(isBlock: isBlock, isDoubleQuoted: scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE),
          anchor: scalar.anchor.map(Self.text), start: start, end: end)
      case YAML_ALIAS_EVENT: done = WrittenNode(kind: .alias, start: start, end: end)
      case YAML_SEQUENCE_START_EVENT:
        let sequence = event.data.sequence_start
        open.append(
          WrittenNode(
            kind: .sequence, isFlow: sequence.style == YAML_FLOW_SEQUENCE_STYLE, anchor: sequence.anchor.map(Self.text),
            start: start, end: end))
      case YAML_MAPPING_START_EVENT:
        let mapping = event.data.mapping_start
        open.append(
          WrittenNode(
            kind: .mapping, isFlow: mapping.style == YAML_FLOW_MAPPING_STYLE, anchor: mapping.anchor.map(Self.text),
            start: start, end: end))
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
        guard var node = open.popLast() else { return nil }
        // The end that libyaml tells of a block lies behind the comments that follow it.
        node.end = node.isFlow ? end : node.children.last?.end ?? end
        done = node
      default: break
      }
      guard var node = done else { continue }
      if let anchor = node.anchor { node.start = Self.behind(anchor, bytes, node) }
      if open.isEmpty { root = node } else { open[open.count - 1].children.append(node) }
    }
    return nil
  }

  private static func text(_ name: UnsafeMutablePointer<UInt8>) -> String { String(cString: name) }

  /// Where the content begins behind an anchor.
  private static func behind(_ anchor: String, _ bytes: UnsafeBufferPointer<UInt8>, _ node: WrittenNode) -> Int {
    if !node.isScalar, !node.isFlow { return node.children.first?.start ?? node.start }
    var offset = min(node.start + 1 + anchor.utf8.count, node.end)
    while offset < node.end, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    return offset
  }
}
