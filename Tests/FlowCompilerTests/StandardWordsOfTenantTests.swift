import FlowModel
import FlowSource
import Testing

@testable import FlowCompiler

/// What a tenant says in a language that does not ship, or in place of words that do.
struct StandardWordsOfTenantTests {
  private static func compile(_ files: [String: String], language: String = "en", title: String = "Who") -> Compilation
  {
    let tenant = """
      tenant: t
      language: \(language)
      attributes:
        email: { type: email, identifier: true, label: Address, help: Where we write to }
        age:   { type: integer, label: Age, placeholder: "36" }
      errors:
        too_soon: { message: "At least {minimum, number} days", values: { minimum: 22 } }
      """
    let flow = """
      flow: prove
      lifetime: 30m
      start: who
      states:
        who:
          page: \(title)
          fields: { email: { required: true, placeholder: ada@example.com }, age: required }
          then: { submit: send, skip: { to: done, fields: { age: { required: true, help: In years } } } }
        send:
          do: code.send
          with: { to: email }
          then:
            sent: enter
            throttled: { to: enter, error: too_many_codes }
            undeliverable: { to: who, error: too_soon }
        enter: { page: Code, fields: { code: required }, then: { submit: verify } }
        verify:
          do: code.verify
          then:
            valid: done
            invalid: { to: enter, error: invalid_code }
            expired: { to: enter, error: code_expired }
            exhausted: { to: enter, error: too_many_attempts }
        done: { end: done, result: [age] }
      """
    let sources =
      [SourceText(path: "t/tenant.yaml", text: tenant), SourceText(path: "t/prove.yaml", text: flow)]
      + files.map { SourceText(path: "t/" + $0.key, text: $0.value) }
    return Compiler.compile(sources: [TenantSources(path: "t", files: sources)])
  }

  private static let polish = """
    attributes:
      email: { label: Adres, help: Tu piszemy }
      age:   { placeholder: "18" }
    errors:
      too_soon: "Co najmniej {minimum, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}"
      busy: Zajęte.
      invalid_code: Zły kod.
    words:
      complaint:
        too_short: "Co najmniej {min, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}."
      label: { code: Kod, account: { id: Konto } }
      event: { submit: Wyślij }
      terminal: { go_on: Dalej }
    messages:
      code: { subject: Twój kod, text: "Kod '{'{code}'}' jest ważny {lifetime}." }
    flows:
      prove:
        states:
          who:
            page: Kto
            fields: { email: { placeholder: jan@example.com } }
            then: { skip: { fields: { age: { help: W latach } } } }
    """

  private func table(_ compilation: Compilation) throws -> FlowTable {
    #expect(compilation.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let table = try #require(compilation.tenants.first?.table)
    // All of it is in the file of the table.
    return try TableFile.read(TableFile.write(table).bytes).table
  }

  @Test func `A language that does not ship has the standard words of its file, the rest in English`() throws {
    let table = try table(Self.compile(["locales/pl.yaml": Self.polish]))
    let tag = try #require(LanguageTag("pl"))
    let words = table.standardWords(in: tag)
    #expect(FieldComplaint.tooShort(min: 22).text(in: words) == "Co najmniej 22 znaki.")
    #expect(FieldComplaint.tooLong(max: 22).text(in: words) == "Please give at most 22 characters.")
    #expect(SecretField.code.label(in: words) == "Kod" && AccountFact.id.label(in: words) == "Konto")
    #expect(words.label(ofEvent: "submit") == "Wyślij" && words.text(.terminalGoOn) == "Dalej")
    #expect(words.text(EngineError.busy) == "Zajęte." && words.text(EngineError.runEnded) == "This is finished.")
    // Of a variety of the language as well, and of no other language.
    let variety = try #require(LanguageTag("pl-PL"))
    #expect(SecretField.code.label(in: table.standardWords(in: variety)) == "Kod")
    #expect(SecretField.code.label(in: table.standardWords) == "Code")
    let polish = table.speaking(tag)
    let code = try #require(polish.flows[0].pages[1].events.first?.fields.first)
    #expect(FieldView(code, in: polish.flows[0], of: polish).label == "Kod")
    #expect(polish.errors.first { $0.code == "invalid_code" }?.message == "Zły kod.")
  }

  @Test func `A tenant's own error shows the values that it declares, as each language counts`() throws {
    let table = try table(Self.compile(["locales/pl.yaml": Self.polish]))
    func message(_ table: FlowTable) -> String? { table.errors.first { $0.code == "too_soon" }?.message }
    #expect(message(table) == "At least 22 days")
    #expect(message(table.speaking(try #require(LanguageTag("pl")))) == "Co najmniej 22 dni")
  }

