import FlowJSON
import TestSupport
import Testing

/// All broken tenants in one run. How each format looks is what the goldens of single tenants show.
@Suite struct AllProblemsTests {
  private func check(_ format: String) throws -> String {
    let broken = "Tests/FlowCompilerTests/Fixtures/broken"
    let result = try run(
      Repository.program("usher"), ["check", broken, "--format", format], folder: Repository.root)
    // One of the tenants cannot be read at all.
    #expect(result.status == 3)
    return result.output
  }

  @Test func `one run tells all problems of all broken tenants, the same ones in each format`() throws {
    let problems = try #require(try JSON.parse(check("json"))["diagnostics"]?.array)
    let codes = problems.compactMap { $0["code"]?.string }
    #expect(codes.count == problems.count && codes.contains("U301") && codes.contains("U136"))
    let sarif = try #require(try JSON.parse(check("sarif"))["runs"]?.array?.first)
    #expect(sarif["results"]?.array?.compactMap { $0["ruleId"]?.string } == codes)
    let rules = sarif["tool"]?["driver"]?["rules"]?.array?.compactMap { $0["id"]?.string } ?? []
    #expect(Set(rules).isSuperset(of: codes))
    let short = try check("short").split(separator: "\n")
    #expect(short.count == codes.count && zip(short, codes).allSatisfy { $0.contains("[\($1)]: ") })
    let github = try check("github").split(separator: "\n")
    #expect(github.count == codes.count && zip(github, codes).allSatisfy { $0.contains("title=\($1)::") })
    let pretty = try check("pretty")
    let headings = pretty.split(separator: "\n").filter { $0.hasPrefix("error[") || $0.hasPrefix("warning[") }
    #expect(headings.count == codes.count && zip(headings, codes).allSatisfy { $0.contains("[\($1)]: ") })
  }
}
