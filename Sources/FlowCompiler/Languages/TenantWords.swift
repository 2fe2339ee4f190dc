package import FlowModel
import FlowSource

/// All that people read of a tenant, and what each of its languages has of it: for translators.
package struct TenantWords: Sendable {
  /// The language of the words in the flows.
  package let language: LanguageTag
  /// The texts, in the order of the files.
  package let texts: [TenantText]
  /// The other languages, by their files.
  package let locales: [Locale]

  /// What one language has.
  package struct Locale: Sendable {
    /// The language.
    package let tag: LanguageTag
    /// The file's number in the source map; nil for the flows' own language, which has no file yet that holds the standard
    /// words it lacks.
    package let file: UInt32?
    /// Its words by their keys.
    package let words: [[String]: String]
    /// The texts that it has no words for, its fall-backs counted.
    package let missing: [TenantText]
    /// The keys of words that nobody reads.
    package let unused: [[String]]
  }

  init(_ language: LanguageTag, _ texts: [TenantText], _ locales: [LocaleSyntax]) {
    self.language = language
    self.texts = texts
    let known = Set(texts.map(\.path))
    self.locales =
      locales.map { locale in
        let words = locale.texts.compactMap { text in text.text.map { (text.path.map(\.text), $0.text) } }
        return Locale(
          tag: locale.tag, file: locale.file, words: Dictionary(words, uniquingKeysWith: { first, _ in first }),
          missing: FlowCompiler.missing(texts, in: locale.tag, own: language, locales),
          unused: words.map(\.0).filter { !known.contains($0) })
      } + Self.own(language, texts, locales)
  }

  private static func own(_ tag: LanguageTag, _ texts: [TenantText], _ locales: [LocaleSyntax]) -> [Locale] {
    let missing = FlowCompiler.missing(texts, in: tag, own: tag, locales)
    if missing.isEmpty || locales.contains(where: { $0.tag == tag }) { return [] }
    return [Locale(tag: tag, file: nil, words: [:], missing: missing, unused: [])]
  }

  /// The texts that a language needs words for, in the order of the files.
  package func needed(in tag: LanguageTag) -> [TenantText] { FlowCompiler.missing(texts, in: tag, own: language, []) }

  /// What is wrong with the words of a text in a language, in sentences; nothing where they can stand there.
  package func complaints(about words: String, for text: TenantText, in tag: LanguageTag) -> [String] {
    var problems = DiagnosticCollector()
    check(text, words, at: text.span, in: tag, &problems)
    if text.isOfMessage { checkMessage(text, words, at: text.span, in: tag, &problems) }
    return problems.sorted().map(\.message)
  }
}
