import FlowModel

/// A tenant's words in one language, finished: with the values that stand in them.
struct LocaleWords: Sendable {
  let tag: LanguageTag
  private let standard: StandardWords?
  private var own: [[String]: String] = [:]

  /// The words of files, the nearest language first; what is in none of them, lowering has from the flows.
  ///
  /// `others`: the language of the flows, whose standard words stand where the language has none.
  init(_ tag: LanguageTag, or others: LanguageTag = .english, files: [LocaleSyntax], _ texts: [TenantText]) {
    self.tag = tag
    let spoken = StandardWords.speaks(tag) ? tag : others
    standard = StandardWords.speaks(spoken) ? StandardWords(for: spoken) : nil
    let texts = texts.filter(\.isFinished)
    let values =
      files.isEmpty ? [:] : Dictionary(texts.map { ($0.path, $0.values) }, uniquingKeysWith: { first, _ in first })
    for file in files.reversed() {
      for text in file.texts {
        let path = text.path.map(\.text)
        guard let word = text.text, let values = values[path], let pattern = try? MessagePattern(word.text) else {
          continue
        }
        own[path] = pattern.text(values, in: file.tag)
      }
    }
    fill(texts.filter { MessagePattern.hasPlaces($0.text) })
  }

  private mutating func fill(_ texts: [TenantText]) {
    for text in texts where own[text.path] == nil {
      guard let pattern = try? MessagePattern(text.text) else { continue }
      own[text.path] = pattern.text(text.values, in: tag)
    }
  }

  /// The words at a place, or those that stand in the flows.
  func text(_ path: @autoclosure () -> [String], or source: String) -> String {
    own.isEmpty ? source : own[path()] ?? source
  }

  /// The words of an error: the tenant's own, else the standard ones of the language.
  func text(of error: ErrorDefinition, isOwn: Bool, ofOwnLanguage: Bool) -> String {
    if let text = own[["errors", error.code]] { return text }
    if isOwn, ofOwnLanguage { return error.message }
    return standard?.text(error) ?? error.message
  }
}

extension OwnWords {
  /// What a language's file says in place of standard words; nil where it says nothing.
  init?(_ locale: LocaleSyntax, _ texts: [TenantText]) {
    let keys = Dictionary(
      texts.compactMap { text in text.standard.map { (text.path, $0) } }, uniquingKeysWith: { first, _ in first })
    let words = locale.texts.compactMap { text -> Text? in
      guard let key = keys[text.path.map(\.text)], let word = text.text else { return nil }
      return Text(key, word.text)
    }
    if words.isEmpty { return nil }
    self.init(locale.tag, words)
  }
}
