import Synchronization

/// What the software says to people by itself, in one language: where a tenant has no words of its own.
public struct StandardWords: Sendable {
  /// The language that is spoken. Where there are no words in the one that was asked for, English.
  public let language: LanguageTag
  private let patterns: [String: MessagePattern]
  /// What a tenant says in their place, with the language that each is in.
  private var own: [String: (pattern: MessagePattern, tag: LanguageTag)] = [:]
  /// The language of the patterns.
  private let base: LanguageTag

  /// English.
  public static let english = StandardWords(for: .english)

  /// The languages that there are words in.
  public static let languages: [LanguageTag] = files.compactMap { LanguageTag($0.key) }

  /// The words of a language, or of the one that it is a kind of. `own`: what a tenant says in their place.
  ///
  /// `others`: the language that is spoken where there are none of the first, before English.
  public init(for language: LanguageTag, own words: [OwnWords] = [], or others: LanguageTag = .english) {
    let isSpoken = Self.speaks(language)
    let base = isSpoken ? language : Self.speaks(others) ? others : .english
    self.base = base
    patterns = Self.file(of: base)?.patterns ?? [:]
    let isTold = words.contains { language.fallbacks.contains($0.tag) }
    let isHeard = words.contains { others.fallbacks.contains($0.tag) }
    for tag in words.isEmpty ? [] : language.fallbacks + (isSpoken ? [] : others.fallbacks) {
      for text in words.first(where: { $0.tag == tag })?.texts ?? [] where own[text.key] == nil {
        own[text.key] = (try? MessagePattern(text.words)).map { ($0, tag) }
      }
    }
    self.language = isTold ? language : !isSpoken && isHeard ? others : base
  }

  /// Whether there are words of a language.
  public static func speaks(_ language: LanguageTag) -> Bool { language.fallbacks.contains(where: languages.contains) }

  /// A text with its values.
  public func text(_ text: StandardText, _ values: [String: MessageValue] = [:]) -> String {
    self.text(text.rawValue, values) ?? text.rawValue
  }

  /// What people read in place of the name of an event that its page has no words for; nil for names of the flow's own.
  public func label(ofEvent name: String) -> String? { StandardText(rawValue: "event." + name).map { text($0) } }

  /// The words of an error: its own where there are no others, such as in English, which stands beside their codes.
  public func text(_ error: ErrorDefinition) -> String {
    text("error." + error.code, [:]) ?? error.message
  }

  /// The words of an error, or more precise ones in English where that is what would be said, and no tenant's words.
  public func text(_ error: ErrorDefinition, precisely english: String) -> String {
    base.language == LanguageTag.english.language && own["error." + error.code] == nil ? english : text(error)
  }

  /// The pattern of a text in English: what it says, and with which values.
  package static func pattern(_ text: StandardText) -> String { pattern(text, in: .english) }

  private func text(_ key: String, _ values: [String: MessageValue]) -> String? {
    if let (pattern, tag) = own[key] { return pattern.text(values, in: tag) }
    return patterns[key]?.text(values, in: base)
  }

  /// The same in another language, if that ships.
  package static func pattern(_ text: StandardText, in language: LanguageTag) -> String {
    file(of: language)?.texts[text.rawValue] ?? byLanguage["en"]?.texts[text.rawValue] ?? text.rawValue
  }

  private static func file(of language: LanguageTag) -> StandardWordFile? {
    language.fallbacks.lazy.compactMap { byLanguage[$0.text] }.first ?? byLanguage["en"]
  }

  private static let byLanguage: [String: StandardWordFile] = Dictionary(
    files.map { ($0.key, StandardWordFile($0.value)) }, uniquingKeysWith: { first, _ in first })
}

/// The words of one language, which are read when they are first asked for: most processes speak one or two.
private final class StandardWordFile: Sendable {
  private let file: String
  private let read = Mutex<(texts: [String: String]?, patterns: [String: MessagePattern]?)>((nil, nil))

  init(_ file: String) { self.file = file }

  /// The texts as they are written, by their keys.
  var texts: [String: String] {
    read.withLock { read in
      let texts = read.texts ?? lines()
      read.texts = texts
      return texts
    }
  }

  /// The texts as patterns, by their keys.
  var patterns: [String: MessagePattern] {
    let texts = texts
    return read.withLock { read in
      let patterns = read.patterns ?? texts.compactMapValues { try? MessagePattern($0) }
      read.patterns = patterns
      return patterns
    }
  }

  /// What stands around ` = ` in each line that is no comment.
  private func lines() -> [String: String] {
    var found: [String: String] = [:]
    for line in file.utf8.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      guard let sign = line.firstIndex(of: UInt8(ascii: "=")), line[..<sign].last == UInt8(ascii: " "),
        line[sign...].dropFirst().first == UInt8(ascii: " ")
      else { continue }
      found[String(Substring(line[..<sign].dropLast()))] = String(Substring(line[sign...].dropFirst(2)))
    }
    return found
  }
}
