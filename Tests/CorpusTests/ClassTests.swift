import FlowCompiler
import FlowSource
import TestSupport
import Testing

/// Tenants with a planted flaw, `# flaw: U503` at the end of the line where it must be told, and a safe twin of each.
@Suite struct ClassTests {
  private static let root = Repository.root + "/Tests/CorpusTests/Classes"

  /// Each shape, as `CLASS/SHAPE`.
  static let shapes = names(root).flatMap { kind in names("\(root)/\(kind)").map { "\(kind)/\($0)" } }

  @Test(arguments: shapes) func `the flaw is told at its place, and of the safe twin nothing`(_ shape: String) {
    let flawed = "\(Self.root)/\(shape)/flawed"
    let marked = names(flawed).flatMap { file in
      String(decoding: readFile("\(flawed)/\(file)") ?? [], as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { number, line in
          line.split(separator: "# flaw: ").dropFirst().last.map { "\($0) \(file):\(number + 1)" }
        }
    }
    #expect(!marked.isEmpty && errors(in: flawed).sorted() == marked.sorted())
    #expect(errors(in: "\(Self.root)/\(shape)/safe") == [])
  }

  /// Two flows that tell together, each of which is quiet: nothing stands against the one or the other alone.
  private static let together = "U803"

  /// The errors of a tenant, and the flows that tell together, as `CODE FILE:LINE`.
  private func errors(in folder: String) -> [String] {
    let compilation = Compiler.compile(paths: [folder])
    return compilation.diagnostics.filter { $0.severity == .error || $0.code == Self.together }.map { error in
      guard let file = compilation.sources.file(error.span) else { return error.code }
      return "\(error.code) \(file.path.split(separator: "/").last ?? ""):\(file.position(error.span.start).line)"
    }
  }
}
