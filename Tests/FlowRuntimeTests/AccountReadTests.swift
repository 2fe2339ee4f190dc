import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// `account.read`, and what `account.update` makes of what was read or typed.
@Suite struct AccountReadTests {
  private typealias F = FlowBuilder
  private static let ada = "ada@example.com"
  private static let phone = "+12025550167"
  private static let password = EffectArgument.slot(SecretField.password.slot)

  /// A flow that signs in with a password and then reads an attribute.
  private func reading(_ slot: Slot, _ change: (inout F) -> Void = { _ in }) -> FlowTable {
    var flow = F()
    flow.page("ask", [F.email, SecretField.password.slot], optional: [F.city, F.age], submit: "find")
    flow.effect("find", .accountFind, [.slot(F.email)], ["found": "verify"], others: "ask!")
    flow.effect("verify", .passwordVerify, [Self.password], ["match": "read"], others: "ask!")
    flow.effect("read", .accountRead, [.slot(slot)], ["present": "present"], others: "absent")
    flow.end("present", results: [.slot(slot, name: "held")])
    flow.end("absent", results: [.slot(slot, name: "held")])
    change(&flow)
    return flow.build()
  }

  /// The end that a sign-in comes to.
  private func end(_ fixture: Fixture, _ input: JSONObject = [:]) async throws -> Reply.EndView {
    var input = input
    if input["email"] == nil { input["email"] = .string(Self.ada) }
    input["password"] = .string(Fixture.password)
    return try #require(await fixture.send("submit", input, await fixture.start().token).end)
  }

