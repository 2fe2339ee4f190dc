import FlowSource
import Testing

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("verfy-code", "verify-code"), ("Email", "email"), ("attribtues", "attributes"), ("zzz", nil), ("x", nil),
  ])
  func `the nearest name is offered, or none`(name: String, expected: String?) {
    #expect(nearest(name, among: ["email", "verify-code", "attributes", "y"]) == expected)
  }

  @Test func `positions count scalars and UTF-16 units`() {
    let file = SourceFile(id: 0, path: "a", bytes: Array("a: 1\né😀: x\r\n".utf8))
    let position = file.position(11)
    #expect(position.line == 2)
    #expect(position.column == 3)
    #expect(position.utf16Column == 4)
    #expect(file.line(2) == "é😀: x")
    #expect(file.line(9) == "")
  }

  @Test func `problems come sorted and each once`() {
    var collector = DiagnosticCollector()
    let late = Diagnostic("U101", .error, "late", at: SourceSpan(file: 0, start: 9, end: 10))
    let early = Diagnostic("U102", .warning, "early", at: SourceSpan(file: 0, start: 1, end: 2))
    for one in [late, early, late] { collector.report(one) }
    #expect(collector.sorted() == [early, late])
    #expect(collector.hasErrors)
  }
}