  @Test func `Help and placeholders are translated, of a page's fields and of each event's`() throws {
    let table = try table(Self.compile(["locales/pl.yaml": Self.polish]))
    let polish = table.speaking(try #require(LanguageTag("pl")))
    func fields(_ table: FlowTable) -> [String] {
      table.flows[0].pages[0].events.flatMap { event in
        event.fields.map { FieldView($0, in: table.flows[0], of: table) }.map { "\($0.help)|\($0.placeholder)" }
      }
    }
    #expect(fields(table) == ["Where we write to|ada@example.com", "|36", "In years|36"])
    #expect(fields(polish) == ["Tu piszemy|jan@example.com", "|18", "W latach|18"])
  }

  @Test func `A message of a language's file is sent in that language`() throws {
    let compilation = Self.compile(["locales/pl.yaml": Self.polish])
    // Words in a language that does not ship replace none: those of the others are still the standard ones.
    #expect(compilation.diagnostics.map(\.code) == ["U161"])
    let table = try table(compilation)
    let tag = try #require(LanguageTag("pl"))
    let template = try #require(MessageCatalogue(table).template(.code, over: .email, in: tag))
    var values = MessageValues(tenant: "t", application: nil) { _ in nil }
    (values.code, values.lifetime) = ("1234", 600)
    let words = template.words(values)
    #expect(words.subject == "Twój kod" && words.text == "Kod {1234} jest ważny 10 minut." && words.locale == tag)
    #expect(MessageCatalogue(table).template(.code, over: .email, in: .english)?.locale == .english)
  }

  @Test func `What is missing is told once for each language, and listed`() throws {
    let compilation = Self.compile(["locales/pl.yaml": "attributes: { email: { label: Adres } }\n"])
    let words = try #require(compilation.tenants.first?.words)
    let missing = try #require(words.locales.first?.missing.map { $0.path.joined(separator: ".") })
    for key in [
      "words.complaint.too_short", "words.label.password", "words.label.code", "words.event.submit", "errors.busy",
      "errors.invalid_code", "messages.code.subject", "messages.code.text", "attributes.email.help",
      "flows.prove.states.who.fields.email.placeholder", "flows.prove.states.who.then.skip.fields.age.help",
    ] { #expect(missing.contains(key), "\(key)") }
    #expect(!missing.contains { $0.hasPrefix("words.terminal") })
    #expect(compilation.diagnostics.map(\.code).sorted() == ["U161", "U623"])
    let told = try #require(compilation.diagnostics.first { $0.code == "U161" })
    #expect(told.message == "\(missing.count - 2) texts are not in `pl` yet")
    #expect(told.help == "`usher locales extract DIR pl` writes their places into the file")
    // German ships with all of it.
    let german = Self.compile(["locales/de.yaml": ""]).tenants.first?.words?.locales.first?.missing ?? []
    #expect(german.count == 9 && german.allSatisfy { !$0.isStandard }, "\(german.map(\.path))")
  }

  @Test func `The flows' own language has a file for standard words where none ship`() throws {
    let alone = Self.compile([:], language: "nl")
    #expect(alone.diagnostics.map(\.code) == ["U161", "U623"] && !alone.hasErrors)
    #expect(alone.tenants.first?.words?.locales.first?.missing.isEmpty == false)
    #expect(Self.compile([:], language: "de-AT").diagnostics.isEmpty)
    let own = "words: { label: { code: Eenmalige code } }\nerrors: { invalid_code: Foute code., busy: Druk. }\n"
    let table = try table(Self.compile(["locales/nl.yaml": own], language: "nl"))
    #expect(SecretField.code.label(in: table.standardWords) == "Eenmalige code")
    #expect(table.errors.first { $0.code == "invalid_code" }?.message == "Foute code.")
    #expect(table.languages.map(\.text) == ["nl"])
  }

  @Test func `What a language lacks is said in the tenant's own language, whether that ships or not`() throws {
    let tag = try #require(LanguageTag("pl"))
    func words(_ files: [String: String], _ language: String) throws -> (StandardWords, String?, [TenantText]) {
      let compilation = Self.compile(files, language: language)
      let table = try table(compilation)
      let texts = compilation.tenants.first?.words?.texts ?? []
      let error = table.speaking(tag).errors.first { $0.code == "invalid_code" }?.message
      return (table.standardWords(in: tag), error, texts)
    }
    let (german, wrong, texts) = try words(["locales/pl.yaml": "words: { label: { code: Kod } }\n"], "de")
    let shipped = StandardWords(for: try #require(LanguageTag("de")))
    #expect(german.text(EngineError.busy) == shipped.text(EngineError.busy))
    #expect(SecretField.code.label(in: german) == "Kod")
    #expect(SecretField.password.label(in: german) == SecretField.password.label(in: shipped))
    let alone = try table(Self.compile([:], language: "de"))
    #expect(wrong == alone.errors.first { $0.code == "invalid_code" }?.message)
    // Translators have it before them as well.
    let label = texts.first { $0.path == ["words", "label", "password"] }?.text
    #expect(label == SecretField.password.label(in: shipped))
    let own = "words: { label: { password: Wachtwoord } }\nerrors: { busy: Druk., invalid_code: Foute code. }\n"
    let files = ["locales/nl.yaml": own, "locales/pl.yaml": "errors: { run_ended: Koniec. }\n"]
    let (dutch, error, _) = try words(files, "nl")
    #expect(dutch.text(EngineError.busy) == "Druk." && dutch.text(EngineError.runEnded) == "Koniec.")
    #expect(SecretField.password.label(in: dutch) == "Wachtwoord" && SecretField.code.label(in: dutch) == "Code")
    #expect(error == "Foute code.")
  }

  @Test(arguments: [
    ("attributes: { email: { label: \"A\\nb\" } }", "it is `\\n`"),
    ("attributes: { email: { label: \"A\\eb\" } }", "it is `\\u{1b}`"),
    ("errors: { too_soon: \"{minimum} \\u202E\" }", "it is `\\u{202e}`"),
    ("messages: { code: { subject: \"A\\nb\" } }", "it is `\\n`"),
  ])
  func `What nobody sees does not stand in words`(_ file: String, _ note: String) throws {
    let found = Self.compile(["locales/pl.yaml": file]).diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.code) == ["U163"] && found.first?.notes == [note], "\(found)")
    let unseen = Self.compile(["locales/pl.yaml": "errors: { too_soon: \"{minimum} a\\u200Bb\" }"])
    #expect(
      unseen.diagnostics.contains { $0.code == "U163" && $0.notes == ["it is `\\u{200b}`"] }, "\(unseen.diagnostics)")
    for (count, isTold) in [(200, false), (201, true)] {
      let long = Self.compile([:], title: String(repeating: "é", count: count))
      #expect(long.diagnostics.contains { $0.code == "U163" } == isTold, "\(long.diagnostics)")
    }
    let own = Self.compile([:], title: "\"Wh\\u202Eo\"").diagnostics.filter { $0.severity == .error }
    #expect(own.map(\.code) == ["U163"], "\(own)")
    #expect(!Self.compile(["locales/pl.yaml": "errors: { too_soon: \"{minimum}\\n\\u2067x\\u2069\" }"]).hasErrors)
  }

