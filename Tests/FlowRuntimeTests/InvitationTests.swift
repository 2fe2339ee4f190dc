import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// Invitations: a link for an address, and for no account.
@Suite struct InvitationTests {
  private typealias F = FlowBuilder
  private static let ada = "ada@example.com"
  private static let bea = "bea@example.com"
  private static let eve = "eve@example.com"

  /// Redeems an invitation, asks for a city or another address, and creates the account.
  private static func accepting() -> FlowTable {
    var flow = F()
    flow.page("open", [SecretField.token.slot, SecretField.tokenId.slot], submit: "redeem")
    flow.effect(
      "redeem", .invitationRedeem,
      [.slot(SecretField.token.slot), .slot(SecretField.tokenId.slot), .slot(F.email)],
      ["valid": "about", "known": "known"],
      others: "open!")
    flow.page("about", [F.city], optional: [F.email], submit: "create")
    flow.effect("create", .accountCreate, [.slot(F.email)], ["created": "done"], others: "known")
    flow.end("done")
    flow.end("known")
    return flow.build()
  }

  private func invite(_ email: String, _ fixture: Fixture) async throws -> JSONObject {
    try await fixture.engine.invite(email, to: "flow", tenant: fixture.table.tenant)
    await fixture.engine.deliverMessages()
    let link = try #require(fixture.outbox.links(to: email).first)
    #expect(link.url == "https://app.example.com/flow?token=\(link.token)&tokenId=\(link.tokenId)")
    return ["token": .string(link.token), "tokenId": .string(link.tokenId)]
  }

  @Test(arguments: Backend.allCases)
  func `whoever is invited has no account before, is the one with the address, and each link is good once`(
    _ backend: Backend
  ) async throws {
    let fixture = try await Fixture(Self.accepting(), on: backend)
    let (first, second) = (try await invite(Self.bea, fixture), try await invite(Self.bea, fixture))
    #expect(try await fixture.account(Self.bea) == nil)
    let opened = await fixture.send("submit", first, await fixture.start().token)
    #expect(opened.state == "about")
    // Another address in its place is nobody's proof.
    let typed = await fixture.send("submit", ["city": "Ulm", "email": .string(Self.eve)], opened.token)
    #expect(typed.error?.code == "denied" && typed.state == "about")
    let done = await fixture.send("submit", ["city": "Ulm", "email": .string(Self.bea)], opened.token)
    #expect(done.end?.name == "done")
    let account = try #require(try await fixture.account(Self.bea))
    #expect(account.isConfirmed && account.unproven.isEmpty)
    #expect(await fixture.send("submit", first, await fixture.start().token).state == "open")
    // There is an account by now, and the other one is no way into it.
    #expect(await fixture.send("submit", second, await fixture.start().token).end?.name == "known")
  }

  @Test(arguments: Backend.allCases)
  func `whoever operates is told what an invitation comes to, and takes it back before and after it has left`(
    _ backend: Backend
  ) async throws {
    let fixture = try await Fixture(Self.accepting(), on: backend)
    let tenant = fixture.table.tenant
    let ada = try await fixture.add(Self.ada)
    #expect(try await fixture.engine.invite(Self.ada, to: "flow", tenant: tenant).account == ada.id)
    let first = try await invite(Self.bea, fixture)
    let other = try await invite(Self.eve, fixture)
    // The second one waits yet.
    let told = try await fixture.engine.invite("Bea@Example.com", to: "flow", tenant: tenant)
    #expect(told.account == nil && told.earlier == 1 && told.address == Self.bea)
    #expect(told.expires == fixture.clock.now() + Milliseconds(fixture.table.links.invitations) * 1000)
    let outbox = OutboxEntries(fixture.storage, key: fixture.key, clock: fixture.clock)
    #expect(try await outbox.entry(told.message).carries == .invitation)
    #expect(try await fixture.engine.withdrawInvitations(of: Self.bea, to: "flow", tenant: tenant) == 2)
    #expect(try await fixture.engine.withdrawInvitations(of: Self.bea, to: "flow", tenant: tenant) == 0)
    await #expect(throws: OutboxEntries.Refusal.missing) { try await outbox.entry(told.message) }
    let count = fixture.outbox.messages.count
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.count == count)
    #expect(await fixture.send("submit", first, await fixture.start().token).state == "open")
    let events = fixture.log.entries.compactMap(\.event)
    #expect(events.last { $0.kind == .proofFailed }?.reason == "invitation_withdrawn", "nobody has used it")
    #expect(events.contains { $0.kind == .invitationSent } && events.contains { $0.kind == .invitationWithdrawn })
    #expect(await fixture.send("submit", other, await fixture.start().token).state == "about")
  }

  @Test func `an address with an account is invited as one without, and the link opens nothing of the account`()
    async throws
  {
    let fixture = try await Fixture(Self.accepting())
    let ada = try await fixture.add(Self.ada)
    let sizes = try await [Self.ada, Self.bea].asyncMap { email in
      try await fixture.engine.invite(email, to: "flow", tenant: fixture.table.tenant)
      let resting = try await fixture.storage.transact { try $0.messages(dueBy: .max, limit: 9) }
      await fixture.engine.deliverMessages()
      return resting.map { $0.sealed.count }
    }
    #expect(sizes[0] == sizes[1] && sizes[0].count == 1)
    let link = try #require(fixture.outbox.links(to: Self.ada).first)
    let input: JSONObject = ["token": .string(link.token), "tokenId": .string(link.tokenId)]
    #expect(await fixture.send("submit", input, await fixture.start().token).end?.name == "known")
    #expect(try await fixture.account(Self.ada) == ada)
  }

  @Test func `an old invitation, a made-up one, and one for another tenant are none`() async throws {
    let fixture = try await Fixture(Self.accepting())
    let link = try await invite(Self.bea, fixture)
    for (token, tokenId) in [("0", link["tokenId"]), (nil, "0")] as [(JSON?, JSON?)] {
      let input: JSONObject = ["token": token ?? link["token"] ?? .null, "tokenId": tokenId ?? .null]
      let reply = await fixture.send("submit", input, await fixture.start().token)
      #expect(reply.state == "open" && reply.error?.code == "wrong")
    }
    var other = fixture.table
    other.tenant = "other"
    try await fixture.engine.install(file: TableFile.write(other).bytes)
    let stranger = await fixture.engine.start(flow: "flow", tenant: "other", by: .operator, input: [:])
    #expect(await fixture.send("submit", link, stranger.token).state == "open")
    fixture.clock.advance(minutes: 7 * 24 * 60 + 1)
    let late = await fixture.send("submit", link, await fixture.start().token)
    #expect(late.state == "open" && late.error?.code == "wrong")
  }

  @Test func `nobody is invited to a flow that takes no invitations, or at what is no address`() async throws {
    let fixture = try await Fixture(Self.accepting())
    for (email, flow, refusal) in [
      ("ada", "flow", InvitationRefusal.noAddress), (Self.ada, "none", .noFlow),
      (Self.ada + "\r\nBcc: x@y.example", "flow", .noAddress),
    ] {
      await #expect(throws: refusal) {
        try await fixture.engine.invite(email, to: flow, tenant: fixture.table.tenant)
      }
    }
  }
}

extension Array {
  fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
