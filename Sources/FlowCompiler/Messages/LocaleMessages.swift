import FlowModel

/// The words of messages that stand in a language's file, below `messages: { code: { subject: …, text: … } }`. A file of
/// `messages/` goes before; what is wrong with them, `check` of the language's words tells.
func messages(of locales: [LocaleSyntax], sending sent: [SentMessage]) -> [ResolvedMessage] {
  locales.flatMap { locale in
    Set(sent.map(\.kind)).sorted().compactMap { kind in
      func parts(_ name: String) -> TemplateText? {
        let path = [localeMessages, kind.name, name]
        return locale.texts.first { $0.path.map(\.text) == path }?.text.flatMap { TemplateText(pattern: $0.text) }
      }
      // A text message has no subject.
      let isMail = sent.contains { $0.kind == kind && $0.channel == .email }
      guard let subject = parts("subject") ?? (isMail ? nil : TemplateText()), let text = parts("text") else {
        return nil
      }
      let name = MessageFile.Name(kind: kind, channel: nil, locale: locale.tag)
      return ResolvedMessage(
        name: name, file: MessageFile(source: locale.source, name: name, isHTML: false),
        template: MessageTemplate(kind: kind, locale: locale.tag, subject: subject, text: text), isBroken: false)
    }
  }
}

/// The key of a language's file below which the words of messages stand.
let localeMessages = "messages"

/// What the words of standard messages may show, by their names.
private let messageVariables: [(name: String, variable: MessageVariable)] = [
  ("code", .code), ("link", .link), ("lifetime", .lifetime), ("tenant", .tenant), ("application", .application),
]

extension TemplateText {
  /// The words of a message as the pattern of a language's file says them; nil for a pattern that does more than show values.
  init?(pattern text: String) {
    guard let pattern = try? MessagePattern(text) else { return nil }
    var parts: [Part] = []
    for part in pattern.parts {
      switch part {
      case .text(let text): parts.append(.literal(text))
      case .value(let name, .plain):
        guard let variable = messageVariables.first(where: { $0.name == name })?.variable else { return nil }
        parts.append(.value(variable, .text))
      default: return nil
      }
    }
    self.init(parts)
  }

  /// The words as a language's file writes them.
  var pattern: String {
    parts.map { part in
      switch part {
      case .literal(let text): text.replacing("{", with: "'{'").replacing("}", with: "'}'")
      case .value(let variable, _): "{\(messageVariables.first { $0.variable == variable }?.name ?? "")}"
      case .unless, .skip: ""
      }
    }.joined()
  }
}
