import FlowCompiler
import FlowSource
import Testing
import TestSupport

@Suite("Explanations")
struct ExplanationTests {
  /// Codes whose example cannot be a text of a few lines.
  private static let withoutExample: Set = ["U000", "U003", "U005", "U139"]
  static let withExample = Explanation.all.filter { $0.broken != nil }

  @Test(arguments: withExample.map(\.code))
  func `the broken example has this problem and no other`(_ code: String) throws {
    let page = try #require(Explanation.of(code))
    let problems = compile(code, "broken")
    #expect(Set(problems.map(\.code)) == [code])
    #expect(problems.allSatisfy { $0.severity == page.severity }, "the page says \(page.severity)")
  }

  @Test(arguments: withExample.map(\.code))
  func `the fixed example is clean`(_ code: String) {
    let problems = compile(code, "fixed").map { "\($0.code): \($0.message)" }
    #expect(problems.isEmpty)
  }

  @Test
  func `each code has one page, with an example where a text can show it`() {
    let codes = Explanation.all.map(\.code)
    #expect(codes == codes.sorted())
    #expect(Set(codes).count == codes.count)
    for page in Explanation.all {
      #expect((page.broken == nil) == Self.withoutExample.contains(page.code), "\(page.code)")
      #expect((page.fixed == nil) == (page.broken == nil), "\(page.code)")
      #expect(page.broken != page.fixed || page.broken == nil, "\(page.code): nothing is fixed")
    }
  }

  @Test
  func `a page is found whatever the case of its code`() {
    #expect(Explanation.of("u107")?.title == "an unknown state")
    #expect(Explanation.of("U999") == nil)
  }

  @Test
  func `pages fit a terminal`() {
    for page in Explanation.all {
      #expect(page.text.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(page.code)")
      #expect(!page.title.hasSuffix(".") && !page.text.hasSuffix("\n"), "\(page.code)")
    }
  }

  @Test
  func `what stands in the program is what the files say`() {
    var files: [String: String] = [:]
    for code in names(Self.pages) {
      files[code + "/text.md"] = text(code + "/text.md")
      for tenant in ["broken", "fixed"] {
        let folder = "\(code)/\(tenant)"
        let inner = names("\(Self.pages)/\(folder)/locales").map { "locales/" + $0 }
        for name in names("\(Self.pages)/\(folder)").filter({ $0 != "locales" }) + inner {
          files["\(folder)/\(name)"] = text("\(folder)/\(name)")
        }
      }
    }
    let known = Dictionary(Explanation.files.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let stale = Set(files.keys).union(known.keys).filter { files[$0] != known[$0] }
    #expect(stale.isEmpty, "`make explanations` brings them in")
    #expect(Explanation.all.map(\.code) == names(Self.pages), "a page whose heading cannot be read is left out")
  }

  private static let pages = Repository.root + "/Sources/FlowCompiler/Explanations/Pages"

  private func text(_ path: String) -> String {
    readFile("\(Self.pages)/\(path)").map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The problems of a page's tenant, read from its files.
  private func compile(_ code: String, _ tenant: String) -> [Diagnostic] {
    // What a server refuses is told to those alone who check flows for one; the other pages need no secrets for that.
    Compiler.compile(paths: ["\(Self.pages)/\(code)/\(tenant)"], isServing: code == "U129").diagnostics
  }
}
