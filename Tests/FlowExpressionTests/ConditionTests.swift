import FlowCEL
import FlowExpression
import Testing

/// The names that the conditions of these tests see.
func scope() -> ExpressionEnvironment {
  var environment = ExpressionEnvironment()
  environment.declareRecord(
    "attributes",
    fields: [
      ("country", .string, 0), ("age", .int, 1), ("email", .string, 2), ("interests", .list(.string), 3),
      ("score", .double, 4), ("born", .timestamp, 5),
    ],
    hidden: ["password": "it is a secret"])
  environment.declareRecord("account", fields: [("has_password", .bool, 6)])
  environment.declare("run.started", .timestamp, slot: 7)
  return environment
}

func compile(_ text: String, expecting: ValueType? = .bool) throws -> CompiledExpression {
  try CompiledExpression.compile(text, in: scope(), expecting: expecting).get()
}

func evaluate(_ text: String, _ slots: [Int: Value] = [:], budget: Int = 100_000) throws -> Result<
  Value, EvaluationError
> {
  let values = (0..<8).map { slots[$0] }
  return try compile(text, expecting: nil).evaluate(Slots(values), budget: budget)
}

@Suite struct ConditionTests {
  let germanAdult: [Int: Value] = [0: .string("Germany"), 1: .int(18)]

  @Test func `a condition of two attributes holds or not`() throws {
    let text = "attributes.country != \"United States\" && attributes.age >= 18"
    #expect(try evaluate(text, germanAdult) == .success(.bool(true)))
    #expect(try evaluate(text, [0: .string("United States"), 1: .int(18)]) == .success(.bool(false)))
    #expect(try compile(text).type == .bool)
  }

  @Test(arguments: [
    ("attributes.age in [18, 19]", true), ("'code' in attributes.interests", false),
    ("attributes.country.startsWith('Ger')", true), ("attributes.country.matches('^[A-Z][a-z]+$')", true),
    ("attributes.country.size() == 7", true), ("18 <= attributes.age", true), ("19 <= attributes.age", false),
    ("attributes.age > 17.5", true), ("attributes.age == 18 ? attributes.country == 'Germany' : false", true),
    ("run.started > timestamp('2020-01-01T00:00:00Z')", true),
    ("run.started.getHours('Europe/Prague') == 14", true), ("run.started.getHours('-03:30') == 8", true),
    ("run.started - timestamp('2030-07-01T00:00:00Z') < duration('13h')", true),
    ("date('2024-02-29') < run.started", true), ("run.started - date('2030-06-30') == duration('36h')", true),
    ("age('2000-07-01', run.started) == 30", true), ("age('2000-07-02', run.started) == 29", true),
    ("age('2000-02-29', date('2018-02-28')) == 17", true), ("age('2000-02-29', date('2018-03-01')) == 18", true),
    ("age(date('2031-01-01'), run.started) < 0", true),
    ("cel.bind(a, attributes.age * 2, a == 36 && a != 37)", true),
    ("['de', 'cz'].exists(c, attributes.country.lowerAscii().startsWith(c))", false),
  ])
  func `conditions of many kinds`(text: String, expected: Bool) throws {
    var slots = germanAdult
    slots[3] = .list([.string("music")])
    slots[7] = .timestamp(seconds: 1_909_137_600, nanos: 0)  // 2030-07-01T12:00:00Z
    #expect(try evaluate(text, slots) == .success(.bool(expected)))
  }

  @Test func `an age is that at the time of the step`() throws {
    var names = ExpressionEnvironment()
    names.declareRecord("attributes", fields: [("born", .string, 0)])
    names.declareRecord("run", fields: [("now", .timestamp, 1)])
    names.noteDate(slot: 0)
    let condition = try CompiledExpression.compile("age(attributes.born) >= 18", in: names, expecting: .bool).get()
    #expect(condition.reads.map(\.slot).sorted() == [0, 1])
    for (now, isOfAge) in [(1_519_862_399, false), (1_519_862_400, true)] as [(Int64, Bool)] {
      let slots: [Value?] = [.string("2000-03-01"), .timestamp(seconds: now, nanos: 0)]
      #expect(condition.evaluate(Slots(slots), budget: 1000) == .success(.bool(isOfAge)))
    }
    let bad = condition.evaluate(Slots([.string("2000-02-30"), .timestamp(seconds: 0, nanos: 0)]), budget: 1000)
    #expect(bad.error?.kind == .badArgument)
    let wrong = CompiledExpression.compile("run.now - attributes.born", in: names).error?.first
    #expect(wrong?.message == "`born` is a date, which conditions read as text" && wrong?.slots == [1, 0])
    #expect(wrong?.help?.contains("`age(attributes.born)`") == true)
  }

  @Test func `an unset attribute fails, and has tests it`() throws {
    let error = try #require(try evaluate("1 + attributes.age == 2").error)
    #expect(error.kind == .unset)
    #expect(error.range == 4..<18)
    #expect(try evaluate("has(attributes.age)") == .success(.bool(false)))
    #expect(try evaluate("has(attributes.age) && attributes.age > 3") == .success(.bool(false)))
    #expect(try evaluate("attributes.age > 3 && has(attributes.age)") == .success(.bool(false)))
    #expect(try evaluate("!has(attributes.age) || attributes.age > 3") == .success(.bool(true)))
    #expect(try evaluate("attributes.age > 3 || false").error?.kind == .unset)
  }

