import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// A name that is another account's is not taken over, and nothing is proven by it.
@Suite struct TakenNameTests {
  private typealias F = FlowBuilder

  /// Whoever a function vouches for takes another name, and may look for an account by what was typed last.
  private static func table() -> FlowTable {
    var flow = F()
    flow.table { table in
      table.attributes[2].isIdentifier = true
      table.functions = [FunctionDefinition(name: "vouch", target: .command(["true"]))]
    }
    flow.page("ask", [F.city], submit: "find")
    flow.effect("find", .accountFind, [.slot(F.city)], ["found": "vouch"], others: "ask!")
    flow.effect(
      "vouch", .functionCall, [.function(0), .absent, .absent, .absent, .absent, .verified(F.city)],
      ["success": "name"], others: "ask!")
    flow.page("name", [F.city], submit: "update", other: [("other", "other")])
    flow.effect("update", .accountUpdate, [], ["updated": "password", "taken": "name!"], others: "ask!")
    flow.effect("other", .accountFind, [.slot(F.city)], ["found": "password"], others: "name!")
    flow.page("password", [SecretField.password.slot], submit: "set")
    flow.effect("set", .passwordSet, [.slot(SecretField.password.slot)], ["set": "done"], others: "password!")
    flow.end("done")
    return flow.build()
  }

  private static func name(_ name: String) -> Identifier { Identifier(attribute: "city", value: name) }

  private static func add(_ name: String, _ fixture: Fixture) async throws -> AccountRecord {
    var account = AccountRecord(
      id: String(SystemRandomness().bytes(12).hex), tenant: fixture.table.tenant, isConfirmed: true,
      identifiers: [self.name(name)], attributes: "{}", created: 0)
    account.passwordHash = Fixture.passwordHash
    let added = account
    #expect(try await fixture.storage.transact { try $0.put(added) })
    return added
  }

  private static func account(_ name: String, _ fixture: Fixture) async throws -> AccountRecord? {
    let identifier = self.name(name)
    let tenant = fixture.table.tenant
    return try await fixture.storage.transact { try $0.account(identifier, tenant: tenant) }
  }

  /// A run of Ada's that has asked for Bob's name, and was refused it.
  private static func refused(_ fixture: Fixture) async throws -> Reply {
    let known = await fixture.send("submit", ["city": "ada"], await fixture.start().token)
    try #require(known.state == "name")
    let taken = await fixture.send("submit", ["city": "bob"], known.token)
    #expect(taken.state == "name" && taken.error?.code == "wrong")
    let run = try await fixture.run(taken.token)
    #expect(run.proofs == [.verified(name("ada"))] && Array(run.provenFor.keys) == [name("ada")])
    return taken
  }

  @Test(arguments: Backend.allCases)
  func `after a name that is taken, a free one is the account's`(_ backend: Backend) async throws {
    let fixture = try await Fixture(Self.table(), on: backend, functions: TestFunctions { _, _ in .success })
    let (ada, bob) = (try await Self.add("ada", fixture), try await Self.add("bob", fixture))
    let taken = try await Self.refused(fixture)
    let free = await fixture.send("submit", ["city": "lovelace"], taken.token)
    #expect(free.state == "password" && free.error == nil)
    let reply = await fixture.send("submit", ["password": "A-fresh-password-2"], free.token)
    #expect(reply.end?.name == "done")
    #expect(try await Self.account("lovelace", fixture)?.id == ada.id)
    #expect(try await Self.account("bob", fixture) == bob)
  }

  @Test(arguments: Backend.allCases)
  func `whoever asked for a name that is taken has proven nothing of its account`(_ backend: Backend) async throws {
    let fixture = try await Fixture(Self.table(), on: backend, functions: TestFunctions { _, _ in .success })
    _ = try await Self.add("ada", fixture)
    let bob = try await Self.add("bob", fixture)
    let taken = try await Self.refused(fixture)
    let bound = await fixture.send("other", [:], taken.token)
    #expect(bound.state == "password")
    let reply = await fixture.send("submit", ["password": "A-fresh-password-2"], bound.token)
    #expect(reply.error?.code == "denied" && reply.end == nil)
    #expect(try await Self.account("bob", fixture) == bob)
  }
}
