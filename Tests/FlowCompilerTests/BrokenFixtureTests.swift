import FlowCompiler
import FlowSource
import FlowTooling
import Testing
import TestSupport

@Suite("Broken tenants")
struct BrokenFixtureTests {
  @Test(arguments: MarkedFixture.all)
  func `every marked problem is found at its place, and no other`(_ fixture: MarkedFixture) {
    let compilation = fixture.compiled()
    let found = compilation.diagnostics.map { problem in
      "\(place(problem.span, compilation, fixture)) \(problem.code)"
    }
    let missing = subtract(fixture.announced, found)
    let surplus = subtract(found, fixture.announced)
    #expect(missing.isEmpty, "not found")
    #expect(surplus.isEmpty, "not announced")
  }

  @Test(arguments: MarkedFixture.all)
  func `the problems read as they did`(_ fixture: MarkedFixture) {
    let compilation = fixture.compiled()
    let text = compilation.diagnostics.map { describe($0, compilation, fixture) }.joined(separator: "\n")
    expectSnapshot(text, at: "\(MarkedFixture.root)/\(fixture.name)/expected.txt")
  }

  @Test(arguments: MarkedFixture.all)
  func `each edit mends its problem and makes no other`(_ fixture: MarkedFixture) {
    let before = fixture.compiled()
    for problem in before.diagnostics {
      guard let edit = problem.edit, let after = fixture.compiled(with: edit, of: before) else { continue }
      expectMended(problem, before, after)
    }
  }

  @Test
  func `together they show every code`() {
    let shown = Set(
      MarkedFixture.all.flatMap { fixture in fixture.announced.compactMap { $0.split(separator: " ").last } })
    // A file of 16 MiB, and 100,000 states, are too much to keep: other tests make them. What only a server demands is told
    // where it was asked for.
    let wanted = Set(Explanation.all.map(\.code)).subtracting(["U005", "U139", "U129"])
    #expect(wanted.subtracting(shown.map(String.init)).isEmpty)
  }

  @Test
  func `one run over all folders finds the problems of each`() {
    let together = Compiler.compile(paths: [Repository.root + "/" + MarkedFixture.root]).diagnostics.count
    let alone = MarkedFixture.all.reduce(0) { $0 + $1.compiled().diagnostics.count }
    #expect(together == alone)
  }

  /// `path:line:column`.
  private func place(_ span: SourceSpan, _ compilation: Compilation, _ fixture: MarkedFixture) -> String {
    guard let file = compilation.sources.file(span) else { return "?" }
    let position = file.position(span.start)
    return "\(fixture.relative(file.path)):\(position.line):\(position.column)"
  }

  /// Everything that a diagnostic says, over several lines.
  private func describe(_ problem: Diagnostic, _ compilation: Compilation, _ fixture: MarkedFixture) -> String {
    func text(_ span: SourceSpan) -> String { compilation.sources.file(span)?.text(span) ?? "" }
    let severity = problem.severity == .error ? "error" : "warning"
    var lines = ["\(place(problem.span, compilation, fixture)): \(severity): \(problem.code): \(problem.message)"]
    lines.append("  at: \(oneLine(text(problem.span)))")
    lines += problem.allLabels.map { "  \(place($0.span, compilation, fixture)): \($0.message)" }
    lines += problem.notes.map { "  note: \($0)" }
    if let help = problem.help { lines.append("  help: \(help)") }
    if let edit = problem.edit { lines.append("  edit: \(oneLine(text(edit.span))) -> \(oneLine(edit.replacement))") }
    if let path = problem.counterexample {
      lines.append("  path through \(path.flow)" + (path.attack.isEmpty ? "" : ": \(path.attack)"))
      for (number, step) in path.steps.enumerated() {
        let words = TraceWords(step)
        let actions = [words.client.map { "client \($0)" } ?? "", words.engine].filter { !$0.isEmpty }
        lines.append(
          "    \(number + 1). \(place(step.span, compilation, fixture)): \(step.state) -\(step.branch)->: "
            + actions.joined(separator: "; "))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func oneLine(_ text: String) -> String {
    "«"
      + text.unicodeScalars.map { scalar in
        switch scalar.value {
        case 0x0A: "⏎"
        case 0..<0x20, 0x7F, 0x2028, 0xFEFF: "�"
        default: String(scalar)
        }
      }.joined() + "»"
  }

  /// The lines of the first list that are not in the second, each as often as it is missing there.
  private func subtract(_ left: [String], _ right: [String]) -> [String] {
    var rest = right
    return left.filter { line in
      guard let index = rest.firstIndex(of: line) else { return true }
      rest.remove(at: index)
      return false
    }
  }
}
