import FlowCompiler
import FlowSource
import TestSupport
import Testing

/// What is said to somebody who makes one slip in a tenant that was fine.
@Suite("Slips") struct SlipTests {
  @Test func `the tenant without slips is fine`() throws {
    let fine = Slip("none", "tenant.yaml", "tenant: sump", "tenant: sump")
    #expect(Slip.compiled(try #require(fine.files)).diagnostics.isEmpty)
  }

  /// Those that are several problems: three numbers, two results, two places, and a proof that fails in four ways.
  private static let several = [
    "after map": 2, "type select": 2, "numbers option": 3, "result password": 2, "hyphen in an attribute": 2,
    "verify before send": 5,
    "of yes/no": 3,
  ]

  /// What is found for each slip, by its name.
  private static let found = Dictionary(
    Slip.all.compactMap { slip in slip.files.map { (slip.description, Slip.compiled($0)) } }
  ) { first, _ in first }

  @Test(arguments: Slip.all) func `one slip is one problem`(_ slip: Slip) throws {
    let found = try #require(Self.found[slip.description]).diagnostics
    let problems = found.map { "\($0.code): \($0.message)" }
    #expect(found.count <= Self.several[slip.description] ?? 1, "\(problems)")
  }

  @Test(arguments: Slip.all) func `an edit that is offered mends its problem and makes no other`(_ slip: Slip) throws {
    let before = try #require(Self.found[slip.description])
    for problem in before.diagnostics {
      guard let edit = problem.edit else { continue }
      let after = Slip.compiled(Slip.files(of: before, with: edit))
      expectMended(problem, before, after)
    }
  }

  @Test func `what is said reads as it did`() throws {
    let texts = try Slip.all.map { slip in
      let compilation = try #require(Self.found[slip.description])
      return "# \(slip)\n" + compilation.diagnostics.map { lines($0, compilation) }.joined()
    }
    expectSnapshot(texts.joined(separator: "\n"), at: "\(Slip.root)/expected.txt")
  }

  private func lines(_ problem: Diagnostic, _ compilation: Compilation) -> String {
    guard let file = compilation.sources.file(problem.span) else { return "?" }
    let place = file.position(problem.span.start)
    func text(_ span: SourceSpan) -> String {
      file.text(span).replacing("\n", with: "\u{23CE}").replacing("\t", with: "\u{2409}")
    }
    var lines = ["\(file.path):\(place.line):\(place.column) \(problem.code): \(problem.message)"]
    lines.append("  at: \(text(problem.span))")
    if let help = problem.help { lines.append("  help: \(help)") }
    if let edit = problem.edit { lines.append("  edit: \(text(edit.span)) -> \(edit.replacement)") }
    return lines.map { $0 + "\n" }.joined()
  }
}

/// Expects that a problem is gone once its edit is made, and that nothing came in its place.
func expectMended(
  _ problem: Diagnostic, _ before: Compilation, _ after: Compilation,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  func count(_ problem: Diagnostic, in compilation: Compilation) -> Int {
    compilation.diagnostics.count { $0.code == problem.code && $0.message == problem.message }
  }
  let title = "\(problem.code): \(problem.message)"
  #expect(count(problem, in: after) < count(problem, in: before), "\(title)", sourceLocation: sourceLocation)
  // Where names and types are in order at last, rules that judge the whole flow may find something. Behind what could not
  // be read, also names and types; but nothing of how it is written.
  let rank = stage(problem.code)
  let added = after.diagnostics.filter { count($0, in: after) > count($0, in: before) && stage($0.code) <= rank }
  #expect(added.map { "\($0.code): \($0.message)" } == [], "\(title)", sourceLocation: sourceLocation)
}

/// How far the compiler has come where it reports a code: it reads, it looks names up, it judges the flow.
private func stage(_ code: String) -> Int {
  if Rule.of(code)?.family == .source || code == "U130" { return 0 }
  return code < "U2" && Rule.severity(of: code) == .error && !["U136", "U140", "U150", "U151"].contains(code) ? 1 : 2
}
