import FlowCEL
import FlowExpression
import TestSupport
import Testing

/// Where the analysis says that an expression has a value for all values of its slots, it has: random expressions, random
/// values.
@Suite struct TotalityTests {
  /// A slot: its name and type in expressions, what the analysis is told of it, and values of it.
  private struct Name: Sendable {
    let text: String
    let type: ValueType
    let shape: ValueShape
    let values: [Value]
  }

  private static func texts(_ lengths: [Int]) -> [Value] {
    lengths.flatMap { length in
      ["a", "1", "é", "(", "%", "-", " ", "%s"].map {
        Value.string(String(String(repeating: $0, count: length).prefix(length)))
      }
    } + (lengths.contains(3) ? ["abc", "a1(", "12 "].map(Value.string) : [])
  }

  private static let names: [Name] = [
    Name(text: "a.small", type: .int, shape: .int(-3...40), values: [-3, -1, 0, 1, 2, 12, 39, 40].map { .int($0) }),
    Name(text: "a.age", type: .int, shape: .int(1...150), values: [1, 2, 18, 149, 150].map { .int($0) }),
    Name(text: "a.any", type: .int, shape: .int(), values: [.min, -1, 0, 1, .max].map { .int($0) }),
    Name(text: "a.name", type: .string, shape: .text(0...12, .plain), values: texts([0, 1, 3, 11, 12])),
    Name(text: "a.zip", type: .string, shape: .text(5...5, .plain), values: texts([5])),
    Name(
      text: "a.long", type: .string, shape: .text(0...16_000, bytes: 65_528, .plain),
      values: texts([0, 1, 15_999, 16_000])),
    Name(
      text: "a.born", type: .string, shape: .text(10...10, bytes: 10, [.plain, .date]),
      values: ["0001-01-01", "2000-02-29", "9999-12-31", "2026-11-22"].map { .string($0) }),
    Name(text: "a.yes", type: .bool, shape: .bool, values: [.bool(true), .bool(false)]),
    Name(
      text: "a.few", type: .list(.string), shape: .list(1...3, of: .text(0...8), size: 1000),
      values: [["a"], ["a", "b"], ["", "b", "cccccccc"]].map { .list($0.map(Value.string)) }),
    Name(
      text: "a.many", type: .list(.string), shape: .list(0...4096, of: .text(0...4096), size: 65_536),
      values: [
        .list([]), .list([.string("a")]), .list(Array(repeating: .string("ab"), count: 4096)),
        .list(Array(repeating: .string(String(repeating: "x", count: 4000)), count: 16)),
      ]),
    Name(
      text: "a.score", type: .double, shape: ValueShape(.double),
      values: [0, -1.5, .nan, .infinity, 1e300].map { .double($0) }),
    Name(
      text: "a.free", type: .dyn, shape: free,
      values: [
        .null, .int(3), .string("abc"), .bool(true), .double(2.5), .list([.int(1), .string("a")]), .list([]),
        .map(ValueMap()), .list(Array(repeating: .list([.int(1)]), count: 2000)),
      ]),
    Name(
      text: "run.now", type: .timestamp, shape: .seconds(.timestamp, 0...7_258_118_400),
      values: [0, 1_767_225_600, 7_258_118_400].map { .timestamp(seconds: $0, nanos: 0) }),
  ]

  private static let free: ValueShape = {
    var shape = ValueShape.anything
    shape.size = 65_536
    return shape
  }()

  private static let environment: ExpressionEnvironment = {
    var environment = ExpressionEnvironment()
    for (slot, name) in names.enumerated() { environment.declare(name.text, name.type, slot: slot) }
    return environment
  }()

  /// Random texts of expressions, mostly of the type that is asked for.
  private struct Author {
    var dice: Dice
    var variables: [String] = []

