import FlowSource
import Testing

/// A judge reports under the codes of its rule, as these are in the registry.
@Suite struct CollectorTests {
  private static let span = SourceSpan(file: 0, start: 0, end: 0)

  @Test func `a judge's problems have the severities of its rule, and others' are left as they are`() {
    var problems = DiagnosticCollector()
    problems.report(Diagnostic("U998", .error, "before", at: Self.span))
    problems.judge(by: ["U999": .warning]) { $0.report(Diagnostic("U999", .error, "judged", at: Self.span)) }
    problems.report(Diagnostic("U998", .error, "behind", at: Self.span))
    #expect(problems.problems.map(\.severity) == [.error, .warning, .error])
  }

  @Test func `a judge that reports or proves another rule's code is stopped`() async {
    await #expect(processExitsWith: .failure) {
      var problems = DiagnosticCollector()
      problems.judge(by: ["U999": .warning]) {
        $0.report(Diagnostic("U998", .error, "judged", at: SourceSpan(file: 0, start: 0, end: 0)))
      }
    }
    await #expect(processExitsWith: .failure) {
      var problems = DiagnosticCollector(isProving: true)
      problems.judge(by: ["U999": .warning]) {
        $0.prove(Proof("U998", flow: "f", "holds", at: SourceSpan(file: 0, start: 0, end: 0)))
      }
    }
  }
}
