import FlowExpression

// Macros are expanded where they are parsed: they are told by name, form and number of arguments alone (CEL language
// definition, "Macros"), with the two-variable forms of the extension of that name.

extension Parser {
  /// The node of a macro call, nil where the call is none.
  mutating func macro(_ name: String, _ place: Range<Int>, _ target: Int?, _ given: [Int], start: Int)
    throws(ExpressionProblem) -> Int?
  {
    guard let target else {
      switch (name, given.count) {
      case ("has", 1): return try has(given[0], start: start)
      case ("age", 1): return try age(given[0], place, start: start)
      default: return nil
      }
    }
    if name == "bind", given.count == 3, let qualifier = syntax.qualifiedName(target), qualifier.name == "cel" {
      return try comprehension(.bind, given[1], variables: [given[0]], parts: [given[2]], start)
    }
    switch (name, given.count) {
    case ("all", 2): return try comprehension(.all, target, variables: [given[0]], parts: [given[1]], start)
    case ("exists", 2): return try comprehension(.exists, target, variables: [given[0]], parts: [given[1]], start)
    case ("exists_one", 2), ("existsOne", 2):
      return try comprehension(.existsOne, target, variables: [given[0]], parts: [given[1]], start)
    case ("filter", 2): return try comprehension(.filter, target, variables: [given[0]], parts: [given[1]], start)
    case ("map", 2): return try comprehension(.transform, target, variables: [given[0]], parts: [given[1]], start)
    case ("map", 3):
      return try comprehension(.transformWhere, target, variables: [given[0]], parts: [given[1], given[2]], start)
    case ("all", 3): return try comprehension(.all, target, variables: [given[0], given[1]], parts: [given[2]], start)
    case ("exists", 3):
      return try comprehension(.exists, target, variables: [given[0], given[1]], parts: [given[2]], start)
    case ("exists_one", 3), ("existsOne", 3):
      return try comprehension(.existsOne, target, variables: [given[0], given[1]], parts: [given[2]], start)
    case ("transformList", 3):
      return try comprehension(.transform, target, variables: [given[0], given[1]], parts: [given[2]], start)
    case ("transformList", 4):
      return try comprehension(
        .transformWhere, target, variables: [given[0], given[1]], parts: [given[2], given[3]], start)
    case ("transformMap", 3):
      return try comprehension(.transformMap, target, variables: [given[0], given[1]], parts: [given[2]], start)
    case ("transformMap", 4):
      return try comprehension(
        .transformMapWhere, target, variables: [given[0], given[1]], parts: [given[2], given[3]], start)
    default: return nil
    }
  }

  /// `age(date)` is the age at the time of the step: `age(date, run.now)`.
  private mutating func age(_ date: Int, _ place: Range<Int>, start: Int) throws(ExpressionProblem) -> Int {
    let (first, last) = (Int32(start), Int32(lastEnd))
    let run = try add(SyntaxNode(kind: .name, flag: true, start: first, end: last, a: self.name("run")))
    let now = try add(
      SyntaxNode(kind: .select, start: first, end: last, a: Int32(run), b: self.name("now"), c: first), below: run)
    return try add(
      SyntaxNode(
        kind: .call, flag: false, start: first, end: last, a: self.name("age"), c: Int32(place.lowerBound)),
      children: [date, now])
  }

  private mutating func has(_ operand: Int, start: Int) throws(ExpressionProblem) -> Int {
    let select = syntax.nodes[operand]
    guard select.kind == .select else {
      // A name with a hyphen is told where names are looked up; a difference is no bool.
      if isHyphenated(operand) { return operand }
      throw ExpressionProblem(
        .syntax, syntax.range(operand), "`has` takes a field, such as `has(attributes.email)`")
    }
    return try add(
      SyntaxNode(kind: .test, start: Int32(start), end: Int32(lastEnd), a: select.a, b: select.b, c: select.c),
      below: Int(select.a))
  }

  /// Whether this is `attributes.dive-count`, which is read as a subtraction.
  private func isHyphenated(_ operand: Int) -> Bool {
    var node = operand
    while syntax.nodes[node].kind == .operation, syntax.nodes[node].a == Int32(Function.subtract.rawValue) {
      guard let name = syntax.qualifiedName(syntax.child(node, 1)), name.parts == 1 else { return false }
      node = syntax.child(node, 0)
    }
    return node != operand && syntax.qualifiedName(node)?.parts == 2
  }

  private mutating func comprehension(
    _ kind: SyntaxKind, _ range: Int, variables: [Int], parts: [Int], _ start: Int
  ) throws(ExpressionProblem) -> Int {
    let first = Int32(syntax.variables.count)
    for variable in variables {
      let node = syntax.nodes[variable]
      guard node.kind == .name, !node.flag else {
        throw ExpressionProblem(.syntax, syntax.range(variable), "a plain name for the variable should stand here")
      }
      syntax.variables.append(node.a)
    }
    return try add(
      SyntaxNode(kind: kind, flag: variables.count == 2, start: Int32(start), end: Int32(lastEnd), a: first),
      children: [range] + parts)
  }
}
