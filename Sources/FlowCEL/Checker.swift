import FlowExpression

/// What the checker has found out about a node.
enum Resolution {
  /// Nothing: what the node is says all.
  case none
  case slot(Int32)
  /// A macro's variable; for a macro itself the first of its variables.
  case local(Int32)
  /// An entry of `Facts.constants`.
  case constant(Int32)
  case function(Function)
  /// The same, where what stands before the dot is the function's name space and no value.
  case namespaced(Function)
  /// Running the node fails.
  case fails(EvaluationError.Kind)
}

/// What the checker hands on.
struct Facts {
  /// By node.
  var resolutions: [Resolution]
  /// Nodes that surely give a bool.
  var isBool: [Bool]
  var constants: [Value] = []
  /// Regular expressions given as literals, by the literal's node.
  var patterns: [Int: LinearPattern] = [:]
}

/// Resolves names and infers types (CEL language definition, "Gradual type checking").
struct Checker {
  let syntax: Syntax
  /// What `syntax` was read from.
  let text: String
  let environment: ExpressionEnvironment
  /// Without it nothing is a problem; what is wrong fails when it runs.
  let checked: Bool
  var types = Types()
  var facts: Facts
  var problems: [ExpressionProblem] = []
  var patternCount = 0
  /// Where a name with hyphens stands that has been told: what its parts seem to be is no further problem.
  var hyphenated: [Range<Int>] = []
  var scope: [(name: Int32, type: TypeID, local: Int32)] = []

  init(_ syntax: Syntax, of text: String, _ environment: ExpressionEnvironment, checked: Bool) {
    self.syntax = syntax
    self.text = text
    self.environment = environment
    self.checked = checked
    facts = Facts(
      resolutions: Array(repeating: .none, count: syntax.nodes.count),
      isBool: Array(repeating: false, count: syntax.nodes.count))
  }

  /// Checks the whole expression and gives its type.
  mutating func check(expecting: ValueType?) -> ValueType {
    let type = check(syntax.root)
    if let expecting, !types.assign(types.make(expecting), type) {
      report(
        .type, syntax.range(syntax.root), "\(expecting) should stand here, this is \(types.valueType(type))",
        help: expecting == .bool ? "compare it with something, as in `x == y`" : nil, about: slots([syntax.root]))
    }
    return checked ? types.valueType(type) : .dyn
  }

  mutating func report(
    _ kind: ExpressionProblem.Kind, _ range: Range<Int>, _ message: String, help: String? = nil,
    replacement: String? = nil, note: String? = nil, about slots: [Int] = []
  ) {
    guard checked, problems.count < 64 else { return }
    problems.append(
      ExpressionProblem(kind, range, message, help: help, replacement: replacement, note: note, slots: slots))
  }

  /// The slots that some nodes read as they are.
  func slots(_ nodes: [Int]) -> [Int] {
    nodes.compactMap { node in
      if case .slot(let slot) = facts.resolutions[node] { Int(slot) } else { nil }
    }
  }

  mutating func check(_ node: Int) -> TypeID {
    let type = infer(node)
    if checked, types.resolved(type) == .bool { facts.isBool[node] = true }
    return type
  }

  private mutating func infer(_ node: Int) -> TypeID {
    let at = syntax.nodes[node]
    switch at.kind {
    case .literal: return literal(syntax.literals[Int(at.a)])
    case .name: return name(node)
    case .select: return select(node)
    case .test: return test(node)
    case .call: return call(node)
    case .operation:
      let function = Function(rawValue: UInt8(truncatingIfNeeded: at.a)) ?? .equal
      facts.resolutions[node] = .function(function)
      if unquotedOption(function, node) || indexedRecord(function, node) { return .error }
      let arguments = syntax.childIndices(node).map { check(Int(syntax.children[$0])) }
      return apply(function, .global, arguments, node)
    case .not: return logic(node, "!")
    case .and: return logic(node, "&&")
    case .or: return logic(node, "||")
    case .conditional: return conditional(node)
    case .list:
      var element: TypeID?
      for index in syntax.childIndices(node) {
        let type = check(Int(syntax.children[index]))
        element = element.map { types.join($0, type) } ?? type
      }
      return types.list(element ?? types.variable())
    case .map: return map(node)
    case .bind: return bind(node)
    case .all, .exists, .existsOne, .filter, .transform, .transformWhere, .transformMap, .transformMapWhere:
      return comprehension(node)
    }
  }

