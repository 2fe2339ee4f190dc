package import FlowSource

/// Diagnostics for people, in the form that compilers have made familiar.
struct PrettyRenderer {
  let sources: SourceMap
  let style: Style
  private let concealed: ConcealedSources

  init(sources: SourceMap, style: Style) {
    (self.sources, self.style, concealed) = (sources, style, ConcealedSources(sources))
  }

  /// `others`: what is wrong at no place of a file, in sentences.
  func render(_ diagnostics: [Diagnostic], others: [String] = []) -> String {
    guard !diagnostics.isEmpty || !others.isEmpty else {
      return "\(style.paint("No problems", .fix)) in \(counted(sources.files.count, "file")).\n"
    }
    var text = ""
    for diagnostic in diagnostics { text += render(diagnostic) + "\n" }
    for other in others { text += "\(style.paint("error", .error)): \(visible(other))\n" }
    if !others.isEmpty { text += "\n" }
    let tally = Tally(diagnostics, others: others.count)
    return text + style.paint(tally.text, tally.errors > 0 ? .error : .warning) + "\n"
  }

  /// `heading` stands in place of severity and code.
  func render(_ diagnostic: Diagnostic, heading: String? = nil) -> String {
    let diagnostic = concealed.shown(diagnostic)
    let role: Style.Role = diagnostic.severity == .error ? .error : .warning
    var text = style.paint(heading ?? "\(diagnostic.severity.name)[\(diagnostic.code)]", role)
    text += style.paint(": " + visible(diagnostic.message, keepingLines: true), .strong) + "\n"

    let marks = marks(of: diagnostic, role)
    let edited = diagnostic.edit.flatMap { edit in
      concealed.file(edit.span).map { FixedText($0.shown, Edit($0.shown(edit.span), edit.replacement)) }
    }
    let snippets = marks.map { Snippet($0.file.shown, $0.marks, style, start: $0.start) }
    let gutter = (snippets.map(\.lastLine) + [edited?.lastLine ?? 1]).map { String($0).utf8.count }.max() ?? 1
    let indent = String(repeating: " ", count: gutter)

    for (index, snippet) in snippets.enumerated() {
      text += indent + style.paint(index == 0 ? "--> " : "::: ", .frame) + snippet.place + "\n"
      text += snippet.render(gutter: gutter)
    }
    let edits = edited.map { render($0, gutter, indent) } ?? ""
    let facts =
      diagnostic.notes.map { fact("note", $0, indent) }.joined()
      + (diagnostic.counterexample.map { render($0, indent) } ?? "")
      + (diagnostic.help.map { fact("help", $0, indent) } ?? "")
    if !(facts + edits).isEmpty, snippets.contains(where: { !$0.isEmpty }) {
      text += indent + style.paint(" |", .frame) + "\n"
    }
    text += facts + edits
    return text
  }

  private struct MarkedFile {
    let file: ConcealedFile
    /// Where the first mark stands in the file itself.
    let start: Position
    var marks: [Mark]
  }

  /// The marks file by file: that of the problem itself first, then the others in the order of their labels.
  private func marks(of diagnostic: Diagnostic, _ role: Style.Role) -> [MarkedFile] {
    var files: [MarkedFile] = []
    func add(_ mark: Mark) {
      guard let file = concealed.file(mark.span) else { return }
      let shown = Mark(span: file.shown(mark.span), message: mark.message, sign: mark.sign, role: mark.role)
      if let index = files.firstIndex(where: { $0.file.source === file.source }) {
        files[index].marks.append(shown)
      } else {
        files.append(MarkedFile(file: file, start: file.source.position(mark.span.start), marks: [shown]))
      }
    }
    add(Mark(span: diagnostic.span, message: "", sign: "^", role: role))
    for label in diagnostic.allLabels {
      add(Mark(span: label.span, message: visible(label.message), sign: "-", role: .label))
    }
    return files
  }

  private func render(_ example: Counterexample, _ indent: String) -> String {
    let trace = TraceLines(example, in: sources, limit: 16)
    let flow = "through the flow `\(example.flow)`:"
    let heading = trace.attack.map { fact("attack", "\($0), \(flow)", indent) } ?? fact("path", flow, indent)
    return heading + trace.table(style)
  }

  private func fact(_ name: String, _ text: String, _ indent: String) -> String {
    let lines = visible(text, keepingLines: true).split(separator: "\n", omittingEmptySubsequences: false)
    let hanging = "\n" + indent + String(repeating: " ", count: name.utf8.count + 5)
    return indent + style.paint(" = ", .frame) + style.paint(name, .strong) + ": " + lines.joined(separator: hanging)
      + "\n"
  }

  private func render(_ edited: FixedText, _ gutter: Int, _ indent: String) -> String {
    guard let file = edited.file else { return fact("edit", edited.summary, indent) }
    let mark = Mark(span: edited.fixed, message: "", sign: edited.sign, role: .fix)
    return fact("edit", edited.summary, indent)
      + Snippet(file, [mark], style, firstNumber: edited.firstLine).render(gutter: gutter)
  }
}

/// One problem for people, under a heading of its own.
package func pretty(_ diagnostic: Diagnostic, heading: String, in sources: SourceMap, style: Style) -> String {
  PrettyRenderer(sources: sources, style: style).render(diagnostic, heading: heading)
}
