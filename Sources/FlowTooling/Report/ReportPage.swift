/// A page of headings, sentences and tables, which is written as Markdown or HTML. Texts are plain, with `code` between
/// backticks; whatever else they hold is shown and never followed.
package struct ReportPage: Sendable {
  package enum Block: Sendable {
    case heading(Int, String)
    case text(String)
    case list([String])
    case table([String], [[String]])
  }

  let title: String
  package var blocks: [Block]

  /// A page of a title and blocks.
  package init(title: String, blocks: [Block] = []) { (self.title, self.blocks) = (title, blocks) }

  /// The forms of a page.
  package enum Form { case markdown, html }

  package func text(as form: Form) -> String {
    switch form {
    case .markdown: "# \(Self.markdown(title))\n" + blocks.map(Self.markdown).joined()
    case .html: html
    }
  }

  // MARK: Markdown

  private static func markdown(_ block: Block) -> String {
    switch block {
    case .heading(let level, let text): "\n\(String(repeating: "#", count: level)) \(markdown(text))\n"
    case .text(let text): "\n\(markdown(text))\n"
    case .list(let items): "\n" + items.map { "- \(markdown($0))\n" }.joined()
    case .table(let head, let rows):
      "\n"
        + ([head, head.map { _ in "---" }] + rows).map { row in
          "| \(row.map { $0 == "---" ? $0 : markdown($0) }.joined(separator: " | ")) |\n"
        }.joined()
    }
  }

  /// Everything that Markdown would read as its own is escaped, but for code, in which nothing is read.
  private static func markdown(_ text: String) -> String {
    parts(text).map { part in
      let shown = visible(part.text)
      if part.isCode { return "`\(shown.replacing("|", with: "\\|"))`" }
      return shown.map { "\\*_[]<>#|&~!".contains($0) ? "\\\($0)" : String($0) }.joined()
    }.joined()
  }

  // MARK: HTML

  private var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>\(escaped(title))</title>
    <style>
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
    table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
    th, td { border: 1px solid #bbb; padding: .3rem .5rem; text-align: left; vertical-align: top; }
    th { background: #eee; }
    code { background: #f2f2f2; padding: 0 .2em; }
    </style>
    </head>
    <body>
    <h1>\(Self.inline(title))</h1>
    \(blocks.map(Self.html).joined(separator: "\n"))
    </body>
    </html>

    """
  }

  private static func html(_ block: Block) -> String {
    switch block {
    case .heading(let level, let text): return "<h\(level)>\(inline(text))</h\(level)>"
    case .text(let text): return "<p>\(inline(text))</p>"
    case .list(let items): return "<ul>\n" + items.map { "<li>\(inline($0))</li>\n" }.joined() + "</ul>"
    case .table(let head, let rows):
      func row(_ cells: [String], _ tag: String) -> String {
        "<tr>" + cells.map { "<\(tag)>\(inline($0))</\(tag)>" }.joined() + "</tr>\n"
      }
      return "<table>\n" + row(head, "th") + rows.map { row($0, "td") }.joined() + "</table>"
    }
  }

  private static func inline(_ text: String) -> String {
    parts(text).map { $0.isCode ? "<code>\(escaped($0.text))</code>" : escaped($0.text) }.joined()
  }

  /// A text cut at its backticks; one without its fellow stands for itself.
  private static func parts(_ text: String) -> [(text: String, isCode: Bool)] {
    var pieces = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    if pieces.count.isMultiple(of: 2) {
      let last = pieces.removeLast()
      pieces[pieces.count - 1] += "'" + last
    }
    return pieces.enumerated().map { ($0.element, !$0.offset.isMultiple(of: 2)) }.filter { !$0.0.isEmpty }
  }
}