    mutating func make(_ type: ValueType, _ depth: Int) -> String {
      if dice.oneIn(40) { return "dyn(\(make(dice.pick([.int, .string, .bool]), max(0, depth - 1))))" }
      guard depth > 0, !dice.oneIn(6) else { return leaf(type) }
      if dice.oneIn(8) {
        return "(\(make(.bool, depth - 1)) ? \(make(type, depth - 1)) : \(make(type, depth - 1)))"
      }
      func inner(_ type: ValueType) -> String { make(type, depth - 1) }
      switch type {
      case .bool:
        switch dice.below(13) {
        case 0: return "(\(inner(.bool)) && \(inner(.bool)))"
        case 1: return "(\(inner(.bool)) || \(inner(.bool)))"
        case 2: return "!\(inner(.bool))"
        case 3, 4: return "(\(inner(.int)) \(dice.pick(["<", ">", "<=", ">=", "==", "!="])) \(inner(.int)))"
        case 5: return "(\(inner(.string)) \(dice.pick(["<", "==", "!="])) \(inner(.string)))"
        case 6:
          return "\(inner(.string)).\(dice.pick(["contains", "startsWith", "endsWith", "matches"]))(\(inner(.string)))"
        case 7: return "(\(inner(.string)) in \(inner(.list(.string))))"
        case 8: return "(type(\(leaf(.dyn))) == \(dice.pick(["int", "string", "list"])))"
        case 9: return "(\(leaf(.dyn)) \(dice.pick(["<", "==", ">"])) \(inner(dice.pick([.int, .string]))))"
        case 10: return "(\(inner(.timestamp)) < \(inner(.timestamp)))"
        case 11: return "(\(inner(.double)) < \(inner(dice.pick([.int, .double]))))"
        default: return macro(dice.pick(["all", "exists", "exists_one"]), .bool, depth)
        }
      case .int:
        switch dice.below(13) {
        case 0, 1, 2: return "(\(inner(.int)) \(dice.pick(["+", "-", "*", "/", "%"])) \(inner(.int)))"
        case 3: return "size(\(inner(dice.pick([.string, .list(.string)]))))"
        case 4: return "int(\(inner(dice.pick([.string, .double, .int, .timestamp]))))"
        case 5: return "\(inner(.string)).\(dice.pick(["indexOf", "lastIndexOf"]))(\(inner(.string)))"
        case 6: return "age(\(dice.oneIn(2) ? "a.born" : inner(.string)), \(inner(.timestamp)))"
        case 7: return "math.abs(\(inner(.int)))"
        case 8: return "math.greatest(\(inner(.int)), \(inner(.int)))"
        case 9: return "\(inner(.timestamp)).\(dice.pick(["getFullYear", "getMonth", "getHours"]))()"
        case 10: return "(-\(inner(.int)))"
        case 11: return "math.bitAnd(\(inner(.int)), \(inner(.int)))"
        default: return "size(\(leaf(.dyn)))"
        }
      case .string:
        switch dice.below(12) {
        case 0, 1: return "(\(inner(.string)) + \(inner(.string)))"
        case 2, 3: return "\(inner(.string)).\(dice.pick(["lowerAscii", "upperAscii", "trim", "reverse"]))()"
        case 4: return "\(inner(.string)).substring(\(inner(.int)))"
        case 5: return "\(inner(.string)).charAt(\(inner(.int)))"
        case 6: return "\(inner(.string)).replace(\(inner(.string)), \(inner(.string)))"
        case 7: return "string(\(inner(dice.pick([.int, .bool, .double, .string]))))"
        case 8: return "\(inner(.list(.string))).join(\(inner(.string)))"
        case 9: return "\(inner(.list(.string)))[\(inner(.int))]"
        case 10: return "\(inner(.string)).format([\(inner(.int)), \(inner(.string))])"
        default: return "strings.quote(\(inner(.string)))"
        }
      case .list:
        switch dice.below(6) {
        case 0: return "[\(inner(.string)), \(inner(.string))]"
        case 1: return "(\(inner(type)) + \(inner(type)))"
        case 2: return "\(inner(.string)).split(\(inner(.string)))"
        case 3: return macro("filter", .bool, depth)
        case 4: return macro("map", .string, depth)
        default: return leaf(type)
        }
      case .double:
        switch dice.below(4) {
        case 0: return "(\(inner(.double)) \(dice.pick(["+", "-", "*", "/"])) \(inner(.double)))"
        case 1: return "double(\(inner(.int)))"
        case 2: return "math.\(dice.pick(["ceil", "floor", "sqrt"]))(\(inner(.double)))"
        default: return leaf(.double)
        }
      case .timestamp:
        switch dice.below(4) {
        case 0: return "date(\(dice.oneIn(2) ? "a.born" : inner(.string)))"
        case 1:
          return "(\(inner(.timestamp)) \(dice.pick(["+", "-"])) duration('\(dice.pick(["24h", "8766000h", "1s"]))'))"
        default: return "run.now"
        }
      default: return leaf(type)
      }
    }

    private mutating func macro(_ name: String, _ body: ValueType, _ depth: Int) -> String {
      let list = make(.list(.string), depth - 1)
      let variable = "v\(variables.count)"
      variables.append(variable)
      let body = make(body, depth - 1)
      variables.removeLast()
      return "\(list).\(name)(\(variable), \(body))"
    }

