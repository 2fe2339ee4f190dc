import FlowExpression

/// What a node of the tree is.
enum SyntaxKind: UInt8 {
  /// The literal `a`.
  case literal
  /// The name `a`; `flag` where it began with a dot.
  case name
  /// The field named `b` of node `a`; the name begins at byte `c`.
  case select
  /// `has()` of the same.
  case test
  /// A call of the function named `a` with the children; the name begins at byte `c`. `flag`: the first child is what the
  /// method is called on.
  case call
  /// An operator, the function with raw value `a`, on the children.
  case operation
  case not, and, or, conditional, list, map
  /// A macro over a range. Children: range, parts. `a`: index of the first variable's name in `variables`, `flag`: two
  /// variables.
  case all, exists, existsOne, filter, transform, transformWhere, transformMap, transformMapWhere
  /// `cel.bind`. Children: value, body; `a` as above.
  case bind
}

/// A node of the flat tree. Its children are `count` entries of `Syntax.children` from `first` on.
struct SyntaxNode {
  var kind: SyntaxKind
  var flag = false
  var start: Int32
  var end: Int32
  var a: Int32 = 0
  var b: Int32 = 0
  var c: Int32 = 0
  var first: Int32 = 0
  var count: Int32 = 0
}

/// A parsed expression: a flat arena, because trees of enums with arrays in them are copied at each step.
struct Syntax {
  var nodes: [SyntaxNode] = []
  var heights: [UInt8] = []
  var children: [Int32] = []
  var literals: [Value] = []
  var names: [String] = []
  /// Names of macro variables, as indices into `names`.
  var variables: [Int32] = []
  var root = 0

  func range(_ node: Int) -> Range<Int> { Int(nodes[node].start)..<Int(nodes[node].end) }

  func child(_ node: Int, _ index: Int) -> Int { Int(children[Int(nodes[node].first) + index]) }

  func childIndices(_ node: Int) -> Range<Int> {
    let first = Int(nodes[node].first)
    return first..<first + Int(nodes[node].count)
  }

  /// The dotted name that a chain of selects on a name spells; nil for any other node.
  func qualifiedName(_ node: Int) -> (name: String, root: Int, parts: Int)? {
    var parts: [String] = []
    var at = node
    while nodes[at].kind == .select {
      parts.append(names[Int(nodes[at].b)])
      at = Int(nodes[at].a)
    }
    guard nodes[at].kind == .name else { return nil }
    let first = names[Int(nodes[at].a)]
    if parts.isEmpty { return (first, at, 1) }
    parts.append(first)
    return (parts.reversed().joined(separator: "."), at, parts.count)
  }
}
