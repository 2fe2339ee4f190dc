import FlowExpression

/// Turns a checked tree into code, folding what is constant as it goes.
struct Lowering {
  private let syntax: Syntax
  private let facts: Facts
  private(set) var code = Code()
  /// Steps that folding may take in all, so that compiling stays quick.
  private var foldBudget = 50_000

  /// An instruction just made, and whether its value hangs on what only running tells.
  private struct Emitted {
    var index: Int
    /// It reads a slot, or fails.
    var isOpen = false
    /// The outermost macro variable it reads.
    var lowestLocal = Int.max
  }

  /// Where the arrays of the code end.
  private struct Mark {
    let instructions: Int
    let operands: Int
    let constants: Int
    let patterns: Int
  }

  init(_ syntax: Syntax, _ facts: Facts) {
    self.syntax = syntax
    self.facts = facts
  }

  mutating func run() { _ = emit(syntax.root) }

  private var mark: Mark {
    Mark(
      instructions: code.instructions.count, operands: code.operands.count, constants: code.constants.count,
      patterns: code.patterns.count)
  }

  private mutating func truncate(to mark: Mark) {
    code.instructions.removeSubrange(mark.instructions...)
    code.operands.removeSubrange(mark.operands...)
    code.constants.removeSubrange(mark.constants...)
    code.patterns.removeSubrange(mark.patterns...)
  }

  // MARK: Instructions

  private mutating func push(
    _ op: Opcode, _ node: Int, aux: UInt8 = 0, local: Int = 0, a: Int = 0, b: Int = 0
  ) -> Int {
    let range = syntax.range(node)
    code.instructions.append(
      Instruction(
        op: op, aux: aux, local: UInt16(truncatingIfNeeded: local), start: UInt16(truncatingIfNeeded: range.lowerBound),
        end: UInt16(truncatingIfNeeded: range.upperBound), a: Int32(truncatingIfNeeded: a),
        b: Int32(truncatingIfNeeded: b)))
    return code.instructions.count - 1
  }

  private mutating func constant(_ value: Value, _ node: Int) -> Emitted {
    code.constants.append(value)
    return Emitted(index: push(.constant, node, a: code.constants.count - 1))
  }

  private func constant(_ emitted: Emitted) -> Value? {
    let instruction = code.instructions[emitted.index]
    return instruction.op == .constant ? code.constants[Int(instruction.a)] : nil
  }

  private mutating func pushList(
    _ op: Opcode, _ node: Int, _ parts: [Emitted], aux: UInt8 = 0, local: Int = 0
  ) -> Emitted {
    let first = code.operands.count
    for part in parts { code.operands.append(Int32(truncatingIfNeeded: part.index)) }
    return joined(push(op, node, aux: aux, local: local, a: first, b: parts.count), parts)
  }

  private func joined(_ index: Int, _ parts: [Emitted]) -> Emitted {
    Emitted(
      index: index, isOpen: parts.contains { $0.isOpen }, lowestLocal: parts.map(\.lowestLocal).min() ?? .max)
  }

  /// Puts the value of a closed instruction in its place.
  private mutating func folded(_ emitted: Emitted, _ node: Int, _ mark: Mark) -> Emitted {
    guard !emitted.isOpen, emitted.lowestLocal == .max, constant(emitted) == nil else { return emitted }
    if let value = code.closedValue(emitted.index, &foldBudget) {
      truncate(to: mark)
      return constant(value, node)
    }
    // It fails when it runs, unless something absorbs that; no use in trying again.
    var result = emitted
    result.isOpen = true
    return result
  }

  // MARK: Nodes

  private mutating func emit(_ node: Int) -> Emitted {
    let at = syntax.nodes[node]
    let mark = mark
    switch facts.resolutions[node] {
    case .slot(let slot):
      return Emitted(index: push(at.kind == .test ? .testSlot : .slot, node, a: Int(slot)), isOpen: true)
    case .fails(let kind): return Emitted(index: push(.fail, node, aux: kind.rawValue), isOpen: true)
    case .constant(let index): return constant(facts.constants[Int(index)], node)
    case .function(let function): return emitCall(function, node, syntax.childIndices(node), mark)
    case .namespaced(let function): return emitCall(function, node, syntax.childIndices(node).dropFirst(), mark)
    case .local(let local):
      if at.kind == .name { return Emitted(index: push(.local, node, local: Int(local)), lowestLocal: Int(local)) }
      return emitMacro(node, local: Int(local), mark)
    case .none: break
    }
    switch at.kind {
    case .literal: return constant(syntax.literals[Int(at.a)], node)
    case .select, .test:
      let operand = emit(Int(at.a))
      code.constants.append(.string(syntax.names[Int(at.b)]))
      let op: Opcode = at.kind == .test ? .testSelect : .select
      let index = push(op, node, a: operand.index, b: code.constants.count - 1)
      return folded(joined(index, [operand]), node, mark)
    case .not:
      let operand = emit(syntax.child(node, 0))
      return folded(joined(push(.not, node, a: operand.index), [operand]), node, mark)
    case .and, .or: return emitLogic(node, mark)
    case .conditional: return emitConditional(node, mark)
    case .map: return folded(pushList(.map, node, emitChildren(syntax.childIndices(node))), node, mark)
    default: return folded(pushList(.list, node, emitChildren(syntax.childIndices(node))), node, mark)
    }
  }

