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

  /// The keys that the parsers know: those of the shapes that they read by.
  private static var keysOfParsers: Set<String> {
    var (keys, seen): (Set<String>, Set<String>) = ([], [])
    func collect(_ mapping: MappingShape) {
      guard seen.insert(mapping.id).inserted else { return }
      keys.formUnion(mapping.keys)
      for entry in mapping.entries { collect(entry.shape) }
      for variant in mapping.variants { for shape in variant.shapes.values { collect(shape) } }
      if let others = mapping.others { collect(others.shape) }
    }
    func collect(_ shape: Shape) {
      switch shape {
      case .mapping(let mapping): collect(mapping)
      case .kinds(let kinds): for kind in kinds { collect(kind) }
      case .list(let inner), .names(_, _, let inner), .place(let inner): collect(inner)
      case .either(let shapes): for shape in shapes { collect(shape) }
      default: break
      }
    }
    for root in [Shapes.tenant, Shapes.flow, Shapes.subFlow, Shapes.cases] + Shapes.stateKinds { collect(root) }
    return keys
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
