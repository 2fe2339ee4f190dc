import FlowExpression
import FlowModel
import Testing

/// Templates as they become words.
@Suite struct MessageRenderingTests {
  private static let name = firstAttributeSlot
  private static let flag = firstAttributeSlot + 1

  private func text(
    _ parts: [TemplateText.Part], in language: String = "en", _ attributes: [Slot: Value] = [:]
  ) throws -> String {
    let tag = try #require(LanguageTag(language))
    let template = MessageTemplate(kind: .code, locale: tag, subject: TemplateText(), text: TemplateText(parts))
    return template.words(values(attributes)).text
  }

  private func values(_ attributes: [Slot: Value]) -> MessageValues {
    var values = MessageValues(tenant: "contoso", application: nil) { attributes[$0] }
    values.code = "12345678"
    values.link = "https://app.example.com/confirm?token=ab&tokenId=cd"
    values.lifetime = 600
    return values
  }

  @Test func `values stand where they are asked for`() throws {
    let said = try text([
      .literal("Code "), .value(.code, .text), .literal(" of "), .value(.application, .text), .literal(", "),
      .value(.lifetime, .text),
    ])
    #expect(said == "Code 12345678 of contoso, 10 minutes")
  }

  @Test(arguments: [
    (TemplateEscape.text, "<b>\"'&é"), (.html, "&lt;b&gt;&#34;&#39;&amp;é"), (.url, "%3Cb%3E%22%27%26%C3%A9"),
  ])
  func `a value means nothing but itself where it stands`(_ escape: TemplateEscape, _ expected: String) throws {
    let said = try text([.value(.attribute(Self.name), escape)], [Self.name: .string("<b>\"'&é")])
    #expect(said == expected)
  }

  @Test func `a link in a page keeps all its parts`() throws {
    #expect(try text([.value(.link, .html)]) == "https://app.example.com/confirm?token=ab&amp;tokenId=cd")
  }

  private static let greeting: [TemplateText.Part] = [
    .unless(TemplateCondition(slot: name), skip: 3), .literal("Hello "), .value(.attribute(name), .text), .skip(1),
    .literal("Hello you"), .literal("!"),
  ]

  @Test(arguments: [
    (nil, "Hello you!"), (Value.string(""), "Hello you!"), (.string("Ada"), "Hello Ada!"), (.int(0), "Hello 0!"),
    (.list([]), "Hello you!"), (.list([.string("a"), .string("b")]), "Hello a, b!"), (.null, "Hello you!"),
  ])
  func `what is missing takes the other branch`(_ value: Value?, _ expected: String) throws {
    #expect(try text(Self.greeting, value.map { [Self.name: $0] } ?? [:]) == expected)
  }

  @Test func `an option is said by its label, and compared and written in URLs as it is`() throws {
    let tag = try #require(LanguageTag("cs"))
    let parts: [TemplateText.Part] = [
      .value(.attribute(Self.name), .html), .literal(" "), .value(.attribute(Self.flag), .text), .literal(" "),
      .value(.attribute(Self.name), .url), .unless(TemplateCondition(slot: Self.name, text: "bronze"), skip: 1),
      .literal("!"),
    ]
    var values = values([Self.name: .string("bronze"), Self.flag: .list([.string("yoke"), .string("rope")])])
    values.label = { _, option, locale in
      (locale.text == "cs" ? ["bronze": "<Zvonovina>", "yoke": "Závěs"] : [:])[option] ?? option
    }
    let template = MessageTemplate(
      kind: .code, locale: tag, subject: TemplateText(parts), text: TemplateText(parts), html: TemplateText(parts))
    let words = template.words(values)
    #expect(Set([words.subject, words.text, words.html]) == ["&lt;Zvonovina&gt; Závěs, rope bronze!"])
  }

