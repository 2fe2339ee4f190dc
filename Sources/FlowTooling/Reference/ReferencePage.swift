/// A page of the language's reference: a file of `docs/language/`. `make reference` brings them into the program.
public struct ReferencePage: Sendable {
  /// By what it is asked for: the file's name without its ending.
  public let topic: String
  /// Its heading.
  public let title: String
  /// What is below the heading, in Markdown.
  public let text: String

  /// All pages, in the order in which an author needs them.
  public static let all: [ReferencePage] = files.compactMap { path, text in
    guard path != "README.md", text.hasPrefix("# "), let end = text.firstIndex(of: "\n") else { return nil }
    return ReferencePage(
      topic: String(path.dropLast(".md".count)), title: String(text[..<end].dropFirst("# ".count)),
      text: String(text[end...].drop { $0 == "\n" }))
  }

  /// The whole page, in Markdown.
  var whole: String { "# \(title)\n\n\(text)" }

  /// What is below each heading of the page, with the heading.
  var sections: [(name: String, text: String)] {
    var sections: [(name: String, depth: Int, text: String)] = []
    var open: [Int] = []
    var isCode = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      if line.hasPrefix("<!--") { continue }
      let depth = line.prefix { $0 == "#" }.count
      if !isCode, depth > 1, line.dropFirst(depth).first == " " {
        open.removeAll { sections[$0].depth >= depth }
        open.append(sections.count)
        sections.append((String(line.dropFirst(depth + 1)), depth, ""))
      }
      for index in open { sections[index].text += line + "\n" }
    }
    return sections.map { ($0.name, $0.text) }
  }

  /// The rows of its tables whose first cell is one name in back quotes.
  var rows: [(name: String, cells: [String])] {
    text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| `"), let cells = tableCells(line), let first = cells.first, first.hasSuffix("`") else {
        return nil
      }
      let name = first.dropFirst().dropLast()
      return name.contains("`") || name.isEmpty ? nil : (String(name), Array(cells.dropFirst()))
    }
  }
}

/// What the reference says about a topic: a page, a section of one, what a table has about a name, or where a word of YAML stands;
/// nil where there is no such topic.
public func reference(about topic: String) -> String? {
  let name = topic.lowercased()
  if let page = ReferencePage.all.first(where: { $0.topic == name }) { return page.whole }
  for page in ReferencePage.all {
    if let section = page.sections.first(where: { $0.name.lowercased() == name }) { return section.text }
  }
  let found = ReferencePage.all.flatMap { page in page.rows.filter { $0.name.lowercased() == name }.map { (page, $0) } }
  if found.isEmpty { return mentions(of: name) }
  let entries = found.map { page, row in
    let cells = row.cells.filter { !$0.isEmpty }.map { "- \($0)\n" }.joined()
    return "## \(row.name)\n\n\(cells)\nMore: `usher help \(page.topic)`.\n"
  }
  return entries.joined(separator: "\n")
}

/// All that `reference(about:)` knows.
public var referenceTopics: [String] {
  ReferencePage.all.flatMap { page in [page.topic] + page.sections.map(\.name) + page.rows.map(\.name) }
    + mentionedWords
}

/// The cells of a table's row in Markdown; nil where a line is none.
func tableCells(_ line: some StringProtocol) -> [String]? {
  guard line.hasPrefix("|") else { return nil }
  var cells: [String] = []
  var cell = ""
  var isEscaped = false
  for character in line.dropFirst() {
    switch character {
    case "|" where !isEscaped:
      cells.append(cell.trimmed)
      cell = ""
    case "\\" where !isEscaped:
      isEscaped = true
      continue
    default:
      if isEscaped, character != "|" { cell.append("\\") }
      cell.append(character)
    }
    isEscaped = false
  }
  return cells
}

extension String {
  /// Without the spaces at both ends.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
