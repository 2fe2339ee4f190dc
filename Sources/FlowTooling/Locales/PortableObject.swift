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
    /// Whether the translator is not sure, or was not asked about these words (`fuzzy`).
    public var isUnsure = false
    /// The words that it was translated from, where those were others (`#| msgid`).
    public var previous: String?
    /// The line of the file on which the translation begins, from 1; 0: it was read from none.
    public var line = 0

    /// A text and its translation.
    public init(context: String, source: String, translation: String) {
      (self.context, self.source, self.translation) = (context, source, translation)
    }
  }

  /// The texts.
  public var entries: [Entry]
  /// What was taken out of use, as the lines of the file say it (`#~`).
  public private(set) var obsolete: [String] = []
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
      if let previous = entry.previous { text += "#| msgid \(Self.quoted(previous))\n" }
      text += entry.lines.map { $0 + "\n" }.joined()
    }
    for line in obsolete { text += (line.hasPrefix("#~ msgctxt") ? "\n" : "") + line + "\n" }
    return text
  }

  /// Keeps a text that nobody reads any more, for whoever needs its translation again.
  public mutating func retire(_ entry: Entry) {
    let lines = entry.lines.map { "#~ " + $0 }
    // As often as it is retired it stands there once.
    if let first = lines.first, obsolete.contains(first), obsolete.contains(lines.last ?? "") { return }
    obsolete += lines
  }

  /// Keeps what another file has taken out of use.
  public mutating func keepObsolete(of other: PortableObject) { obsolete += other.obsolete }

  private static func line(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

  fileprivate static func quoted(_ text: String) -> String {
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

extension PortableObject.Entry {
  /// Its words, as lines of a file.
  fileprivate var lines: [String] {
    [
      "msgctxt \(PortableObject.quoted(context))", "msgid \(PortableObject.quoted(source))",
      "msgstr \(PortableObject.quoted(translation))",
    ]
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
    (entries, obsolete) = (reader.entries, reader.obsolete)
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
