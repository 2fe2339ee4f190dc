import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// What is done to an account, or for its owner with others, rests on the account as it is: on the ways into it, and on what was
/// read of it.
@Suite struct PresentReadingsTests {
  private typealias F = FlowBuilder
  private static let ada = "ada@example.com"
  private static let email = EffectArgument.slot(F.email)

  private static func secret(_ field: SecretField) -> EffectArgument { .slot(field.slot) }

  /// What somebody does at the page `inside`.
  enum Deed: String, CaseIterable {
    case delete, disable, invite

    func add(to flow: inout FlowBuilder) {
      switch self {
      case .delete: flow.effect("act", .accountDelete, others: "acted")
      case .disable: flow.effect("act", .accountDisable, others: "acted")
      case .invite:
        flow.effect("act", .invitationSend, [.slot(FlowBuilder.phone), .flow(0)], ["sent": "acted"], others: "failed")
      }
      flow.end("failed")
    }
  }

  /// A link leads to the deed, and so does the password; by the password `city` is read first.
  private func table(_ deed: Deed) -> FlowTable {
    var flow = F()
    flow.page("ask", [F.email], submit: "find", other: [("link", "show-link")])
    flow.effect("find", .accountFind, [Self.email], ["found": "how"], others: "ask!")
    flow.page("how", [SecretField.password.slot], submit: "verify", other: [("link", "mail")])
    flow.effect("verify", .passwordVerify, [Self.secret(.password)], ["match": "read"], others: "how!")
    flow.effect("read", .accountRead, [.slot(F.city)], ["present": "inside"], others: "how!")
    flow.effect("mail", .linkSend, [Self.email, .flow(0)], ["sent": "mailed"], others: "how!")
    flow.end("mailed")
    flow.page("show-link", [SecretField.token.slot, SecretField.tokenId.slot], submit: "redeem")
    flow.effect(
      "redeem", .linkRedeem, [Self.secret(.token), Self.secret(.tokenId)], ["valid": "inside"], others: "show-link!")
    flow.page("inside", optional: [F.phone], submit: "act")
    deed.add(to: &flow)
    flow.end("acted")
    return flow.build()
  }

  private func change(_ fixture: Fixture, _ change: @escaping @Sendable (inout AccountRecord) -> Void) async throws {
    let id = try #require(try await fixture.account(Self.ada)).id
    let tenant = fixture.table.tenant
    try await fixture.storage.transact { transaction in
      var account = try #require(try transaction.account(id, tenant: tenant))
      change(&account)
      #expect(try transaction.put(account))
    }
  }

  @Test(arguments: Deed.allCases, [false, true])
  func `a link does nothing that was sent before the account was disabled and enabled again`(
    _ deed: Deed, _ isDisabled: Bool
  ) async throws {
    let fixture = try await Fixture(table(deed))
    try await fixture.add(Self.ada, attributes: #"{"city":"Ulm"}"#)
    let found = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    #expect(await fixture.send("link", [:], found.token).end?.name == "mailed")
    let link = try #require(fixture.outbox.links(to: Self.ada).first)
    for isEnabled in isDisabled ? [false, true] : [] { try await change(fixture) { $0.isEnabled = isEnabled } }
    let page = await fixture.send("link", [:], await fixture.start().token)
    let reply = await fixture.send(
      "submit", ["token": .string(link.token), "tokenId": .string(link.tokenId)], page.token)
    let done = await fixture.send("submit", ["phone": "+4915112345678"], reply.token)
    #expect((done.end?.name == "acted") == !isDisabled, "\(deed): \(reply.state ?? "") \(done.json.text)")
  }

  @Test(arguments: Deed.allCases, [false, true])
  func `what was decided by what the account held is not done where it holds something else by now`(
    _ deed: Deed, _ isChanged: Bool
  ) async throws {
    let fixture = try await Fixture(table(deed))
    try await fixture.add(Self.ada, attributes: #"{"city":"Ulm"}"#)
    let found = await fixture.send("submit", ["email": .string(Self.ada)], await fixture.start().token)
    let inside = await fixture.send("submit", ["password": .string(Fixture.password)], found.token)
    #expect(inside.state == "inside")
    if isChanged { try await change(fixture) { $0.attributes = #"{"city":"Bonn"}"# } }
    let done = await fixture.send("submit", ["phone": "+4915112345678"], inside.token)
    #expect((done.end?.name == "acted") == !isChanged && (done.error?.code == "denied") == isChanged, "\(deed)")
    if isChanged { #expect(try await fixture.account(Self.ada)?.isEnabled == true) }
  }

  /// Each new effect decides on which side it stands.
  @Test func `these effects are a way into an account, and those rest on what was read of it`() {
    #expect(
      Set(Effect.allCases.filter(\.definition.needsPresentReadings)) == [
        .accountCreate, .accountDelete, .accountDisable, .functionCall, .invitationSend, .linkSend, .passwordSet,
        .tokenIssue,
      ])
    #expect(
      Set(Effect.allCases.filter(\.definition.isWayIn)) == [
        .accountCreate, .accountDelete, .accountDisable, .accountRead, .accountUpdate, .functionCall, .invitationRedeem,
        .invitationSend, .linkSend, .passwordSet, .tokenIssue,
      ])
  }
}
