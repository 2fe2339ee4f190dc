import FlowModel
import Testing

/// Which words a message is written in.
@Suite struct MessageCatalogueTests {
  private static func tag(_ text: String) -> LanguageTag { LanguageTag(text) ?? .english }

  private static func template(_ name: String) -> MessageTemplate {
    let parts = name.split(separator: ".").map(String.init)
    return MessageTemplate(
      kind: MessageKind(parts[0]), channel: parts.count == 3 ? .sms : nil, locale: tag(parts[parts.count - 1]),
      subject: TemplateText(), text: TemplateText([.literal(name)]))
  }

  /// What is written for a message where a tenant that speaks German has some templates; nil: the standard words.
  private func written(_ templates: [String], _ channel: ChannelKind, _ locale: String) -> String? {
    var table = FlowTable(tenant: "contoso")
    table.language = Self.tag("de")
    table.messages = templates.map(Self.template)
    let template = MessageCatalogue(table).template(.code, over: channel, in: Self.tag(locale))
    if case .literal(let text)? = template?.text.parts.first, templates.contains(text) { return text }
    return template.map { "standard \($0.locale.text)" }
  }

  @Test(arguments: [
    (["code.pt", "code.de"], "pt-BR", "code.pt"), (["code.pt-BR", "code.pt", "code.de"], "pt-BR", "code.pt-BR"),
    (["code.pt-BR", "code.de"], "pt", "code.de"), (["code.de"], "fr", "code.de"), (["code.en"], "fr", "standard fr"),
    (["code.en"], "fi", "standard de"), ([], "cs-CZ", "standard cs"), (["link.de"], "de", "standard de"),
  ])
  func `the nearest language is taken, then the tenant's own, then standard words`(
    _ templates: [String], _ locale: String, _ expected: String
  ) {
    #expect(written(templates, .email, locale) == expected)
  }

  @Test(arguments: [
    (["code.sms.de", "code.de"], ChannelKind.sms, "code.sms.de"), (["code.sms.de", "code.de"], .email, "code.de"),
    (["code.sms.de", "code.pt"], .sms, "code.pt"), (["code.sms.de"], .email, "standard pt"),
  ])
  func `of a language that of the channel is taken`(_ templates: [String], _ channel: ChannelKind, _ expected: String) {
    let locale = expected == "standard pt" ? "fr" : "pt"
    #expect(written(templates, channel, locale) == (expected == "standard pt" ? "standard fr" : expected))
  }

  @Test func `there are standard words in six languages, and a code fits into one text message`() throws {
    #expect(StandardMessages.locales.map(\.text) == ["cs", "de", "en", "es", "fr", "ja"])
    for tag in StandardMessages.locales {
      for kind in [MessageKind.code, .link] {
        let template = try #require(StandardMessages.template(kind, in: tag))
        var values = MessageValues(tenant: "contoso", application: nil) { _ in nil }
        (values.code, values.link, values.lifetime) = ("123456789012", "https://a.example/b", 86_400)
        let words = template.words(values)
        #expect(
          words.text.contains(kind == .code ? "123456789012" : "\nhttps://a.example/b") && !words.subject.isEmpty)
        #expect(!words.subject.contains("123") && words.html == nil && words.locale == tag)
        if kind == .code { #expect(words.text.utf16.count <= 70, "\(tag)") }
      }
    }
  }
}
