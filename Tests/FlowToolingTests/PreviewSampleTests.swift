import FlowCompiler
import FlowModel
import FlowSource
import Testing

@testable import FlowTooling

/// What a preview shows of a message is what it may become.
@Suite struct PreviewSampleTests {
  private static let flow = """
    flow: prove
    lifetime: 30m
    start: identify
    states:
      identify:
        page: Your address
        fields: { email: required, name: optional, age: required, plan: required, clubs: required, number: required }
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
        then: { submit: verify-code }
      verify-code:
        do: code.verify
        then:
          valid: proven
          invalid: { to: enter-code, error: invalid_code }
          expired: { to: enter-code, error: code_expired }
          exhausted: { to: enter-code, error: too_many_attempts }
      proven: { end: proven, result: [age, plan, clubs, number] }

    """
  private static let tenant = """
    tenant: a
    attributes:
      email: { type: email, identifier: true, max-length: 120 }
      name: { type: string, max-length: 20 }
      age: { type: integer, minimum: 16, maximum: 120 }
      plan: { type: choice, of: [basic-and-long, paid], options: { basic-and-long: Basic, paid: For money } }
      clubs: { type: list, of: [chess, rowing, choir], max-length: 2 }
      number: { type: string, pattern: "[0-9]{4,8}", max-length: 8 }

    """

  /// The texts of the page of a message, by their titles.
  private func shown(_ words: String, in tag: String = "en", _ more: [(String, String)] = []) throws -> [String: String]
  {
    let files =
      [
        ("tenant.yaml", Self.tenant), ("prove.yaml", Self.flow),
        ("messages/code.\(tag).txt", "---\nsubject: a\n---\n{{ code }} \(words)\n"),
      ] + more
    let compilation = Compiler.compile(
      sources: [TenantSources(path: "t", files: files.map { SourceText(path: "t/" + $0.0, text: $0.1) })])
    #expect(compilation.diagnostics.filter { $0.severity == .error }.map { "\($0.code) \($0.message)" } == [])
    let table = try #require(compilation.tenants.first?.table)
    let page = try #require(preview(table).first { $0.path == "messages/code.email.\(tag).html" }).text
    return page.split(separator: "<h2>").dropFirst().reduce(into: [:]) { found, section in
      let title = section.prefix { $0 != "<" }
      let text = section.split(separator: "<pre ").last?.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" } ?? ""
      found[String(title)] = String(text.drop { $0 != " " }.dropFirst())
    }
  }

  @Test func `what is always there is never missing, and what is asked for may be`() throws {
    let words = "{{ attributes.email }}{{ if attributes.name }}, {{ attributes.name }}{{ end }}"
    let found = try shown(words)
    #expect(found["As it is sent"] == "ada@example.com, Ada")
    #expect(found["Where attributes are missing"] == "ada@example.com")
    #expect(try shown("{{ attributes.age }}").keys.contains("Where attributes are missing") == false)
  }

  @Test func `the longest values are the longest that there are`() throws {
    func longest(_ words: String, in tag: String = "en", _ more: [(String, String)] = []) throws -> String? {
      try shown(words, in: tag, more)["With the longest values"]
    }
    #expect(try longest("{{ attributes.age }}") == "120")
    #expect(try longest("{{ attributes.plan }}") == "For money")
    #expect(try longest("{{ attributes.clubs }}") == "rowing, chess")
    #expect(try shown("{{ attributes.number }}")["As it is sent"] == "12345678")
    let address = try #require(try longest("{{ attributes.email }}"))
    #expect(address.utf8.count == 120 && EmailAddress.isValid(address), "\(address)")
    #expect(try longest("{{ if attributes.name }}{{ attributes.name }}{{ end }}")?.utf8.count == 20)
    // In the words of the language that the message is in, or of the one that this is a variety of.
    let german = [
      ("locales/de.yaml", "attributes: { plan: { options: { basic-and-long: Kurz, paid: Der andere Tarif } } }\n")
    ]
    #expect(try longest("{{ attributes.plan }}", in: "de-AT", german) == "Der andere Tarif")
  }

  @Test func `what somebody means ill by is no value that the attribute refuses`() throws {
    #expect(try shown("{{ attributes.number }}")["With values that somebody means ill by"] == nil)
    let words = "{{ if attributes.name }}{{ attributes.name }}{{ end }}"
    #expect(try shown(words)["With values that somebody means ill by"]?.contains("&lt;script&gt;") == true)
  }
}
