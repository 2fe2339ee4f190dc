import FlowCEL
import FlowExpression
import TestSupport
import Testing

/// Expressions and bytes that mean harm must end soon, with an error at worst.
@Suite struct HostileTests {
  func kind(_ text: String) -> ExpressionProblem.Kind? {
    CompiledExpression.compile(text, in: scope(), expecting: nil).error?.first.kind
  }

  func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  @Test func `depth is limited in every form it can take`() {
    let deep = 15_000
    for text in [
      times("(", deep), times("[", deep), times("{1:", deep), times("!", deep) + "true",
      times("-", deep) + "attributes.age",
      times("- ", 20) + times("(", deep), "1" + times("+1", deep), "attributes.age" + times("*attributes.age", 1500),
      "attributes.interests" + times("[0]", deep / 2), "dyn(1)" + times(".a", deep), times("size(", 5000),
      times("true?", 5000), "true" + times("?true:true", 3000), times("f(x).", 5000) + "a", times("has(", 5000),
      times("[1].map(x,", 2000),
    ] {
      let found = kind(text)
      #expect(found == .tooComplex || found == .syntax, "\(text.prefix(40))")
    }
    #expect(kind(times(" ", 40_000)) == .tooComplex)
  }

  @Test func `patterns are limited in number and in size`() {
    #expect(kind("false" + times("||'a'.matches('\\\\pL{1000}')", 40)) == .pattern)
    #expect(kind("false" + times("||attributes.email.matches('a')", 33)) == .tooComplex)
    #expect(kind("false" + times("||attributes.email.matches('a')", 32)) == nil)
  }

  @Test func `values that no expression makes do no harm in slots`() throws {
    for seconds in [Int64.min, -1, Int64.max] {
      for (text, nanos) in [("getHours('Europe/Prague')", Int32.max), ("getFullYear()", -5)] {
        _ = try evaluate("run.started.\(text)", [7: .timestamp(seconds: seconds, nanos: nanos)])
      }
      for text in [
        "string(run.started)", "run.started - run.started", "run.started + duration('1s')", "dyn(run.started) < 1",
      ] {
        _ = try evaluate(text, [7: .timestamp(seconds: seconds, nanos: .min)])
        _ = try evaluate(text, [7: .duration(seconds: seconds, nanos: .min)])
      }
    }
  }

  @Test func `wide expressions are no trouble`() throws {
    for text in [
      "false" + times("||attributes.age>3", 1500), "true" + times(" && has(attributes.age)", 1300),
      "[" + times("1,", 10_000) + "].size() == 10000",
    ] {
      let compiled = try compile(text)
      #expect(try CompiledExpression(decoding: compiled.encode()) == compiled)
      _ = compiled.evaluate(Slots([nil, .int(1)]))
    }
    #expect(kind("{" + times("1:1,", 5000) + "}") == nil)
    #expect(kind("[" + times("attributes.nope,", 1500) + "]") == .unknownName)
  }

  @Test(arguments: [
    "attributes.interests.map(a, attributes.interests.map(b, attributes.interests.map(c, attributes.interests.map(d, a))))",
    "attributes.interests.all(a, attributes.interests.all(b, attributes.interests.all(c, attributes.interests.all(d, true))))",
    "cel.bind(a, attributes.interests + attributes.interests, cel.bind(b, a + a, cel.bind(c, b + b, cel.bind(d, c + c, "
      + "cel.bind(e, d + d, cel.bind(f, e + e, cel.bind(g, f + f, cel.bind(h, g + g, h.size()))))))))",
    "attributes.interests.exists(a, attributes.interests.exists(b, attributes.interests == [a] + attributes.interests))",
    "attributes.interests.exists(a, attributes.interests.exists(b, attributes.email.matches(a + b + 'x{500}')))",
  ])
  func `what explodes runs out of budget`(text: String) throws {
    let words = Value.list((0..<2000).map { .string("word \($0)") })
    let error = try evaluate(text, [3: words, 2: .string(times("a", 10_000))]).error
    #expect(error?.kind == .costExceeded)
  }

