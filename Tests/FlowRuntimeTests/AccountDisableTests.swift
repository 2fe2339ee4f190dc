import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// `account.disable`: what it ends, and that nothing opens the account again.
@Suite struct AccountDisableTests {
  private typealias F = FlowBuilder
  private static let ada = "ada@example.com"
  private static let email = EffectArgument.slot(F.email)

  private static func secret(_ field: SecretField) -> EffectArgument { .slot(field.slot) }

  /// A flow with each way to show who one is, and behind them a page from which one goes on; nothing asks whether the
  /// account is enabled.
  private func table() -> FlowTable {
    var flow = F()
    flow.page("ask", [F.email], submit: "find", other: [("grant", "show-grant"), ("link", "show-link")])
    flow.effect("find", .accountFind, [Self.email], ["found": "how"], others: "ask!")
    flow.page("how", [SecretField.password.slot], submit: "verify", other: [("code", "send"), ("link", "mail")])
    flow.effect("verify", .passwordVerify, [Self.secret(.password)], ["match": "inside"], others: "how!")
    flow.effect("send", .codeSend, [Self.email], ["sent": "code"], others: "how!")
    flow.page("code", [SecretField.code.slot], submit: "enter")
    flow.effect("enter", .codeVerify, [Self.secret(.code)], ["valid": "inside"], others: "code!")
    flow.effect("mail", .linkSend, [Self.email, .flow(0)], ["sent": "mailed"], others: "how!")
    flow.end("mailed")
    flow.page("show-link", [SecretField.token.slot, SecretField.tokenId.slot], submit: "redeem-link")
    flow.effect(
      "redeem-link", .linkRedeem, [Self.secret(.token), Self.secret(.tokenId)], ["valid": "inside"],
      others: "show-link!")
    flow.page("show-grant", [SecretField.grant.slot], submit: "redeem-grant")
    flow.effect("redeem-grant", .grantRedeem, [Self.secret(.grant)], ["valid": "inside"], others: "show-grant!")
    flow.page(
      "inside", optional: [F.city], submit: "update",
      other: [("disable", "disable"), ("open", "open"), ("stay", "granted")])
    flow.effect("update", .accountUpdate, others: "updated")
    flow.effect("disable", .accountDisable, others: "closed")
    flow.effect("open", .tokenIssue, others: "opened")
    flow.end("updated")
    flow.end("closed", results: [.slot(AccountFact.enabled.slot, name: "enabled")])
    flow.end("opened", results: [.tokens])
    flow.end("granted", grants: true)
    return flow.build()
  }

  /// The page behind a sign-in by password.
  private func signIn(_ fixture: Fixture) async throws -> Reply {
    let found = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    let reply = await fixture.send("submit", ["password": .string(Fixture.password)], found.token)
    #expect(reply.state == "inside")
    return reply
  }

  private func disable(_ fixture: Fixture) async throws {
    let reply = await fixture.send("disable", [:], try await signIn(fixture).token)
    #expect(reply.end?.name == "closed" && reply.end?.result == ["enabled": false])
  }

