import FlowCompiler
import FlowModel
import FlowSource
import TestSupport
import Testing

@testable import FlowTooling

/// What `docs/language/` says is what the program knows, and what `usher help` says.
@Suite struct LanguageReferenceTests {
  private static func page(_ name: String) throws -> String {
    String(
      decoding: try #require(readFile("\(Repository.root)/docs/language/\(name)"), "docs/language/\(name)"),
      as: UTF8.self)
  }

  @Test(arguments: ReferenceBlock.all.map(\.name))
  func `what the reference lists is what there is`(_ name: String) throws {
    let block = try #require(ReferenceBlock.all.first { $0.name == name })
    let page = try Self.page(block.page)
    let start = try #require(page.firstRange(of: "<!-- \(name) -->\n"))
    let end = try #require(page.firstRange(of: "<!-- /\(name) -->"))
    try #require(start.upperBound <= end.lowerBound)
    let written = "\(page[..<start.upperBound])\n\(block.text)\n\(page[end.lowerBound...])"
    expectSnapshot(written, at: "docs/language/\(block.page)")
  }

  @Test func `the program has the pages as they stand in their folder`() throws {
    let inFolder = Set(names("\(Repository.root)/docs/language").filter { $0.hasSuffix(".md") })
    #expect(inFolder == Set(ReferencePage.files.map(\.key)), "`make reference` brings them in")
    for (name, text) in ReferencePage.files {
      #expect(try Self.page(name) == text, "`make reference` brings \(name) in")
    }
    #expect(ReferencePage.all.count == inFolder.count - 1)
  }

  @Test(arguments: ReferencePage.all.map(\.topic))
  func `a page fits a terminal`(_ topic: String) throws {
    let page = terminalPage(try #require(reference(about: topic)))
    // A word alone may be longer.
    let long = page.split(separator: "\n").filter { $0.count > 78 && !$0.hasPrefix("    ") && $0.contains(" ") }
    #expect(long == [])
    let prose = page.split(separator: "\n").filter { !$0.hasPrefix("    ") }
    #expect(prose.filter { $0.contains("](") || $0.contains("<!--") || $0.contains("|---") } == [])
    // Small ones of each kind.
    guard ["errors", "properties", "types"].contains(topic) else { return }
    expectSnapshot(page, at: "Tests/FlowToolingTests/Goldens/reference/\(topic).txt")
  }

  @Test func `what an author may ask for by its name is told`() throws {
    let names =
      Effect.allCases.map(\.name) + AttributeType.allCases.map(\.name) + standardErrors.map(\.code)
      + ["age", "startsWith", "math.abs", "&&", "has"]
    for name in names {
      let told = try #require(reference(about: name), "\(name)")
      #expect(told.count > 30, "\(name)")
    }
    #expect(reference(about: "CODE.SEND") == reference(about: "code.send"))
    #expect(reference(about: "nothing-of-the-kind") == nil)
    let age = terminalPage(try #require(reference(about: "age")))
    #expect(age.contains("How many whole years ago") && age.contains("usher help conditions"))
  }

  /// The keys that the parsers know, as their sources list them: `keys: ["to", "error"]`, `let flowKeys = ["flow", …]`.
  private static var keysOfParsers: Set<String> {
    var found: Set<String> = []
    for folder in ["Syntax", "Cases"].map({ "\(Repository.root)/Sources/FlowCompiler/\($0)" }) {
      for name in names(folder) where name.hasSuffix("Parser.swift") || name == "ChannelParser.swift" {
        let text = String(decoding: readFile("\(folder)/\(name)") ?? [], as: UTF8.self)
        for list in text.matches(of: /[kK]eys(?:: \[[^\]]*\] =|:| =)\s*\[((?:[^\[\]]|\[[^\]]*\])*)\]/) {
          found.formUnion(list.output.1.matches(of: /"([a-z][a-z-]*)"/).map { String($0.output.1) })
        }
        // Kinds of states, each with its keys.
        for kind in text.matches(of: /\("([a-z]+)", \[([^\]]*)\]\)/) {
          found.insert(String(kind.output.1))
          found.formUnion(kind.output.2.matches(of: /"([a-z][a-z-]*)"/).map { String($0.output.1) })
        }
      }
    }
    return found
  }

  @Test func `each key of a flow, a tenant and a file of cases is found by help`() {
    let keys = Self.keysOfParsers
    // The lists were found: some of each.
    let some = [
      "page", "do", "grants", "then", "when", "set", "digits", "also", "show", "smtp", "per-second", "minimum",
    ]
    #expect(
      Set(some + ["given", "each", "expect", "no-account", "published-passwords", "says", "never"]).subtracting(keys)
        == [])
    #expect(keys.count > 120, "\(keys.count)")
    let words = keys.union(["submit", "filled", "required", "optional", "stale", "times", "send"])
    #expect(words.filter { reference(about: $0) == nil }.sorted() == [])
    let submit = terminalPage(reference(about: "submit") ?? "")
    #expect(submit.contains("usher help flows") && submit.contains("skip"), "\(submit)")
    #expect(reference(about: "subimt") == nil && referenceTopics.contains("submit"))
  }

  @Test func `each complaint about a field is listed with its words`() throws {
    let texts = Set(FieldComplaint.each.map(\.standardText))
    #expect(texts == Set(StandardText.allCases.filter { $0.rawValue.hasPrefix("complaint.") }))
    for code in Set(FieldComplaint.each.map(\.code)) {
      #expect(try #require(reference(about: code)).contains("usher help errors"), "\(code)")
    }
  }

  @Test func `examples fit a terminal of 80 columns`() {
    for page in ReferencePage.all {
      var isYAML = false
      for line in page.text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") { isYAML = line == "```yaml" }
        #expect(!isYAML || line.count <= 76, "\(page.topic): \(line)")
      }
    }
  }

  @Test(arguments: AttributeType.allCases)
  func `each type's declaration and condition are as the compiler takes them`(_ type: AttributeType) {
    let (_, declaration, _, condition) = type.told
    let name = declaration.prefix { $0 != ":" }
    let tenant = "tenant: t\nattributes:\n  \(declaration)\n"
    let flow = """
      flow: ask
      lifetime: 10m
      start: page
      states:
        page: { page: Page, fields: { \(name): required }, then: { submit: decide } }
        decide:
          choose:
            - { when: "\(condition)", to: yes-end }
            - { to: no-end }
        yes-end: { end: yes-end }
        no-end: { end: no-end }
      """
    let files = [SourceText(path: "tenant.yaml", text: tenant), SourceText(path: "ask.yaml", text: flow)]
    let compilation = Compiler.compile(sources: [TenantSources(path: "t", files: files)])
    #expect(compilation.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
  }

  @Test func `cells of tables may have bars and backslashes`() {
    #expect(tableCells("| `\\|\\|` | a \\d |") == ["`||`", "a \\d"])
    #expect(tableCells("no table") == nil)
  }
}
