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
    let example = try #require(page.broken)
    let problems = compile(example)
    #expect(Set(problems.map(\.code)) == [code])
    #expect(problems.allSatisfy { $0.severity == page.severity }, "the page says \(page.severity)")
  }

  @Test(arguments: withExample.map(\.code))
  func `the mended example is clean`(_ code: String) throws {
    let example = try #require(Explanation.of(code)?.mended)
    let problems = compile(example).map { "\($0.code): \($0.message)" }
    #expect(problems.isEmpty)
  }

  @Test
  func `each code has one page, with an example where a text can show it`() {
    let codes = Explanation.all.map(\.code)
    #expect(codes == codes.sorted())
    #expect(Set(codes).count == codes.count)
    for page in Explanation.all {
      #expect((page.broken == nil) == Self.withoutExample.contains(page.code), "\(page.code)")
      #expect((page.mended == nil) == (page.broken == nil), "\(page.code)")
      #expect(page.broken != page.mended || page.broken == nil, "\(page.code): nothing is mended")
    }
  }

  @Test
  func `a page is found whatever the case of its code`() {
    #expect(Explanation.of("u107")?.title == "an unknown state")
    #expect(Explanation.of("U999") == nil)
  }

  @Test
  func `pages fit a terminal, and speak of the mend`() {
    for page in Explanation.all {
      #expect(page.text.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(page.code)")
      #expect(!page.title.hasSuffix(".") && !page.text.hasSuffix("\n"), "\(page.code)")
    }
  }

  /// The problems of an example.
  private func compile(_ example: Example) -> [Diagnostic] {
    let files = example.files.map { SourceText(path: "example/" + $0.path, text: $0.text) }
    return Compiler.compile(sources: [TenantSources(path: "example", files: files)]).diagnostics
  }
}
