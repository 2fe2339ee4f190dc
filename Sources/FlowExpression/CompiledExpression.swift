/// A place where an expression reads a slot.
public struct SlotRead: Hashable, Sendable {
  /// The slot.
  public let slot: Int
  /// Where in the text, in UTF-8 bytes.
  public let range: Range<Int>
  /// Whether the expression itself makes sure by `has()` that the slot is set wherever this read matters, as in
  /// `has(a.x) && a.x > 3`, `!has(a.x) || a.x > 3` and `has(a.x) ? a.x : 0`.
  public let tested: Bool
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

  /// The type of the expression's value; `dyn` where only running it tells.
  public var type: ValueType { storage.type }

  /// The value that the expression always has, where folding proves one: `1 + 1`, but also `false && x` and `true || x`.
  public var constant: Value? {
    guard let last = storage.code.instructions.last, last.op == .constant else { return nil }
    return storage.code.constants[Int(last.a)]
  }

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

extension CompiledExpression {
  /// Parses, checks and folds an expression. `expecting` is the type its place demands, nil where any will do; `dyn`
  /// passes and is checked when it runs. A failure holds all problems: the first syntax error, or everything the checker
  /// finds.
  public static func compile(
    _ text: String, in environment: ExpressionEnvironment, expecting: ValueType? = nil
  ) -> Result<CompiledExpression, ExpressionProblems> {
    compile(text, in: environment, expecting: expecting, checked: true)
  }

  /// Without `checked`, names, functions and types are looked at only when the expression runs.
  package static func compile(
    _ text: String, in environment: ExpressionEnvironment, expecting: ValueType?, checked: Bool
  ) -> Result<CompiledExpression, ExpressionProblems> {
    let syntax: Syntax
    do {
      syntax = try Parser.parse(text)
    } catch {
      return .failure(ExpressionProblems(error))
    }
    var checker = Checker(syntax, environment, checked: checked)
    let type = checker.check(expecting: expecting)
    if let problems = ExpressionProblems(checker.problems) { return .failure(problems) }
    let facts = checker.facts
    var lowering = Lowering(syntax, facts)
    lowering.run()
    var collector = ReadCollector(syntax, facts)
    collector.run()
    return .success(
      CompiledExpression(
        storage: Storage(
          code: lowering.code, type: type, reads: collector.reads, tests: collector.tests,
          logic: Logic(syntax, facts))))
  }
}
