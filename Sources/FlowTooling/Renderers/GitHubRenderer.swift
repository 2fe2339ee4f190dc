import FlowSource

/// Workflow commands of GitHub Actions: `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=U107::message`.
///
/// The escapes are those of GitHub's own toolkit (`@actions/core`, command.ts). Columns are only understood where a
/// range stays on one line, so that they are left out elsewhere.
func renderGitHub(_ diagnostics: [Diagnostic], in sources: SourceMap) -> String {
  var text = ""
  for diagnostic in diagnostics {
    var properties: [String] = []
    if let file = sources.file(diagnostic.span) {
      let (start, end) = (file.position(diagnostic.span.start), file.position(diagnostic.span.end))
      properties.append(
        "file=" + property(visible(file.path.hasPrefix("./") ? String(file.path.dropFirst(2)) : file.path)))
      properties.append("line=\(start.line)")
      if start.line == end.line { properties.append("col=\(start.column)") }
      properties.append("endLine=\(end.line)")
      if start.line == end.line { properties.append("endColumn=\(end.column)") }
    }
    properties.append("title=" + property(diagnostic.code))
    var message = [diagnostic.message] + diagnostic.notes.map { "note: " + $0 }
    if let help = diagnostic.help { message.append("help: " + help) }
    // An annotation is a small box: the path's beginning and end are enough.
    if let example = diagnostic.counterexample { message += TraceLines(example, in: sources, limit: 12).plain }
    let command = "::\(diagnostic.severity.name) \(properties.joined(separator: ","))"
    text += "\(command)::\(data(visible(message.joined(separator: "\n"), keepingLines: true)))\n"
  }
  return text
}

private func data(_ text: String) -> String { escape(text, [(0x25, "%25"), (0x0D, "%0D"), (0x0A, "%0A")]) }

private func property(_ text: String) -> String {
  escape(text, [(0x25, "%25"), (0x0D, "%0D"), (0x0A, "%0A"), (0x3A, "%3A"), (0x2C, "%2C")])
}

private func escape(_ text: String, _ escapes: [(byte: UInt8, escape: String)]) -> String {
  var escaped: [UInt8] = []
  for byte in text.utf8 {
    if let found = escapes.first(where: { $0.byte == byte }) {
      escaped += found.escape.utf8
    } else {
      escaped.append(byte)
    }
  }
  return String(decoding: escaped, as: UTF8.self)
}
