/// The templates of a tenant, to look up the one that a message is written by.
public struct MessageCatalogue: Sendable {
  private struct Key: Hashable {
    var kind: MessageKind
    var channel: ChannelKind?
    var locale: LanguageTag
  }

  private var templates: [Key: MessageTemplate] = [:]
  private let language: LanguageTag

  /// The templates of a table.
  public init(_ table: FlowTable) {
    language = table.language
    for template in table.messages {
      templates[Key(kind: template.kind, channel: template.channel, locale: template.locale)] = template
    }
  }

  /// The template of a message: in the nearest language that there is one in, then in the tenant's own; of these that of its
  /// channel. Where the tenant has none, the standard words.
  public func template(_ kind: MessageKind, over channel: ChannelKind, in locale: LanguageTag) -> MessageTemplate? {
    for tag in locale.fallbacks + language.fallbacks {
      if let own = templates[Key(kind: kind, channel: channel, locale: tag)]
        ?? templates[Key(kind: kind, channel: nil, locale: tag)]
      {
        return own
      }
    }
    return StandardMessages.template(kind, in: locale) ?? StandardMessages.template(kind, in: language)
      ?? StandardMessages.template(kind, in: .english)
  }
}
