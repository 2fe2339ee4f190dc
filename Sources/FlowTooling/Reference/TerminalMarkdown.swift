/// A page of the reference for a terminal of 80 columns.
public func terminalPage(_ markdown: String, colour: Bool = false) -> String {
  var page = TerminalMarkdown(Style(isColoured: colour))
  for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) { page.take(line) }
  page.close()
  return page.text
}

/// What Markdown of the reference has: headings, paragraphs, lists, tables and code. It is written as it is read, a line after
/// the other.
private struct TerminalMarkdown {
  private(set) var text = ""
  private let style: Style
  private let width = 78
  private var paragraph: [Substring] = []
  private var table: [[String]] = []
  private var isCode = false

  init(_ style: Style) { self.style = style }

  mutating func take(_ line: Substring) {
    if line.hasPrefix("```") {
      close()
      isCode.toggle()
    } else if isCode {
      text += line.isEmpty ? "\n" : "    \(line)\n"
    } else if let cells = tableCells(line) {
      closeParagraph()
      if !cells.allSatisfy({ $0.allSatisfy { "-:".contains($0) } && !$0.isEmpty }) { table.append(cells) }
    } else if line.hasPrefix("<!--") {
      close()
    } else if line.isEmpty {
      close()
      if !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" }
    } else if line.hasPrefix("#") {
      close()
      text += style.paint(String(line.drop { $0 == "#" }.dropFirst()), .strong) + "\n"
    } else {
      if line.hasPrefix("- ") { closeParagraph() }
      paragraph.append(line)
    }
  }

  /// Ends what lines behind it would go on with.
  mutating func close() {
    closeParagraph()
    closeTable()
  }

  private mutating func closeParagraph() {
    if paragraph.isEmpty { return }
    let isItem = paragraph[0].hasPrefix("- ")
    let words = withoutLinks(paragraph.map { $0.drop { $0 == " " } }.joined(separator: " "))
    let lines = wrapped(isItem ? String(words.dropFirst(2)) : words, width: isItem ? width - 2 : width)
    for (index, line) in lines.enumerated() { text += (isItem ? index == 0 ? "- " : "  " : "") + line + "\n" }
    paragraph = []
  }

  /// Columns where they fit; else each row as its first cell, and below it the others.
  private mutating func closeTable() {
    if table.isEmpty { return }
    let rows = table.filter { $0.contains { !$0.isEmpty } }.map { $0.map(withoutLinks) }
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? FlowTooling.width($0[column]) : 0 }.max() ?? 0
    }
    if widths.reduce(0, +) + 2 * (count - 1) <= width {
      for row in rows {
        var line = ""
        for (column, cell) in row.enumerated() {
          let padding =
            column + 1 < row.count ? String(repeating: " ", count: widths[column] - FlowTooling.width(cell) + 2) : ""
          line += cell + padding
        }
        while line.last == " " { line.removeLast() }
        text += line + "\n"
      }
    } else {
      let heads = table[0].contains { !$0.isEmpty } ? rows.first ?? [] : []
      for row in heads.isEmpty ? rows[...] : rows.dropFirst() {
        guard let first = row.first else { continue }
        for line in wrapped(first, width: width) { text += style.paint(line, .strong) + "\n" }
        for (column, cell) in row.enumerated().dropFirst() where !cell.isEmpty {
          // Of two columns the second needs no head.
          let isNamed = count > 2 && heads.indices.contains(column) && !heads[column].isEmpty
          let head = isNamed ? heads[column] + ": " : ""
          text += wrapped(head + cell, width: width - 4).map { "    \($0)\n" }.joined()
        }
      }
    }
    table = []
  }

}

/// `[text](address)` as its text alone, as a terminal follows no links; to a page of the reference, as what shows that page.
private func withoutLinks(_ text: String) -> String {
  text.replacing(/\[([^\]]*)\]\(([^)#]*)[^)]*\)/) { match in
    let topic = match.output.2.hasSuffix(".md") ? match.output.2.dropLast(".md".count) : ""
    return ReferencePage.all.contains { $0.topic == topic } ? "`usher help \(topic)`" : String(match.output.1)
  }
}
