package import FlowModel
package import FlowSource

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
  /// The languages in which kinds of messages have a page.
  private let pages: [MessageKind: Set<LanguageTag>]
  /// Those in which they have a plain text in `messages/`.
  private let plain: [MessageKind: Set<LanguageTag>]

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
    /// Those of its words that were translated from other words than those of today, as its file says.
    package let changed: [Changed]
  }

  /// A text whose translation is to be looked at.
  package struct Changed: Sendable {
    /// The text.
    package let text: TenantText
    /// The words that it was translated from.
    package let source: String
  }

  init(_ language: LanguageTag, _ texts: [TenantText], _ locales: [LocaleSyntax], _ messages: [MessageFile] = []) {
    (self.language, self.texts) = (language, texts)
    pages = Dictionary(grouping: messages.filter(\.isHTML), by: \.name.kind).mapValues { Set($0.map(\.name.locale)) }
    plain = Dictionary(grouping: messages.filter { !$0.isHTML && $0.name.channel != .sms }, by: \.name.kind)
      .mapValues { Set($0.map(\.name.locale)) }
    let known = Set(texts.map(\.path))
    let needs = WordNeeds(texts, own: language, locales)
    self.needs = needs
    func unwritten(_ tag: LanguageTag, _ needed: [TenantText], _ missing: [TenantText]) -> Locale {
      Locale(tag: tag, file: nil, words: [:], needed: needed, missing: missing, unused: [], changed: [])
    }
    self.locales =
      locales.map { locale in
        let words = locale.texts.compactMap { text in text.text.map { (text.path.map(\.text), $0.text) } }
        let said = Set(words.map(\.0))
        let marks = TranslationMarks(String(decoding: locale.source.bytes, as: UTF8.self))
        let changed = texts.compactMap { text -> Changed? in
          let today = locale.tag == language ? text.text : text.shown
          guard let source = marks.sources[text.path], source != today, said.contains(text.path) else { return nil }
          return Changed(text: text, source: source)
        }
        return Locale(
          tag: locale.tag, file: locale.file, words: Dictionary(words, uniquingKeysWith: { first, _ in first }),
          needed: needs.needed(in: locale.tag), missing: needs.missing(in: locale.tag),
          unused: words.map(\.0).filter { !known.contains($0) }, changed: changed)
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

  /// The kinds of messages that a language's file says, and that have a page in other languages: their mails have none in this one.
  package func kindsWithoutPage(_ words: some Sequence<[String]>, in tag: LanguageTag) -> [String] {
    let said = Set(words.filter { $0.count == 3 && $0.first == localeMessages && $0.last == "text" }.map { $0[1] })
    return said.filter { lacksPage(MessageKind($0), in: tag) }.sorted()
  }

  /// The kinds of messages of which a file of `messages/` is in a language, and a page in others alone.
  package func kindsWithoutPage(besideTextsIn tag: LanguageTag) -> [String] {
    plain.filter { $0.value.contains(tag) && lacksPage($0.key, in: tag) }.map(\.key.name).sorted()
  }

  private func lacksPage(_ kind: MessageKind, in tag: LanguageTag) -> Bool {
    guard let languages = pages[kind] else { return false }
    return languages.isDisjoint(with: tag.fallbacks)
  }

  /// The words that those of a language stand for: in the flows' own language standard ones, where its file has others.
  package func source(of text: TenantText, in tag: LanguageTag) -> String {
    guard tag == language, locales.contains(where: { $0.tag == tag && $0.words[text.path] != nil }) else {
      return text.shown
    }
    return text.text
  }

  /// What is wrong with the words of a text in a language; nothing where they can stand there.
  package func complaints(about words: String, for text: TenantText, in tag: LanguageTag) -> [Diagnostic] {
    var problems = DiagnosticCollector()
    check(text, words, at: text.span, in: tag, &problems)
    if text.isOfMessage { checkMessage(text, words, at: text.span, in: tag, &problems) }
    return problems.sorted()
  }
}
