import FlowExpression
import FlowJSON
import FlowRuntime
import Testing

@testable import FlowModel

/// Conditions of fields: what they ask, as data and as clients follow it.
@Suite struct FieldConditionTests {
  private typealias Condition = FieldCondition<String>

  /// The ten lines that docs/language/fields.md gives clients, over the data that they are sent.
  private static func holds(_ condition: JSON, _ values: JSONObject) -> Bool {
    func value(_ name: JSON?) -> JSON? {
      guard let found = name?.string.flatMap({ values[$0] }), ![.null, .string(""), .array([])].contains(found) else {
        return Optional.none
      }
      return found
    }
    if case .array(let parts)? = condition["all"] { return parts.allSatisfy { holds($0, values) } }
    if case .array(let parts)? = condition["any"] { return parts.contains { holds($0, values) } }
    if let part = condition["not"] { return !holds(part, values) }
    if let field = condition["has"] { return value(field) != nil }
    guard let one = value(condition["field"]) else { return false }
    if case .array(let some)? = condition["in"] { return some.contains(one) }
    if let element = condition["contains"] {
      if case .array(let list) = one { return list.contains(element) } else { return false }
    }
    guard let other = condition["other"].map({ value($0) }) ?? condition["value"] else { return false }
    let isLess: (JSON, JSON) -> Bool = { a, b in
      switch (a, b) {
      case (.int(let a), .int(let b)): a < b
      case (.string(let a), .string(let b)): a < b
      default: false
      }
    }
    switch condition["is"]?.string {
    case "==": return one == other
    case "!=": return one != other
    case "<": return isLess(one, other)
    case "<=": return one == other || isLess(one, other)
    case ">": return isLess(other, one)
    default: return one == other || isLess(other, one)
    }
  }

  private static let cases: [(Condition, [(JSONObject, Bool)])] = [
    (
      .compare("kind", .equal, .string("student")),
      [(["kind": "student"], true), (["kind": "worker"], false), ([:], false)]
    ),
    (
      .compare("kind", .notEqual, .string("student")),
      [(["kind": "student"], false), (["kind": "worker"], true), ([:], false)]
    ),
    (
      .not(.compare("kind", .equal, .string("student"))),
      [(["kind": "student"], false), ([:], true), (["kind": ""], true)]
    ),
    (.has("kind"), [(["kind": "x"], true), (["kind": ""], false), (["kind": nil], false), ([:], false)]),
    (.has("topics"), [(["topics": ["a"]], true), (["topics": []], false)]),
    (
      .compare("age", .greaterOrEqual, .int(18)),
      [(["age": 18], true), (["age": 17], false), ([:], false), (["age": "18"], false)]
    ),
    (
      .compare("born", .less, .string("2008-01-01")), [(["born": "2007-12-31"], true), (["born": "2008-01-01"], false)]
    ),
    (
      .compareFields("age", .less, "limit"),
      [(["age": 1, "limit": 2], true), (["age": 2, "limit": 2], false), (["age": 1], false)]
    ),
    (.compareFields("kind", .notEqual, "other"), [(["kind": "a", "other": "b"], true), (["kind": "a"], false)]),
    (.isOne("kind", of: [.string("a"), .string("b")]), [(["kind": "b"], true), (["kind": "c"], false), ([:], false)]),
    (
      .contains("topics", .string("music")),
      [(["topics": ["sport", "music"]], true), (["topics": ["sport"]], false), ([:], false)]
    ),
    (
      .any([.all([.has("kind"), .compare("minor", .equal, .bool(true))]), .compare("age", .less, .int(18))]),
      [(["kind": "a", "minor": true], true), (["minor": true], false), (["age": 17], true), ([:], false)]
    ),
    (.all([]), [([:], true)]), (.any([]), [([:], false)]),
  ]

  @Test func `a client that follows the data sees what the engine sees`() {
    let types: [String: AttributeType] = ["age": .integer, "limit": .integer, "minor": .boolean, "topics": .list]
    for (condition, samples) in Self.cases {
      for (values, expected) in samples {
        var answers = FieldAnswers(PageView(title: "", events: []))
        for member in values.members {
          let field = FieldView(
            AttributeDefinition(name: member.name, type: types[member.name] ?? .string), isRequired: false)
          answers.take(member.value, for: field)
        }
        var probe = FieldView(AttributeDefinition(name: "probe", type: .string), isRequired: false)
        probe.terms.show = FieldRule(condition, text: nil)
        #expect((answers.field(probe) != nil) == expected, "\(condition) with \(values)")
        #expect(Self.holds(condition.json, values) == expected, "\(condition.json.text) with \(values)")
      }
    }
  }

  @Test func `what is decided already is left out`() {
    let condition: Condition = .all([.has("known"), .any([.compare("known", .equal, .string("x")), .has("open")])])
    func open(_ decision: Bool) -> Condition {
      condition.map({ $0 }, decided: { $0.fields == ["known"] ? decision : nil })
    }
    #expect(open(true) == .all([]))
    #expect(open(false) == .any([]))
    #expect(
      condition.map({ $0 }, decided: { $0 == .has("known") ? true : $0.fields == ["known"] ? false : nil })
        == .has("open"))
    var terms = FieldTerms<String>()
    terms.required = FieldRule(.has("known"), text: "has(attributes.known)")
    terms.options = [OptionRule(["a"], when: FieldRule(.has("known"), text: "x")), OptionRule(["b"], when: nil)]
    let told = terms.map({ $0 }, decided: { _ in false })
    #expect(
      told?.isRequired == false && told?.terms.required == nil && told?.terms.options == [OptionRule(["b"], when: nil)])
    terms.show = FieldRule(.has("known"), text: "x")
    #expect(terms.map({ $0 }, decided: { _ in false }) == nil, "a field that is never shown")
  }

  @Test func `terms of fields are read back from a table, and none from hostile bytes`() throws {
    var terms = FieldTerms<Slot>()
    terms.show = FieldRule(
      .all([.has(13), .not(.isOne(14, of: [.int(1), .double(0.5)])), .contains(15, .string("x"))]), text: "x")
    terms.required = FieldRule(.any([.compare(13, .less, .int(3)), .compareFields(13, .equal, 14)]), text: nil)
    terms.options = [
      OptionRule(["a", "b"], when: FieldRule(.compare(13, .equal, .bool(true)), text: "y")),
      OptionRule(["c"], when: nil),
    ]
    var writer = ByteWriter()
    terms.encode(to: &writer)
    var reader = ByteReader(writer.bytes)
    #expect(try FieldTerms<Slot>(from: &reader) == terms && reader.isAtEnd)
    for length in writer.bytes.indices {
      var cut = ByteReader(Array(writer.bytes[..<length]))
      #expect(throws: DecodingFailure.self) { try FieldTerms<Slot>(from: &cut) }
    }
    var deep = ByteReader([UInt8](repeating: 2, count: 100_000))
    #expect(throws: DecodingFailure.self) { try FieldCondition<Slot>(from: &deep) }
  }
}
