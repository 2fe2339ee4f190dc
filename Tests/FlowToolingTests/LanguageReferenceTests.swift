import FlowModel
import FlowTooling
import TestSupport
import Testing

/// What `docs/language.md` says of effects is what the catalogue says.
@Suite struct LanguageReferenceTests {
  @Test func `the reference names each standard error`() throws {
    let text = String(decoding: try #require(readFile(Repository.root + "/docs/language.md")), as: UTF8.self)
    let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    #expect(standardErrors.map(\.code).filter { !words.contains($0) } == [])
  }

  @Test func `the reference lists each effect as it is declared`() throws {
    let path = "docs/language.md"
    let page = String(decoding: try #require(readFile("\(Repository.root)/\(path)")), as: UTF8.self)
    let parts = page.split(separator: "<!-- effects -->\n", maxSplits: 1)
    let rest = try #require(parts.last?.split(separator: "<!-- /effects -->", maxSplits: 1).last)
    try #require(parts.count == 2)
    let written = "\(parts[0])<!-- effects -->\n\n\(effectReference())\n<!-- /effects -->\(rest)"
    expectSnapshot(written, at: path)
  }
}
