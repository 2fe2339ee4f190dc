package import FlowModel
import FlowSource

/// All that people read of a tenant, and what each of its languages has of it: for translators.
package struct TenantWords: Sendable {
  /// The language of the words in the flows.
  package let language: LanguageTag
  /// The texts, in the order of the files.
  package let texts: [TenantText]
  /// The other languages, by their files; behind them those that have none: in which files of `messages/` alone speak, and the
  /// flows' own language where standard words of it are missing.
  package let locales: [Locale]
  private let needs: WordNeeds

  /// What one language has.
  package struct Locale: Sendable {
    /// The language.
    package let tag: LanguageTag
    /// The file's number in the source map; nil where there is none.
    package let file: UInt32?
    /// Its words by their keys.
    package let words: [[String]: String]
    /// The texts that it needs words for; without a file those of messages alone.
    package let needed: [TenantText]
    /// Those of them that it has no words for, its fall-backs counted.
    package let missing: [TenantText]
    /// The keys of words that nobody reads.
    package let unused: [[String]]
  }

  init(_ language: LanguageTag, _ texts: [TenantText], _ locales: [LocaleSyntax]) {
    (self.language, self.texts) = (language, texts)
    let known = Set(texts.map(\.path))
    let needs = WordNeeds(texts, own: language, locales)
    self.needs = needs
    func unwritten(_ tag: LanguageTag, _ needed: [TenantText], _ missing: [TenantText]) -> Locale {
      Locale(tag: tag, file: nil, words: [:], needed: needed, missing: missing, unused: [])
    }
    self.locales =
      locales.map { locale in
        let words = locale.texts.compactMap { text in text.text.map { (text.path.map(\.text), $0.text) } }
        return Locale(
          tag: locale.tag, file: locale.file, words: Dictionary(words, uniquingKeysWith: { first, _ in first }),
          needed: needs.needed(in: locale.tag), missing: needs.missing(in: locale.tag),
          unused: words.map(\.0).filter { !known.contains($0) })
      }
      + needs.languagesOfMessages.map { tag in
        unwritten(tag, needs.needed(in: tag).filter(\.isOfMessage), needs.missingMessages(in: tag))
      }
      + (locales.contains { $0.tag == language } || needs.missing(in: language).isEmpty
        ? [] : [unwritten(language, needs.needed(in: language), needs.missing(in: language))])
  }

  /// The texts that a language needs words for, in the order of the files, whether it has a file or not.
  package func needed(in tag: LanguageTag) -> [TenantText] { needs.needed(in: tag) }
  /// Those of them that there are no words for.
  package func missing(in tag: LanguageTag) -> [TenantText] { needs.missing(in: tag) }

  /// What is wrong with the words of a text in a language, in sentences; nothing where they can stand there.
  package func complaints(about words: String, for text: TenantText, in tag: LanguageTag) -> [String] {
    var problems = DiagnosticCollector()
    check(text, words, at: text.span, in: tag, &problems)
    if text.isOfMessage { checkMessage(text, words, at: text.span, in: tag, &problems) }
    return problems.sorted().map(\.message)
  }
}
