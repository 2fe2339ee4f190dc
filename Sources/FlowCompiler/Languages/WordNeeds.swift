import FlowModel

/// Which texts each language of a tenant needs, and which it lacks: the one list that `check` and `usher locales` read.
struct WordNeeds: Sendable {
  private let texts: [TenantText]
  /// The language of the flows, which has all words but the standard ones.
  private let own: LanguageTag
  private let locales: [Locale]

  /// The places at which a language's file has words.
  private struct Locale: Sendable {
    let tag: LanguageTag
    let paths: Set<[String]>
  }

  init(_ texts: [TenantText], own: LanguageTag, _ locales: [LocaleSyntax]) {
    (self.texts, self.own) = (texts, own)
    self.locales = locales.map { locale in
      Locale(tag: locale.tag, paths: Set(locale.texts.filter { $0.text != nil }.map { $0.path.map(\.text) }))
    }
  }

  /// The languages that have no file in `locales/`, and in which files of `messages/` speak.
  var languagesOfMessages: [LanguageTag] {
    let known = Set(locales.map(\.tag) + [own])
    let spoken = Set(texts.flatMap { $0.saidIn + $0.partlySaidIn })
    return spoken.subtracting(known).sorted { $0.text < $1.text }
  }

  /// The texts that the file of a language has to say, whatever stands in it, in the order of the tenant's files.
  func needed(in tag: LanguageTag) -> [TenantText] {
    let chain = Set(tag.fallbacks)
    return texts.filter { text in
      switch text.need {
      case .never: false
      case _ where text.isOfMessage: isMessageNeeded(text, in: tag, chain)
      case _ where tag == own && !text.isStandard: false
      case .withoutStandard: !StandardWords.speaks(tag)
      case .always: !chain.contains(own)
      }
    }
  }

  /// Those of them for which neither the language has words, nor one that it falls back to.
  func missing(in tag: LanguageTag) -> [TenantText] {
    let chain = Set(tag.fallbacks)
    let there = locales.filter { chain.contains($0.tag) }.reduce(into: Set<[String]>()) { $0.formUnion($1.paths) }
    return needed(in: tag).filter { !there.contains($0.path) }
  }

  /// The texts of messages among those, which another rule tells of.
  func missingMessages(in tag: LanguageTag) -> [TenantText] { missing(in: tag).filter(\.isOfMessage) }

  private func isMessageNeeded(_ text: TenantText, in tag: LanguageTag, _ chain: Set<LanguageTag>) -> Bool {
    if text.saidIn.contains(where: chain.contains) { return false }
    // Whoever has said a part of it means to say all of it.
    let message = text.path.prefix(2)
    let isBegun = locales.contains { chain.contains($0.tag) && $0.paths.contains { $0.starts(with: message) } }
    let kind = MessageKind(text.path[1])
    guard !isBegun, StandardMessages.template(kind, in: tag) != nil else { return true }
    // The words of one way beside the standard ones of another are all in one language.
    if text.partlySaidIn.contains(where: chain.contains) { return false }
    // Whoever has words in place of standard ones wants none of these beside them; and the tenant's own go before those.
    let others = locales.filter { locale in
      !chain.contains(locale.tag)
        && texts.allSatisfy { $0.path.prefix(2) != message || $0.need == .never || locale.paths.contains($0.path) }
    }
    return (text.saidIn + text.partlySaidIn + others.map(\.tag)).contains { said in
      own.fallbacks.contains(said) && said.language != tag.language
        || StandardMessages.template(kind, in: said) != nil
    }
  }
}
