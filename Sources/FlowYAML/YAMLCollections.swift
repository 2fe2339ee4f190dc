/// The entries of a mapping, in the order of the source. Walking them allocates nothing.
public struct YAMLEntries: RandomAccessCollection, Sendable {
  private let tree: YAMLTree
  private let first: Int
  /// The number behind the last entry's.
  public let endIndex: Int
  /// Always 0.
  public var startIndex: Int { 0 }

  init(_ tree: YAMLTree, _ node: YAMLNode) {
    self.tree = tree
    first = Int(node.first)
    endIndex = node.kind == .mapping ? Int(node.count) / 2 : 0
  }

  /// The entry at a position, counted from 0.
  public subscript(position: Int) -> (key: YAMLNodeID, value: YAMLNodeID) {
    precondition(position >= 0 && position < endIndex)
    let link = first + 2 * position
    return (YAMLNodeID(index: tree.links[link]), YAMLNodeID(index: tree.links[link + 1]))
  }
}

/// The elements of a sequence, in the order of the source. Walking them allocates nothing.
public struct YAMLElements: RandomAccessCollection, Sendable {
  private let tree: YAMLTree
  private let first: Int
  /// The number behind the last element's.
  public let endIndex: Int
  /// Always 0.
  public var startIndex: Int { 0 }

  init(_ tree: YAMLTree, _ node: YAMLNode) {
    self.tree = tree
    first = Int(node.first)
    endIndex = node.kind == .sequence ? Int(node.count) : 0
  }

  /// The element at a position, counted from 0.
  public subscript(position: Int) -> YAMLNodeID {
    precondition(position >= 0 && position < endIndex)
    return YAMLNodeID(index: tree.links[first + position])
  }
}