  @Test(arguments: Backend.allCases)
  func `what the account holds becomes the run's value`(_ backend: Backend) async throws {
    let fixture = try await Fixture(reading(F.city), on: backend)
    try await fixture.add(Self.ada, attributes: #"{"city":"Ulm"}"#)
    let end = try await end(fixture, ["city": "Bonn"])
    #expect(end.name == "present" && end.result == ["held": "Ulm"])
  }

  @Test func `what was typed is no answer where the account holds none`() async throws {
    for attributes in ["{}", #"{"city":null}"#] {
      let fixture = try await Fixture(reading(F.city))
      try await fixture.add(Self.ada, attributes: attributes)
      let end = try await end(fixture, ["city": "Bonn"])
      #expect(end.name == "absent" && end.result == ["held": nil])
    }
  }

  @Test(arguments: [#"{"age":"36"}"#, #"{"age":3}"#, #"{"age":[]}"#])
  func `what the type does not allow any more is none`(_ attributes: String) async throws {
    let fixture = try await Fixture(reading(F.age) { $0.table { $0.attributes[3].minimum = 16 } })
    var account = try await fixture.add(Self.ada, attributes: attributes)
    #expect(try await end(fixture, ["age": 99]).name == "absent")
    (account.attributes, account.version) = (#"{"age":36}"#, account.version + 1)
    let changed = account
    #expect(try await fixture.storage.transact { try $0.put(changed) })
    #expect(try await end(fixture, ["age": 99]).result == ["held": 36])
  }

  /// Else a tightened pattern would take a second factor away from whoever has one.
  @Test func `an address that its type does not allow any more is not taken for none`() async throws {
    let fixture = try await Fixture(reading(F.phone))
    try await fixture.add(Self.ada, attributes: #"{"phone":"0555 1234"}"#)
    let reply = await fixture.send(
      "submit", ["email": .string(Self.ada), "password": .string(Fixture.password)], await fixture.start().token)
    #expect(reply.error?.code == "denied" && reply.state == "ask")
  }

  @Test func `nor is what a flow with a second factor decides by`() async throws {
    let table = reading(F.age) { flow in
      flow.table { $0.attributes[3].minimum = 16 }
      flow.effect("code", .codeVerify, [.slot(SecretField.code.slot)], others: "ask!")
      flow.effect("open", .tokenIssue, others: "present")
    }
    let fixture = try await Fixture(table)
    try await fixture.add(Self.ada, attributes: #"{"age":3}"#)
    let reply = await fixture.send(
      "submit", ["email": .string(Self.ada), "password": .string(Fixture.password)], await fixture.start().token)
    #expect(reply.error?.code == "denied" && reply.state == "ask")
  }

  @Test func `of an identifier, the account's own is read`() async throws {
    let fixture = try await Fixture(reading(F.email))
    try await fixture.add(Self.ada, attributes: #"{"email":"eve@example.com"}"#)
    #expect(try await end(fixture, ["email": "Ada@Example.com"]).result == ["held": .string(Self.ada)])
  }

  @Test(arguments: [SecretField.password.slot, AccountFact.id.slot, RunFact.now.slot])
  func `nothing but an attribute is read`(_ slot: Slot) async throws {
    await #expect(throws: TableFileError.self) { _ = try await Fixture(reading(slot)) }
  }

  // MARK: Registering a phone

  /// A flow in which whoever signed in registers a phone as a further identifier, with a code sent to it or without.
  private func registering(proven: Bool) -> FlowTable {
    var flow = F()
    flow.table { $0.attributes[1].isIdentifier = true }
    flow.page("ask", [F.email, SecretField.password.slot], submit: "find")
    flow.effect("find", .accountFind, [.slot(F.email)], ["found": "verify"], others: "ask!")
    flow.effect("verify", .passwordVerify, [Self.password], ["match": "phone"], others: "ask!")
    flow.page("phone", [F.phone], submit: proven ? "send" : "update")
    flow.effect("send", .codeSend, [.slot(F.phone)], ["sent": "code"], others: "phone!")
    flow.page("code", [SecretField.code.slot], optional: [F.phone], submit: "check")
    flow.effect("check", .codeVerify, [.slot(SecretField.code.slot)], ["valid": "update"], others: "code!")
    flow.effect("update", .accountUpdate, [], ["taken": "code"], others: "done")
    flow.end("done")
    return flow.build()
  }

  /// A run of ada's that has come to the page for the phone, and was given one.
  private func given(_ phone: String, _ fixture: Fixture) async -> Reply {
    let first = await fixture.start()
    let second = await fixture.send(
      "submit", ["email": .string(Self.ada), "password": .string(Fixture.password)], first.token)
    #expect(second.state == "phone")
    return await fixture.send("submit", ["phone": .string(phone)], second.token)
  }

  @Test func `a phone that nobody proved is not registered`() async throws {
    let fixture = try await Fixture(registering(proven: false))
    let account = try await fixture.add(Self.ada)
    let reply = await given(Self.phone, fixture)
    #expect(reply.error?.code == "denied" && reply.state == "phone")
    #expect(try await fixture.account(Self.ada) == account)
  }

  @Test(arguments: Backend.allCases)
  func `a phone that was proven is registered`(_ backend: Backend) async throws {
    let fixture = try await Fixture(registering(proven: true), on: backend)
    try await fixture.add(Self.ada)
    let asked = await given(Self.phone, fixture)
    let code = try #require(fixture.outbox.code(to: Self.phone))
    // Another one, put in its place with the code, is not what was proven.
    let swapped = await fixture.send("submit", ["code": .string(code), "phone": "+12025550121"], asked.token)
    #expect(swapped.error?.code == "denied" && swapped.state == "code")
    let reply = await fixture.send("submit", ["code": .string(code), "phone": .string(Self.phone)], asked.token)
    #expect(reply.end?.name == "done")
    let account = try #require(try await fixture.account(Self.ada))
    // A code to a number that was not the account's is no second factor; that the account has it now is told.
    let events = fixture.log.entries.compactMap(\.event)
    #expect(events.filter { $0.kind == .addressChanged }.map(\.account) == [account.id])
    #expect(!events.contains { $0.kind == .secondFactorPassed }, "\(events)")
    #expect(
      account.identifiers == [
        Identifier(attribute: "email", value: Self.ada), Identifier(attribute: "phone", value: Self.phone),
      ])
  }

  @Test func `a phone that identifies somebody else is not taken from them`() async throws {
    let fixture = try await Fixture(registering(proven: true))
    let account = try await fixture.add(Self.ada)
    var eve = try await fixture.add("eve@example.com")
    eve.identifiers.append(Identifier(attribute: "phone", value: Self.phone))
    eve.version += 1
    let other = eve
    #expect(try await fixture.storage.transact { try $0.put(other) })
    let asked = await given(Self.phone, fixture)
    let code = try #require(fixture.outbox.code(to: Self.phone))
    let reply = await fixture.send("submit", ["code": .string(code)], asked.token)
    #expect(reply.state == "code" && reply.end == nil)
    #expect(try await fixture.account(Self.ada) == account)
  }

  @Test func `a code is void once another address was named, even if nothing was sent there`() async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "send")
    flow.effect("send", .codeSend, [.slot(F.email)], others: "code")
    flow.page("code", [SecretField.code.slot], submit: "check", other: [("other", "other")])
    flow.page("other", [F.email], submit: "send")
    flow.effect("check", .codeVerify, [.slot(SecretField.code.slot)], ["valid": "done"], others: "code!")
    flow.end("done")
    let fixture = try await Fixture(flow.build())
    fixture.outbox.refuse("eve@example.com")
    let asked = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    let code = try #require(fixture.outbox.code(to: Self.ada))
    let other = await fixture.send("other", [:], asked.token)
    let again = await fixture.send("submit", ["email": "eve@example.com"], other.token)
    #expect(again.state == "code" && again.sent == nil)
    #expect(await fixture.send("submit", ["code": .string(code)], again.token).error?.code == "wrong")
    // The same address once more changes nothing but that it is too soon.
    let asked2 = await fixture.send("submit", ["email": "bea@example.com"], await fixture.start().token)
    let code2 = try #require(fixture.outbox.code(to: "bea@example.com"))
    let other2 = await fixture.send("other", [:], asked2.token)
    let again2 = await fixture.send("submit", ["email": "bea@example.com"], other2.token)
    #expect(fixture.outbox.messages.count == 2)
    #expect(await fixture.send("submit", ["code": .string(code2)], again2.token).end?.name == "done")
  }
}