  private func literal(_ value: Value) -> TypeID {
    switch value {
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .double: .double
    case .string: .string
    case .bytes: .bytes
    default: .null
    }
  }

  /// Demands a bool, for the reason that stands before it.
  private mutating func demandBool(_ node: Int, _ what: String) {
    let type = check(node)
    if !types.assign(.bool, type) {
      report(
        .type, syntax.range(node), "\(what) takes bool, this is \(types.valueType(type))",
        help: "compare it with something, as in `x == y`", about: slots([node]))
    }
  }

  private mutating func logic(_ node: Int, _ sign: String) -> TypeID {
    for index in syntax.childIndices(node) { demandBool(Int(syntax.children[index]), "`\(sign)`") }
    return .bool
  }

  private mutating func conditional(_ node: Int) -> TypeID {
    demandBool(syntax.child(node, 0), "the condition of `? :`")
    let yes = check(syntax.child(node, 1))
    let no = check(syntax.child(node, 2))
    let result = types.variable()
    if types.assign(result, yes), types.assign(result, no) { return result }
    report(
      .noSuchOverload, syntax.range(node),
      "both sides of `? :` must be of one type, not \(types.valueType(yes)) and \(types.valueType(no))")
    return checked ? .error : .dyn
  }

  private mutating func map(_ node: Int) -> TypeID {
    var key: TypeID?
    var value: TypeID?
    for (offset, index) in syntax.childIndices(node).enumerated() {
      let child = Int(syntax.children[index])
      let type = check(child)
      if offset % 2 == 1 {
        value = value.map { types.join($0, type) } ?? type
        continue
      }
      key = key.map { types.join($0, type) } ?? type
      let found = types.resolved(type)
      if ![.bool, .int, .uint, .string, .dyn, .error].contains(found), !types.isVariable(found) {
        report(
          .type, syntax.range(child), "a map key is bool, int, uint or string, this is \(types.valueType(type))")
      }
    }
    return types.map(key ?? types.variable(), value ?? types.variable())
  }

  // MARK: Macros

  private mutating func declare(_ node: Int, _ declared: [TypeID]) -> Bool {
    let first = scope.count
    guard first + declared.count <= Limits.locals else {
      // Reported even unchecked: the evaluator has no more room.
      problems.append(ExpressionProblem(.tooComplex, syntax.range(node), "too many macro variables at one place"))
      return false
    }
    facts.resolutions[node] = .local(Int32(first))
    for (offset, type) in declared.enumerated() {
      let name = syntax.variables[Int(syntax.nodes[node].a) + offset]
      scope.append((name, type, Int32(first + offset)))
    }
    return true
  }

  private mutating func bind(_ node: Int) -> TypeID {
    let value = check(syntax.child(node, 0))
    let outer = scope.count
    guard declare(node, [value]) else { return .error }
    let result = check(syntax.child(node, 1))
    scope.removeSubrange(outer...)
    return result
  }

  private mutating func comprehension(_ node: Int) -> TypeID {
    let at = syntax.nodes[node]
    let range = syntax.child(node, 0)
    let rangeType = check(range)
    var (first, second) = (TypeID.dyn, TypeID.dyn)
    if let element = types.element(rangeType) {
      (first, second) = at.flag ? (.int, element) : (element, .dyn)
    } else if let entry = types.entry(rangeType) {
      (first, second) = (entry.key, entry.value)
    } else if !types.isOpen(rangeType), !types.isVariable(rangeType) {
      report(.type, syntax.range(range), "macros go over a list or a map, this is \(types.valueType(rangeType))")
    }
    let outer = scope.count
    guard declare(node, at.flag ? [first, second] : [first]) else { return .error }
    defer { scope.removeSubrange(outer...) }
    let last = syntax.child(node, Int(at.count) - 1)
    switch at.kind {
    case .all, .exists, .existsOne:
      demandBool(last, "this macro's condition")
      return .bool
    case .filter:
      demandBool(last, "this macro's condition")
      return types.list(first)
    default:
      if at.count == 3 { demandBool(syntax.child(node, 1), "this macro's condition") }
      let body = check(last)
      return at.kind == .transform || at.kind == .transformWhere ? types.list(body) : types.map(first, body)
    }
  }
}
