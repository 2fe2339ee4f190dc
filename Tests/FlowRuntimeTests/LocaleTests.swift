import EngineSupport
import FlowCompiler
import FlowJSON
import FlowModel
import FlowSource
import Testing

@testable import FlowRuntime

/// In which language a run speaks, and what it says.
@Suite struct LocaleTests {
  private static func table() throws -> FlowTable {
    let files = [
      "tenant.yaml": """
      tenant: words
      language: en
      locale-from: reads
      attributes:
        email: { type: email, identifier: true }
        reads: { type: string, max-length: 35 }
        kind:  { type: choice, of: [student, other], options: { student: A student } }
        name:  { type: string, min-length: 3, label: Your name, hint: "At least {min, plural, one {# letter} other {# letters}}" }
      errors: { user_already_exists: "You are here already." }
      """,
      "join.yaml": """
      flow: join
      reveals: [account-existence]
      lifetime: 30m
      input: { locale: { type: string } }
      start: who
      states:
        who:
          page: Who are you?
          fields: { email: required, name: required, kind: optional, reads: optional }
          then: { submit: send }
        send:
          do: code.send
          with: { to: email }
          then:
            sent: enter
            throttled: { to: enter, error: too_many_codes }
            undeliverable: { to: who, error: invalid_username }
        enter: { page: Enter the code, fields: { code: required }, events: { resend: Another one }, then: { submit: verify, resend: send } }
        verify:
          do: code.verify
          then:
            valid: create
            invalid: { to: enter, error: invalid_code }
            expired: { to: enter, error: code_expired }
            exhausted: { to: enter, error: too_many_attempts }
        create:
          do: account.create
          with: { identifier: email }
          then: { created: done, exists: { to: who, error: user_already_exists } }
        done: { end: done }
      """,
      "back.yaml": """
      flow: back
      reveals: [account-existence]
      lifetime: 30m
      start: who
      states:
        who: { page: Who is back?, fields: { email: required }, then: { submit: find } }
        find: { do: account.find, with: { identifier: email }, then: { found: send, missing: { to: who, error: user_not_found } } }
        send:
          do: code.send
          with: { to: email }
          then:
            sent: enter
            throttled: { to: enter, error: too_many_codes }
            undeliverable: { to: who, error: invalid_username }
        enter: { page: Enter the code, fields: { code: required }, then: { submit: verify } }
        verify:
          do: code.verify
          then:
            valid: inside
            invalid: { to: enter, error: invalid_code }
            expired: { to: enter, error: code_expired }
            exhausted: { to: enter, error: too_many_attempts }
        inside: { page: You are back, then: { submit: done } }
        done: { end: done }
      """,
      "locales/de.yaml": """
      attributes:
        email: { label: E-Mail-Adresse }
        reads: { label: Sprache }
        kind:  { label: Art, options: { student: Studierend, other: Anders } }
        name:  { label: Ihr Name, hint: "Mindestens {min, plural, one {# Buchstabe} other {# Buchstaben}}" }
      errors: { user_already_exists: Sie sind schon da. }
      flows:
        join: { states: { who: { page: Wer sind Sie? }, enter: { page: Geben Sie den Code ein, events: { resend: Noch einer } } } }
        back: { states: { who: { page: Wer ist wieder da? }, enter: { page: Der Code }, inside: { page: Sie sind wieder da } } }
      """.replacing("Wer sind Sie?", with: "\"Wer sind Sie?\"").replacing(
        "Wer ist wieder da?", with: "\"Wer ist wieder da?\""),
      "locales/de-CH.yaml": "attributes: { email: { label: Mailadresse } }\n",
      "locales/ar.yaml": "attributes: { email: { label: البريد } }\n",
    ]
    let sources = files.map { SourceText(path: "t/" + $0.key, text: $0.value) }
    let compilation = Compiler.compile(sources: [TenantSources(path: "t", files: sources)], waiving: ["U405", "U801"])
    let problems = compilation.diagnostics.filter { $0.severity == .error }.map { "\($0.code) \($0.message)" }
    #expect(problems == [])
    // One of the languages is not whole, and says so.
    #expect(compilation.diagnostics.filter { $0.code == "U161" }.count == 1)
    return try #require(compilation.tenants.first?.table)
  }

  private func start(_ fixture: Fixture, _ flow: String, _ accept: String?, _ input: JSONObject = [:]) async -> Reply {
    await RequestLanguages.$present.withValue(accept.flatMap { LanguagePreferences(acceptLanguage: $0) }) {
      await fixture.start(flow, input)
    }
  }

  private func label(_ name: String, _ reply: Reply) -> String? { reply.page?.fields.first { $0.name == name }?.label }

