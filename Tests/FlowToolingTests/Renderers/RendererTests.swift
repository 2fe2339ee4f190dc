import FlowJSON
import FlowSource
import TestSupport
import Testing

@testable import FlowTooling

@Suite struct RendererTests {
  static let rules = [
    RuleText(code: "U101", title: "a key stands twice", markdown: "# U101\n\nEach key stands **once**.\n"),
    RuleText(code: "U107", title: "a state that is not there", markdown: "# U107\n"),
  ]

  @Test(arguments: DiagnosticFormat.allCases)
  func `each format says all of it, as its golden does`(_ format: DiagnosticFormat) {
    let scene = Scene()
    let text = render(scene.diagnostics, in: scene.sources, as: format, rules: Self.rules, version: "1.2.3")
    expectSnapshot(text, at: "Tests/FlowToolingTests/Goldens/scene.\(format.rawValue)")
  }

  @Test func `colours change nothing but colours`() {
    let scene = Scene()
    let coloured = render(scene.diagnostics, in: scene.sources, as: .pretty, colour: true)
    expectSnapshot(coloured, at: "Tests/FlowToolingTests/Goldens/scene.pretty.colour")
    let plain = coloured.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated().map {
      index, piece in
      index == 0 ? piece : piece.drop { $0 != "m" }.dropFirst()
    }
    #expect(plain.joined() == render(scene.diagnostics, in: scene.sources, as: .pretty))
  }

  @Test func `no problems are said in one line, and in silence by formats that machines read line by line`() {
    let scene = Scene()
    #expect(render([], in: scene.sources, as: .pretty) == "No problems in 5 files.\n")
    #expect(render([], in: scene.sources, as: .short) == "")
    #expect(render([], in: scene.sources, as: .github) == "")
  }

  @Test func `no control character of a source reaches a terminal`() {
    let scene = Scene()
    for format in [DiagnosticFormat.pretty, .short] {
      let text = render(scene.diagnostics, in: scene.sources, as: format)
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || escaped($0) == nil || $0 == "\u{200D}" })
    }
  }

  @Test func `spans that lie outside their file, or in no file, are shown as well as can be`() {
    var sources = SourceMap()
    let file = sources.add(path: "a.yaml", bytes: Array("a: b".utf8))
    let wild = [
      Diagnostic(
        "U001", .error, "behind", at: SourceSpan(file: file.id, start: 90, end: 99),
        edit: Edit(SourceSpan(file: 0, start: 80, end: 95), "x")),
      Diagnostic(
        "U001", .error, "nowhere", at: SourceSpan(file: 9, start: 0, end: 1),
        labels: [Label(SourceSpan(file: 7, start: 1, end: 2), "no")]),
      Diagnostic("U001", .error, "all", at: SourceSpan(file: file.id, start: 0, end: .max)),
    ]
    for format in DiagnosticFormat.allCases { #expect(!render(wild, in: sources, as: format).isEmpty) }
  }

  @Test func `a line of ten megabytes is shown in a moment`() {
    var sources = SourceMap()
    let file = sources.add(path: "a.yaml", bytes: [UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000))
    let text = render(
      [Diagnostic("U001", .error, "far", at: SourceSpan(file: file.id, start: 5_000_000, end: 9_000_000))], in: sources,
      as: .pretty)
    #expect(text.utf8.count < 1_000)
  }
}
