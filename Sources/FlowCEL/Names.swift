import FlowExpression
import FlowSource

// How names find what they mean (CEL language definition, "Name resolution").

extension Checker {
  private func local(_ name: Int32) -> (type: TypeID, local: Int32)? {
    scope.last { $0.name == name }.map { ($0.type, $0.local) }
  }

  /// A chain of names that does not begin with a macro's variable, as one dotted name.
  func freeName(_ node: Int) -> (name: String, absolute: Bool, parts: Int)? {
    guard let (name, root, parts) = syntax.qualifiedName(node) else { return nil }
    let first = syntax.nodes[root]
    if !first.flag, local(first.a) != nil { return nil }
    return (name, first.flag, parts)
  }

  /// The variable or type that the whole of a dotted name means.
  private mutating func meaning(_ free: (name: String, absolute: Bool, parts: Int), _ node: Int) -> TypeID? {
    for candidate in environment.candidates(free.name, absolute: free.absolute) {
      if let variable = environment.variables[candidate] {
        facts.resolutions[node] = .slot(Int32(truncatingIfNeeded: variable.slot))
        return types.make(variable.type)
      }
      if Value.typeNames.contains(candidate) {
        facts.constants.append(.type(candidate))
        facts.resolutions[node] = .constant(Int32(facts.constants.count - 1))
        return .type
      }
    }
    return nil
  }

  private func record(_ free: (name: String, absolute: Bool, parts: Int)) -> (String, ExpressionEnvironment.Record)? {
    if environment.records.isEmpty { return nil }
    for candidate in environment.candidates(free.name, absolute: free.absolute) {
      if let record = environment.records[candidate] { return (candidate, record) }
    }
    return nil
  }

  mutating func name(_ node: Int) -> TypeID {
    let at = syntax.nodes[node]
    if !at.flag, let (type, local) = local(at.a) {
      facts.resolutions[node] = .local(local)
      return type
    }
    let name = syntax.names[Int(at.a)]
    let free = (name, at.flag, 1)
    if let type = meaning(free, node) { return type }
    facts.resolutions[node] = .fails(.unknownName)
    if hyphenated.contains(where: { $0.overlaps(syntax.range(node)) }) { return checked ? .error : .dyn }
    if let (name, record) = record(free) {
      report(
        .type, syntax.range(node), "`\(name)` is a record and has no value of its own",
        help: record.fields.first.map { "name one of its fields, as in `\(name).\($0)`" })
    } else {
      let inRecord = environment.records.filter { $0.value.fields.contains(name) }.keys.sorted().map { "\($0).\(name)" }
      let known = environment.roots + scope.map { syntax.names[Int($0.name)] }
      unknown(
        .unknownName, "there is no `\(name)` here", name, syntax.range(node), known, meant: inRecord.first)
    }
    return checked ? .error : .dyn
  }

  /// Reports a name with the one that is meant, or else the nearest that there is.
  mutating func unknown(
    _ kind: ExpressionProblem.Kind, _ message: String, _ name: String, _ range: Range<Int>, _ known: [String],
    meant: String? = nil, note: String? = nil
  ) {
    let near = meant ?? nearest(name, among: known)
    let isCertain = meant != nil || near.map { isSlip(name, for: $0) } == true
    report(
      kind, range, message, help: near.map { "did you mean `\($0)`?" }, replacement: isCertain ? near : nil, note: note)
  }

  mutating func select(_ node: Int) -> TypeID {
    let at = syntax.nodes[node]
    if let type = field(node) { return type }
    let operand = check(Int(at.a))
    if let entry = types.entry(operand) { return entry.value }
    if types.resolved(operand) == .error { return .error }
    if types.isOpen(operand) || types.isVariable(operand) { return .dyn }
    noFields(node, operand)
    return checked ? .error : .dyn
  }

  mutating func test(_ node: Int) -> TypeID {
    let at = syntax.nodes[node]
    if field(node) != nil { return .bool }
    let operand = check(Int(at.a))
    if types.entry(operand) == nil, !types.isOpen(operand), !types.isVariable(operand) { noFields(node, operand) }
    return .bool
  }

  private mutating func noFields(_ node: Int, _ operand: TypeID) {
    let name = syntax.names[Int(syntax.nodes[node].b)]
    report(.type, fieldRange(node), "\(types.valueType(operand)) has no field `\(name)`")
  }

  /// The place of the name behind the dot.
  private func fieldRange(_ node: Int) -> Range<Int> {
    let at = syntax.nodes[node]
    let start = Int(at.c)
    return start..<max(start, at.kind == .test ? start + syntax.names[Int(at.b)].utf8.count : Int(at.end))
  }

  /// The type of a select or test that means a variable with a dotted name or a record's field; nil where it selects
  /// from a value.
  private mutating func field(_ node: Int) -> TypeID? {
    let at = syntax.nodes[node]
    guard let operand = freeName(Int(at.a)) else { return nil }
    let name = syntax.names[Int(at.b)]
    if let type = meaning(("\(operand.name).\(name)", operand.absolute, operand.parts + 1), node) { return type }
    guard let (recordName, record) = record(operand) else { return nil }
    facts.resolutions[node] = .fails(.unknownName)
    if let reason = record.hidden[name] {
      report(.hiddenField, syntax.range(node), "`\(recordName).\(name)` may not be read here: \(reason)")
    } else if let whole = hyphenatedField(fieldRange(node), of: record) {
      hyphenated.append(whole.range)
      if whole.name.contains("-") {
        report(
          .unknownName, whole.range,
          "a name with a hyphen stands between backticks here, as `-` is the sign of subtraction",
          help: "write ``\(recordName).`\(whole.name)```", replacement: "`\(whole.name)`")
      } else {
        let written = String(decoding: Array(text.utf8)[whole.range], as: UTF8.self)
        unknown(
          .unknownName, "`\(recordName)` has no field `\(written)`", written, whole.range, record.fields,
          meant: whole.name)
      }
    } else {
      unknown(
        .unknownName, "`\(recordName)` has no field `\(name)`", name, fieldRange(node), record.fields,
        note: record.fields.isEmpty || record.fields.count > 20 ? nil : "known: \(listed(record.fields))")
    }
    return checked ? .error : .dyn
  }
}
