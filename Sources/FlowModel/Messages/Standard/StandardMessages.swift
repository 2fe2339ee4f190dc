/// The words of codes, links, invitations and the standard notices where a tenant has none of its own.
///
/// A language is a file beside this one. A text message has room for 160 characters of an alphabet that lacks many letters, or for
/// 70 of any: a test counts.
public enum StandardMessages {
  /// The words of one language.
  struct Language {
    var code: Words
    var link: Words
    var invitation: Words
    var notices: [StandardNotice: Words]
  }

  /// The words of one kind.
  struct Words {
    var subject: String
    var text: Text
  }

  /// A text whose values are interpolated: `Your code is \(.code).`
  struct Text: ExpressibleByStringInterpolation {
    fileprivate var parts: [TemplateText.Part]

    struct StringInterpolation: StringInterpolationProtocol {
      fileprivate var parts: [TemplateText.Part] = []
      init(literalCapacity: Int, interpolationCount: Int) {}
      mutating func appendLiteral(_ literal: String) { if !literal.isEmpty { parts.append(.literal(literal)) } }
      mutating func appendInterpolation(_ variable: MessageVariable) { parts.append(.value(variable, .text)) }
    }

    init(stringLiteral value: String) { parts = [.literal(value)] }
    init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
  }

  private static let languages: [String: Language] = [
    "cs": .czech, "de": .german, "en": .english, "es": .spanish, "fr": .french, "ja": .japanese,
  ]

  /// The languages in which there are standard words.
  public static let locales: [LanguageTag] = languages.keys.sorted().compactMap { LanguageTag($0) }

  private static let templates: [LanguageTag: [MessageTemplate]] = Dictionary(
    uniqueKeysWithValues: locales.compactMap { tag in
      languages[tag.text].map { language in
        let carrying: [(MessageKind, Words)] = [
          (.code, language.code), (.link, language.link), (.invitation, language.invitation),
        ]
        let kinds = carrying + language.notices.map { (.notice($0.name), $1) }
        let templates = kinds.map { kind, words in
          MessageTemplate(
            kind: kind, locale: tag, subject: TemplateText([.literal(words.subject)]),
            text: TemplateText(words.text.parts))
        }
        return (tag, templates)
      }
    })

  /// The standard words of a kind in a language, or in the one that it is a variety of; nil where there are none.
  public static func template(_ kind: MessageKind, in locale: LanguageTag) -> MessageTemplate? {
    for tag in locale.fallbacks {
      if let template = templates[tag]?.first(where: { $0.kind == kind }) { return template }
    }
    return nil
  }
}
