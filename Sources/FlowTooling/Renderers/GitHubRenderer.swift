package import FlowSource

/// Workflow commands of GitHub Actions: `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=U107::message`.
///
/// The escapes are those of GitHub's own toolkit (`@actions/core`, command.ts). Columns are only understood where a
/// range stays on one line, so that they are left out elsewhere.
func renderGitHub(_ diagnostics: [Diagnostic], in sources: SourceMap) -> String {
  diagnostics.map { diagnostic in
    var message = [diagnostic.message] + diagnostic.notes.map { "note: " + $0 }
    if let help = diagnostic.help { message.append("help: " + help) }
    // An annotation is a small box: the path's beginning and end are enough.
    if let example = diagnostic.counterexample { message += TraceLines(example, in: sources, limit: 12).plain }
    return gitHubCommand(
      diagnostic.severity.name, diagnostic.code, message.joined(separator: "\n"), at: diagnostic.span, in: sources)
  }.joined()
}

/// One command, which ends with a line break; without a place where there is none.
package func gitHubCommand(
  _ level: String, _ title: String, _ message: String, at span: SourceSpan?, in sources: SourceMap
) -> String {
  var properties: [String] = []
  if let span, let file = sources.file(span) {
    let (start, end) = (file.position(span.start), file.position(span.end))
    properties.append(
      "file=" + property(visible(file.path.hasPrefix("./") ? String(file.path.dropFirst(2)) : file.path)))
    properties.append("line=\(start.line)")
    if start.line == end.line { properties.append("col=\(start.column)") }
    properties.append("endLine=\(end.line)")
    if start.line == end.line { properties.append("endColumn=\(end.column)") }
  }
  properties.append("title=" + property(title))
  return "::\(level) \(properties.joined(separator: ","))::\(data(visible(message, keepingLines: true)))\n"
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
