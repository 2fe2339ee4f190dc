/// What the pages say of a word that has no entry of its own there: a key of YAML, an event, a word of a case. Nil where
/// no page has it as code.
func mentions(of word: String) -> String? {
  var text = ""
  for (page, passages) in allPassages {
    let found = passages.filter { $0.words.contains(word) }
    guard let first = found.first else { continue }
    // What a passage begins with it tells of; others only name it.
    let prose = found.filter { !$0.isCode }
    let own = prose.filter { $0.first == word }
    let code = found.filter(\.isCode).prefix(own.isEmpty ? 4 : 2)
    text += "In `usher help \(page.topic)`" + (first.section.isEmpty ? "" : ", \"\(first.section)\"") + ":\n\n"
    var lines: [String] = []
    for line in code.map(\.text) where !lines.contains(line) { lines.append(line) }
    if !lines.isEmpty { text += "```yaml\n" + lines.map { $0 + "\n" }.joined() + "```\n\n" }
    for passage in own.isEmpty ? prose.prefix(2) : own.prefix(2) { text += passage.text + "\n\n" }
  }
  return text.isEmpty ? nil : "## \(word)\n\n" + text
}

/// All words that `mentions(of:)` knows.
var mentionedWords: [String] { Set(allPassages.flatMap { $0.passages.flatMap(\.words) }).sorted() }

private let allPassages = ReferencePage.all.map { (page: $0, passages: $0.passages) }

/// A part of a page that can be told by itself: a line of an example, an item of a list, a row of a table, a paragraph.
struct ReferencePassage: Sendable {
  /// The heading above it; empty before the first.
  let section: String
  let text: String
  let isCode: Bool
  /// The word that it begins with, where that stands in back quotes.
  let first: String?
  /// The words that stand in it as code, in lower case.
  let words: Set<String>

  /// A line of YAML, of which the keys count.
  init(code line: Substring, in section: String) {
    (self.section, isCode, first) = (section, true, nil)
    text = String(line.drop { $0 == " " })
    let content = line.prefix { $0 != "#" }
    words = Set(content.matches(of: /([A-Za-z][A-Za-z0-9_.-]*):(?:\s|$)/).map { $0.output.1.lowercased() })
  }

  /// Text of Markdown, of which what stands in back quotes counts.
  init(prose lines: [Substring], in section: String) {
    (self.section, isCode) = (section, false)
    text = lines.joined(separator: "\n")
    let spans = text.matches(of: /`([^`]+)`/).map { String($0.output.1) }
    let start = text.drop { "|-* ".contains($0) }
    first = start.hasPrefix("`") ? spans.first.flatMap { Self.words(of: $0).first } : nil
    words = Set(spans.flatMap(Self.words))
  }

  /// The words of some code, but for those between quotes.
  private static func words(of code: String) -> [String] {
    code.matches(of: /[A-Za-z][A-Za-z0-9_.-]*/).map { $0.output.lowercased() }
  }
}

extension ReferencePage {
  /// What the page is made of, in its order.
  var passages: [ReferencePassage] {
    var found: [ReferencePassage] = []
    var (section, open): (String, [Substring]) = ("", [])
    var code: Substring?
    func close() {
      if !open.isEmpty { found.append(ReferencePassage(prose: open, in: section)) }
      open = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        close()
        code = code == nil ? line.dropFirst(3) : nil
      } else if let code {
        if code == "yaml", line.contains(":") { found.append(ReferencePassage(code: line, in: section)) }
      } else if line.hasPrefix("#") {
        close()
        section = String(line.drop { $0 == "#" }.dropFirst())
      } else if line.isEmpty || line.hasPrefix("<!--") {
        close()
      } else if line.hasPrefix("|") {
        close()
        // A row without its table is read as a line of it.
        let cells = (tableCells(line) ?? []).filter { !$0.isEmpty }
        if !cells.allSatisfy({ $0.allSatisfy { "-:".contains($0) } }) {
          found.append(ReferencePassage(prose: ["- " + cells.joined(separator: ": ")], in: section))
        }
      } else {
        if line.hasPrefix("- ") { close() }
        open.append(line)
      }
    }
    close()
    return found
  }
}
