import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// Tables that skip a proof. The compiler would not make them; the engine does not obey them either.
@Suite struct EvidenceTests {
  private typealias F = FlowBuilder
  private static let ada = "ada@example.com"
  private static let eve = "eve@example.com"
  private static let email = EffectArgument.slot(F.email)
  private static let password = EffectArgument.slot(SecretField.password.slot)
  private static let code = EffectArgument.slot(SecretField.code.slot)

  /// What an effect does to ada's account, which was found by its address and nothing else.
  @Test(arguments: [
    (Effect.passwordSet, [password]), (.tokenIssue, []), (.accountConfirm, []), (.accountUpdate, []),
    (.accountDiscard, []), (.accountDisable, []), (.accountDelete, []), (.invitationSend, [email, .flow(0)]),
    (.accountRead, [email]),
  ])
  func `to find an account is no proof of owning it`(_ effect: Effect, _ arguments: [EffectArgument]) async throws {
    var flow = F()
    flow.page("ask", [F.email, SecretField.password.slot], submit: "find")
    flow.effect("find", .accountFind, [Self.email], others: "act")
    flow.effect("act", effect, arguments, others: "done")
    flow.end("done")
    let fixture = try await Fixture(flow.build())
    let account = try await fixture.add(Self.ada, confirmed: effect != .accountConfirm)
    let first = await fixture.start()
    let reply = await fixture.send(
      "submit", ["email": .string(Self.ada), "password": "A-fresh-password-2"], first.token)
    #expect(reply.error?.code == "denied" && reply.state == "ask" && reply.token == first.token)
    #expect(try await fixture.account(Self.ada) == account)
    #expect(fixture.log.lines.contains { $0.contains(effect.name) })
    #expect(!fixture.log.lines.contains { $0.contains("ada@") || $0.contains("fresh") })
  }

