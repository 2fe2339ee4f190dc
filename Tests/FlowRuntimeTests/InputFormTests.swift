import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// One validator for every door that a value comes in by, and what takes a value out again.
@Suite struct InputFormTests {
  private typealias F = FlowBuilder

  /// A flow with a parameter of capital letters, which has to be given.
  private var parametrised: FlowTable {
    var flow = F()
    flow.page("ask", [F.city], optional: [F.age], submit: "done")
    flow.end("done")
    var table = flow.build()
    var parameter = AttributeDefinition(name: "plan", type: .string)
    (parameter.pattern, parameter.isRequired) = ("[A-Z]+", true)
    table.flows[0].inputs = [parameter]
    return table
  }

  @Test func `a parameter matches its pattern, and an empty one is none`() async throws {
    let fixture = try await Fixture(parametrised)
    #expect(await fixture.start("flow", ["plan": "PRO"]).state == "ask")
    let wrong = await fixture.start("flow", ["plan": "pro"])
    #expect(wrong.error?.code == "attributes_invalid" && wrong.run == nil)
    #expect(wrong.error?.fields.first?.complaint == .patternMismatch(pattern: "[A-Z]+"))
    for blank: JSON in ["", nil] {
      #expect(await fixture.start("flow", ["plan": blank]).error?.code == "attributes_required")
    }
  }

  @Test(
    arguments: [
      (["plan": "PRO", "city": 5], "attributes_invalid"), (["plan": "PRO", "age": 3], "attributes_required"),
      (["plan": "PRO", "street": "x"], "unknown_field"),
    ] as [(JSONObject, String)])
  func `a start whose input is refused makes no run`(input: JSONObject, code: String) async throws {
    let fixture = try await Fixture(parametrised)
    let reply = await fixture.start("flow", input)
    #expect(reply.error?.code == code)
    #expect(reply.run == nil && reply.token == nil && reply.state == nil)
  }

  @Test func `what was read of an account matches the pattern of today`() async throws {
    var flow = F()
    flow.table { $0.attributes[2].pattern = "[A-Z].*" }
    flow.page("ask", [F.email, SecretField.password.slot], submit: "find")
    flow.effect("find", .accountFind, [.slot(F.email)], ["found": "verify"], others: "ask!")
    flow.effect("verify", .passwordVerify, [.slot(SecretField.password.slot)], ["match": "read"], others: "ask!")
    flow.effect("read", .accountRead, [.slot(F.city)], ["present": "present"], others: "absent")
    flow.end("present")
    flow.end("absent")
    let fixture = try await Fixture(flow.build())
    try await fixture.add("ada@example.com", attributes: #"{"city":"ulm"}"#)
    let input: JSONObject = ["email": "ada@example.com", "password": .string(Fixture.password)]
    #expect(await fixture.send("submit", input, await fixture.start().token).end?.name == "absent")
  }

  /// Signs in, asks for city and age, which may be left out, and writes them.
  private var editing: FlowTable {
    var flow = F()
    flow.page("ask", [F.email, SecretField.password.slot], submit: "find")
    flow.effect("find", .accountFind, [.slot(F.email)], ["found": "verify"], others: "ask!")
    flow.effect("verify", .passwordVerify, [.slot(SecretField.password.slot)], ["match": "edit"], others: "ask!")
    flow.page("edit", optional: [F.city, F.age], submit: "update")
    flow.effect("update", .accountUpdate, [], others: "done")
    flow.end("done")
    return flow.build()
  }

  @Test(
    arguments: [
      (["city": nil], #"{"age":36}"#), (["city": ""], #"{"city":"Ulm","age":36}"#), ([:], #"{"city":"Ulm","age":36}"#),
      (["city": nil, "age": nil], "{}"), (["city": "Bonn", "age": nil], #"{"city":"Bonn"}"#),
    ] as [(JSONObject, String)], Backend.allCases)
  func `null takes an attribute out of the account`(
    edit: (input: JSONObject, left: String), _ backend: Backend
  ) async throws {
    let fixture = try await Fixture(editing, on: backend)
    try await fixture.add("ada@example.com", attributes: #"{"city":"Ulm","age":36}"#)
    let input: JSONObject = ["email": "ada@example.com", "password": .string(Fixture.password)]
    let page = await fixture.send("submit", input, await fixture.start().token)
    #expect(await fixture.send("submit", edit.input, page.token).end?.name == "done")
    let left = try JSON.parse(try #require(try await fixture.account("ada@example.com")).attributes)
    let expected = try JSON.parse(edit.left)
    #expect(left["city"] == expected["city"] && left["age"] == expected["age"], "\(left.text)")
  }

  @Test func `what a run takes out it remembers at rest`() async throws {
    var flow = F()
    flow.page("edit", optional: [F.city], submit: "more")
    flow.page("more", optional: [F.age], submit: "done")
    flow.end("done")
    let fixture = try await Fixture(flow.build())
    let more = await fixture.send("submit", ["city": nil], await fixture.start().token)
    #expect(try await fixture.run(more.token).removed == [F.city])
  }

  // MARK: Limits

  @Test(arguments: [Effect.codeSend, .linkSend])
  func `the limits of an address count all its spellings together`(effect: Effect) async throws {
    var flow = F()
    flow.table {
      $0.attributes[0].isCaseSensitive = true
      $0.codes.perIdentifier = Rate(3, per: 3600)
      $0.links.perIdentifier = Rate(3, per: 3600)
    }
    flow.page("where", [F.email], submit: "send")
    flow.effect(
      "send", effect, [.slot(F.email), effect == .linkSend ? .flow(0) : .absent], ["sent": "done"], others: "where!")
    flow.end("done")
    let fixture = try await Fixture(flow.build())
    var sent = 0
    for spelling in [
      "a@b\u{FC}b.example", "A@b\u{FC}b.example", "a@XN--BB-XKA.example", "A@B\u{DC}B.EXAMPLE", "a@b\u{FC}b.example",
    ] {
      let reply = await fixture.send("submit", ["email": .string(spelling)], await fixture.start().token)
      if reply.end?.name == "done" { sent += 1 }
    }
    #expect(sent == 3)
  }
}