  private mutating func emitChildren(_ children: Range<Int>) -> [Emitted] {
    var result: [Emitted] = []
    result.reserveCapacity(children.count)
    for index in children { result.append(emit(Int(syntax.children[index]))) }
    return result
  }

  private mutating func emitLogic(_ node: Int, _ start: Mark) -> Emitted {
    let kind = syntax.nodes[node].kind
    let decisive = kind == .or
    var parts: [Emitted] = []
    var soleNode = node
    for index in syntax.childIndices(node) {
      let child = Int(syntax.children[index])
      let mark = mark
      let part = emit(child)
      if case .bool(let value) = constant(part) {
        if value == decisive {
          truncate(to: start)
          return constant(.bool(value), node)
        }
        truncate(to: mark)
        continue
      }
      parts.append(part)
      soleNode = child
    }
    if parts.isEmpty { return constant(.bool(!decisive), node) }
    if parts.count == 1, facts.isBool[soleNode] { return parts[0] }
    return folded(pushList(kind == .and ? .and : .or, node, parts), node, start)
  }

  private mutating func emitConditional(_ node: Int, _ mark: Mark) -> Emitted {
    let condition = emit(syntax.child(node, 0))
    if case .bool(let value) = constant(condition) {
      truncate(to: mark)
      return emit(syntax.child(node, value ? 1 : 2))
    }
    let yes = emit(syntax.child(node, 1))
    let no = emit(syntax.child(node, 2))
    return folded(pushList(.conditional, node, [condition, yes, no]), node, mark)
  }

  private mutating func emitCall(_ function: Function, _ node: Int, _ children: Range<Int>, _ mark: Mark) -> Emitted {
    if function == .toDyn, children.count == 1 { return emit(Int(syntax.children[children.lowerBound])) }
    let parts = emitChildren(children)
    if let relation = function.relation, parts.count == 2 {
      return folded(compare(relation, parts[0], parts[1], node), node, mark)
    }
    if function == .matches, parts.count == 2,
      let index = pattern(parts[1], Int(syntax.children[children.upperBound - 1]))
    {
      code.instructions.removeLast()
      return folded(joined(push(.matches, node, a: parts[0].index, b: index), [parts[0]]), node, mark)
    }
    return folded(pushList(.call, node, parts, aux: function.rawValue), node, mark)
  }

  /// A slot beside a constant, what most conditions are made of, is one instruction.
  private mutating func compare(_ relation: Relation, _ left: Emitted, _ right: Emitted, _ node: Int) -> Emitted {
    let (l, r) = (code.instructions[left.index], code.instructions[right.index])
    let fused: (relation: Relation, slot: Int32, constant: Int32)
    switch (l.op, r.op) {
    case (.slot, .constant): fused = (relation, l.a, r.a)
    case (.constant, .slot): fused = (relation.mirrored, r.a, l.a)
    default:
      let index = push(.compare, node, aux: relation.rawValue, a: left.index, b: right.index)
      return joined(index, [left, right])
    }
    code.instructions.removeLast(2)
    let index = push(.compareSlot, node, aux: fused.relation.rawValue, a: Int(fused.slot), b: Int(fused.constant))
    return Emitted(index: index, isOpen: true)
  }

  /// The index of a constant pattern; nil where it is none, and then it is compiled, and may fail, when it runs.
  private mutating func pattern(_ emitted: Emitted, _ node: Int) -> Int? {
    guard code.patterns.count < Limits.patterns, case .string(let text) = constant(emitted),
      let pattern = facts.patterns[node] ?? (try? LinearPattern.declared(text))
    else { return nil }
    code.patterns.append(pattern)
    return code.patterns.count - 1
  }

  private mutating func emitMacro(_ node: Int, local: Int, _ mark: Mark) -> Emitted {
    let at = syntax.nodes[node]
    let variables = at.flag ? 2 : 1
    code.localCount = max(code.localCount, local + variables)
    let parts = emitChildren(syntax.childIndices(node))
    var result: Emitted
    if at.kind == .bind {
      result = joined(push(.bind, node, local: local, a: parts[0].index, b: parts[1].index), parts)
    } else {
      result = pushList(opcode(at.kind), node, parts, aux: UInt8(variables), local: local)
    }
    let inner = parts.dropFirst().map(\.lowestLocal).min() ?? .max
    result.lowestLocal = min(parts[0].lowestLocal, inner < local ? inner : .max)
    return folded(result, node, mark)
  }

  private func opcode(_ kind: SyntaxKind) -> Opcode {
    switch kind {
    case .all: .all
    case .exists: .exists
    case .existsOne: .existsOne
    case .filter: .filter
    case .transform: .transform
    case .transformWhere: .transformWhere
    case .transformMap: .transformMap
    default: .transformMapWhere
    }
  }
}