  @Test func `no account is created for an address that nobody proved`() async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "create")
    flow.effect("create", .accountCreate, [Self.email], others: "done")
    flow.end("done")
    let fixture = try await Fixture(flow.build())
    let reply = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    #expect(reply.error?.code == "denied" && reply.state == "ask")
    #expect(try await fixture.account(Self.ada) == nil)
  }

  /// A flow that proves an address and creates an account; `rewrite` is what the page for the code collects besides.
  private func create(rewriting slot: Slot) -> FlowTable {
    var flow = F()
    flow.page("ask", [F.email], submit: "send")
    flow.effect("send", .codeSend, [Self.email], ["sent": "code"], others: "ask!")
    flow.page("code", [SecretField.code.slot], optional: [slot], submit: "verify")
    flow.effect("verify", .codeVerify, [Self.code], ["valid": "create"], others: "code!")
    flow.effect("create", .accountCreate, [Self.email], ["created": "done"], others: "ask!")
    flow.end("done", grants: true)
    return flow.build()
  }

  @Test(arguments: Backend.allCases)
  func `a proof is of one address: written over, it proves nothing`(_ backend: Backend) async throws {
    let fixture = try await Fixture(create(rewriting: F.email), on: backend)
    let second = await fixture.send("submit", ["email": .string(Self.eve)], await fixture.start().token)
    let code = try #require(fixture.outbox.code(to: Self.eve))
    let reply = await fixture.send("submit", ["code": .string(code), "email": .string(Self.ada)], second.token)
    #expect(reply.error?.code == "denied" && reply.state == "code")
    #expect(try await fixture.account(Self.ada) == nil)
    // The guess was made all the same.
    #expect(try await fixture.run(second.token).counts.spent(.guessesOfCode) == 1)
    let honest = await fixture.send("submit", ["code": .string(code), "email": .string(Self.eve)], second.token)
    #expect(honest.end?.name == "done" && honest.end?.grants != nil)
  }

  @Test func `a code is void once one for another address was asked for, even if none could be sent`() async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "send")
    flow.effect("send", .codeSend, [Self.email], others: "code!")
    flow.page("code", [SecretField.code.slot], submit: "verify", other: [(event: "back", to: "ask")])
    flow.effect("verify", .codeVerify, [Self.code], ["valid": "done"], others: "code!")
    flow.end("done")
    flow.table { $0.codes.perIdentifier.count = 1 }
    let fixture = try await Fixture(flow.build())
    _ = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    let second = await fixture.send("submit", ["email": .string(Self.eve)], await fixture.start().token)
    let code = try #require(fixture.outbox.code(to: Self.eve))
    let first = await fixture.send("back", [:], second.token)
    // Ada has had her mail of this hour.
    let throttled = await fixture.send("submit", ["email": .string(Self.ada)], first.token)
    let reply = await fixture.send("submit", ["code": .string(code)], throttled.token)
    #expect(reply.state == "code" && reply.end == nil)
    #expect(try await fixture.run(reply.token).proofs.isEmpty)
  }

  @Test func `an address written otherwise is the same address`() async throws {
    let fixture = try await Fixture(create(rewriting: F.email))
    let second = await fixture.send("submit", ["email": "Ada@Example.com"], await fixture.start().token)
    let code = try #require(fixture.outbox.code(to: Self.ada))
    let reply = await fixture.send("submit", ["code": .string(code), "email": .string(Self.ada)], second.token)
    #expect(reply.end?.name == "done")
  }

  /// The sign of Kelvin folds to "k": a mailbox with one in its name is another person's than the account's.
  @Test(arguments: [Effect.codeSend, .linkSend])
  func `codes and links go to the address that is proven, not to one that looks like it`(_ effect: Effect) async throws
  {
    var flow = F()
    flow.page("ask", [F.email], submit: "find")
    flow.effect("find", .accountFind, [Self.email], ["found": "send"], others: "ask!")
    flow.effect("send", effect, effect == .linkSend ? [Self.email, .flow(0)] : [Self.email], others: "done")
    flow.end("done")
    let fixture = try await Fixture(flow.build())
    try await fixture.add("kim@example.com")
    let reply = await fixture.send("submit", ["email": "\u{212A}im@example.com"], await fixture.start().token)
    #expect(reply.end?.name == "done")
    #expect(fixture.outbox.messages.map { Array($0.to.utf8) } == [Array("kim@example.com".utf8)])
  }

  @Test(arguments: [Effect.passwordSet, .accountUpdate, .accountDiscard, nil])
  func `a pending account that its owner confirmed elsewhere is no longer its creator's`(
    _ effect: Effect?
  ) async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "create")
    flow.effect("create", .accountCreate, [Self.email, .word(1)], ["created": "wait"], others: "ask!")
    flow.page("wait", [SecretField.password.slot], submit: effect == nil ? "done" : "act")
    if let effect { flow.effect("act", effect, effect == .passwordSet ? [Self.password] : [], others: "done") }
    flow.end("done", grants: effect == nil)
    let fixture = try await Fixture(flow.build())
    let waiting = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    var account = try #require(try await fixture.account(Self.ada))
    account.isConfirmed = true
    let confirmed = account
    #expect(try await fixture.storage.transact { try $0.put(confirmed) })
    let reply = await fixture.send("submit", ["password": "A-fresh-password-2"], waiting.token)
    #expect(reply.error?.code == "denied" && reply.end == nil)
    #expect(try await fixture.account(Self.ada) == confirmed)
  }

  @Test(arguments: [AccountStatus.pending, .unproven])
  func `an account is its creator's until its owner sets the password`(_ status: AccountStatus) async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "create")
    flow.effect("create", .accountCreate, [Self.email, .word(status.rawValue)], ["created": "wait"], others: "ask!")
    flow.page("wait", [SecretField.password.slot], submit: "set")
    flow.effect("set", .passwordSet, [Self.password], ["set": "wait"], others: "done")
    flow.end("done")
    let fixture = try await Fixture(flow.build())
    var waiting = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    waiting = await fixture.send("submit", ["password": "Of-its-creator-1"], waiting.token)
    #expect(waiting.state == "wait" && waiting.error == nil)
    var account = try #require(try await fixture.account(Self.ada))
    #expect(account.unproven == Set(account.identifiers) && account.isConfirmed == (status == .unproven))
    // As `password.set` leaves it where its owner came by a link.
    account.unproven = []
    let owned = account
    #expect(try await fixture.storage.transact { try $0.put(owned) })
    let reply = await fixture.send("submit", ["password": "Of-its-creator-2"], waiting.token)
    #expect(reply.error?.code == "denied")
    #expect(try await fixture.account(Self.ada) == owned)
  }

  @Test(arguments: [Effect.accountConfirm, .accountUpdate], [true, false])
  func `who was let in before the owner came is signed out`(_ effect: Effect, hasPassword: Bool) async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "find")
    flow.effect("find", .accountFind, [Self.email], ["found": "send"], others: "ask!")
    flow.effect("send", .codeSend, [Self.email], ["sent": "code"], others: "ask!")
    flow.page("code", [SecretField.code.slot], submit: "verify")
    flow.effect("verify", .codeVerify, [Self.code], ["valid": "take"], others: "code!")
    flow.effect("take", effect, others: "done")
    flow.end("done")
    let fixture = try await Fixture(flow.build())
    var account = try await fixture.add(Self.ada)
    account.unproven = Set(account.identifiers)
    if !hasPassword { account.passwordHash = nil }
    let (stranger, tenant) = (account, fixture.table.tenant)
    try await fixture.storage.transact { transaction in
      _ = try transaction.put(stranger)
      for kind in [TicketRecord.Kind.session, .refresh, .grant] {
        try transaction.put(
          TicketRecord(
            kind: kind, id: "0\(kind.rawValue)", tenant: tenant, account: stranger.id, secretHash: [1], sealed: [],
            expires: .max))
      }
    }
    let asked = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    let code = try #require(fixture.outbox.code(to: Self.ada))
    #expect(await fixture.send("submit", ["code": .string(code)], asked.token).end?.name == "done")
    for kind in [TicketRecord.Kind.session, .refresh] {
      #expect(try await fixture.storage.transact { try $0.ticket(kind, "0\(kind.rawValue)") } == nil)
    }
    let grant = try await fixture.storage.transact { try $0.ticket(.grant, "0\(TicketRecord.Kind.grant.rawValue)") }
    #expect(grant?.used != nil)
    #expect(try await fixture.account(Self.ada)?.passwordHash == nil)
  }

  @Test(arguments: ["password", "code"])
  func `what was proven before a password changed is void after it, also in another run`(_ proof: String) async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "find")
    let next = proof == "code" ? "send" : "enter"
    flow.effect("find", .accountFind, [Self.email], ["found": next], others: "ask!")
    flow.page("enter", [SecretField.password.slot], submit: "compare")
    flow.effect("compare", .passwordVerify, [Self.password], ["match": "wait"], others: "enter!")
    flow.effect("send", .codeSend, [Self.email], ["sent": "code"], others: "ask!")
    flow.page("code", [SecretField.code.slot], submit: "verify")
    flow.effect("verify", .codeVerify, [Self.code], ["valid": "wait"], others: "code!")
    flow.page("wait", [SecretField.password.slot], submit: "set")
    flow.effect("set", .passwordSet, [Self.password], ["set": "again"], others: "wait!")
    flow.page("again", [SecretField.password.slot], submit: "set")
    let fixture = try await Fixture(flow.build())
    try await fixture.add(Self.ada)
    func prove() async throws -> Reply {
      let asked = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
      let secret = proof == "code" ? try #require(fixture.outbox.code(to: Self.ada)) : Fixture.password
      return await fixture.send("submit", [proof: .string(secret)], asked.token)
    }
    let thief = try await prove()
    let waiting = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    let waitingCode = fixture.outbox.code(to: Self.ada)
    let owner = try await prove()
    #expect(thief.state == "wait" && owner.state == "wait")
    let reset = await fixture.send("submit", ["password": "Of-its-owner-first-1"], owner.token)
    #expect(reset.state == "again" && reset.error == nil)
    let late = await fixture.send("submit", ["password": "Of-a-bold-thief-1"], thief.token)
    #expect(late.error?.code == "denied" && late.state == "wait")
    if let waitingCode {
      let old = await fixture.send("submit", ["code": .string(waitingCode)], waiting.token)
      #expect(old.state == "code")
    }
    // Who has set it goes on.
    let other = await fixture.send("submit", ["password": "Of-its-owner-then-2"], reset.token)
    #expect(other.state == "again" && other.error == nil)
  }

  @Test func `a new password ends the sessions and grants of before`() async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "find")
    flow.effect("find", .accountFind, [Self.email], ["found": "send"], others: "ask!")
    flow.effect("send", .codeSend, [Self.email], ["sent": "code"], others: "ask!")
    flow.page("code", [SecretField.code.slot, SecretField.password.slot], submit: "verify")
    flow.effect("verify", .codeVerify, [Self.code], ["valid": "set"], others: "code!")
    flow.effect("set", .passwordSet, [Self.password], ["set": "done"], others: "code!")
    flow.end("done", grants: true)
    let fixture = try await Fixture(flow.build())
    let account = try await fixture.add(Self.ada)
    let (tenant, later) = (fixture.table.tenant, fixture.clock.now() + 60_000)
    try await fixture.storage.transact { transaction in
      for kind in [TicketRecord.Kind.session, .grant] {
        try transaction.put(
          TicketRecord(
            kind: kind, id: "old", tenant: tenant, account: account.id, secretHash: [1], sealed: [], expires: later))
      }
    }
    let asked = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    let code = try #require(fixture.outbox.code(to: Self.ada))
    let reply = await fixture.send("submit", ["code": .string(code), "password": "A-fresh-password-2"], asked.token)
    let grant = try #require(reply.end?.grants?["sign-in"]?.string)
    try await fixture.storage.transact { (transaction) throws in
      #expect(try transaction.ticket(.session, "old") == nil && transaction.ticket(.grant, "old")?.used != nil)
      #expect(try transaction.ticket(.grant, String(grant.prefix(24))) != nil)
    }
  }

  @Test func `a proof of one account is none of another that is found after it`() async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "send")
    flow.effect("send", .codeSend, [Self.email], ["sent": "code"], others: "ask!")
    flow.page("code", [SecretField.code.slot], submit: "verify")
    flow.effect("verify", .codeVerify, [Self.code], ["valid": "whose"], others: "code!")
    flow.page("whose", [F.email, SecretField.password.slot], submit: "find")
    flow.effect("find", .accountFind, [Self.email], ["found": "set"], others: "whose!")
    flow.effect("set", .passwordSet, [Self.password], ["set": "done"], others: "whose!")
    flow.end("done", grants: true)
    let fixture = try await Fixture(flow.build())
    let account = try await fixture.add(Self.ada)
    try await fixture.add(Self.eve)
    let asked = await fixture.send("submit", ["email": .string(Self.eve)], await fixture.start().token)
    let code = try #require(fixture.outbox.code(to: Self.eve))
    let proven = await fixture.send("submit", ["code": .string(code)], asked.token)
    #expect(proven.state == "whose")
    let reply = await fixture.send(
      "submit", ["email": .string(Self.ada), "password": "A-fresh-password-2"], proven.token)
    #expect(reply.error?.code == "denied" && reply.state == "whose")
    #expect(try await fixture.account(Self.ada) == account)
    let own = await fixture.send(
      "submit", ["email": .string(Self.eve), "password": "A-fresh-password-2"], proven.token)
    #expect(own.end?.name == "done")
  }

  @Test func `no link for an account goes to an address that is not its own`() async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "find")
    flow.effect("find", .accountFind, [Self.email], ["found": "where"], others: "ask!")
    flow.page("where", [F.email], submit: "send")
    flow.effect("send", .linkSend, [Self.email, .flow(0)], ["sent": "done"], others: "where!")
    flow.end("done")
    let fixture = try await Fixture(flow.build())
    try await fixture.add(Self.ada)
    let found = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    let reply = await fixture.send("submit", ["email": .string(Self.eve)], found.token)
    #expect(reply.end?.name == "done", "who asks is not told whether the address is the account's")
    #expect(fixture.outbox.messages.isEmpty)
    let again = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    #expect(await fixture.send("submit", ["email": .string(Self.ada)], again.token).end?.name == "done")
    #expect(fixture.outbox.links(to: Self.ada).count == 1)
  }

  @Test func `an end grants no sign-in to whom nobody proved to be`() async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "find")
    flow.effect("find", .accountFind, [Self.email], ["found": "done"], others: "ask!")
    flow.end("done", grants: true)
    let fixture = try await Fixture(flow.build())
    try await fixture.add(Self.ada)
    let reply = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    #expect(reply.error?.code == "denied" && reply.end == nil)
  }

  @Test func `a secret that an end names as its result is not handed out`() async throws {
    var flow = F()
    flow.page("ask", [SecretField.password.slot, F.city], submit: "done")
    flow.end(
      "done",
      results: [.slot(SecretField.password.slot, name: "password"), .slot(F.city, name: "city")])
    let fixture = try await Fixture(flow.build())
    let reply = await fixture.send("submit", ["password": "Tea-at-5", "city": "Ulm"], await fixture.start().token)
    #expect(reply.end?.result == ["password": nil, "city": "Ulm"])
  }

  @Test func `a flow that goes round without rest is stopped`() async throws {
    var flow = F()
    flow.page("ask", [F.email], submit: "find")
    flow.effect("find", .accountFind, [Self.email], others: "again")
    flow.effect("again", .accountFind, [Self.email], others: "find")
    let fixture = try await Fixture(flow.build())
    let first = await fixture.start()
    let reply = await fixture.send("submit", ["email": .string(Self.ada)], first.token)
    #expect(reply.error?.code == "denied" && reply.state == "ask" && reply.token == first.token)
  }
}
