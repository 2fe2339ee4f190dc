import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// `message.send`: to whom a notice goes, whatever a table says; and `account.update`, `account.delete` before it.
@Suite struct NoticeTests {
  private typealias F = FlowBuilder
  private static let ada = "ada@example.com"
  private static let bea = "bea@example.com"
  private static let eve = "eve@example.com"
  private static let former = firstAttributeSlot + 4
  private static let password = EffectArgument.slot(SecretField.password.slot)

  private static func notice(_ slot: Slot = F.email) -> [EffectArgument] { [.notice("welcome"), .slot(slot)] }

  /// A flow of whoever gave ada's password: what comes then is what a test says, from `act` on.
  private static func signedIn(_ fields: [Slot] = [], _ then: (inout F) throws -> Void) rethrows -> FlowTable {
    var flow = F()
    flow.table {
      var former = AttributeDefinition(name: "former", type: .email)
      former.isTransient = true
      $0.attributes.append(former)
    }
    flow.page("who", [F.email, SecretField.password.slot], submit: "find")
    flow.effect("find", .accountFind, [.slot(F.email)], others: "verify")
    flow.effect("verify", .passwordVerify, [password], ["match": "next"], others: "who!")
    flow.page("next", fields, submit: "act")
    try then(&flow)
    flow.end("done")
    return flow.build()
  }

  private func enter(_ fixture: Fixture) async -> Reply {
    await fixture.send(
      "submit", ["email": .string(Self.ada), "password": .string(Fixture.password)], await fixture.start().token)
  }

  @Test(arguments: Backend.allCases)
  func `a notice goes to the account's own address, and to nobody where there is no account`(_ backend: Backend)
    async throws
  {
    var flow = F()
    flow.page("ask", [F.email], submit: "find")
    flow.effect("find", .accountFind, [.slot(F.email)], others: "tell")
    flow.effect("tell", .messageSend, Self.notice(), others: "done")
    flow.end("done")
    let fixture = try await Fixture(flow.build(), on: backend)
    try await fixture.add(Self.ada)
    for email in [Self.ada, Self.bea] {
      let reply = await fixture.send("submit", ["email": .string(email)], await fixture.start().token)
      #expect(reply.end?.name == "done" && reply.sent == nil)
    }
    // What goes to nobody rests as the other does.
    let resting = try await fixture.storage.transact { try $0.messages(dueBy: .max, limit: 9) }
    #expect(Set(resting.map { $0.sealed.count }).count <= 1)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.notices(to: Self.ada) == ["welcome"] && fixture.outbox.notices(to: Self.bea) == [])
  }

  @Test func `an address that is neither proven nor the account's gets none`() async throws {
    let table = Self.signedIn([F.email]) { flow in
      flow.effect("act", .messageSend, Self.notice(), others: "done")
    }
    let fixture = try await Fixture(table)
    try await fixture.add(Self.ada)
    try await fixture.add(Self.bea)
    let entered = await enter(fixture)
    for other in [Self.eve, Self.bea] {
      let reply = await fixture.send("submit", ["email": .string(other)], entered.token)
      #expect(reply.error?.code == "denied" && reply.state == "next")
    }
    #expect(await fixture.send("submit", ["email": .string(Self.ada)], entered.token).end?.name == "done")
    #expect(fixture.outbox.notices(to: Self.ada).count == 1 && fixture.outbox.notices(to: Self.eve) == [])
  }

