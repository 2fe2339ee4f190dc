import FlowSource

/// `path:line:col: severity[code]: message`, one a line; columns count Unicode scalars, from 1.
func renderShort(_ diagnostics: [Diagnostic], in sources: SourceMap) -> String {
  var text = ""
  for diagnostic in diagnostics {
    let position = sources.file(diagnostic.span)?.position(diagnostic.span.start)
    text += visible(sources.path(of: diagnostic.span))
    text += ":\(position?.line ?? 1):\(position?.column ?? 1): "
    text += "\(diagnostic.severity.name)[\(diagnostic.code)]: \(visible(diagnostic.message))\n"
  }
  return text
}
