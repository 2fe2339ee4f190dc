import EngineSupport
import FlowCompiler
import FlowJSON
import FlowModel
import FlowSource
import Testing

@testable import FlowRuntime

/// What people read of a run's messages.
@Suite struct MessageWordsTests {
  private static let flow = """
    flow: flow
    lifetime: 30m
    start: identify
    states:
      identify:
        page: Your address
        fields: { email: required, givenName: optional }
        then: { submit: send-code }
      send-code:
        do: code.send
        with: { to: email }
        then:
          sent: enter-code
          throttled: { to: enter-code, error: too_many_codes }
          undeliverable: { to: identify, error: invalid_username }
      enter-code:
        page: Enter the code
        fields: { code: required }
        then: { submit: verify-code, resend: send-code }
      verify-code:
        do: code.verify
        then:
          valid: proven
          invalid: { to: enter-code, error: invalid_code }
          expired: { to: enter-code, error: code_expired }
          exhausted: { to: enter-code, error: too_many_attempts }
      proven: { end: proven }

    """
  private static let tenant = """
    tenant: contoso
    attributes:
      email: { type: email, identifier: true }
      givenName: { type: string, max-length: 60 }
    codes: { resend-after: 0s }
    applications:
      web: { flows: [flow] }

    """

  private static func table(_ greeting: String) throws -> FlowTable {
    let english =
      "---\nsubject: \(greeting) of {{ tenant }}\n---\n\(greeting){{ if attributes.givenName }}, {{ attributes.givenName }}{{ end }}: {{ code }}, {{ lifetime }}, {{ application }}\n"
    let files = [
      ("tenant.yaml", tenant), ("flow.yaml", flow), ("messages/code.en.txt", english),
      ("messages/code.de.txt", "---\nsubject: Ihr Code\n---\nHallo: {{ code }}, {{ lifetime }}\n"),
      ("messages/code.en.html", "<p title=\"{{ attributes.email }}\">{{ code }}</p>\n"),
    ]
    let compilation = Compiler.compile(
      sources: [TenantSources(path: "t", files: files.map { SourceText(path: "t/" + $0.0, text: $0.1) })])
    #expect(compilation.diagnostics.map { "\($0.code) \($0.message)" } == [])
    return try #require(compilation.tenants.first?.table)
  }

  @Test(arguments: Backend.allCases)
  func `a message is in the tenant's words, with what the run has`(_ backend: Backend) async throws {
    let fixture = try await Fixture(Self.table("Hello"), on: backend)
    _ = await fixture.start("flow", [:], by: .client("web"))
    let reply = await fixture.start("flow", [:], by: .client("web"))
    let sent = await fixture.send("submit", ["email": "ada@example.com", "givenName": "Ada <b>"], reply.token)
    let code = try #require(fixture.outbox.code(to: "ada@example.com"))
    let words = try #require(fixture.outbox.messages.last?.words)
    #expect(words.subject == "Hello of contoso" && words.locale == .english)
    #expect(words.text == "Hello, Ada <b>: \(code), 10 minutes, web")
    #expect(words.html == "<p title=\"ada@example.com\">\(code)</p>\n")
    _ = await fixture.send("resend", [:], sent.token)
    #expect(fixture.outbox.messages.count == 2)
  }