  @Test func `an address that is proven gets one, whoever has an account`() async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "send")
    flow.effect("send", .codeSend, [.slot(F.email)], ["sent": "code"], others: "ask!")
    flow.page("code", [SecretField.code.slot], submit: "check")
    flow.effect("check", .codeVerify, [.slot(SecretField.code.slot)], ["valid": "tell"], others: "code!")
    flow.effect("tell", .messageSend, Self.notice(), others: "done")
    flow.end("done")
    let fixture = try await Fixture(flow.build())
    let asked = await fixture.send("submit", ["email": .string(Self.eve)], await fixture.start().token)
    let code = try #require(fixture.outbox.code(to: Self.eve))
    #expect(await fixture.send("submit", ["code": .string(code)], asked.token).end?.name == "done")
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.notices(to: Self.eve) == ["welcome"])
  }

  /// Between the change and the notice lies a page: the run rests, and is read again.
  @Test(arguments: Backend.allCases)
  func `the address that an account had before the change is told, and no other`(_ backend: Backend) async throws {
    let table = try Self.signedIn([F.phone]) { flow in
      flow.table { table in
        table.attributes[1] = AttributeDefinition(name: "phone", type: .email)
      }
      flow.effect("act", .codeSend, [.slot(F.phone)], ["sent": "code"], others: "next!")
      flow.page("code", [SecretField.code.slot], submit: "check")
      flow.effect("check", .codeVerify, [.slot(SecretField.code.slot)], ["valid": "take"], others: "code!")
      try flow.assign("take", Self.former, "attributes.email", to: "swap")
      try flow.assign("swap", F.email, "attributes.phone", to: "update")
      flow.effect("update", .accountUpdate, [.slots([F.email])], others: "changed")
      flow.page("changed", [Self.former], submit: "tell")
      flow.effect("tell", .messageSend, Self.notice(Self.former), others: "done")
    }
    let fixture = try await Fixture(table, on: backend)
    try await fixture.add(Self.ada)
    let asked = await fixture.send("submit", ["phone": .string(Self.bea)], await enter(fixture).token)
    let code = try #require(fixture.outbox.code(to: Self.bea))
    let changed = await fixture.send("submit", ["code": .string(code)], asked.token)
    #expect(changed.state == "changed")
    let other = await fixture.send("submit", ["former": .string(Self.eve)], changed.token)
    #expect(other.error?.code == "denied")
    #expect(await fixture.send("submit", ["former": .string(Self.ada)], changed.token).end?.name == "done")
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.notices(to: Self.ada) == ["welcome"] && fixture.outbox.notices(to: Self.bea) == [])
  }

  @Test func `a farewell goes to the account that was deleted, and to no other`() async throws {
    let table = Self.signedIn { flow in
      flow.effect("act", .accountDelete, others: "gone")
      flow.page("gone", [F.email], submit: "tell")
      flow.effect("tell", .messageSend, Self.notice(), others: "done")
    }
    let fixture = try await Fixture(table)
    for (email, isTold) in [(Self.ada, true), (Self.eve, false)] {
      try await fixture.add(Self.ada)
      let gone = await fixture.send("submit", [:], await enter(fixture).token)
      #expect(try await fixture.account(Self.ada) == nil)
      #expect(await fixture.send("submit", ["email": .string(email)], gone.token).end?.name == "done")
      await fixture.engine.deliverMessages()
      #expect((fixture.outbox.notices(to: email) == ["welcome"]) == isTold)
    }
  }

  @Test func `a deleted account leaves nothing that it was handed`() async throws {
    let table = Self.signedIn { flow in flow.effect("act", .accountDelete, others: "done") }
    let fixture = try await Fixture(table)
    let ada = try await fixture.add(Self.ada)
    let (kinds, tenant) = (TicketRecord.Kind.allCases, fixture.table.tenant)
    try await fixture.storage.transact { transaction in
      for kind in kinds {
        try transaction.put(
          TicketRecord(
            kind: kind, id: "0\(kind.rawValue)", tenant: tenant, account: ada.id, secretHash: [1], sealed: [],
            expires: .max))
      }
    }
    #expect(await fixture.send("submit", [:], await enter(fixture).token).end?.name == "done")
    for kind in kinds {
      #expect(try await fixture.storage.transact { try $0.ticket(kind, "0\(kind.rawValue)") } == nil)
    }
    #expect(fixture.log.entries.contains { $0.event?.kind == .accountDeleted })
  }

  @Test(arguments: Backend.allCases)
  func `an update writes what it names, and takes out of the account only that`(_ backend: Backend) async throws {
    var flow = F()
    flow.page("who", [F.email, SecretField.password.slot], submit: "find")
    flow.effect("find", .accountFind, [.slot(F.email)], others: "verify")
    flow.effect("verify", .passwordVerify, [Self.password], ["match": "next"], others: "who!")
    flow.page("next", optional: [F.city, F.age], submit: "update")
    flow.effect("update", .accountUpdate, [.slots([F.city])], others: "done")
    flow.end("done")
    let fixture = try await Fixture(flow.build(), on: backend)
    try await fixture.add(Self.ada)
    func held(_ input: JSONObject) async throws -> JSONObject? {
      #expect(await fixture.send("submit", input, await enter(fixture).token).end?.name == "done")
      return try await fixture.account(Self.ada)?.held()
    }
    let first = try await held(["city": "Oslo", "age": 36])
    #expect(first?["city"] == "Oslo" && first?["age"] == nil)
    let second = try await held(["city": .null, "age": 36])
    #expect(second?["city"] == nil && second?["age"] == nil && second?["email"] == first?["email"])
  }
}
