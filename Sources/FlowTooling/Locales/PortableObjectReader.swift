/// Reads a PO file line by line.
struct PortableObjectReader {
  struct Refusal: Error {
    let reason: String
    /// Where that is not the line at hand.
    var line: Int?
  }

  private enum Part { case context, source, translation }

  private(set) var entries: [PortableObject.Entry] = []
  private(set) var header = ""
  private(set) var obsolete: [String] = []
  /// Whether the lines before this one were of the words that a text had before.
  private var isPrevious = false
  private var entry = PortableObject.Entry(context: "", source: "", translation: "")
  private var part: Part?
  private var known = Set<String>()
  /// The line on which the words of the entry begin.
  private var start = 0

  mutating func take(_ line: Substring, number: Int) throws(Refusal) {
    var line = line
    while line.last?.isWhitespace == true { line.removeLast() }
    if line.isEmpty { return try finish() }
    if line.hasPrefix("#") {
      if part == .translation { try finish() }
      // What was taken out of use, and the flags before it, belong to nothing.
      if line.hasPrefix("#~") {
        obsolete.append(String(line))
        return try finish()
      }
      if line.hasPrefix("#|") { return try takePrevious(line.dropFirst(2).drop { $0 == " " }) }
      isPrevious = false
      let flags = line.dropFirst(2).split { $0 == "," || $0 == " " }
      if line.hasPrefix("#,") || line.hasPrefix("#="), flags.contains("fuzzy") { entry.isUnsure = true }
      return
    }
    if line.hasPrefix("\"") { return try append(line) }
    guard let space = line.firstIndex(of: " ") else { throw Refusal(reason: "this is no line of a PO file") }
    let keyword = line[..<space]
    switch keyword {
    case "msgctxt":
      if part == .translation { try finish() }
      part = .context
    case "msgid":
      if part == .translation { try finish() }
      part = .source
      start = number
    case "msgstr":
      part = .translation
      entry.line = number
    case _ where keyword == "msgid_plural" || keyword.hasPrefix("msgstr["):
      throw Refusal(reason: "plurals stand in the words themselves, as `{count, plural, …}`")
    default: throw Refusal(reason: "this is no line of a PO file")
    }
    try append(line[line.index(after: space)...].drop { $0 == " " })
  }

  /// A line of the words that the text had when it was translated.
  private mutating func takePrevious(_ line: Substring) throws(Refusal) {
    let isFirst = line.hasPrefix("msgid ")
    guard isFirst || isPrevious && line.hasPrefix("\"") else { return isPrevious = false }
    isPrevious = true
    let literal = isFirst ? line.dropFirst(6).drop { $0 == " " } : line
    guard literal.count >= 2, literal.first == "\"", literal.last == "\"" else { return }
    entry.previous = (isFirst ? "" : entry.previous ?? "") + (try unescaped(literal.dropFirst().dropLast()))
  }

  mutating func finish() throws(Refusal) {
    isPrevious = false
    defer {
      entry = PortableObject.Entry(context: "", source: "", translation: "")
      part = nil
    }
    guard part != nil else { return }
    if entry.source.isEmpty {
      header = entry.translation
    } else if known.insert(entry.context.isEmpty ? entry.source : "\(entry.context)\u{4}\(entry.source)").inserted {
      entries.append(entry)
    } else {
      throw Refusal(reason: "these words stand here for the second time", line: start)
    }
  }

  private mutating func append(_ literal: Substring) throws(Refusal) {
    guard literal.count >= 2, literal.first == "\"", literal.last == "\"" else {
      throw Refusal(reason: "a text is not in quotes")
    }
    let text = try unescaped(literal.dropFirst().dropLast())
    switch part {
    case .context: entry.context += text
    case .source: entry.source += text
    case .translation: entry.translation += text
    case nil: throw Refusal(reason: "this text belongs to nothing")
    }
  }

  private func unescaped(_ text: Substring) throws(Refusal) -> String {
    var (made, isEscaped) = ("", false)
    for character in text.unicodeScalars {
      guard isEscaped else {
        if character == "\"" { throw Refusal(reason: "a text ends in its middle") }
        isEscaped = character == "\\"
        if !isEscaped { made.unicodeScalars.append(character) }
        continue
      }
      isEscaped = false
      switch character {
      case "n": made += "\n"
      case "t": made += "\t"
      case "r": made += "\r"
      case "\"", "\\": made.unicodeScalars.append(character)
      default: throw Refusal(reason: "`\\\(character)` stands for nothing")
      }
    }
    if isEscaped { throw Refusal(reason: "a text ends in its middle") }
    return made
  }
}
