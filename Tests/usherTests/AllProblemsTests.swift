import TestSupport
import Testing

/// All broken tenants in one run, as each kind of reader sees them.
@Suite struct AllProblemsTests {
  @Test(arguments: ["pretty", "short", "json", "github", "sarif"])
  func `one run tells all problems of all broken tenants, in each format`(format: String) throws {
    let broken = "Tests/FlowCompilerTests/Fixtures/broken"
    let result = try run(
      Repository.program("usher"), ["check", broken, "--format", format], folder: Repository.root)
    // One of the tenants cannot be read at all.
    #expect(result.status == 3)
    #expect(result.output.contains("U301") && result.output.contains("U136"))
    expectSnapshot(result.output, at: "Tests/usherTests/Goldens/all-problems.\(format)")
  }
}
