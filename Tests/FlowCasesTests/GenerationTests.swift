import FlowCases
import FlowCompiler
import FlowJSON
import FlowSource
import TestSupport
import Testing

/// Cases that are made for what no case takes.
@Suite struct GenerationTests {
  /// A suite of a tenant with these cases of `join` beside it.
  private static func suite(
    _ cases: String? = nil, flow: String = Club.join, at path: String = "club/tests/join.yaml"
  ) -> CaseSuite {
    var files = [
      SourceText(path: "club/tenant.yaml", text: Club.tenant), SourceText(path: "club/join.yaml", text: flow),
      SourceText(path: "club/prove.yaml", text: Club.prove),
    ]
    if let cases { files.append(SourceText(path: path, text: cases)) }
    return CaseSuite(sources: [TenantSources(path: "club", files: files)])
  }

  @Test func `all that can be taken of a sign-up is taken, and what was made passes`() async throws {
    let generation = await CaseGeneration(Self.suite())
    let misses = generation.misses.map { "\($0.edge.place.state) \($0.edge.place.label): \($0.reason)" }
    #expect(generation.before == 0 && generation.after == 10_000, "\(misses)")
    let file = try #require(generation.files.first)
    #expect(generation.files.count == 1 && file.path == "club/tests/generated-join.yaml" && file.flow == "join")
    // As everybody reads it: the compiler accepts it, and all of it passes.
    let suite = Self.suite(file.text)
    #expect(suite.compilation.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let play = await CasePlay(suite)
    #expect(play.failures.map { "\($0.item.name): \($0.failure.summary)" } == [])
    #expect(play.results.count == file.count && play.coverage.hundredths == 10_000)
  }

  @Test func `names say what is special, and what comes of it`() async throws {
    let file = try #require(await CaseGeneration(Self.suite()).files.first)
    let names = file.text.split(separator: "\n").filter { $0.hasPrefix("  - case: ") }.map { String($0.dropFirst(10)) }
    #expect(names.contains("a wrong code is refused (invalid code)"), "\(names)")
    #expect(names.contains("a wrong code 6 times is refused (too many attempts)"), "\(names)")
    #expect(names.contains("ask answers fail, and it is refused (denied)"), "\(names)")
    #expect(names.contains("after 5m, it comes to the end closed"), "\(names)")
    #expect(names.contains("look-around comes to the end closed"), "\(names)")
    #expect(Set(names).count == names.count)
  }

  @Test func `only what no case takes is made, and no path is one that is there`() async throws {
    let whole = try #require(await CaseGeneration(Self.suite()).files.first)
    let again = await CaseGeneration(Self.suite(whole.text))
    #expect(again.files.isEmpty && again.before == 10_000)
    // One case less: one case, in a file of another name.
    let parts = whole.text.split(separator: "  - case: ", omittingEmptySubsequences: false)
    let kept = parts.filter { !$0.hasPrefix("look-around") }.joined(separator: "  - case: ")
    let rest = await CaseGeneration(Self.suite(kept, at: "club/tests/generated-join.yaml"))
    #expect(rest.files.map(\.path) == ["club/tests/generated-join-2.yaml"] && rest.files.map(\.count) == [1])
    #expect(rest.after == 10_000)
  }

  @Test func `the same flows give the same file`() async {
    let texts = [await CaseGeneration(Self.suite()), await CaseGeneration(Self.suite())].map { $0.files.map(\.text) }
    #expect(texts[0] == texts[1] && !texts[0].isEmpty)
  }

  @Test func `what is not reached within the limit is told, and ends`() async throws {
    let generation = await CaseGeneration(Self.suite(), plays: 3)
    #expect(!generation.misses.isEmpty)
    #expect(generation.misses.allSatisfy { !$0.reason.isEmpty })
    let text = report(generation, as: .pretty)
    #expect(text.contains(": no case: ") && text.contains("raise `--most`"), "\(text)")
    let json = try JSON.parse(report(generation, as: .json))
    #expect(json["missing"]?.array?.count == generation.misses.count && json["version"]?.int == 1)
  }

  @Test(arguments: [
    // No page at all, a page that leads back to itself for ever, and a flow without anything to give.
    "flow: join\nlifetime: 30m\nstart: over\nstates:\n  over: { end: completed }\n",
    "flow: join\nlifetime: 30m\nstart: a\nstates:\n  a:\n    page: A\n    then: { submit: a, on: b }\n  b:\n    page: B\n    then: { submit: a, leave: c }\n  c: { end: completed }\n",
    "flow: join\nlifetime: 30m\nstart: a\nstates:\n  a:\n    page: A\n    fields: { nick: optional, age: optional }\n    then: { submit: b }\n  b: { end: completed }\n",
  ]) func `odd flows neither crash nor hang`(_ flow: String) async {
    let suite = Self.suite(flow: flow)
    #expect(suite.compilation.tenants.first?.table != nil)
    let generation = await CaseGeneration(suite, plays: 300)
    #expect(generation.plays <= 300 && generation.misses.isEmpty && generation.files.count <= 1)
    _ = await MutationPlay(suite)
    _ = await FlowExploration(suite, flow: "join", depth: 4, most: 300)
  }

  @Test func `an empty tenant has nothing to make`() async {
    let sources = [TenantSources(path: "club", files: [SourceText(path: "club/tenant.yaml", text: "tenant: club\n")])]
    let generation = await CaseGeneration(CaseSuite(sources: sources))
    #expect(generation.files.isEmpty && generation.misses.isEmpty)
  }
}