  @Test(arguments: [
    ("attributes: { email: { label: { a: b } } }", "U162", "write the words themselves: `label: …`"),
    (
      "errors: { too_soon: \"Au moins d'{minimum} jours\" }", "U163",
      "an apostrophe before a brace takes it as it is: write `''` for one that people read"
    ),
    (
      "messages: { code: { text: \"{code} {lifetime} {city}\" } }", "U163",
      "leave it out: a message of the kind `code` has no other; what asks for attributes is a file of `messages`"
    ),
  ])
  func `What is wrong with words is told with what mends it`(_ file: String, _ code: String, _ help: String) {
    let found = Self.compile(["locales/pl.yaml": file]).diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.code) == [code] && found.first?.help == help, "\(found)")
  }

  @Test func `A language has a tag, and a name is told its own`() {
    let named = Self.compile([:], language: "dutch").diagnostics.first
    #expect(named?.code == "U160" && named?.help == "write `nl`")
    let file = Self.compile(["locales/german.yaml": ""]).diagnostics.first
    #expect(file?.code == "U160" && file?.help == "call it `de.yaml`")
    let message = Self.compile(["messages/code.polski.txt": "---\nsubject: Kod\n---\n{{ code }}"]).diagnostics.first
    #expect(message?.code == "U611" && message?.help == "call it `code.pl.txt`")
    let odd = Self.compile(["messages/code.klingonic.txt": ""]).diagnostics.first
    #expect(odd?.code == "U611" && odd?.help == "write a tag such as `en`, `de` or `pt-BR`")
  }
}
