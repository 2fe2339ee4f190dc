import FlowEditor
import FlowJSON
import TestSupport
import Testing

/// Policies and shared sub-flows in an editor.
@Suite struct SharedFileTests {
  private static let tenant = """
    tenant: one
    uses: ../shared
    attributes:
      email: { type: email, identifier: true }

    """
  private static let flow = """
    flow: hello
    lifetime: 30m
    start: ask
    states:
      ask:
        page: Your address
        fields: { email: required }
        then: { submit: sure }
      sure: { call: confirm, with: { what: email }, then: { done: said } }
      said: { end: said, result: [email] }

    """
  private static let shared = """
    sub-flow: confirm
    parameters: { what: attribute }
    start: show
    states:
      show:
        page: Is it right?
        fields: { what: required }
        then: { submit: done }
      done: { end: done }

    """

  private static func client() throws -> EditorClient {
    try EditorClient([
      "policy.yaml": "policy: platform\n", "shared/confirm.yaml": shared, "one/tenant.yaml": tenant,
      "one/hello.yaml": flow,
    ])
  }

  @Test func `an open policy is judged as it is typed, and with it the tenants that are open`() throws {
    var client = try Self.client()
    client.open("one/hello.yaml", Self.flow)
    #expect(client.problems().values.allSatisfy { $0.isEmpty })
    client.open("policy.yaml", "policy: platform\nbounds: { flows: { lifetime: at most 10m } }\n")
    let broken = client.problems()
    #expect(broken["one/hello.yaml"]?.first?["code"] == "U192" && broken["policy.yaml"] == [], "\(broken)")
    let related = broken["one/hello.yaml"]?.first?["relatedInformation"]?.array?.first
    #expect(related?["location"]?["uri"] == client.uri("policy.yaml"))
    client.open("policy.yaml", "policy: platform\nbuonds: {}\n")
    #expect(client.problems()["policy.yaml"]?.first?["code"] == "U101")
    let words = try client.ask("textDocument/completion", at: "policy: platform\n‸", in: "policy.yaml")
    #expect(words.array?.contains { $0["label"] == "bounds" } == true, "\(words)")
  }

  @Test func `a shared file is told of for the tenants that are open, and by itself`() throws {
    var client = try Self.client()
    client.open("shared/confirm.yaml", Self.shared.replacing("submit: done", with: "submit: dnoe"))
    #expect(client.problems()["shared/confirm.yaml"] == [], "what its names mean its tenants know")
    client.open("one/hello.yaml", Self.flow)
    #expect(client.problems()["shared/confirm.yaml"]?.first?["code"] == "U107")
    client.open("shared/confirm.yaml", Self.shared)
    #expect(client.problems()["shared/confirm.yaml"] == [])
  }

  @Test func `parameters are completed, found, and not renamed for other tenants`() throws {
    var client = try Self.client()
    client.open("one/hello.yaml", Self.flow)
    let typed = Self.flow.replacing("what: email", with: "‸")
    client.open("one/hello.yaml", typed)
    let words = try client.ask("textDocument/completion", at: typed, in: "one/hello.yaml")
    #expect(words.array?.contains { $0["label"] == "what" } == true, "\(words)")
    let marked = Self.flow.replacing("call: confirm", with: "call: con‸firm")
    client.open("one/hello.yaml", marked)
    let places = try client.ask("textDocument/definition", at: marked, in: "one/hello.yaml")
    #expect(places.array?.first?["uri"] == client.uri("shared/confirm.yaml"), "\(places)")
    let text = marked.replacing("‸", with: "")
    let place = TextLines(Array(text.utf8)).position(marked.split(separator: "‸")[0].utf8.count)
    let refused = client.ask(
      "textDocument/rename",
      ["textDocument": ["uri": client.uri("one/hello.yaml")], "position": place.json, "newName": "agree"])
    #expect(refused["error"]?["message"]?.string?.contains("other tenants") == true, "\(refused)")
  }
}
