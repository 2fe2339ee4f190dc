public import FlowSource
import Glibc

/// The number of a node in the `YAMLTree` that handed it out. An alias has no node of its own: it is the anchored node.
public struct YAMLNodeID: Hashable, Sendable {
  /// The node's place in its tree's arena.
  public let index: UInt32
}

/// What a node is made of.
public enum YAMLKind: UInt8, Sendable {
  case scalar, sequence, mapping
}

/// One node of the arena: for a scalar, `first` and `count` are a byte range of its text; for a collection, a range of
/// `YAMLTree.links`, where a mapping has its keys and values in turn.
struct YAMLNode {
  var start: UInt32
  var end: UInt32
  var first: UInt32
  var count: UInt32
  var kind: YAMLKind
  var style: Style

  /// Stands for what an alias without anchor means; a tree with one is never handed out.
  static func unknown(at offset: Int) -> YAMLNode {
    YAMLNode(start: UInt32(offset), end: UInt32(offset), first: 0, count: 0, kind: .scalar, style: [])
  }

  struct Style: OptionSet {
    let rawValue: UInt8
    /// A scalar without quotes, and no block scalar.
    static let plain = Style(rawValue: 1)
    /// A collection in brackets or braces, or a pair `a: b` inside brackets.
    static let flow = Style(rawValue: 2)
    /// The text stands in the source byte for byte; `first` counts from the source's start.
    static let verbatim = Style(rawValue: 4)
  }
}

/// A YAML document as a flat arena: immutable and `Sendable`, with no object per node.
///
/// Node numbers are to be used with the tree that handed them out only. Aliases make it a graph without cycles, whose
/// depth and whose size when walked as a tree are bounded (`YAMLLimits`).
public final class YAMLTree: Sendable {
  /// The file the tree was read from; spans point into it.
  public let source: SourceFile
  /// The document's node; nil where the file holds nothing but comments and white space.
  public let root: YAMLNodeID?
  let nodes: ContiguousArray<YAMLNode>
  let links: ContiguousArray<UInt32>
  /// The texts that do not stand in the source as they are: with escapes, folded lines, or block scalars.
  let decoded: [UInt8]

  init(
    source: SourceFile, root: YAMLNodeID?, nodes: ContiguousArray<YAMLNode>, links: ContiguousArray<UInt32>,
    decoded: [UInt8]
  ) {
    self.source = source
    self.root = root
    self.nodes = nodes
    self.links = links
    self.decoded = decoded
  }

  /// Whether the node is a scalar, a sequence or a mapping.
  public func kind(_ id: YAMLNodeID) -> YAMLKind { node(id).kind }

  /// Where the node stands: a scalar with its quotes, a collection from the first to the last byte of its content;
  /// without its anchor. A value that is missing has an empty span where it would stand.
  public func span(_ id: YAMLNodeID) -> SourceSpan {
    let node = node(id)
    return SourceSpan(file: source.id, start: node.start, end: node.end)
  }

  /// A scalar's text, unescaped and unfolded; empty for collections.
  public func text(_ id: YAMLNodeID) -> String {
    withBytes(id) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the node is a scalar without quotes that is no block scalar: only those can be numbers, booleans, null.
  public func isPlain(_ id: YAMLNodeID) -> Bool { node(id).style.contains(.plain) }

  /// Whether the node is a collection written in brackets or braces.
  public func isFlow(_ id: YAMLNodeID) -> Bool { node(id).style.contains(.flow) }

  /// Where a scalar's text stands in the source byte for byte, inside its quotes, so that an offset into the text can be
  /// mapped to the source; nil where there are escapes, several lines, or no scalar at all.
  public func textSpan(_ id: YAMLNodeID) -> SourceSpan? {
    let node = node(id)
    guard node.style.contains(.verbatim) else { return nil }
    return SourceSpan(file: source.id, start: node.first, end: node.first + node.count)
  }

  /// Whether the node is a scalar with exactly this text, compared byte by byte without decoding it.
  public func equals(_ id: YAMLNodeID, _ text: StaticString) -> Bool {
    guard text.hasPointerRepresentation, node(id).kind == .scalar else { return false }
    return withBytes(id) { bytes in
      bytes.count == text.utf8CodeUnitCount
        && (bytes.baseAddress.map { memcmp($0, text.utf8Start, bytes.count) == 0 } ?? true)
    }
  }

  /// How many entries a mapping has, or elements a sequence; 0 for a scalar.
  public func count(_ id: YAMLNodeID) -> Int {
    let node = node(id)
    switch node.kind {
    case .scalar: return 0
    case .sequence: return Int(node.count)
    case .mapping: return Int(node.count) / 2
    }
  }

  /// A mapping's entries in the order of the source, equal keys included; empty for other nodes.
  public func entries(_ id: YAMLNodeID) -> YAMLEntries { YAMLEntries(self, node(id)) }

  /// A sequence's elements; empty for other nodes.
  public func elements(_ id: YAMLNodeID) -> YAMLElements { YAMLElements(self, node(id)) }

  /// Runs `body` on a scalar's text as bytes; on none for a collection.
  func withBytes<Result>(_ id: YAMLNodeID, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let node = node(id)
    guard node.kind == .scalar else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    let range = Int(node.first)..<Int(node.first) + Int(node.count)
    let store = node.style.contains(.verbatim) ? source.bytes : decoded
    return store.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  private func node(_ id: YAMLNodeID) -> YAMLNode { nodes[Int(id.index)] }
}
