import FlowExpression

extension Logic {
  /// The logic of an expression's tree.
  init(_ syntax: Syntax, _ facts: Facts) { self.init(syntax, facts, syntax.root) }

  private init(_ syntax: Syntax, _ facts: Facts, _ node: Int) {
    let at = syntax.nodes[node]
    var parts: [Logic] {
      syntax.childIndices(node).map { Logic(syntax, facts, Int(syntax.children[$0])) }
    }
    switch at.kind {
    case .literal:
      if case .bool(let value) = syntax.literals[Int(at.a)] { self = .constant(value) } else { self = .unknown }
    case .name, .select:
      if case .slot(let slot) = facts.resolutions[node], facts.isBool[node] {
        self = .slot(Int(slot))
      } else {
        self = .unknown
      }
    case .test:
      if case .slot(let slot) = facts.resolutions[node] { self = .isSet(Int(slot)) } else { self = .unknown }
    case .not: self = .not(Logic(syntax, facts, syntax.child(node, 0)))
    case .and: self = .all(parts)
    case .or: self = .any(parts)
    case .conditional:
      let parts = parts
      self = .either(parts[0], parts[1], parts[2])
    case .operation where at.count == 2 && [Function.equal, .notEqual].contains { at.a == Int32($0.rawValue) }:
      let (left, right) = (syntax.child(node, 0), syntax.child(node, 1))
      let same: Logic
      if facts.isBool[left], facts.isBool[right] {
        let parts = parts
        same = .same(parts[0], parts[1])
      } else if let text = Self.text(left, right, syntax, facts) ?? Self.text(right, left, syntax, facts) {
        same = text
      } else {
        self = .unknown
        return
      }
      self = at.a == Int32(Function.equal.rawValue) ? same : .not(same)
    default: self = .unknown
    }
  }

  /// What a node and another one say of a slot, where the one reads it and the other is a text.
  private static func text(_ node: Int, _ other: Int, _ syntax: Syntax, _ facts: Facts) -> Logic? {
    guard [.name, .select].contains(syntax.nodes[node].kind), case .slot(let slot) = facts.resolutions[node],
      syntax.nodes[other].kind == .literal, case .string(let text) = syntax.literals[Int(syntax.nodes[other].a)]
    else { return nil }
    return .holds(Int(slot), text)
  }
}
