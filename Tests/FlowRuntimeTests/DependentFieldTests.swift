import EngineSupport
import FlowCompiler
import FlowJSON
import FlowModel
import FlowSource
import TestSupport
import Testing

@testable import FlowRuntime

/// Fields that are there, are needed and offer options by what was said before: the engine decides, whatever a client shows.
@Suite struct DependentFieldTests {
  private static let tenant = """
    tenant: t
    region: CZ
    attributes:
      email: { type: email, identifier: true }
      phone: { type: phone }
      kind: { type: choice, of: [student, worker] }
      university: { type: string }
      country: { type: choice, of: [CZ, DE] }
      city: { type: choice, of: [Praha, Brno, Berlin] }
      topics: { type: list, of: [music, sport] }
      age: { type: integer }

    """

  private static func fixture(_ flow: String) async throws -> Fixture {
    let files = [SourceText(path: "t/tenant.yaml", text: tenant), SourceText(path: "t/f.yaml", text: flow)]
    let compilation = Compiler.compile(sources: [TenantSources(path: "t", files: files)])
    #expect(compilation.diagnostics.filter { $0.severity == .error }.map { "\($0.code) \($0.message)" } == [])
    return try await Fixture(try #require(compilation.tenants.first?.table))
  }

  private static let flow = """
    flow: f
    lifetime: 30m
    start: before
    states:
      before:
        page: Before
        skip: filled
        fields: { email: required, university: optional, city: optional, age: optional }
        then: { submit: page }
      page:
        page: About you
        fields:
          kind: required
          university: { show: attributes.kind == "student" && attributes.age > 17, required: true, help: In full., placeholder: MU }
          country: { required: attributes.kind == "worker" }
          city:
            required: has(attributes.country)
            options:
              - { when: attributes.country == "CZ", of: [Praha, Brno] }
              - { when: attributes.country == "DE", of: [Berlin] }
          topics: { options: [ { when: attributes.kind == "worker", of: [sport] } ] }
        then: { submit: last }
      last:
        page: Last
        fields: { age: optional }
        then: { submit: done, back: page }
      done:
        choose:
          - { when: has(attributes.university) && has(attributes.city), to: both }
          - { when: has(attributes.university), to: university }
          - { when: has(attributes.city), to: city }
          - { to: neither }
      both: { end: both, result: [university, city] }
      university: { end: university, result: [university] }
      city: { end: city, result: [city] }
      neither: { end: neither, result: [email] }
    """

  private func page(_ first: JSONObject) async throws -> (Fixture, Reply) {
    let fixture = try await Self.fixture(Self.flow)
    var input: JSONObject = ["email": "ada@example.com"]
    for member in first.members { input[member.name] = member.value }
    let reply = await fixture.start("f", input)
    #expect(reply.state == "page", "\(reply.json.text)")
    return (fixture, reply)
  }

  private func end(_ fixture: Fixture, _ reply: Reply) async -> Reply.EndView? {
    await fixture.send("submit", [:], reply.token).end
  }

  @Test func `a page tells each condition as data, and what is decided already is left out`() async throws {
    let (_, reply) = try await page(["age": 20])
    let fields = try #require(reply.page).fields
    #expect(fields.map(\.name) == ["kind", "university", "country", "city", "topics"])
    let university = fields[1].json(event: "submit")
    #expect(university["show"] == ["when": ["field": "kind", "is": "==", "value": "student"]])
    #expect(university["required"] == true && university["help"] == "In full." && university["placeholder"] == "MU")
    let city = fields[3].json(event: "submit")
    #expect(city["requiredWhen"] == ["when": ["has": "country"], "cel": "has(attributes.country)"])
    #expect(
      city["optionsWhen"]
        == [
          [
            "when": ["field": "country", "is": "==", "value": "CZ"], "cel": #"attributes.country == "CZ""#,
            "of": ["Praha", "Brno"],
          ],
          [
            "when": ["field": "country", "is": "==", "value": "DE"], "cel": #"attributes.country == "DE""#,
            "of": ["Berlin"],
          ],
        ])
    #expect(city["options"] == ["Praha", "Brno", "Berlin"] && city["required"] == false)
    let (_, young) = try await page(["age": 17])
    #expect(young.page?.fields.map(\.name) == ["kind", "country", "city", "topics"], "it cannot be shown any more")
  }

  @Test func `a value for a field that is not shown is not taken, and an earlier one is dropped`() async throws {
    for earlier in [[:], ["university": "Before"]] as [JSONObject] {
      var first = earlier
      first["age"] = 20
      let (fixture, reply) = try await page(first)
      let last = await fixture.send(
        "submit", ["kind": "worker", "university": "Stale", "country": "CZ", "city": "Brno"], reply.token)
      #expect(last.error == nil && last.state == "last", "\(last.json.text)")
      #expect(await end(fixture, last)?.name == "city")
    }
    // What is not shown is not judged either.
    let (fixture, reply) = try await page(["age": 20])
    let last = await fixture.send(
      "submit", ["kind": "worker", "university": 7, "country": "CZ", "city": "Brno"], reply.token)
    #expect(last.error == nil && last.state == "last", "\(last.json.text)")
  }