  @Test(arguments: Backend.allCases)
  func `the account is disabled, and nothing else of it has changed`(_ backend: Backend) async throws {
    let fixture = try await Fixture(table(), on: backend)
    var account = try await fixture.add(Self.ada, attributes: #"{"city":"Ulm"}"#)
    try await disable(fixture)
    account.isEnabled = false
    account.version += 1
    account.credentialsVersion += 1
    account.sessionEpoch += 1
    #expect(try await fixture.account(Self.ada) == account)
  }

  @Test(arguments: Backend.allCases)
  func `what was handed out or proven before stays void where it is enabled again, whoever wrote that`(
    _ backend: Backend
  ) async throws {
    let fixture = try await Fixture(table(), on: backend)
    let id = try await fixture.add(Self.ada).id
    let tenant = fixture.table.tenant
    let opened = await fixture.send("open", [:], try await signIn(fixture).token)
    let token = try #require(opened.end?.result?["tokens"]?["access_token"]?.string)
    #expect(try await fixture.engine.session(of: token, tenant: tenant) != nil)
    let granted = await fixture.send("stay", [:], try await signIn(fixture).token)
    let grant = try #require(granted.end?.grants?["sign-in"])
    let inside = try await signIn(fixture)
    for isEnabled in [false, true] {
      try await fixture.storage.transact { transaction in
        var account = try #require(try transaction.account(id, tenant: tenant))
        account.isEnabled = isEnabled
        #expect(try transaction.put(account))
      }
    }
    #expect(try await fixture.engine.session(of: token, tenant: tenant) == nil)
    let page = await fixture.send("grant", [:], await fixture.start().token)
    #expect(await fixture.send("submit", ["grant": grant], page.token).state == "show-grant")
    #expect(await fixture.send("stay", [:], inside.token).end == nil)
    // Whoever signs in anew is signed in.
    let again = await fixture.send("open", [:], try await signIn(fixture).token)
    let fresh = try #require(again.end?.result?["tokens"]?["access_token"]?.string)
    #expect(try await fixture.engine.session(of: fresh, tenant: tenant) != nil)
    // Ended for good: a row of the account's sessions that is put back is none.
    let row = try await fixture.storage.transact { try $0.tickets(.session, account: id, tenant: tenant) }
    try await fixture.engine.revokeSessions(ofAccount: id, tenant: tenant)
    try await fixture.storage.transact { transaction in for ticket in row { try transaction.put(ticket) } }
    #expect(try await fixture.engine.session(of: fresh, tenant: tenant) == nil)
  }

  @Test(arguments: Backend.allCases)
  func `whatever it was signed in by is void, and others stay signed in`(_ backend: Backend) async throws {
    let fixture = try await Fixture(table(), on: backend)
    let (ada, bea) = (try await fixture.add(Self.ada), try await fixture.add("bea@example.com"))
    let tenant = fixture.table.tenant
    let kinds = TicketRecord.Kind.allCases
    try await fixture.storage.transact { transaction in
      for account in [ada, bea] {
        for kind in kinds {
          try transaction.put(
            TicketRecord(
              kind: kind, id: account.id + String(kind.rawValue), tenant: tenant, account: account.id,
              secretHash: [1], sealed: [], expires: .max))
        }
      }
    }
    try await disable(fixture)
    for account in [ada, bea] {
      for kind in kinds {
        let ticket = try await fixture.storage.transact { try $0.ticket(kind, account.id + String(kind.rawValue)) }
        let isVoid = ticket.map { $0.used != nil } ?? true
        // A link that lets nobody in is no way into the account, and an invitation is nobody's.
        #expect(isVoid == (account.id == ada.id && ![.link, .invitation].contains(kind)), "\(kind)")
      }
    }
  }

  @Test(arguments: ["password", "code", "link"], ["open", "stay"])
  func `nobody signs in to it, whatever they show`(_ proof: String, _ door: String) async throws {
    let fixture = try await Fixture(table())
    try await fixture.add(Self.ada)
    try await disable(fixture)
    let found = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    var inside: Reply
    switch proof {
    case "password": inside = await fixture.send("submit", ["password": .string(Fixture.password)], found.token)
    case "code":
      let sent = await fixture.send("code", [:], found.token)
      let code = try #require(fixture.outbox.code(to: Self.ada))
      inside = await fixture.send("submit", ["code": .string(code)], sent.token)
    default:
      #expect(await fixture.send("link", [:], found.token).end?.name == "mailed")
      let link = try #require(fixture.outbox.links(to: Self.ada).first)
      let page = await fixture.send("link", [:], await fixture.start().token)
      inside = await fixture.send(
        "submit", ["token": .string(link.token), "tokenId": .string(link.tokenId)], page.token)
    }
    #expect(inside.state == "inside")
    let reply = await fixture.send(door, [:], inside.token)
    #expect(reply.error?.code == "denied" && reply.end == nil)
  }

  @Test func `a grant that was handed out before signs nobody in`() async throws {
    let fixture = try await Fixture(table())
    try await fixture.add(Self.ada)
    let granted = await fixture.send("stay", [:], try await signIn(fixture).token)
    let grant = try #require(granted.end?.grants?["sign-in"])
    try await disable(fixture)
    let page = await fixture.send("grant", [:], await fixture.start().token)
    let reply = await fixture.send("submit", ["grant": grant], page.token)
    #expect(reply.state == "show-grant" && reply.error?.code == "wrong")
  }

  @Test(arguments: ["submit", "open", "stay", "disable"])
  func `what another run has proven before is void`(_ event: String) async throws {
    let fixture = try await Fixture(table())
    try await fixture.add(Self.ada)
    let waiting = try await signIn(fixture)
    try await disable(fixture)
    let disabled = try await fixture.account(Self.ada)
    let reply = await fixture.send(event, event == "submit" ? ["city": "Bonn"] : [:], waiting.token)
    #expect(reply.error?.code == "denied" && reply.end == nil)
    #expect(try await fixture.account(Self.ada) == disabled)
  }

  @Test func `also where the account has no password`() async throws {
    let fixture = try await Fixture(table())
    var account = try await fixture.add(Self.ada)
    account.passwordHash = nil
    let without = account
    #expect(try await fixture.storage.transact { try $0.put(without) })
    var pages: [Reply] = []
    for _ in 0..<2 {
      let found = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
      let sent = await fixture.send("code", [:], found.token)
      let code = try #require(fixture.outbox.code(to: Self.ada))
      pages.append(await fixture.send("submit", ["code": .string(code)], sent.token))
    }
    #expect(await fixture.send("disable", [:], pages[0].token).end?.name == "closed")
    #expect(await fixture.send("submit", ["city": "Bonn"], pages[1].token).error?.code == "denied")
  }

  /// A flow in which whoever has shown the password deletes the account, invites somebody or takes another address.
  private func wishes() -> FlowTable {
    var flow = F()
    flow.page("ask", [F.email, SecretField.password.slot], submit: "find")
    flow.effect("find", .accountFind, [Self.email], others: "verify")
    flow.effect("verify", .passwordVerify, [Self.secret(.password)], ["match": "inside"], others: "ask!")
    flow.page("inside", optional: [F.city], submit: "delete", other: [("invite", "invite"), ("rename", "new")])
    flow.effect("delete", .accountDelete, others: "done")
    flow.effect("invite", .invitationSend, [Self.email, .flow(0)], others: "done")
    flow.page("new", [F.email], submit: "send")
    flow.effect("send", .codeSend, [Self.email], ["sent": "code"], others: "new!")
    flow.page("code", [SecretField.code.slot], submit: "enter")
    flow.effect("enter", .codeVerify, [Self.secret(.code)], ["valid": "update"], others: "code!")
    flow.effect("update", .accountUpdate, others: "done")
    flow.end("done")
    return flow.build()
  }

  @Test(arguments: ["submit", "invite", "rename"], [true, false])
  func `who is shut out frees no address to come again by, and acts for nobody`(_ wish: String, _ isEnabled: Bool)
    async throws
  {
    let fixture = try await Fixture(wishes())
    let ada = try await fixture.add(Self.ada)
    if !isEnabled { try await fixture.engine.disableAccount(ada.id, tenant: fixture.table.tenant) }
    let before = try await fixture.account(Self.ada)
    let inside = await fixture.send(
      "submit", ["email": .string(Self.ada), "password": .string(Fixture.password)], await fixture.start().token)
    #expect(inside.state == "inside")
    var reply = await fixture.send(wish, [:], inside.token)
    if wish == "rename" {
      let sent = await fixture.send("submit", ["email": "eve@example.com"], reply.token)
      let code = try #require(fixture.outbox.code(to: "eve@example.com"))
      reply = await fixture.send("submit", ["code": .string(code)], sent.token)
    }
    #expect((reply.end?.name == "done") == isEnabled && (reply.error?.code == "denied") == !isEnabled)
    let after = try await fixture.account(Self.ada)
    #expect((after == before) == (!isEnabled || wish == "invite"))
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.contains { $0.to == Self.ada } == (isEnabled && wish == "invite"))
  }

  @Test(arguments: Backend.allCases)
  func `its identifier stays taken`(_ backend: Backend) async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "create", other: [("sign-in", "who")])
    flow.effect(
      "create", .accountCreate, [Self.email, AccountStatus.pending.argument], ["created": "created"], others: "taken")
    flow.page("who", [F.email, SecretField.password.slot], submit: "find")
    flow.effect("find", .accountFind, [Self.email], ["found": "verify"], others: "who!")
    flow.effect("verify", .passwordVerify, [Self.secret(.password)], ["match": "disable"], others: "who!")
    flow.effect("disable", .accountDisable, others: "closed")
    for end in ["created", "taken", "closed"] { flow.end(end) }
    let fixture = try await Fixture(flow.build(), on: backend)
    try await fixture.add(Self.ada)
    let page = await fixture.send("sign-in", [:], await fixture.start().token)
    let closed = await fixture.send(
      "submit", ["email": .string(Self.ada), "password": .string(Fixture.password)], page.token)
    #expect(closed.end?.name == "closed")
    let again = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    #expect(again.end?.name == "taken")
  }
}
