import FlowExpression

/// Reads an expression's text into a flat tree by recursive descent (CEL language definition, "Syntax").
struct Parser {
  var lexer: Lexer
  var token = Token(kind: .end, start: 0, end: 0)
  /// Where the last consumed token ended.
  var lastEnd = 0
  var syntax = Syntax()
  private var depth = 0
  private var namesByText: [String: Int32] = [:]

  /// The tree of a text, or the first thing that is wrong with it.
  static func parse(_ text: String) throws(ExpressionProblem) -> Syntax {
    let bytes = Array(text.utf8)
    guard bytes.count <= Limits.text else {
      throw ExpressionProblem(
        .tooComplex, 0..<bytes.count, "the expression is longer than \(Limits.text / 1024) KiB")
    }
    var parser = Parser(lexer: Lexer(bytes))
    try parser.advance()
    if parser.token.kind == .end { throw parser.unexpected() }
    parser.syntax.root = try parser.expression()
    if parser.token.kind != .end { throw parser.unexpected("an operator") }
    return parser.syntax
  }

  private init(lexer: Lexer) {
    self.lexer = lexer
    syntax.nodes.reserveCapacity(16)
  }

  // MARK: Tokens

  mutating func advance() throws(ExpressionProblem) {
    lastEnd = token.end
    token = try lexer.next()
  }

  mutating func take(_ kind: TokenKind) throws(ExpressionProblem) -> Bool {
    guard token.kind == kind else { return false }
    try advance()
    return true
  }

  mutating func expect(_ kind: TokenKind, _ what: String) throws(ExpressionProblem) {
    if try !take(kind) { throw unexpected(what) }
  }

  func unexpected(_ wanted: String = "a value") -> ExpressionProblem {
    let range = token.start..<token.end
    if token.kind == .end {
      return ExpressionProblem(.syntax, range, "the expression ends where \(wanted) should stand")
    }
    let text = lexer.text(range)
    var help: String?
    var replacement: String?
    switch text {
    case "and", "AND":
      help = "and is `&&`"
      replacement = "&&"
    case "or", "OR":
      help = "or is `||`"
      replacement = "||"
    default: break
    }
    if token.kind == .reserved { help = "`\(text)` is reserved and can be no name" }
    return ExpressionProblem(
      .syntax, range, "`\(text)` stands where \(wanted) should", help: help, replacement: replacement)
  }

  // MARK: Nodes

  mutating func name(_ text: String) -> Int32 {
    if let known = namesByText[text] { return known }
    let index = Int32(syntax.names.count)
    syntax.names.append(text)
    namesByText[text] = index
    return index
  }

  /// Adds a node; its height is one more than that of the highest node below it.
  mutating func add(_ node: SyntaxNode, children: [Int] = [], below: Int? = nil) throws(ExpressionProblem) -> Int {
    var node = node
    var height: UInt8 = 0
    node.first = Int32(syntax.children.count)
    node.count = Int32(children.count)
    for child in children {
      syntax.children.append(Int32(child))
      height = max(height, syntax.heights[child])
    }
    if let below { height = max(height, syntax.heights[below]) }
    guard height < Limits.height else {
      throw ExpressionProblem(.tooComplex, Int(node.start)..<Int(node.end), "the expression is nested too deeply")
    }
    syntax.nodes.append(node)
    syntax.heights.append(height + 1)
    return syntax.nodes.count - 1
  }