  @Test func `what is shown is needed where its page says so, and an earlier value is enough`() async throws {
    let (fixture, reply) = try await page(["age": 20])
    let refused = await fixture.send("submit", ["kind": "student"], reply.token)
    #expect(refused.error?.code == "attributes_required" && refused.error?.fields.map(\.name) == ["university"])
    let last = await fixture.send("submit", ["kind": "student", "university": "MU"], refused.token)
    #expect(await end(fixture, last)?.name == "university")

    let (other, known) = try await page(["age": 20, "university": "Before"])
    let gone = await other.send("submit", ["kind": "student"], known.token)
    #expect(await end(other, gone)?.result?["university"] == "Before")
  }

  @Test func `a field is needed by a condition`() async throws {
    let (fixture, reply) = try await page([:])
    let country = await fixture.send("submit", ["kind": "worker"], reply.token)
    #expect(country.error?.code == "attributes_required" && country.error?.fields.map(\.name) == ["country"])
    let city = await fixture.send("submit", ["kind": "worker", "country": "DE"], country.token)
    #expect(city.error?.fields.map(\.name) == ["city"])
    let last = await fixture.send("submit", ["kind": "student"], city.token)
    #expect(last.state == "last", "a student needs neither")
  }

  @Test func `only the options of the first rule that holds are taken`() async throws {
    let (fixture, reply) = try await page([:])
    let wrong = await fixture.send("submit", ["kind": "student", "country": "DE", "city": "Brno"], reply.token)
    #expect(
      wrong.error?.code == "attributes_invalid" && wrong.error?.fields.first?.complaint == .noOption(of: ["Berlin"]))
    let list = await fixture.send(
      "submit", ["kind": "worker", "country": "DE", "city": "Berlin", "topics": ["music"]], wrong.token)
    #expect(list.error?.fields.map(\.name) == ["topics"])
    let none = await fixture.send("submit", ["kind": "student", "city": "Brno", "topics": ["music"]], list.token)
    #expect(none.state == "last", "where no rule holds all options are offered")
    // Back on the page, the city of before is none of the options any more.
    let again = await fixture.send("back", [:], none.token)
    let moved = await fixture.send("submit", ["kind": "student", "country": "DE"], again.token)
    #expect(moved.error?.code == "attributes_required" && moved.error?.fields.map(\.name) == ["city"])
  }

  @Test func `a page is filled where all that is needed now is there`() async throws {
    let fixture = try await Self.fixture(
      """
      flow: f
      lifetime: 30m
      start: before
      states:
        before:
          page: Before
          fields: { email: required, kind: required, university: optional, country: optional, city: optional }
          then: { submit: page }
        page:
          page: About you
          skip: filled
          fields:
            kind: required
            university: { show: attributes.kind == "student", required: true }
            city: { required: has(attributes.country), options: [ { when: attributes.country == "DE", of: [Berlin] } ] }
          then: { submit: done }
        done:
          choose:
            - { when: has(attributes.university), to: student }
            - { to: other }
        student: { end: student, result: [university] }
        other: { end: other, result: [email] }
      """)
    func reply(_ input: JSONObject) async -> Reply {
      let start = await fixture.start("f", [:])
      var input = input
      input["email"] = "ada@example.com"
      return await fixture.send("submit", input, start.token)
    }
    #expect(await reply(["kind": "student"]).state == "page")
    #expect(await reply(["kind": "student", "university": "MU"]).end?.name == "student")
    #expect(
      await reply(["kind": "worker", "university": "Stale"]).end?.name == "other",
      "what is passed by is dropped as well")
    #expect(await reply(["kind": "worker", "country": "DE"]).state == "page")
    #expect(await reply(["kind": "worker", "country": "DE", "city": "Brno"]).state == "page")
    #expect(await reply(["kind": "worker", "country": "DE", "city": "Berlin"]).end?.name == "other")
  }

  @Test func `two spellings of an address are one in conditions`() async throws {
    let fixture = try await Self.fixture(
      """
      flow: f
      lifetime: 30m
      start: ask
      states:
        ask:
          page: Ask
          fields: { email: required, phone: required }
          then: { submit: which }
        which:
          choose:
            - { when: attributes.email == "Ada@B\u{DC}CHER.example" && attributes.phone == "00420 601 123 456", to: both }
            - { when: 'attributes.email.endsWith("@example.com") && attributes.phone in ["(601) 123-457"]', to: end }
            - { to: neither }
        both: { end: both, result: [email, phone] }
        end: { end: end, result: [email] }
        neither: { end: neither, result: [email] }
      """)
    func end(_ email: String, _ phone: String) async -> Reply.EndView? {
      await fixture.start("f", ["email": .string(email), "phone": .string(phone)]).end
    }
    let both = await end("ADA@xn--bcher-kva.example", "601123456")
    #expect(both?.name == "both")
    #expect(
      both?.result == ["email": "ADA@xn--bcher-kva.example", "phone": "+420601123456"],
      "an address stays as it was typed")
    #expect(await end("Bob@EXAMPLE.com", "+420 601 123 457")?.name == "end")
    #expect(await end("Bob@EXAMPLE.com", "+420 601 123 456")?.name == "neither")
  }
}
