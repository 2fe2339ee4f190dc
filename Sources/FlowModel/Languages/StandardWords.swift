/// What the software says to people by itself, in one language: where a tenant has no words of its own.
public struct StandardWords: Sendable {
  /// The language that is spoken. Where there are no words in the one that was asked for, English.
  public let language: LanguageTag
  private let patterns: [String: MessagePattern]

  /// English.
  public static let english = StandardWords(for: .english)

  /// The languages that there are words in.
  public static let languages: [LanguageTag] = files.compactMap { LanguageTag($0.key) }

  /// The words of a language, or of the one that it is a kind of.
  public init(for language: LanguageTag) {
    let known = language.fallbacks.lazy.compactMap { Self.loaded[$0.text] }.first
    self.language = known == nil ? .english : language
    patterns = known ?? Self.loaded["en"] ?? [:]
  }

  /// Whether there are words of a language.
  public static func speaks(_ language: LanguageTag) -> Bool { language.fallbacks.contains(where: languages.contains) }

  /// A text with its values.
  public func text(_ text: StandardText, _ values: [String: MessageValue] = [:]) -> String {
    patterns[text.rawValue]?.text(values, in: language) ?? text.rawValue
  }

  /// The words of an error: its own where there are no others, such as in English, which stands beside their codes.
  public func text(_ error: ErrorDefinition) -> String {
    patterns["error." + error.code]?.text(in: language) ?? error.message
  }

  private static let loaded: [String: [String: MessagePattern]] = Dictionary(
    files.map { language, file in
      let lines = file.split(separator: "\n").filter { !$0.hasPrefix("#") }
      let patterns = lines.compactMap { line -> (String, MessagePattern)? in
        let parts = line.split(separator: " = ", maxSplits: 1)
        guard parts.count == 2, let pattern = try? MessagePattern(String(parts[1])) else { return nil }
        return (String(parts[0]), pattern)
      }
      return (language, Dictionary(patterns, uniquingKeysWith: { first, _ in first }))
    }, uniquingKeysWith: { first, _ in first })
}