  mutating func nested<T>(_ body: (inout Parser) throws(ExpressionProblem) -> T) throws(ExpressionProblem) -> T {
    guard depth < Limits.nesting else {
      throw ExpressionProblem(.tooComplex, token.start..<token.end, "the expression is nested too deeply")
    }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  // MARK: Grammar

  mutating func expression() throws(ExpressionProblem) -> Int {
    try nested { parser throws(ExpressionProblem) in try parser.conditional() }
  }

  private mutating func conditional() throws(ExpressionProblem) -> Int {
    let start = Int32(token.start)
    let condition = try logical(.or, .or)
    guard try take(.question) else { return condition }
    let yes = try logical(.or, .or)
    try expect(.colon, "`:`")
    let no = try expression()
    return try add(
      SyntaxNode(kind: .conditional, start: start, end: Int32(lastEnd)),
      children: [condition, yes, no])
  }

  /// A chain of `||` or `&&` becomes one node, so that long chains are flat.
  private mutating func logical(_ operation: TokenKind, _ kind: SyntaxKind) throws(ExpressionProblem) -> Int {
    let start = Int32(token.start)
    let first = operation == .or ? try logical(.and, .and) : try binary(0)
    guard token.kind == operation else { return first }
    var parts = [first]
    while try take(operation) {
      parts.append(operation == .or ? try logical(.and, .and) : try binary(0))
    }
    return try add(SyntaxNode(kind: kind, start: start, end: Int32(lastEnd)), children: parts)
  }

  private func binaryOperator() -> (precedence: Int, function: Function)? {
    switch token.kind {
    case .equal: (0, .equal)
    case .notEqual: (0, .notEqual)
    case .less: (0, .less)
    case .lessOrEqual: (0, .lessOrEqual)
    case .greater: (0, .greater)
    case .greaterOrEqual: (0, .greaterOrEqual)
    case .in: (0, .in)
    case .plus: (1, .add)
    case .minus: (1, .subtract)
    case .star: (2, .multiply)
    case .slash: (2, .divide)
    case .percent: (2, .modulo)
    default: nil
    }
  }

  private mutating func binary(_ minimum: Int) throws(ExpressionProblem) -> Int {
    let start = Int32(token.start)
    var left = try unary()
    while let (precedence, function) = binaryOperator(), precedence >= minimum {
      try advance()
      let right = try binary(precedence + 1)
      left = try add(
        SyntaxNode(kind: .operation, start: start, end: Int32(lastEnd), a: Int32(function.rawValue)),
        children: [left, right])
    }
    return left
  }

  private mutating func unary() throws(ExpressionProblem) -> Int {
    let start = Int32(token.start)
    if try take(.not) {
      let operand = try nested { parser throws(ExpressionProblem) in try parser.unary() }
      return try add(SyntaxNode(kind: .not, start: start, end: Int32(lastEnd)), children: [operand])
    }
    guard token.kind == .minus else { return try member() }
    try advance()
    if token.kind == .int || token.kind == .double {
      return try member(of: number(start: Int(start), negative: true), start: start)
    }
    let operand = try nested { parser throws(ExpressionProblem) in try parser.unary() }
    return try add(
      SyntaxNode(kind: .operation, start: start, end: Int32(lastEnd), a: Int32(Function.negate.rawValue)),
      children: [operand])
  }

  private mutating func member() throws(ExpressionProblem) -> Int {
    let start = Int32(token.start)
    return try member(of: primary(), start: start)
  }

  private mutating func member(of operand: Int, start: Int32) throws(ExpressionProblem) -> Int {
    var node = operand
    while true {
      if try take(.dot) {
        if token.kind == .question { throw optionalSyntax() }
        let (name, place, isQuoted) = try fieldName()
        if !isQuoted, token.kind == .leftParen {
          node = try call(name, at: place, target: node, start: Int(start))
        } else {
          let index = self.name(name)
          node = try add(
            SyntaxNode(
              kind: .select, start: start, end: Int32(lastEnd), a: Int32(node), b: index, c: Int32(place.lowerBound)),
            below: node)
        }
      } else if try take(.leftBracket) {
        if token.kind == .question { throw optionalSyntax() }
        let key = try expression()
        try expect(.rightBracket, "`]`")
        node = try add(
          SyntaxNode(kind: .operation, start: start, end: Int32(lastEnd), a: Int32(Function.index.rawValue)),
          children: [node, key])
      } else {
        return node
      }
    }
  }

  private func optionalSyntax() -> ExpressionProblem {
    ExpressionProblem(
      .syntax, token.start..<token.end, "optional access with `?` is not supported", help: "test with `has()` first")
  }

  /// The name behind a dot: any word but the literals, or one in backticks.
  private mutating func fieldName() throws(ExpressionProblem) -> (String, Range<Int>, Bool) {
    let place = token.start..<token.end
    switch token.kind {
    case .identifier, .reserved:
      let text = lexer.text(place)
      try advance()
      return (text, place, false)
    case .quotedIdentifier:
      let text = lexer.text(place.lowerBound + 1..<place.upperBound - 1)
      try advance()
      return (text, place, true)
    default: throw unexpected("a field's name")
    }
  }

  private mutating func primary() throws(ExpressionProblem) -> Int {
    let start = token.start
    switch token.kind {
    case .leftParen:
      try advance()
      let inner = try expression()
      try expect(.rightParen, "`)`")
      return inner
    case .leftBracket:
      try advance()
      let elements = try arguments(.rightBracket, "`]`")
      return try add(SyntaxNode(kind: .list, start: Int32(start), end: Int32(lastEnd)), children: elements)
    case .leftBrace: return try map()
    case .dot:
      try advance()
      return try rootName(start: start, absolute: true)
    case .identifier: return try rootName(start: start, absolute: false)
    case .int, .uint, .double: return try number(start: start, negative: false)
    case .string, .bytes:
      let value = try Literal.string(lexer.bytes[token.start..<token.end], isBytes: token.kind == .bytes)
      return try literal(value, start: start)
    case .true: return try literal(.bool(true), start: start)
    case .false: return try literal(.bool(false), start: start)
    case .null: return try literal(.null, start: start)
    default: throw unexpected()
    }
  }

  private mutating func rootName(start: Int, absolute: Bool) throws(ExpressionProblem) -> Int {
    guard token.kind == .identifier else { throw unexpected("a name") }
    let place = token.start..<token.end
    let text = lexer.text(place)
    try advance()
    if token.kind == .leftParen { return try call(text, at: place, target: nil, start: start) }
    if token.kind == .leftBrace {
      throw ExpressionProblem(.syntax, place, "`\(text){…}` would make a message, and there are none here")
    }
    return try add(
      SyntaxNode(kind: .name, flag: absolute, start: Int32(start), end: Int32(lastEnd), a: name(text)))
  }

  private mutating func literal(_ value: Value, start: Int) throws(ExpressionProblem) -> Int {
    try advance()
    syntax.literals.append(value)
    return try add(
      SyntaxNode(kind: .literal, start: Int32(start), end: Int32(lastEnd), a: Int32(syntax.literals.count - 1)))
  }

  private mutating func number(start: Int, negative: Bool) throws(ExpressionProblem) -> Int {
    let digits = lexer.bytes[token.start..<(token.kind == .uint ? token.end - 1 : token.end)]
    func tooLarge(_ what: String) -> ExpressionProblem {
      ExpressionProblem(.syntax, start..<token.end, "the number is too large for \(what)")
    }
    switch token.kind {
    case .double:
      guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else {
        throw tooLarge("a double")
      }
      return try literal(.double(negative ? -number : number), start: start)
    case .uint:
      guard let number = Literal.magnitude(digits) else { throw tooLarge("a uint") }
      return try literal(.uint(number), start: start)
    default:
      guard let number = Literal.magnitude(digits), number <= Int64.max.magnitude + (negative ? 1 : 0) else {
        throw tooLarge("an int")
      }
      return try literal(.int(negative ? Int64(truncatingIfNeeded: 0 &- number) : Int64(number)), start: start)
    }
  }

  private mutating func map() throws(ExpressionProblem) -> Int {
    let start = token.start
    try advance()
    var entries: [Int] = []
    while token.kind != .rightBrace {
      if token.kind == .question { throw optionalSyntax() }
      entries.append(try expression())
      try expect(.colon, "`:`")
      entries.append(try expression())
      if try !take(.comma) { break }
    }
    try expect(.rightBrace, "`}`")
    return try add(SyntaxNode(kind: .map, start: Int32(start), end: Int32(lastEnd)), children: entries)
  }

  /// Expressions between commas up to the closing bracket, which is consumed. A list may end in a comma.
  mutating func arguments(_ close: TokenKind, _ what: String) throws(ExpressionProblem) -> [Int] {
    var result: [Int] = []
    while token.kind != close {
      if token.kind == .question { throw optionalSyntax() }
      result.append(try expression())
      if try !take(.comma) { break }
      if close == .rightParen, token.kind == close { throw unexpected("an argument") }
    }
    try expect(close, what)
    return result
  }

  private mutating func call(_ text: String, at place: Range<Int>, target: Int?, start: Int) throws(ExpressionProblem)
    -> Int
  {
    try advance()
    let given = try arguments(.rightParen, "`)`")
    if let expanded = try macro(text, place, target, given, start: start) { return expanded }
    return try add(
      SyntaxNode(
        kind: .call, flag: target != nil, start: Int32(start), end: Int32(lastEnd), a: name(text),
        c: Int32(place.lowerBound)),
      children: (target.map { [$0] } ?? []) + given)
  }
}
