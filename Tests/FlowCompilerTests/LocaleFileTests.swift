import FlowModel
import FlowSource
import Testing

@testable import FlowCompiler

/// Files of other languages, as they come and as words are written into them.
struct LocaleFileTests {
  private static let tenant = SourceText(
    path: "t/tenant.yaml",
    text: """
      tenant: t
      attributes:
        kind: { type: choice, of: [a, "b: c"] }
        age:  { type: integer, minimum: 1, hint: "From {min, plural, one {# year} other {# years}}" }

      """)
  private static let flow = SourceText(
    path: "t/ask.yaml",
    text: """
      flow: ask
      lifetime: 30m
      start: greet
      states:
        greet: { page: Hello, fields: { kind: required, age: required }, then: { submit: done } }
        done: { end: done, result: [kind, age] }

      """)

  private func compile(_ locale: String) -> Compilation {
    let file = SourceText(path: "t/locales/de.yaml", text: locale)
    return Compiler.compile(sources: [TenantSources(path: "t", files: [Self.tenant, Self.flow, file])])
  }

  @Test func `The words of a file are those of the table, and what is left out falls back`() throws {
    let compilation = compile(
      """
      attributes:
        kind: { label: Art, options: { "b: c": Zweites } }
        age: { hint: "Ab {min, plural, one {# Jahr} other {# Jahren}}" }
      """)
    #expect(compilation.diagnostics.map(\.code) == ["U161"])
    let table = try #require(compilation.tenants.first?.table)
    let german = table.speaking(try #require(LanguageTag("de")))
    #expect(german.attributes.map(\.displayLabel) == ["Art", "Age"])
    #expect(
      german.attributes[0].label(ofOption: "b: c") == "Zweites" && german.attributes[0].label(ofOption: "a") == "a")
    #expect(german.attributes[1].hint == "Ab 1 Jahr" && table.attributes[1].hint == "From 1 year")
    #expect(german.flows[0].pages[0].title == "Hello" && german.language.text == "de")
  }

  @Test(arguments: [
    "{}", "{}\n", "attributes: {}\nerrors: {}\n", "attributes: { age: { label: A } }\n",
    "attributes: {age: {label: A}}\n", "attributes: { age: { label: } , kind: }\n",
    "attributes: { kind: {}, age: {label:  } }  # mine\n", "flows: { ask: { states: { greet: { page: X } } } }\n",
    "flows: {ask: {states: {}}}\r\nattributes: {}\r\n",
  ])
  func `Places and words are put into what is written on one line`(_ before: String) throws {
    let texts = compile("").tenants.first?.words?.texts.filter { !$0.isStandard } ?? []
    #expect(texts.count > 4)
    var file = LocaleFileText(before)
    #expect(file.write(texts.map { .init($0.path, comment: $0.text) }) == .written, "\(before)")
    let placed = compile(file.text)
    #expect(placed.diagnostics.filter { $0.severity == .error }.map(\.message) == [], "\(file.text)")
    #expect(file.write(texts.map { .init($0.path, words: "B {min} '{'".replacing("{min} ", with: "")) }) == .written)
    let known = compile(file.text).tenants.first?.words?.locales.first?.words
    for text in texts { #expect(known?[text.path] == "B '{'", "\(file.text)") }
    // The ends of lines are those that were there.
    let count = file.text.utf8.count { $0 == 0x0D }
    #expect(count == (before.utf8.contains(0x0D) ? file.text.utf8.count { $0 == 0x0A } : 0), "\(file.text)")
  }

  @Test func `A place that cannot be written leaves the others alone`() {
    var file = LocaleFileText("attributes:\n  age: [a]\n  kind: {}\n")
    let entries = ["age", "kind"].map { LocaleFileText.Entry(["attributes", $0, "label"], words: "A") }
    let before = file.text
    #expect(file.write(entries) == .unfaithful && file.text == before)
    file = LocaleFileText("attributes:\n  age: Alt\n  kind: {}\n")
    #expect(file.write(entries) == .unfaithful)
    #expect(file.writeEach(entries).map(\.path) == [["attributes", "age", "label"]])
    #expect(file.text == "attributes:\n  age: Alt\n  kind:\n    label: A\n")
    #expect(file.line(of: ["attributes", "age", "label"]) == 2)
  }

  @Test func `No file does harm, and what is refused is no table`() {
    var (random, written) = (FixedRandom(), 0)
    let pieces = [
      "attributes:", "errors: {}\t", "\t\t", "'x': ", "# é\n", "---\n", "...\n", "!!str ", "? ", " kind:",
      "  label: Art", "{", "}", "[", "\n", "\n  ", ": ", "age", "hint: \"{min}\"", "#",
      "flows:", "ask",
      "states", "&a", "*a", "- ", "|\n", "'", "\"", "{min, plural, other {#}}", "é", "\t", "errors: {}",
      "options: { a: ~ }",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0..<14, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let compilation = compile(text)
      #expect(compilation.hasErrors == (compilation.tenants.first?.table == nil), "\(text)")
      var file = LocaleFileText(text)
      guard !compilation.hasErrors, let words = compilation.tenants.first?.words else { continue }
      // Whatever stands there, all words find their places beside it.
      let entries = words.texts.filter { !$0.isStandard }.map {
        LocaleFileText.Entry($0.path, words: "Ab: {x} #\u{E9}\"\\ \(1)")
      }
      .filter { !$0.path.contains("hint") && $0.path.last != "submit" }
      let isWritten = file.write(entries.map { .init($0.path, words: $0.words?.replacing("{x}", with: "x")) })
      // One that it cannot write faithfully is as it was.
      guard isWritten == .written else {
        #expect(file.text == text, "\(text)")
        continue
      }
      written += 1
      let after = compile(file.text)
      #expect(after.diagnostics.filter { $0.severity == .error }.map(\.message) == [], "\(text) became \(file.text)")
      let known = after.tenants.first?.words?.locales.first?.words
      for entry in entries { #expect(known?[entry.path] == "Ab: x #\u{E9}\"\\ 1", "\(text) became \(file.text)") }
    }
    #expect(written > 200)
  }
}

/// The same numbers in each run (splitmix64).
private struct FixedRandom: RandomNumberGenerator {
  private var state: UInt64 = 7

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
