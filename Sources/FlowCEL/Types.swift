import FlowExpression

/// A type while checking: an index into `Types`.
struct TypeID: Hashable, Sendable {
  let raw: Int32
  init(_ raw: Int32) { self.raw = raw }

  static let dyn = TypeID(0)
  static let null = TypeID(1)
  static let bool = TypeID(2)
  static let int = TypeID(3)
  static let uint = TypeID(4)
  static let double = TypeID(5)
  static let string = TypeID(6)
  static let bytes = TypeID(7)
  static let timestamp = TypeID(8)
  static let duration = TypeID(9)
  static let type = TypeID(10)
  /// The type of what was reported already; fits everywhere, so that one mistake is reported once.
  static let error = TypeID(11)
  /// The type parameters of overloads and types made of them; `Types.instance` puts fresh variables in their place.
  static let a = TypeID(12)
  static let b = TypeID(13)
  static let listOfA = TypeID(14)
  static let mapOfAB = TypeID(15)
  static let listOfString = TypeID(16)
  static let listOfDyn = TypeID(17)
  static let listOfInt = TypeID(18)
  static let listOfUint = TypeID(19)
  static let listOfDouble = TypeID(20)
}

/// The types of one check: a flat arena with unification, as in the CEL specification's type inference.
struct Types {
  private enum Kind: UInt8 { case atom, list, map, variable, record }

  private struct Node {
    var kind: Kind
    /// Element, key, or what a variable is bound to (-1: nothing).
    var a: Int32 = 0
    var b: Int32 = 0
  }

  private var nodes = Types.base
  private var records: [String] = []
  /// Variables bound since the start, with what they were bound to before, to undo a trial.
  private var trail: [(variable: Int32, before: Int32)] = []

  private static let base: [Node] =
    Array(repeating: Node(kind: .atom), count: 14) + [
      Node(kind: .list, a: 12), Node(kind: .map, a: 12, b: 13), Node(kind: .list, a: 6), Node(kind: .list, a: 0),
      Node(kind: .list, a: 3), Node(kind: .list, a: 4), Node(kind: .list, a: 5),
    ]

  private mutating func add(_ node: Node) -> TypeID {
    nodes.append(node)
    return TypeID(Int32(nodes.count - 1))
  }

  mutating func variable() -> TypeID { add(Node(kind: .variable, a: -1)) }
  mutating func list(_ element: TypeID) -> TypeID { add(Node(kind: .list, a: element.raw)) }
  mutating func map(_ key: TypeID, _ value: TypeID) -> TypeID { add(Node(kind: .map, a: key.raw, b: value.raw)) }

  mutating func make(_ type: ValueType) -> TypeID {
    switch type {
    case .dyn: return .dyn
    case .null: return .null
    case .bool: return .bool
    case .int: return .int
    case .uint: return .uint
    case .double: return .double
    case .string: return .string
    case .bytes: return .bytes
    case .timestamp: return .timestamp
    case .duration: return .duration
    case .type: return .type
    case .list(.string): return .listOfString
    case .list(let element): return list(make(element))
    case .map(let key, let value): return map(make(key), make(value))
    case .record(let name):
      records.append(name)
      return add(Node(kind: .record, a: Int32(records.count - 1)))
    }
  }

  /// The type with variables that are bound to nothing as `dyn`.
  func valueType(_ type: TypeID) -> ValueType {
    let type = resolved(type)
    let node = nodes[Int(type.raw)]
    switch node.kind {
    case .list: return .list(valueType(TypeID(node.a)))
    case .map: return .map(valueType(TypeID(node.a)), valueType(TypeID(node.b)))
    case .variable: return .dyn
    case .record: return .record(records[Int(node.a)])
    case .atom:
      switch type {
      case .null: return .null
      case .bool: return .bool
      case .int: return .int
      case .uint: return .uint
      case .double: return .double
      case .string: return .string
      case .bytes: return .bytes
      case .timestamp: return .timestamp
      case .duration: return .duration
      case .type: return .type
      default: return .dyn
      }
    }
  }

  /// Follows bound variables.
  func resolved(_ type: TypeID) -> TypeID {
    var type = type
    while nodes[Int(type.raw)].kind == .variable, nodes[Int(type.raw)].a >= 0 { type = TypeID(nodes[Int(type.raw)].a) }
    return type
  }

  func isVariable(_ type: TypeID) -> Bool { nodes[Int(resolved(type).raw)].kind == .variable }

  /// Whether the type says nothing: `dyn`, or what was reported already.
  func isOpen(_ type: TypeID) -> Bool {
    let type = resolved(type)
    return type == .dyn || type == .error
  }

  /// The element of a list type.
  func element(_ type: TypeID) -> TypeID? {
    let node = nodes[Int(resolved(type).raw)]
    return node.kind == .list ? TypeID(node.a) : nil
  }