  @Test(arguments: [
    ("en", "Bell bronze; Rope, yoke; metal=bronze"), ("de", "Glockenbronze; Rope, Joch; metal=bronze"),
    ("de-CH", "Glockenbronze; Rope, Joch; metal=bronze"),
    // What the nearest language does not have is the next one's; of a language of messages alone the tenant's own.
    ("de-AT", "Glockenspeise; Rope, Joch; metal=bronze"), ("fi", "Bell bronze; Rope, yoke; metal=bronze"),
  ])
  func `options are said by their labels, in the message's language`(_ asked: String, _ said: String) async throws {
    let attributes = """
        metal: { type: choice, of: [bronze, steel], options: { bronze: Bell bronze } }
        extras: { type: list, of: [rope, yoke], options: { rope: Rope } }
      codes:
      """
    let words =
      "{{ attributes.metal }}; {{ attributes.extras }}; {{ if attributes.metal == \"bronze\" }}metal=bronze{{ end }} {{ code }}\n"
    let files = [
      ("tenant.yaml", Self.tenant.replacing("codes:", with: attributes)),
      ("flow.yaml", Self.flow.replacing("givenName: optional", with: "metal: required, extras: required")),
      ("messages/code.en.txt", "---\nsubject: a\n---\n" + words),
      ("messages/code.de.txt", "---\nsubject: a\n---\n" + words),
      ("messages/code.de-AT.txt", "---\nsubject: a\n---\n" + words),
      ("messages/code.fi.txt", "---\nsubject: a\n---\n" + words),
      ("locales/de-AT.yaml", "attributes:\n  metal: { options: { bronze: Glockenspeise } }\n"),
      (
        "locales/de.yaml",
        "attributes:\n  metal: { options: { bronze: Glockenbronze } }\n  extras: { options: { yoke: Joch } }\n"
      ),
    ]
    let compilation = Compiler.compile(
      sources: [TenantSources(path: "t", files: files.map { SourceText(path: "t/" + $0.0, text: $0.1) })])
    #expect(compilation.diagnostics.filter { $0.severity == .error }.map { "\($0.code) \($0.message)" } == [])
    let fixture = try await Fixture(try #require(compilation.tenants.first?.table))
    let reply = await RequestLanguages.$present.withValue(LanguagePreferences(acceptLanguage: asked)) {
      await fixture.start()
    }
    let input: JSONObject = ["email": "ada@example.com", "metal": "bronze", "extras": ["rope", "yoke"]]
    _ = await fixture.send("submit", input, reply.token)
    #expect(fixture.outbox.messages.last?.words.text.hasPrefix(said + " ") == true, "\(fixture.outbox.messages)")
  }

  @Test(arguments: [("Boss@Example.com", "boss: "), ("eve@example.com", "other: ")])
  func `an address is compared however it is written`(_ address: String, _ beginning: String) async throws {
    let words =
      "---\nsubject: a\n---\n{{ if attributes.email == \"BOSS@example.com\" }}boss{{ else }}other{{ end }}: {{ code }}\n"
    let files = [("tenant.yaml", Self.tenant), ("flow.yaml", Self.flow), ("messages/code.en.txt", words)]
    let compilation = Compiler.compile(
      sources: [TenantSources(path: "t", files: files.map { SourceText(path: "t/" + $0.0, text: $0.1) })])
    let fixture = try await Fixture(try #require(compilation.tenants.first?.table))
    _ = await fixture.send("submit", ["email": .string(address)], await fixture.start().token)
    let said = try #require(fixture.outbox.messages.last?.words.text)
    #expect(said.hasPrefix(beginning), "\(said)")
  }

  @Test(arguments: [("de-AT, en;q=0.5", "Hallo: ", "de"), ("fr", "Hello: ", "en")])
  func `a message is in the language of its run`(_ asked: String, _ beginning: String, _ language: String) async throws
  {
    let fixture = try await Fixture(Self.table("Hello"))
    let reply = await RequestLanguages.$present.withValue(LanguagePreferences(acceptLanguage: asked)) {
      await fixture.start()
    }
    _ = await fixture.send("submit", ["email": "ada@example.com"], reply.token)
    let words = try #require(fixture.outbox.messages.last?.words)
    #expect(words.text.hasPrefix(beginning) && words.locale.text == language)
  }

  @Test(arguments: Backend.allCases)
  func `what waits, and a run that is under way, keep their words when the tenant has others`(
    _ backend: Backend
  ) async throws {
    let fixture = try await Fixture(Self.table("Old"), on: backend)
    let old = await fixture.start()
    fixture.outbox.fail(.temporary("away", .connection))
    _ = await fixture.send("submit", ["email": "ada@example.com"], await fixture.start().token)
    #expect(fixture.outbox.messages.isEmpty && fixture.outbox.attempts.count == 1)
    try await fixture.engine.install(file: TableFile.write(Self.table("New")).bytes)
    fixture.clock.advance(milliseconds: 10_000)
    await fixture.engine.deliverMessages()
    let tries = fixture.outbox.attempts
    #expect(tries.count == 2 && tries[0] == tries[1] && tries[0].words.text.hasPrefix("Old: "))
    _ = await fixture.send("submit", ["email": "bob@example.com"], old.token)
    #expect(fixture.outbox.messages.last?.words.text.hasPrefix("Old: ") == true)
    _ = await fixture.send("submit", ["email": "cyd@example.com"], await fixture.start().token)
    #expect(fixture.outbox.messages.last?.words.text.hasPrefix("New: ") == true)
  }

  @Test func `a message from before it held its words has the standard ones`() throws {
    let key = try #require(ServerKey.random())
    let id = RandomID(high: 1, low: 2)
    let body: JSON = [
      "time": 0, "channel": "email", "to": "ada@example.com", "flow": "flow",
      "content": ["code": "1234", "lifetime": 60], "decoy": 0, "validUntil": 1000, "tells": 0,
    ]
    // As versions sealed it that bound it to its id alone.
    let record = MessageRecord(
      id: id, tenant: "contoso", due: 0, expires: 1000, sealed: key.seal(body.utf8(), context: id.bytes))
    let message = try #require(RestingMessage(record, key)).message
    #expect(message.words.text == "Your code is 1234. It is valid for 1 minute." && message.words.locale == .english)
  }
}
