/// A file of GNU gettext (PO): what translators' tools read and write.
public struct PortableObject: Sendable {
  /// A text with its translation.
  public struct Entry: Hashable, Sendable {
    /// What tells it from others (`msgctxt`).
    public var context: String
    /// The words to be translated (`msgid`).
    public var source: String
    /// The translation; empty: there is none.
    public var translation: String
    /// Notes for translators (`#.`).
    public var notes: [String] = []
    /// Where the words stand (`#:`).
    public var places: [String] = []
    /// Whether the translator is not sure (`fuzzy`).
    public var isUnsure = false

    /// A text and its translation.
    public init(context: String, source: String, translation: String) {
      (self.context, self.source, self.translation) = (context, source, translation)
    }
  }

  /// The texts.
  public var entries: [Entry]
  /// The language, as a BCP 47 tag.
  public var language: String

  /// Some texts in a language.
  public init(language: String, entries: [Entry]) { (self.language, self.entries) = (language, entries) }

  /// The file.
  public var text: String {
    // gettext writes a territory behind `_`.
    let language = language.split(separator: "-").joined(separator: "_")
    var text = """
      msgid ""
      msgstr ""
      "Language: \(language)\\n"
      "MIME-Version: 1.0\\n"
      "Content-Type: text/plain; charset=UTF-8\\n"
      "Content-Transfer-Encoding: 8bit\\n"

      """
    for entry in entries {
      text += "\n"
      for note in entry.notes { text += "#. \(Self.line(note))\n" }
      for place in entry.places { text += "#: \(Self.line(place))\n" }
      if entry.isUnsure { text += "#, fuzzy\n" }
      text += "msgctxt \(Self.quoted(entry.context))\nmsgid \(Self.quoted(entry.source))\n"
      text += "msgstr \(Self.quoted(entry.translation))\n"
    }
    return text
  }

  private static func line(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// Why a text is no PO file, and where.
public struct PortableObjectFailure: Error, Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// What is wrong there, as a clause.
  public let reason: String
}

extension PortableObject {
  /// Reads a file: all that translators' tools write, but plurals of gettext, as words here count for themselves.
  public init(_ text: String) throws(PortableObjectFailure) {
    self.init(language: "", entries: [])
    var reader = PortableObjectReader()
    for (index, line) in Self.lines(of: text).enumerated() {
      do throws(PortableObjectReader.Refusal) { try reader.take(line, number: index + 1) } catch {
        throw PortableObjectFailure(line: error.line ?? index + 1, reason: error.reason)
      }
    }
    do throws(PortableObjectReader.Refusal) { try reader.finish() } catch {
      throw PortableObjectFailure(line: error.line ?? Self.lines(of: text).count, reason: error.reason)
    }
    entries = reader.entries
    for header in reader.header.split(separator: "\n") {
      let parts = header.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
      guard parts.count == 2 else { continue }
      if parts[0] == "Language" { language = Self.tag(ofLocale: parts[1]) }
      if parts[0] == "Content-Type", !parts[1].lowercased().contains("charset=utf-8") {
        throw PortableObjectFailure(line: 1, reason: "its words are not in UTF-8")
      }
    }
  }

  /// The lines of a file, whichever way they end; a byte-order mark before the first is none of its words.
  private static func lines(of text: String) -> [Substring] {
    let scalars = text.unicodeScalars.drop { $0 == "\u{FEFF}" }
    let unix = String(scalars).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return unix.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The BCP 47 tag of a locale as gettext names it: `cs_CZ.UTF-8` is `cs-CZ`, `sr@latin` is `sr-Latn`.
  private static func tag(ofLocale name: Substring) -> String {
    let modifier = name.split(separator: "@", maxSplits: 1).dropFirst().first
    var subtags = name.prefix { $0 != "@" && $0 != "." && $0 != " " }.split { $0 == "_" || $0 == "-" }.map(String.init)
    if let script = ["latin": "Latn", "cyrillic": "Cyrl"][modifier ?? ""], !subtags.isEmpty {
      subtags.insert(script, at: 1)
    }
    return subtags.joined(separator: "-")
  }
}

private struct PortableObjectReader {
  struct Refusal: Error {
    let reason: String
    /// Where that is not the line at hand.
    var line: Int?
  }

  private enum Part { case context, source, translation }

  private(set) var entries: [PortableObject.Entry] = []
  private(set) var header = ""
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
      if line.hasPrefix("#~") { return try finish() }
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
    case "msgstr": part = .translation
    case _ where keyword == "msgid_plural" || keyword.hasPrefix("msgstr["):
      throw Refusal(reason: "plurals stand in the words themselves, as `{count, plural, …}`")
    default: throw Refusal(reason: "this is no line of a PO file")
    }
    try append(line[line.index(after: space)...].drop { $0 == " " })
  }

  mutating func finish() throws(Refusal) {
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
