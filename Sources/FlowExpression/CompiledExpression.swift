/// A place where an expression reads a slot.
public struct SlotRead: Hashable, Sendable {
  /// The slot.
  public let slot: Int
  /// Where in the text, in UTF-8 bytes.
  public let range: Range<Int>
  /// Whether the expression itself makes sure by `has()` that the slot is set wherever this read matters, as in
  /// `has(a.x) && a.x > 3`, `!has(a.x) || a.x > 3` and `has(a.x) ? a.x : 0`.
  public let tested: Bool

  package init(slot: Int, range: Range<Int>, tested: Bool) {
    self.slot = slot
    self.range = range
    self.tested = tested
  }
}

/// A parsed and checked expression as flat code: immutable, cheap to copy, safe to share.
public struct CompiledExpression: Sendable {
  final class Storage: Hashable, Sendable {
    let code: Code
    let type: ValueType
    let reads: [SlotRead]
    let tests: [SlotRead]
    let logic: Logic

    init(code: Code, type: ValueType, reads: [SlotRead], tests: [SlotRead], logic: Logic = .unknown) {
      self.code = code
      self.type = type
      self.reads = reads
      self.tests = tests
      self.logic = logic
    }

    static func == (left: Storage, right: Storage) -> Bool {
      left === right
        || (left.code == right.code && left.type == right.type && left.reads == right.reads
          && left.tests == right.tests)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(code)
      hasher.combine(type)
    }
  }

  let storage: Storage

  init(storage: Storage) { self.storage = storage }

  /// What a front end has made of a text.
  package init(code: Code, type: ValueType, reads: [SlotRead], tests: [SlotRead], logic: Logic) {
    storage = Storage(code: code, type: type, reads: reads, tests: tests, logic: logic)
  }

  /// The type of the expression's value; `dyn` where only running it tells.
  public var type: ValueType { storage.type }

  /// The value that the expression always has, where folding proves one: `1 + 1`, but also `false && x` and `true || x`.
  public var constant: Value? {
    guard let last = storage.code.instructions.last, last.op == .constant else { return nil }
    return storage.code.constants[Int(last.a)]
  }

  /// What it does, step by step.
  package var code: Code { storage.code }

  /// The constants that it compares with or computes from.
  package var constants: [Value] { storage.code.constants }

  /// The slots that the text reads, in its order, also where folding has found that they do not matter. Evaluation asks
  /// for no slot that is neither here nor in `tests`, in decoded expressions too.
  public var reads: [SlotRead] { storage.reads }

  /// The slots that the text tests by `has()`, in its order.
  public var tests: [SlotRead] { storage.tests }

  /// Its logic over the bools it reads; unknown of an expression that was decoded.
  public var logic: Logic { storage.logic }
}

extension CompiledExpression: Hashable {
  /// Expressions are equal where their code, type and reads are.
  public static func == (left: CompiledExpression, right: CompiledExpression) -> Bool { left.storage == right.storage }
  /// Hashes code and type.
  public func hash(into hasher: inout Hasher) { storage.hash(into: &hasher) }
}
