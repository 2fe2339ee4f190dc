import FlowCompiler
import FlowSource
import TestSupport
import Testing

@testable import FlowTooling

/// Broken tenants of each family as each kind of reader sees them: a folder of goldens each, a file a format.
@Suite struct FixtureTests {
  static let fixtures = [
    "004-control-characters", "006-duplicate-keys", "101-misspelt-keys", "107-unknown-states", "132-types",
    "202-dead-ends", "203-loops-of-skipped-pages", "301-in-a-sub-flow-called-twice",
    "402-address-written-after-its-proof", "452-more-steps-than-wanted", "501-guesses-without-end",
    "601-mail-without-end", "701-secrets-get-out", "801-CVE-2023-39522-recovery-that-tells",
    "901-lock-out-is-not-asked",
  ]

  @Test(arguments: fixtures) func `each format says all of it, as its golden does`(_ fixture: String) {
    let compilation = compile(fixture)
    let codes = Set(compilation.diagnostics.map(\.code))
    #expect(codes.contains("U" + fixture.prefix(3)))
    let rules = Explanation.all.filter { codes.contains($0.code) }.map(RuleText.init)
    for format in DiagnosticFormat.allCases {
      let text = render(compilation.diagnostics, in: compilation.sources, as: format, rules: rules)
      expectSnapshot(text, at: "Tests/FlowToolingTests/Goldens/\(fixture)/check.\(format.rawValue)")
    }
  }

  /// A tenant under the path that its folder has from the repository's root, wherever that lies.
  private func compile(_ fixture: String) -> Compilation {
    let path = "Tests/FlowCompilerTests/Fixtures/broken/" + fixture
    let names = names(Repository.root + "/" + path).filter { $0.hasSuffix(".yaml") }
    let files = names.map {
      SourceText(path: "\(path)/\($0)", bytes: readFile("\(Repository.root)/\(path)/\($0)") ?? [])
    }
    return Compiler.compile(sources: [TenantSources(path: path, files: files)])
  }
}
