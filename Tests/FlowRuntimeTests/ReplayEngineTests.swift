import EngineSupport
import FlowJSON
import FlowModel
import TestSupport
import Testing

@testable import FlowRuntime

/// The engine that shows attacks: what others refuse, it does and tells.
@Suite struct ReplayEngineTests {
  private typealias F = FlowBuilder
  private static let victim = Identifier(attribute: "email", value: "ada@example.com")

  private func reset() -> FlowTable {
    var flow = F()
    flow.page("ask", [F.email, SecretField.password.slot], submit: "find")
    flow.effect("find", .accountFind, [.slot(F.email)], others: "act")
    flow.effect("act", .passwordSet, [.slot(SecretField.password.slot)], others: "done")
    flow.end("done", grants: true)
    return flow.build()
  }

  @Test func `what is demanded is recorded, not made, and what happens then really happens`() async throws {
    let table = reset()
    let storage = MemoryStorage()
    let account = AccountRecord(
      id: "a", tenant: table.tenant, isConfirmed: true, identifiers: [Self.victim], attributes: "{}", created: 0)
    _ = try await storage.transact { try $0.put(account) }
    let observer = EngineObserver()
    let ports = EnginePorts(
      key: try #require(ServerKey.random()), channel: TestOutbox(), functions: TestFunctions(),
      dictionary: TestDictionary(), clock: TestClock())
    let engine = Engine(replayingIn: storage, ports: ports, observer: observer)
    try await engine.install(file: TableFile.write(table).bytes)
    let first = await engine.start(flow: "flow", tenant: table.tenant, by: .operator, input: [:])
    _ = observer.take()
    let reply = await engine.send(
      ClientEvent("submit", input: ["email": "ada@example.com", "password": "A-fresh-password-2"], token: first.token))
    #expect(reply.end?.name == "done" && reply.end?.grants != nil)
    let seen = observer.take()
    #expect(seen.performed.map(\.outcome) == ["found", "set"])
    #expect(seen.violations.map(\.state) == ["act", "done"])
    #expect(seen.violations.allSatisfy { $0.subject == ["ada@example.com"] })
    #expect(seen.hashes == 1)
    let changed = try await storage.transact { [tenant = table.tenant] in try $0.account("a", tenant: tenant) }
    #expect(changed?.passwordHash != nil)
  }

  @Test func `links and grants for the world of a replay are good`() async throws {
    let fixture = try await Fixture(Fixture.tenant("email-password"))
    let account = try await fixture.add("ada@example.com")
    let link = try #require(
      try await fixture.engine.link(for: account.id, to: "reset-by-link", tenant: fixture.table.tenant))
    #expect(!link.token.isEmpty && !link.tokenId.isEmpty)
    #expect(try await fixture.engine.grant(for: account.id, tenant: fixture.table.tenant)?.contains(".") == true)
    #expect(try await fixture.engine.grant(for: "nobody", tenant: fixture.table.tenant) == nil)
  }

  @Test func `nothing but the replay of attacks makes such an engine`() throws {
    let found = try run("/bin/grep", ["-rlF", "--include=*.swift", "replayingIn:", "Sources"], folder: Repository.root)
      .output
    #expect(
      Set(found.split(separator: "\n")) == [
        "Sources/FlowRuntime/Engine/Observer.swift", "Sources/FlowAttacks/World/AttackStage.swift",
      ])
  }
}
