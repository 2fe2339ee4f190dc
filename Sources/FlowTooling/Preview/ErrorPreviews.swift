import FlowModel

/// What people read in one language where something went wrong: by the flows' own errors, by the engine's, and of fields.
struct ErrorPreviews {
  private let table: FlowTable
  private let words: StandardWords

  /// The errors of a table whose words are in a language.
  init(_ table: FlowTable) { (self.table, words) = (table, table.standardWords) }

  /// The tables of the page.
  var body: String {
    let codes = Set(table.errors.map(\.code))
    let own = table.errors.map { ($0.code, $0.message) }
    let engine = EngineError.all.filter { !codes.contains($0.code) }.map { ($0.code, words.text($0)) }
    let complaints = StandardText.allCases.filter { $0.rawValue.hasPrefix(Self.complaint) }.map { text in
      (String(text.rawValue.dropFirst(Self.complaint.count)), words.text(text, Self.values))
    }
    return section("Errors that the flows name", own) + section("Errors of the engine", engine)
      + section("What is said of a field", complaints)
  }

  private static let complaint = "complaint."
  /// A value for each name that a complaint may show.
  private static let values: [String: MessageValue] = [
    "min": .integer(8), "max": .integer(64), "option": .text("music"), "options": .text("music, sport, code"),
  ]

  private func section(_ title: String, _ rows: [(code: String, words: String)]) -> String {
    if rows.isEmpty { return "" }
    let lines = rows.map { row in
      "<tr><th scope=\"row\"><code>\(escaped(row.code))</code></th><td dir=\"auto\">\(escaped(row.words))</td></tr>\n"
    }
    return "<h2 lang=\"en\">\(title)</h2>\n<table>\n\(lines.joined())</table>\n"
  }
}