  @Test func `doubling strings and lists by name runs out of budget`() throws {
    func doubled(_ seed: String, _ step: (String) -> String) -> String {
      var (text, tail) = ("cel.bind(v0, \(seed), ", "")
      for level in 1...40 {
        text += "cel.bind(v\(level), \(step("v\(level - 1)")), "
        tail += ")"
      }
      return text + "v40 == v40)" + tail
    }
    for text in [doubled("attributes.email") { "\($0) + \($0)" }, doubled("[attributes.email]") { "[\($0), \($0)]" }] {
      #expect(try evaluate(text, [2: .string("a@b.example")]).error?.kind == .costExceeded)
    }
  }

  @Test func `costExceeded is not absorbed`() throws {
    let words = Value.list((0..<2000).map { .int($0) })
    let text = "attributes.interests.all(a, attributes.interests.all(b, true)) || true || attributes.age == 1"
    #expect(
      try evaluate("attributes.age == 1 || \(text.replacing("|| true ||", with: "||"))", [3: words]).error?.kind
        == .costExceeded)
  }

  @Test func `mutated expressions compile and run or fail, and never trap`() {
    var random = Dice(42)
    let texts = ConformanceCase.all.map { Array($0.expression.utf8) }
    let pieces = [
      "(", ")", "[", "]", "{", "}", ".", ",", "?", ":", "&&", "||", "'", "\"", "\\", "-", "9223372036854775807", "u",
      "e",
    ]
    .map { Array($0.utf8) }
    var environment = scope()
    environment.declare("x", .dyn, slot: 0)
    var compiled = 0
    for round in 0..<12_000 {
      var bytes = texts[random.below(texts.count)]
      for _ in 0...random.below(3) { mutate(&bytes, pieces, texts, &random) }
      let text = String(decoding: bytes, as: UTF8.self)
      let result = CompiledExpression.compile(text, in: environment, expecting: nil, checked: round % 2 == 0)
      switch result {
      case .success(let expression):
        compiled += 1
        let value = expression.evaluate(Slots([.int(3)]), budget: 2000)
        if let decoded = try? CompiledExpression(decoding: expression.encode()) {
          #expect(decoded.evaluate(Slots([.int(3)]), budget: 2000) == value, "\(text)")
        } else {
          Issue.record("does not survive encoding: \(text)")
        }
      case .failure(let problems):
        for problem in problems.problems {
          #expect(problem.range.upperBound <= text.utf8.count, "\(text)")
        }
      }
    }
    #expect(compiled > 1000)
  }

  private func mutate(_ bytes: inout [UInt8], _ pieces: [[UInt8]], _ texts: [[UInt8]], _ random: inout Dice) {
    let at = random.below(bytes.count + 1)
    switch random.below(5) {
    case 0: bytes.removeSubrange(at..<min(bytes.count, at + 1 + random.below(4)))
    case 1: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: at)
    case 2: bytes.insert(contentsOf: bytes[..<at], at: random.below(at + 1))
    case 3: bytes.insert(contentsOf: texts[random.below(texts.count)], at: at)
    default: if at < bytes.count { bytes[at] = UInt8(random.below(256)) }
    }
  }

  @Test func `corrupted encodings give an error or an expression, never a trap`() throws {
    var random = Dice(7)
    let seeds = try [
      "has(attributes.age) && attributes.age > 3", "attributes.interests.map(i, {i: [i.matches('^c'), 2]})",
      "cel.bind(a, attributes.email, a + 'x' == a ? timestamp(0) : timestamp(1))",
    ].map { try compile($0, expecting: nil).encode() }
    let slots = Slots([.string("a"), .int(4), .string("b"), .list([.string("c")])])
    for _ in 0..<20_000 {
      var bytes = seeds[random.below(seeds.count)]
      for _ in 0...random.below(3) {
        let at = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes.removeSubrange(at...)
        case 1: bytes.insert(UInt8(random.below(256)), at: at)
        default: bytes[at] = random.below(2) == 0 ? UInt8(random.below(256)) : bytes[at] ^ (1 << UInt8(random.below(8)))
        }
        if bytes.isEmpty { bytes = [0] }
      }
      if let decoded = try? CompiledExpression(decoding: bytes) { _ = decoded.evaluate(slots, budget: 2000) }
    }
    #expect(throws: ExpressionDecodingError.self) { try CompiledExpression(decoding: []) }
    let nestedLists = [UInt8](repeating: 11, count: 100_000)
    #expect(throws: ExpressionDecodingError.self) { try CompiledExpression(decoding: [1] + nestedLists) }
  }
}