  @Test func `A table with its languages is the same once it is read`() throws {
    let table = try Self.table()
    let read = try TableFile.read(TableFile.write(table).bytes).table
    #expect(
      read.locales == table.locales && read.language == table.language && read.localeAttribute == table.localeAttribute)
    #expect(table.languages.map(\.text) == ["en", "ar", "de", "de-CH"])
  }

  @Test func `Pages, hints, options and complaints speak the language that is asked for`() async throws {
    let fixture = try await Fixture(try Self.table())
    let german = await start(fixture, "join", "cs;q=0.9, de-AT;q=0.8")
    #expect(german.locale?.text == "de" && german.page?.title == "Wer sind Sie?")
    let name = german.page?.fields.first { $0.name == "name" }
    #expect(name?.label == "Ihr Name" && name?.hint == "Mindestens 3 Buchstaben")
    let kind = german.page?.fields.first { $0.name == "kind" }?.json(event: "submit")
    #expect(kind?["options"] == ["student", "other"])
    #expect(kind?["optionLabels"] == ["student": "Studierend", "other": "Anders"])
    let refused = await fixture.send("submit", ["email": "ada@example.com", "name": "A", "kind": "x"], german.token)
    #expect(refused.error?.code == "attributes_invalid" && refused.error?.message == "Etwas ist nicht gültig.")
    let reasons = refused.error?.fields.map { $0.reason ?? "" }
    #expect(
      reasons == ["Bitte geben Sie mindestens 3 Zeichen ein.", "Bitte wählen Sie eines davon: Studierend, Anders."])
    #expect(refused.error?.fields.last?.complaint == .noOption(of: ["student", "other"]))
    // What is said later, too, whatever that request asks for; and its messages.
    let entered = await start(fixture, "join", "fr")  // another run
    #expect(entered.locale?.text == "en" && entered.page?.title == "Who are you?")
    let page = await fixture.send("submit", ["email": "ada@example.com", "name": "Ada"], german.token)
    #expect(page.page?.title == "Geben Sie den Code ein" && page.page?.event("resend")?.label == "Noch einer")
    #expect(page.page?.fields.first?.label == "Code")
    let wrong = await fixture.send("submit", ["code": try fixture.wrongCode(to: "ada@example.com")], page.token)
    #expect(wrong.error?.message == "Der Code ist falsch." && wrong.error?.code == "invalid_code")
    #expect(fixture.outbox.messages.last?.words.locale.text == "de")
  }

  @Test func `A language falls back to the one it is a kind of, and then to the tenant's`() async throws {
    let fixture = try await Fixture(try Self.table())
    let swiss = await start(fixture, "join", "de-CH")
    #expect(
      swiss.locale?.text == "de-CH" && label("email", swiss) == "Mailadresse" && label("name", swiss) == "Ihr Name")
    let arabic = await start(fixture, "join", "ar-EG")
    #expect(arabic.locale?.text == "ar" && label("email", arabic) == "البريد" && label("name", arabic) == "Your name")
    #expect(arabic.json["direction"] == "rtl" && arabic.json["locale"] == "ar")
    #expect(swiss.json["direction"] == nil)
  }

  @Test(arguments: ["en", "de", "ar"])
  func `A start that is refused says the language that its run would have spoken`(asked: String) async throws {
    let fixture = try await Fixture(try Self.table())
    let refused = await start(fixture, "join", asked, ["name": "A"])
    #expect(refused.error?.code == "attributes_invalid" && refused.run == nil)
    #expect(refused.locale?.text == asked && refused.json["direction"] == (asked == "ar" ? "rtl" : nil))
    let named = await start(fixture, "join", "en", ["locale": .string(asked), "name": "A"])
    #expect(named.locale?.text == asked && named.error?.locale?.text == asked)
  }

  @Test(arguments: [("de", "de"), ("de-AT", "de"), ("fr", "en"), (nil, "en")])
  func `An invitation is in the language that whoever sends it names`(asked: String?, said: String) async throws {
    let files = [
      "tenant.yaml": """
      tenant: words
      language: en
      links: { base: "https://app.example.com" }
      attributes: { email: { type: email, identifier: true } }
      """,
      "accept.yaml": """
      flow: accept
      reveals: [account-existence]
      lifetime: 30m
      start: open
      states:
        open: { page: Open, fields: { token: required, tokenId: required }, then: { submit: redeem } }
        redeem:
          do: invitation.redeem
          with: { into: email }
          then: { valid: done, known: done, invalid: open, expired: open, used: open }
        done: { end: done }
      """,
      "locales/de.yaml": "attributes: { email: { label: Ihre Adresse } }\n",
    ]
    let sources = files.map { SourceText(path: "t/" + $0.key, text: $0.value) }
    let compilation = Compiler.compile(sources: [TenantSources(path: "t", files: sources)])
    let table = try #require(compilation.tenants.first?.table, "\(compilation.diagnostics.map(\.message))")
    let fixture = try await Fixture(table)
    try await fixture.engine.invite(
      "ada@example.com", to: "accept", tenant: "words", in: asked.flatMap(LanguageTag.init))
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.last?.words.locale.text == said)
  }

  @Test func `The flow's own parameter goes before what the request asks for`() async throws {
    let fixture = try await Fixture(try Self.table())
    #expect(await start(fixture, "join", "en", ["locale": "de-CH"]).locale?.text == "de-CH")
    #expect(await start(fixture, "join", "de", ["locale": "xx"]).locale?.text == "de")
    #expect(await start(fixture, "join", "de", ["locale": "no tag at all"]).locale?.text == "de")
  }

  @Test func `An account's language is spoken once its owner is here, and not before`() async throws {
    let fixture = try await Fixture(try Self.table())
    let page = await start(fixture, "join", nil)
    let code = await fixture.send("submit", ["email": "ada@example.com", "name": "Ada", "reads": "de"], page.token)
    #expect(code.locale?.text == "en")
    let made = await fixture.send(
      "submit", ["code": .string(try #require(fixture.outbox.code(to: "ada@example.com")))], code.token)
    #expect(made.end?.name == "done")
    let back = await start(fixture, "back", nil)
    let known = await fixture.send("submit", ["email": "ada@example.com"], back.token)
    // Who knows no more than an address learns nothing of whose it is: neither here nor in the message.
    #expect(known.locale?.text == "en" && known.page?.title == "Enter the code")
    #expect(fixture.outbox.messages.last?.words.locale.text == "en")
    let inside = await fixture.send(
      "submit", ["code": .string(try #require(fixture.outbox.code(to: "ada@example.com")))], known.token)
    #expect(inside.locale?.text == "de" && inside.page?.title == "Sie sind wieder da")
  }

  @Test func `Where there is no run, the request's language is spoken all the same`() async throws {
    let fixture = try await Fixture(try Self.table())
    let unknown = await start(fixture, "nothing", "de")
    #expect(unknown.error?.code == "unknown_flow" && unknown.error?.message == "Diesen Ablauf gibt es nicht.")
    let japanese = await RequestLanguages.$present.withValue(LanguagePreferences(acceptLanguage: "ja")) {
      await fixture.engine.send(ClientEvent("submit", token: "nonsense"))
    }
    #expect(japanese.error?.message == "この手順は終わっています。最新の手順から続けてください。")
  }

  @Test(arguments: [
    ("de-CH", "044 668 18 00", "+41446681800"), ("de-AT", "044 668 18 00", nil),
    ("de-CH", "+49 30 901820", "+4930901820"),
    ("en", "044 668 18 00", nil), ("fr-CH", "044 668 18 00", "+41446681800"),
  ]) func `A telephone number is dialled from the region of the run's language`(
    asked: String, typed: String, read: String?
  ) async throws {
    let files = [
      "tenant.yaml": """
      tenant: phones
      attributes: { email: { type: email, identifier: true }, phone: { type: phone }, home: { type: phone, region: CZ } }
      """,
      "ask.yaml": """
      flow: ask
      lifetime: 30m
      start: who
      states:
        who: { page: Who, fields: { phone: required, home: required }, then: { submit: done } }
        done: { end: done, result: [phone, home] }
      """,
      "locales/de-CH.yaml": "attributes: { phone: { label: Nummer } }", "locales/de-AT.yaml": "",
      "locales/fr-CH.yaml": "",
    ]
    let sources = files.map { SourceText(path: "t/" + $0.key, text: $0.value) }
    let compilation = Compiler.compile(sources: [TenantSources(path: "t", files: sources)])
    #expect(compilation.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let fixture = try await Fixture(#require(compilation.tenants.first?.table))
    let reply = await start(fixture, "ask", asked)
    let field = try #require(reply.page?.fields.first { $0.name == "phone" })
    #expect(field.attribute?.region == LanguageTag(asked)?.region ?? "")
    let done = await fixture.send("submit", ["phone": .string(typed), "home": "601 123 456"], reply.token)
    #expect(
      done.end?.result?["phone"]?.string == read
        && done.end?.result?["home"]?.string == (read == nil ? nil : "+420601123456"))
    #expect((done.error?.code == "attributes_invalid") == (read == nil))
  }
}
