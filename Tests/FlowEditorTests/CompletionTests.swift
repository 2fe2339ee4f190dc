import FlowEditor
import FlowJSON
import Testing

@Suite struct CompletionTests {
  /// What is offered at `‸`, as labels.
  private func offered(_ name: String, _ text: String) throws -> [String] {
    var client = try Club.client()
    client.open(name, text)
    let items = try client.ask("textDocument/completion", at: text, in: name).array ?? []
    return items.compactMap { $0["label"]?.string }
  }

  /// A part of the flow `join` as it is while somebody types, what is offered there, and what is not.
  @Test(
    arguments: [
      ("submit: is-old-enough", "submit: ‸", ["introduce", "prove", "joined"], ["email", "send"]),
      ("submit: is-old-enough", "submit: is-o‸", ["is-old-enough"], ["code.send"]),
      ("do: account.create", "do: ‸", ["account.create", "code.send"], ["create"]),
      ("do: account.create", "do: account.‸", ["account.create", "account.find"], []),
      ("with: { identifier: email }", "with: { ‸ }", ["identifier", "password"], ["to", "created"]),
      ("with: { identifier: email }", "with: { identifier: ‸", ["email", "city"], ["code"]),
      ("created: joined\n", "created: joined\n      ‸\n", ["too_short"], ["created", "exists", "sent"]),
      ("      created: joined\n", "      ‸\n", ["created"], ["exists", "sent"]),
      ("proven: create", "proven: create\n      ‸", [], ["sent"]),
      ("      proven: create\n", "      ‸\n", ["proven"], ["gone", "completed"]),
      ("call: prove-email", "call: ‸", ["prove-email"], ["join"]),
      ("error: too_young", "error: ‸", ["too_young", "invalid_code"], ["email"]),
      ("fields: { email: required,", "fields: { ‸: required,", ["email", "code"], ["city"]),
      ("city: optional }", "city: ‸ }", ["required", "optional"], ["email"]),
      (
        "    fields: { email: required, age: required, city: optional }", "    ‸", ["fields", "skip", "events"],
        ["page", "with"]
      ),
      ("attributes.age >= 16 &&", "attributes.‸ &&", ["attributes.email", "attributes.age"], ["age", "submit"]),
      (
        "\"attributes.age >= 16 && !attributes.email.contains('.age')\"", "‸", ["attributes.age", "age", "run.now"],
        ["email"]
      ),
      ("result: [email, account.id]", "result: [‸]", ["email", "account.id"], ["code"]),
      ("grants: sign-in", "grants: ‸", ["sign-in"], ["email"]),
      ("lifetime: 30m", "‸", ["lifetime", "input", "summary"], ["start", "tenant"]),
      ("  joined: {", "  left:\n    ‸\n  joined: {", ["page", "do", "choose", "call", "end"], ["then"]),
      (
        "  joined: { end: completed, grants: sign-in, result: [email, account.id] }", "  left: { ‸", ["page", "end"],
        ["to"]
      ),
    ] as [(String, String, [String], [String])])
  func `flows are completed`(old: String, new: String, offers: [String], not: [String]) throws {
    var labels = try offered("join.yaml", Club.join.with(old, new))
    for offer in offers { #expect(labels.contains(offer), "\(new): \(labels)") }
    labels.removeAll { !not.contains($0) }
    #expect(labels.isEmpty, "\(new)")
  }

  @Test(
    arguments: [
      ("type: integer", "type: ‸", ["integer", "email"], ["email: "]),
      ("minimum: 6", "‸", ["maximum", "label"], ["min-length"]),
      ("flows: [join]", "flows: [‸]", ["join"], ["prove-email"]),
      ("  web: { flows: [join] }", "  web:\n    ‸", ["flows", "protocol"], ["tenant"]),
      ("errors:\n", "‸\nerrors:\n", ["links", "passwords", "language"], ["errors", "flow"]),
    ] as [(String, String, [String], [String])])
  func `tenants are completed`(old: String, new: String, offers: [String], not: [String]) throws {
    var labels = try offered("tenant.yaml", Club.tenant.with(old, new))
    for offer in offers { #expect(labels.contains(offer), "\(new): \(labels)") }
    labels.removeAll { !not.contains($0) }
    #expect(labels.isEmpty, "\(new)")
  }

  @Test(
    arguments: [
      ("flow: join", "flow: ‸", ["join"], ["prove-email"]),
      ("state: prove/enter", "‸", ["state", "page", "error"], ["to"]),
      ("end: completed", "end: ‸", ["completed"], ["proven"]),
      ("submit: { email: ann@example.com,", "submit: { ‸,", ["email", "code"], ["age"]),
    ] as [(String, String, [String], [String])])
  func casesAreCompleted(old: String, new: String, offers: [String], not: [String]) throws {
    var labels = try offered("tests/join.yaml", Club.cases.with(old, new))
    for offer in offers { #expect(labels.contains(offer), "\(new): \(labels)") }
    labels.removeAll { !not.contains($0) }
    #expect(labels.isEmpty, "\(new)")
  }

  @Test func `what is typed is replaced wholly`() throws {
    var client = try Club.client()
    let text = Club.join.with("do: account.create", "do: account.cr‸ea")
    client.open("join.yaml", text)
    let items = try client.ask("textDocument/completion", at: text, in: "join.yaml").array ?? []
    let item = try #require(items.first { $0["label"] == "account.create" })
    #expect(item["textEdit"]?["newText"] == "account.create")
    #expect(
      item["textEdit"]?["range"] == ["start": ["line": 22, "character": 8], "end": ["line": 22, "character": 20]])
    #expect(item["documentation"]?["value"]?.string?.contains("| outcome |") == true)
    #expect(items.contains { $0["label"] == "code.send" && $0["documentation"] != nil })
  }
}