  /// Key and value of a map type.
  func entry(_ type: TypeID) -> (key: TypeID, value: TypeID)? {
    let node = nodes[Int(resolved(type).raw)]
    return node.kind == .map ? (TypeID(node.a), TypeID(node.b)) : nil
  }

  // MARK: Unification

  /// A point to come back to.
  var mark: Int { trail.count }

  /// Undoes all bindings since the mark.
  mutating func undo(to mark: Int) {
    while trail.count > mark, let last = trail.popLast() { nodes[Int(last.variable)].a = last.before }
  }

  private mutating func bind(_ variable: TypeID, _ type: TypeID) {
    trail.append((variable.raw, nodes[Int(variable.raw)].a))
    nodes[Int(variable.raw)].a = type.raw
  }

  /// Whether a value of type `given` may stand where `wanted` is; binds variables to make it so.
  mutating func assign(_ wanted: TypeID, _ given: TypeID) -> Bool {
    // The last variable of a chain, so that a variable bound to `int` may widen to `dyn`.
    var variable = wanted
    while nodes[Int(variable.raw)].kind == .variable, nodes[Int(variable.raw)].a >= 0,
      nodes[Int(nodes[Int(variable.raw)].a)].kind == .variable
    {
      variable = TypeID(nodes[Int(variable.raw)].a)
    }
    let (left, right) = (resolved(wanted), resolved(given))
    if left == right || right == .error || left == .error { return true }
    if nodes[Int(right.raw)].kind == .variable {
      if occurs(right, in: left) { return false }
      bind(right, left)
      return true
    }
    if nodes[Int(left.raw)].kind == .variable {
      if occurs(left, in: right) { return false }
      bind(left, right)
      return true
    }
    guard compatible(left, right) else { return false }
    if nodes[Int(variable.raw)].kind == .variable {
      let wider = mostGeneral(left, right)
      if wider != left { bind(variable, wider) }
    }
    return true
  }

  private mutating func compatible(_ left: TypeID, _ right: TypeID) -> Bool {
    if left == .dyn || right == .dyn { return true }
    let (l, r) = (nodes[Int(left.raw)], nodes[Int(right.raw)])
    guard l.kind == r.kind else { return false }
    switch l.kind {
    case .list: return assign(TypeID(l.a), TypeID(r.a))
    case .map: return assign(TypeID(l.a), TypeID(r.a)) && assign(TypeID(l.b), TypeID(r.b))
    case .record: return sameBytes(records[Int(l.a)], records[Int(r.a)])
    case .atom, .variable: return false
    }
  }

  private func occurs(_ variable: TypeID, in type: TypeID) -> Bool {
    let type = resolved(type)
    if type == variable { return true }
    let node = nodes[Int(type.raw)]
    switch node.kind {
    case .list: return occurs(variable, in: TypeID(node.a))
    case .map: return occurs(variable, in: TypeID(node.a)) || occurs(variable, in: TypeID(node.b))
    default: return false
    }
  }

  /// Of two types that fit each other the one that says less.
  func mostGeneral(_ left: TypeID, _ right: TypeID) -> TypeID { saysLess(left, right) ? left : right }

  private func saysLess(_ left: TypeID, _ right: TypeID) -> Bool {
    let (left, right) = (resolved(left), resolved(right))
    let (l, r) = (nodes[Int(left.raw)], nodes[Int(right.raw)])
    if left == .dyn || l.kind == .variable { return true }
    if right == .dyn || r.kind == .variable { return false }
    guard l.kind == r.kind else { return false }
    switch l.kind {
    case .list: return saysLess(TypeID(l.a), TypeID(r.a))
    case .map: return saysLess(TypeID(l.a), TypeID(r.a)) && saysLess(TypeID(l.b), TypeID(r.b))
    default: return left == right
    }
  }

  /// Whether two types are the same, variables apart.
  func isSame(_ left: TypeID, _ right: TypeID) -> Bool {
    let (left, right) = (resolved(left), resolved(right))
    if left == right { return true }
    let (l, r) = (nodes[Int(left.raw)], nodes[Int(right.raw)])
    guard l.kind == r.kind else { return false }
    switch l.kind {
    case .list: return isSame(TypeID(l.a), TypeID(r.a))
    case .map: return isSame(TypeID(l.a), TypeID(r.a)) && isSame(TypeID(l.b), TypeID(r.b))
    default: return false
    }
  }

  /// The type of elements that are of the one type and the other.
  mutating func join(_ left: TypeID, _ right: TypeID) -> TypeID {
    let mark = mark
    if assign(left, right) { return mostGeneral(left, right) }
    undo(to: mark)
    return .dyn
  }

  /// An overload's type with variables in place of its parameters.
  mutating func instance(_ type: TypeID, _ a: TypeID, _ b: TypeID) -> TypeID {
    switch type {
    case .a: a
    case .b: b
    case .listOfA: list(a)
    case .mapOfAB: map(a, b)
    default: type
    }
  }
}
