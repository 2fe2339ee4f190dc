import FlowCEL
import FlowExpression
import Testing

@Suite struct ProblemTests {
  /// The problems of a text, each as its kind, the part it points at, the message and the help.
  func problems(_ text: String, expecting: ValueType? = .bool) -> [String] {
    guard let found = CompiledExpression.compile(text, in: scope(), expecting: expecting).error else { return [] }
    return found.problems.map { problem in
      let part = String(decoding: Array(text.utf8)[problem.range], as: UTF8.self)
      return "\(problem.kind) [\(part)] \(problem.message)" + (problem.help.map { "; \($0)" } ?? "")
    }
  }

  @Test func `a misspelt name is told with the one that was meant`() {
    #expect(
      problems("atributes.age > 3") == [
        "unknownName [atributes] there is no `atributes` here; did you mean `attributes`?"
      ])
    #expect(
      problems("attributes.contry == ''") == [
        "unknownName [contry] `attributes` has no field `contry`; did you mean `country`?"
      ])
    #expect(
      problems("attributes.email.startWith('a')") == [
        "unknownFunction [startWith] there is no method `startWith`; did you mean `startsWith`?"
      ])
    #expect(problems("age > 3") == ["unknownName [age] there is no `age` here; did you mean `attributes.age`?"])
    #expect(problems("attributes.age => 3") == ["syntax [=>] `=>` is no operator; greater or equal is `>=`"])
    #expect(problems("has(attributes.agee)").first?.hasSuffix("did you mean `age`?") == true)
  }

  @Test func `what other languages call it is told with its name here, and with what there is`() throws {
    for (text, name) in [
      ("attributes.email.toLower() == 'a'", "lowerAscii"), ("attributes.email.length() == 1", "size"),
      ("len(attributes.email) == 1", "size"),
    ] {
      let problem = try #require(CompiledExpression.compile(text, in: scope(), expecting: .bool).error?.first)
      #expect(problem.help == "did you mean `\(name)`?" && problem.replacement == name)
      #expect(problem.note?.contains("`\(name)`") == true)
    }
    let list = CompiledExpression.compile("attributes.interests.frist() == 'a'", in: scope()).error?.first
    #expect(list?.note == "known: `join`, `size`")
  }

  @Test func `a replacement mends exactly the range it is given for`() throws {
    let text = "attributes.contry == 'NO'"
    let error = try #require(CompiledExpression.compile(text, in: scope(), expecting: .bool).error)
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(error.first.range, with: Array(try #require(error.first.replacement).utf8))
    #expect(problems(String(decoding: bytes, as: UTF8.self)) == [])
  }

  @Test func `a secret may not be read, nor tested`() {
    let expected = "hiddenField [attributes.password] `attributes.password` may not be read here: it is a secret"
    #expect(problems("attributes.password == 'x'") == [expected])
    #expect(problems("has(attributes.password)").first?.hasPrefix("hiddenField") == true)
    #expect(problems("size(attributes) > 1").first?.contains("`attributes` is a record") == true)
  }

  @Test func `values of types that do not go together`() {
    #expect(
      problems("attributes.age == '18'") == [
        "noSuchOverload [attributes.age == '18'] `==` compares values of one type, not int and string; "
          + "a number stands without quotes: `18`"
      ])
    #expect(problems("attributes.country == null").first?.contains("never null") == true)
    #expect(problems("attributes.age + 'a' == 'b'").first?.contains("`+` does not take int and string") == true)
    #expect(
      problems("attributes.country.startsWith(3)") == [
        "noSuchOverload [attributes.country.startsWith(3)] `startsWith` does not take (int) on string; "
          + "it is `string.startsWith(string)`"
      ])
    #expect(problems("attributes.age && true").first?.hasPrefix("type [attributes.age] `&&` takes bool") == true)
    #expect(
      problems("attributes.age").first?.hasPrefix("type [attributes.age] bool should stand here, this is int") == true)
    #expect(problems("attributes.age.year == 3").first == "type [year] int has no field `year`")
    #expect(problems("attributes.age.all(x, x > 1)").first?.contains("a list or a map") == true)
  }

  @Test func `all problems are found at once and in order`() {
    let found = problems("attributes.contry == 1 && foo(2) || attributes.age == 'x'")
    #expect(found.count == 3)
    #expect(found.map { $0.prefix { $0 != " " } } == ["unknownName", "unknownFunction", "noSuchOverload"])
  }

  @Test(arguments: [
    ("attributes.email.matches('(')", "pattern"), ("attributes.email.matches('(?=a)')", "pattern"),
    ("attributes.age = 3", "syntax"), ("attributes.age > 3 and true", "syntax"), ("", "syntax"), ("(1 == 1", "syntax"),
    ("'abc", "syntax"), ("\"a\\q\" == ''", "syntax"), ("1 == 99999999999999999999", "syntax"),
    ("x.?y == 1", "syntax"), ("Foo{a: 1} == 1", "syntax"), ("“a” == 'a'", "syntax"), ("true false", "syntax"),
    ("package == 1", "syntax"), ("has(attributes)", "syntax"), ("[1].all(1, true)", "syntax"),
    ("1e999 > 0.0", "syntax"),
    ("'\\uD800' == ''", "syntax"), ("[1, 2", "syntax"), ("a.", "syntax"), ("5x == 1", "syntax"),
  ])
  func `texts that are wrong`(text: String, kind: String) {
    #expect(problems(text).first?.hasPrefix(kind) == true, "\(problems(text))")
  }

  @Test func `patterns match in linear time, anywhere or as a whole`() throws {
    let pattern = try LinearPattern("[A-Za-z .'-]+")
    #expect(pattern.matches("1 Côte") && !pattern.matchesWhole("Côte") && pattern.matchesWhole("Cote d'Or"))
    #expect(throws: PatternError.self) { try LinearPattern("(a") }
    #expect(throws: PatternError.self) { try LinearPattern("((a{1000}){1000}){1000}") }
    let nested = try LinearPattern("(a*)*b")
    #expect(!nested.matches(String(repeating: "a", count: 200_000)))
  }
}
