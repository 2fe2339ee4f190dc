import FlowCompiler
import FlowSource
import TestSupport
import Testing

/// Tenants that tell nobody who has an account, in the shapes that people write: nothing is held against them.
@Suite struct QuietTests {
  private static let root = Repository.root + "/Tests/CorpusTests/Quiet"

  @Test(arguments: names(root)) func `a tenant that is quiet is taken for quiet`(_ shape: String) {
    let compilation = Compiler.compile(paths: ["\(Self.root)/\(shape)"])
    let held = compilation.diagnostics.filter { $0.severity == .error || ["U802", "U803"].contains($0.code) }
    #expect(held.map { "\($0.code) \($0.message)" } == [] && compilation.tenants.count == 1)
  }
}