  @Test(arguments: [(Value.bool(true), "yes"), (.bool(false), ""), (.string("no"), "yes")])
  func `true is asked for as true`(_ value: Value, _ expected: String) throws {
    #expect(
      try text([.unless(TemplateCondition(slot: Self.flag), skip: 1), .literal("yes")], [Self.flag: value]) == expected)
  }

  @Test(arguments: [("student", "yes"), ("Student", ""), ("", "")])
  func `a text is compared as it is`(_ value: String, _ expected: String) throws {
    let condition = TemplateCondition(slot: Self.name, text: "student")
    #expect(
      try text([.unless(condition, skip: 1), .literal("yes")], [Self.name: .string(value)]) == expected)
  }

  @Test func `a subject is one line, and a long value is cut`() throws {
    let parts: [TemplateText.Part] = [.literal("Hi\n"), .value(.attribute(Self.name), .text)]
    let template = MessageTemplate(
      kind: .code, locale: .english, subject: TemplateText(parts), text: TemplateText(parts))
    let words = template.words(values([Self.name: .string("A\r\nBcc: eve@example.com\u{2028}\u{85}x")]))
    #expect(words.subject == "Hi A  Bcc: eve@example.com  x" && words.text == "Hi\nA  Bcc: eve@example.com  x")
    let long = template.words(values([Self.name: .string(String(repeating: "x", count: 5000))]))
    #expect(long.text.utf8.count == 3 + MessageVariable.longestValue)
  }

  @Test(arguments: [
    ("en", [1: "1 second", 60: "1 minute", 120: "2 minutes", 3600: "1 hour", 86_400: "1 day", 90: "90 seconds"]),
    ("de-AT", [60: "1 Minute", 600: "10 Minuten", 86_400: "1 Tag", 172_800: "2 Tage"]),
    ("cs", [60: "1 minutu", 120: "2 minuty", 300: "5 minut", 86_400: "1 den", 172_800: "2 dny", 432_000: "5 dní"]),
    ("fr", [60: "1 minute", 600: "10 minutes", 3600: "1 heure"]),
    ("es", [60: "1 minuto", 86_400: "1 día", 172_800: "2 días"]),
    ("ja", [600: "10分間", 86_400: "1日間"]),
    ("nl", [900: "15 minuten", 60: "1 minuut", 172_800: "2 dagen", 30: "30 seconden"]),
    ("pl", [300: "5 minut", 120: "2 minuty", 3600: "1 godzina"]), ("pt-BR", [900: "15 minutos"]),
    // Of a language that ICU does not know it would take the machine's own.
    ("xx", [600: "10 min", 86_400: "1 d", 3600: "1 h", 5: "5 s"]),
  ])
  func `a duration is in the words of the language`(_ language: String, _ expected: [Int: String]) {
    for (seconds, words) in expected {
      var values = values([:])
      values.lifetime = seconds
      let template = MessageTemplate(
        kind: .code, locale: LanguageTag(language) ?? .english, subject: TemplateText(),
        text: TemplateText([.value(.lifetime, .text)]))
      #expect(template.words(values).text == words)
    }
  }

  @Test func `a template is read as it was written, and none that leads outside`() throws {
    let template = MessageTemplate(
      kind: .code, channel: .sms, locale: try #require(LanguageTag("pt-BR")), subject: TemplateText(),
      text: TemplateText(Self.greeting + [.value(.code, .html), .value(.attribute(Self.flag), .url)]),
      html: TemplateText([.literal("<p>")]))
    #expect(try MessageTemplate(encodedBytes: template.encodedBytes) == template)
    for skip in [Int32(-1), 3, .max] {
      let parts: [TemplateText.Part] = [.literal("a"), .skip(skip), .literal("b"), .literal("c")]
      #expect(throws: DecodingFailure.self) { try TemplateText(encodedBytes: TemplateText(parts).encodedBytes) }
    }
    #expect(throws: DecodingFailure.self) { try MessageVariable(encodedBytes: [6]) }
  }

  @Test func `a table whose message says an attribute that is not there is refused`() throws {
    var table = FlowTable(tenant: "contoso")
    table.messages = [
      MessageTemplate(
        kind: .code, locale: .english, subject: TemplateText(),
        text: TemplateText([.value(.attribute(firstAttributeSlot), .text)]))
    ]
    #expect(throws: TableFileError.self) { try TableFile.read(TableFile.write(table).bytes) }
    table.attributes = [AttributeDefinition(name: "givenName", type: .string)]
    #expect(try TableFile.read(TableFile.write(table).bytes).table.messages == table.messages)
  }
}
