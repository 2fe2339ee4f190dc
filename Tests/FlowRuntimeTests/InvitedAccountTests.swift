import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// What an invitation proves: the address, for an account that is not there yet; and for how long it stands.
@Suite struct InvitedAccountTests {
  private typealias F = FlowBuilder
  private static let bea = "bea@example.com"
  private static let eve = "eve@example.com"

  /// Redeems an invitation, rests on a page, and then looks for the account: its password is set, or it is made.
  private static func lookingAgain() -> FlowTable {
    let password = EffectArgument.slot(SecretField.password.slot)
    var flow = F()
    flow.page("open", [SecretField.token.slot, SecretField.tokenId.slot], submit: "redeem")
    flow.effect(
      "redeem", .invitationRedeem,
      [.slot(SecretField.token.slot), .slot(SecretField.tokenId.slot), .slot(F.email)], ["valid": "about"],
      others: "open!")
    flow.page("about", [F.city], submit: "find")
    flow.effect("find", .accountFind, [.slot(F.email)], ["found": "password", "missing": "create"])
    flow.effect("create", .accountCreate, [.slot(F.email)], ["created": "again"], others: "open!")
    flow.effect("again", .accountFind, [.slot(F.email)], others: "password")
    flow.page("password", [SecretField.password.slot], submit: "set")
    flow.effect("set", .passwordSet, [password], ["set": "done"], others: "password!")
    flow.end("done")
    return flow.build()
  }

  private func opened(_ fixture: Fixture) async throws -> Reply {
    try await fixture.engine.invite(Self.bea, to: "flow", tenant: fixture.table.tenant)
    await fixture.engine.deliverMessages()
    let link = try #require(fixture.outbox.links(to: Self.bea).last)
    let reply = await fixture.send(
      "submit", ["token": .string(link.token), "tokenId": .string(link.tokenId)], await fixture.start().token)
    #expect(reply.state == "about")
    return reply
  }

  private func goOn(_ fixture: Fixture, _ opened: Reply) async -> Reply {
    let asked = await fixture.send("submit", ["city": "Ulm"], opened.token)
    return await fixture.send("submit", ["password": "quite another long password"], asked.token)
  }

  @Test(arguments: Backend.allCases)
  func `of an account that was made after the link was opened nothing is proven by it`(_ backend: Backend) async throws
  {
    let fixture = try await Fixture(Self.lookingAgain(), on: backend)
    let opened = try await opened(fixture)
    let account = try await fixture.add(Self.bea)
    let reply = await goOn(fixture, opened)
    #expect(reply.error?.code == "denied" && reply.end == nil)
    #expect(try await fixture.account(Self.bea) == account)
  }

  @Test func `the account that the same run makes is whose the address is, also where it is found again`() async throws
  {
    let fixture = try await Fixture(Self.lookingAgain())
    #expect(await goOn(fixture, try await opened(fixture)).end?.name == "done")
    let account = try #require(try await fixture.account(Self.bea))
    #expect(account.passwordHash != nil && account.unproven.isEmpty)
  }

  @Test func `what somebody has sent who was locked out since, has changed the ways in, or is gone, lets nobody in`()
    async throws
  {
    for change in ["", "disabled", "enabled again", "secured", "deleted"] {
      let fixture = try await Fixture(try Fixture.tenant("accounts"))
      var inviter = try await fixture.add(Self.eve, attributes: #"{"role":"administrator","terms":3}"#)
      let signedIn = await fixture.send(
        "submit", ["email": .string(Self.eve), "password": .string(Fixture.password)],
        await fixture.start("invite").token)
      #expect(await fixture.send("submit", ["invitee": .string(Self.bea)], signedIn.token).end?.name == "invited")
      let link = try #require(fixture.outbox.links(to: Self.bea).first)
      if ["disabled", "enabled again"].contains(change) { inviter.isEnabled = false }
      if change == "enabled again" { inviter.isEnabled = true }
      if change == "secured" { inviter.credentialsVersion += 1 }
      let changed = inviter
      _ = try await fixture.storage.transact { transaction in
        if change == "deleted" {
          try transaction.discard(changed.id, tenant: changed.tenant)
        } else {
          _ = try transaction.put(changed)
        }
      }
      let reply = await fixture.send(
        "submit", ["token": .string(link.token), "tokenId": .string(link.tokenId)],
        await fixture.start("accept-invitation").token)
      #expect((reply.error?.code == "invalid_link") == (change != ""), "\(change)")
    }
  }
}
