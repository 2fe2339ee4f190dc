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

  @Test func `links and grants for the world of a replay are good, and no other engine hands out any`() async throws {
    let fixture = try await Fixture(Fixture.tenant("email-password"))
    let account = try await fixture.add("ada@example.com")
    let tenant = fixture.table.tenant
    let storage = MemoryStorage()
    _ = try await storage.transact { try $0.put(account) }
    let ports = EnginePorts(
      key: fixture.key, channel: fixture.outbox, functions: fixture.functions, dictionary: TestDictionary(),
      clock: fixture.clock)
    let engine = Engine(replayingIn: storage, ports: ports, observer: EngineObserver())
    try await engine.install(file: TableFile.write(fixture.table).bytes)
    let link = try #require(try await engine.link(for: account.id, to: "reset-by-link", tenant: tenant))
    #expect(!link.token.isEmpty && !link.tokenId.isEmpty)
    #expect(try await engine.grant(for: account.id, tenant: tenant)?.contains(".") == true)
    #expect(try await engine.grant(for: "nobody", tenant: tenant) == nil)
    #expect(try await fixture.engine.link(for: account.id, to: "reset-by-link", tenant: tenant) == nil)
    #expect(try await fixture.engine.grant(for: account.id, tenant: tenant) == nil)
  }

  @Test func `an engine of a host gives no message away, and uses no counter up`() async throws {
    let fixture = try await Fixture(Fixture.tenant("email-password"))
    _ = await fixture.engine.start(
      flow: "register", tenant: fixture.table.tenant, by: .operator,
      input: ["email": "ada@example.com", "password": .string(Fixture.password)])
    #expect(await fixture.engine.takeMessages().isEmpty)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.count == 1)
    for address in ["ada@example.com", "bea@example.com"] {
      try await fixture.engine.useUp(.linksToAddress, for: comparableIdentifier(address), of: fixture.table)
      let first = await fixture.start("reset-by-link", ["email": .string(address)])
      #expect(first.error?.code != "too_many_links")
    }
  }

  @Test(arguments: [
    ("replayingIn:", ["FlowRuntime/Engine/Observer.swift", "FlowAttacks/World/AttackStage.swift"]),
    ("trying:", ["FlowCases/World/CaseStage.swift"]),
    // What leaves by the operator's hand is counted by nobody.
    ("ofOperator", ["FlowRuntime/Engine/Bounds.swift", "FlowRuntime/Engine/Invitations.swift"]),
    // What compares and asks stands where a permit is wanted.
    ("Work.verify(", ["FlowRuntime/Engine/Effects/PasswordEffects.swift"]),
    ("result(of: .function(", ["FlowRuntime/Engine/Effects/FunctionEffects.swift"]),
    ("isHash(challenge", ["FlowRuntime/Engine/Effects/CodeEffects.swift"]),
  ])
  func `what no flow may do, and what wants a permit, stands in one place`(
    _ name: String, _ files: [String]
  ) throws {
    let found = try run("/bin/grep", ["-rlF", "--include=*.swift", name, "Sources"], folder: Repository.root).output
    #expect(Set(found.split(separator: "\n").map(String.init)) == Set(files.map { "Sources/" + $0 }))
  }

  /// What a run has spent is changed by whoever has a key, and a run that replaces it would have spent nothing.
  @Test func `no handler puts another run in the place of the one that acts`() throws {
    let pattern = "(^|[ .(])run = |\\brestore\\(|Run\\(flow:"
    let found = try run(
      "/bin/grep", ["-rnE", "--include=*.swift", pattern, "Sources/FlowRuntime/Engine/Effects"], folder: Repository.root
    ).output
    #expect(found.isEmpty)
  }
}
