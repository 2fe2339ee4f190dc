import FlowCompiler
import FlowModel
import FlowSource
import TestSupport
import Testing

/// Tenants of shapes that people build, and that are safe: none of them is refused.
@Suite struct AcceptedTests {
  private static let root = Repository.root + "/Tests/CorpusTests/Accepted"

  static let shapes = names(root)

  @Test(arguments: shapes) func `what is safe is accepted, and has a table`(_ shape: String) throws {
    let compilation = Compiler.compile(paths: ["\(Self.root)/\(shape)"])
    let errors = compilation.diagnostics.filter { $0.severity == .error }
    #expect(errors.map { "\($0.code): \($0.message)" } == [])
    let tenant = try #require(compilation.tenants.first)
    #expect(compilation.tenants.count == 1 && tenant.table?.flows.isEmpty == false)
  }

  @Test func `the shapes are found`() { #expect(Self.shapes.count >= 8) }
}