    private mutating func leaf(_ type: ValueType) -> String {
      if type == .string, !variables.isEmpty, dice.oneIn(2) { return dice.pick(variables) }
      let names = TotalityTests.names.filter { $0.type == type }.map(\.text)
      if !names.isEmpty, !dice.oneIn(3) { return dice.pick(names) }
      switch type {
      case .bool: return dice.pick(["true", "a.yes"])
      case .int: return dice.pick(["0", "1", "3", "-1", "12", "150", "9223372036854775807"])
      case .string: return dice.pick(["''", "'a'", "'[0-9]+'", "'('", "'abc'", "'%d'"])
      case .list: return dice.pick(["['a', 'b']", "a.few", "a.many"])
      case .double: return dice.pick(["0.0", "1.5"])
      case .timestamp: return "run.now"
      default: return "a.free"
      }
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `what is said to be total never fails, and what it comes to is as it was said`(_ seed: UInt64) throws {
    var author = Author(dice: Dice(seed))
    var (total, partial) = (0, 0)
    for _ in 0..<1500 {
      let text = author.make(author.dice.pick([.bool, .bool, .int, .string, .list(.string)]), 1 + author.dice.below(4))
      guard case .success(let compiled) = CompiledExpression.compile(text, in: Self.environment) else { continue }
      let estimate = compiled.estimate { Self.names[$0].shape }
      guard estimate.isTotal else {
        partial += 1
        continue
      }
      total += 1
      for _ in 0..<6 {
        let values = Self.names.map { author.dice.pick($0.values) }
        let result = compiled.evaluate(Slots(values))
        let read = Set(compiled.reads.map { "\(Self.names[$0.slot].text) = \(values[$0.slot].description.prefix(30))" })
        guard case .success(let value) = result else {
          Issue.record("seed \(seed): \(text) fails: \(result), with \(read.sorted())")
          return
        }
        if !estimate.shape.covers(value) {
          Issue.record(
            "seed \(seed): \(text) is \(value.description.prefix(60)), not of \(estimate.shape), with \(read.sorted())")
          return
        }
      }
    }
    // Neither is told of everything.
    #expect(total > 300 && partial > 300, "\(total) total, \(partial) partial")
  }

  @Test(arguments: [
    "a.name.matches(a.name)", "'abc'.matches('^' + a.name)", "dyn(a.name) > 3", "dyn(a.small).size() > 3",
    "a.name.format([a.small]) == 'x'", "1 / (a.name.size() - 7) > 0", "a.free > 3", "a.free.size() > 1",
    "int(a.name) > 3",
    "a.few[1] == 'a'", "a.any + 1 > 0", "a.many.all(x, a.many.exists(y, x == y))", "age(a.name, run.now) > 18",
    "run.now - date(a.born) > duration('1h')", "-a.any > 0", "a.small / a.small == 1", "{'a': 1}[a.name] == 1",
    "a.many.join(a.long) == ''", "a.name.substring(1) == ''", "math.bitShiftLeft(1, a.small) == 1",
    "run.now.getHours(a.name) == 1", "(a.small > 0 || true) && 10 / a.small > 1",
  ])
  func `what can fail is not said to be total`(_ text: String) throws {
    let compiled = try CompiledExpression.compile(text, in: Self.environment, expecting: .bool).get()
    #expect(!compiled.estimate { Self.names[$0].shape }.isTotal)
  }

  @Test(arguments: [
    "a.age + 1 > 18", "10 / a.age > 1", "a.small > 0 && 10 / a.small > 1", "a.small == 0 || 10 / a.small > 1",
    "a.few[0] == 'a'", "size(a.few) > 1 && a.few[1] == 'a'", "type(a.free) == int && a.free > 3",
    "age(a.born, run.now) >= 18",
    "date(a.born) > run.now", "a.zip.substring(0, 2) == 'AB'", "a.name.replace(' ', '').size() > 2",
    "a.many.exists(x, x.lowerAscii() == 'a')", "a.small < 0 ? a.small + 3 >= 0 : 10 / (a.small + 1) > 0",
    "a.few.all(x, a.few.exists(y, x == y))", "run.now.getFullYear() > 2020", "a.name.matches('[0-9]+')",
  ])
  func `everyday conditions are said to be total`(_ text: String) throws {
    let compiled = try CompiledExpression.compile(text, in: Self.environment, expecting: .bool).get()
    #expect(compiled.estimate { Self.names[$0].shape }.failures == [])
  }
}

extension ValueShape {
  /// Whether a value is of this shape, as far as its kind, number, length and size tell.
  fileprivate func covers(_ value: Value) -> Bool {
    let own = ValueShape(value)
    guard own.isOnly(kinds), own.size <= size else { return false }
    switch value {
    case .int(let number): return self.number.contains(number)
    case .string, .list, .bytes, .map: return count.contains(own.count.lowerBound)
    default: return true
    }
  }
}