  @Test func `strings are compared by code points, not by what looks alike`() throws {
    #expect(try evaluate("'\\u00E9' == 'e\\u0301'") == .success(.bool(false)))
    #expect(try evaluate("{'\\u00E9': 1, 'e\\u0301': 2}.size()") == .success(.int(2)))
    #expect(Value.string("\u{E9}") != Value.string("e\u{301}"))
    #expect(celEquals(.int(1), .double(1)) && Value.int(1) != Value.double(1))
  }

  @Test func `named zones follow daylight saving, also beyond the tables of the system`() throws {
    for (time, zone, hour) in [
      ("2026-01-15T12:00:00Z", "America/New_York", 7), ("2026-07-15T12:00:00Z", "America/New_York", 8),
      ("2099-01-15T12:00:00Z", "America/New_York", 7), ("2099-07-15T12:00:00Z", "America/New_York", 8),
      ("2099-01-15T12:00:00Z", "Australia/Sydney", 23), ("2099-07-15T12:00:00Z", "Australia/Sydney", 22),
      ("1900-01-01T12:00:00Z", "Asia/Kathmandu", 17),
    ] {
      #expect(
        try evaluate("timestamp('\(time)').getHours('\(zone)')") == .success(.int(Int64(hour))), "\(time) \(zone)")
    }
    for zone in ["Mars/Olympus", "../../etc/passwd", "/etc/localtime", "", "+25:00", "right"] {
      #expect(try evaluate("timestamp(0).getHours('\(zone)')").error?.kind == .badArgument, "\(zone)")
    }
  }

  @Test func `what has always one value is folded`() throws {
    for (text, value) in [
      ("1 + 2 * 3", Value.int(7)), ("false && attributes.age > 3", .bool(false)),
      ("attributes.age > 3 || true", .bool(true)), ("true ? 'a' : attributes.country", .string("a")),
      ("[1, 2, 3].all(x, x > 0)", .bool(true)), ("'abc'.matches('b')", .bool(true)),
      ("[[1, 2].map(x, [x].exists(y, y == x))]", .list([.list([.bool(true), .bool(true)])])),
      ("timestamp(0).getFullYear()", .int(1970)),
    ] {
      #expect(try compile(text, expecting: nil).constant == value, "\(text)")
    }
    for text in ["attributes.age > 3 || false", "1 / 0 == 1", "true && attributes.age > 3", "has(attributes.age)"] {
      #expect(try compile(text).constant == nil, "\(text)")
    }
  }

  @Test func `logic tells which values an expression can have where some bools are known`() throws {
    var environment = ExpressionEnvironment()
    environment.declareRecord(
      "account", fields: [("enabled", .bool, 0), ("confirmed", .bool, 1), ("name", .string, 2)])
    /// The values for neither, enabled alone, confirmed alone, both: `t`, `f` or `?`.
    func values(_ text: String) throws -> String {
      let logic = try CompiledExpression.compile(text, in: environment, expecting: .bool).get().logic
      return (0..<4).map { world in
        let values = logic.values { $0 < 2 ? world & 1 << $0 != 0 : nil }
        return values.canBeTrue ? values.canBeFalse ? "?" : "t" : "f"
      }.joined()
    }
    #expect(try values("account.enabled && account.confirmed") == "ffft")
    #expect(try values("!(account.enabled && account.confirmed)") == "tttf")
    #expect(try values("account.enabled || !account.confirmed") == "ttft")
    #expect(try values("account.enabled == true && false != account.confirmed") == "ffft")
    #expect(try values("account.enabled == account.confirmed") == "tfft")
    #expect(try values("account.enabled ? account.confirmed : account.name == 'x'") == "?f?t")
    #expect(try values("account.enabled && account.name.startsWith('x')") == "f?f?")
    #expect(try values("account.enabled || account.name == 'x'") == "?t?t")
    #expect(try values("[account.enabled].all(each, each)") == "????")
  }

  @Test func `reads and tests tell what is read where, and what is guarded`() throws {
    func reads(_ text: String) throws -> [String] {
      try compile(text).reads.map { read in
        let part = String(decoding: Array(text.utf8)[read.range], as: UTF8.self)
        return "\(part)@\(read.slot)\(read.tested ? " tested" : "")"
      }
    }
    #expect(
      try reads("attributes.age > 3 && attributes.country == ''") == ["attributes.age@1", "attributes.country@0"])
    #expect(try reads("has(attributes.age) && attributes.age > 3") == ["attributes.age@1 tested"])
    #expect(try reads("attributes.age > 3 && has(attributes.age)") == ["attributes.age@1 tested"])
    #expect(try reads("!has(attributes.age) || attributes.age > 3") == ["attributes.age@1 tested"])
    #expect(try reads("has(attributes.age) || attributes.age > 3") == ["attributes.age@1"])
    #expect(
      try reads("has(attributes.age) ? attributes.age > 3 : attributes.age < 3") == [
        "attributes.age@1 tested", "attributes.age@1",
      ])
    #expect(
      try reads("has(attributes.age) && (has(attributes.country) && attributes.country == '' || attributes.age > 1)")
        == ["attributes.country@0 tested", "attributes.age@1 tested"])
    #expect(try reads("false && attributes.age > 3") == ["attributes.age@1"])
    #expect(try compile("has(attributes.age) && true").tests.map(\.range) == [0..<19])
  }

  @Test func `a compiled expression survives its encoding`() throws {
    for text in [
      "has(attributes.age) && attributes.age > 3", "attributes.interests.exists(i, i.matches('^c'))", "true",
    ] {
      let compiled = try compile(text)
      #expect(try CompiledExpression(decoding: compiled.encode()) == compiled)
    }
  }
}

extension Result {
  var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
