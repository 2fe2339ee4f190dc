import FlowCases
import FlowCompiler
import FlowSource
import TestSupport
import Testing

/// docs/language/testing.md does what it says.
@Suite struct TutorialTests {
  @Test func `each file of cases on the page passes with the shipped flows`() async throws {
    let page = String(decoding: try #require(readFile(Repository.root + "/docs/language/testing.md")), as: UTF8.self)
    var blocks: [String] = []
    for part in page.split(separator: "```yaml\n").dropFirst() {
      blocks.append(String(part.prefix(upTo: part.firstRange(of: "```")?.lowerBound ?? part.endIndex)))
    }
    #expect(blocks.count == 2)
    let folder = Repository.root + "/flows/native-auth"
    var files = names(folder).filter { $0.hasSuffix(".yaml") }.map { file($0, folder) }
    files += names(folder + "/messages").map { file("messages/" + $0, folder) }
    files += blocks.enumerated().map { SourceText(path: "native-auth/tests/\($0).yaml", text: $1) }
    let suite = CaseSuite(sources: [TenantSources(path: "native-auth", files: files)])
    #expect(suite.compilation.diagnostics.map(\.message) == [])
    #expect(suite.items.count == 5)
    let play = await CasePlay(suite)
    #expect(play.failures.map { "\($0.item.name): \($0.failure.summary)" } == [])
  }

  private func file(_ name: String, _ folder: String) -> SourceText {
    SourceText(path: "native-auth/" + name, bytes: readFile(folder + "/" + name) ?? [])
  }
}
