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
    case .operation
    where at.count == 2 && [Function.equal, .notEqual].contains { at.a == Int32($0.rawValue) }
      && syntax.childIndices(node).allSatisfy { facts.isBool[Int(syntax.children[$0])] }:
      let parts = parts
      let same = Logic.same(parts[0], parts[1])
      self = at.a == Int32(Function.equal.rawValue) ? same : .not(same)
    default: self = .unknown
    }
  }
}
