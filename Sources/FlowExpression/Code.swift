/// What an instruction does. The code is a tree in post-order: operands stand before the instruction that uses them.
package enum Opcode: UInt8, CaseIterable, Sendable {
  /// The constant `a`.
  case constant
  /// The value of slot `a`.
  case slot
  /// Whether slot `a` is set.
  case testSlot
  /// The comprehension variable `local`.
  case local
  /// Fails with the kind `aux`.
  case fail
  /// The field of `a` named by constant `b`.
  case select
  /// Whether `a` has the field named by constant `b`.
  case testSelect
  /// The opposite of `a`.
  case not
  /// All of the operands; a false one outweighs failures of others.
  case and
  /// Any of the operands; a true one outweighs failures of others.
  case or
  /// Operands: condition, value if true, value if false.
  case conditional
  /// A list of the operands.
  case list
  /// A map of the operands, keys and values in turn.
  case map
  /// Relation `aux` of `a` and `b`.
  case compare
  /// Relation `aux` of slot `a` and constant `b`.
  case compareSlot
  /// Function `aux` of the operands.
  case call
  /// Whether `a` matches pattern `b`.
  case matches
  /// Comprehensions. Operands: range, then the parts; variables from `local` on, `aux` of them.
  case all, exists, existsOne, filter, transform, transformWhere, transformMap, transformMapWhere
  /// The value of `b` with variable `local` bound to `a`.
  case bind

  /// Whether the instruction has its operands in the operand list: `b` of them from `a` on.
  package var hasOperandList: Bool {
    switch self {
    case .and, .or, .conditional, .list, .map, .call: true
    case .all, .exists, .existsOne, .filter, .transform, .transformWhere, .transformMap, .transformMapWhere: true
    default: false
    }
  }

  /// Whether the instruction asks for slot `a`.
  package var readsSlot: Bool { self == .slot || self == .testSlot || self == .compareSlot }

  /// Whether the instruction always gives a bool or fails.
  var isLogical: Bool {
    switch self {
    case .testSlot, .testSelect, .not, .and, .or, .compare, .compareSlot, .matches, .all, .exists, .existsOne: true
    default: false
    }
  }
}

/// How two values are compared.
package enum Relation: UInt8, CaseIterable, Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

  /// The relation with its sides changed over.
  package var mirrored: Relation {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// Whether the relation holds for an order that is negative, zero or positive.
  @inline(__always)
  package func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}

/// One step; what its numbers mean depends on the opcode.
package struct Instruction: Hashable, Sendable {
  package var op: Opcode
  package var aux: UInt8 = 0
  package var local: UInt16 = 0
  /// The part of the text it comes from.
  package var start: UInt16
  package var end: UInt16
  package var a: Int32 = 0
  package var b: Int32 = 0

  package init(
    op: Opcode, aux: UInt8 = 0, local: UInt16 = 0, start: UInt16, end: UInt16, a: Int32 = 0, b: Int32 = 0
  ) {
    self.op = op
    self.aux = aux
    self.local = local
    self.start = start
    self.end = end
    self.a = a
    self.b = b
  }
}

/// An expression as flat code. The last instruction is the whole expression.
///
/// INVARIANT: operands stand before their instruction and belong to it alone; indices lie within their arrays; the tree
/// is at most `Limits.height` high. Lowering makes no other code and decoding admits none, so evaluation needs no checks
/// beyond those of the arrays.
package struct Code: Hashable, Sendable {
  package var instructions: [Instruction] = []
  package var operands: [Int32] = []
  package var constants: [Value] = []
  package var patterns: [LinearPattern] = []
  package var localCount = 0

  package init() {}
}

/// What keeps hostile expressions from hurting.
package enum Limits {
  /// Bytes of an expression's text; offsets fit in 16 bits.
  package static let text = 32 * 1024
  /// Brackets, calls and operators inside each other while parsing.
  package static let nesting = 80
  /// Nodes above each other in the tree.
  package static let height = 200
  /// Regular expressions in one expression; each may take milliseconds to compile.
  package static let patterns = 32
  /// Comprehension variables in scope at one place.
  package static let locals = 64
}
