import EngineSupport
import FlowCompiler
import FlowJSON
import FlowModel
import FlowSource
import TestSupport
import Testing

@testable import FlowRuntime

/// What the compiler proves of flows without `reveals`, seen on the real engine: whoever has proven nothing cannot tell
/// whether an account exists.
@Suite struct ConcealmentTests {
  /// Flows of a tenant, one after the other.
  struct Quiet: Sendable, CustomTestStringConvertible {
    let flows: [String]
    /// The errors that a client should have come to, so that the limits were tried too.
    let errors: Set<String>
    let table: @Sendable () throws -> FlowTable

    init(flow: String..., errors: Set<String>, table: @escaping @Sendable () throws -> FlowTable) {
      (flows, self.errors, self.table) = (flow, errors, table)
    }

    var testDescription: String { flows.joined(separator: ", ") }
  }

  static let quiet = [
    Quiet(flow: "reset-password-quietly", errors: codeErrors) { try Fixture.tenant("native-auth", policies: strict) },
    Quiet(flow: "log-in", errors: ["invalid_credentials", "account_locked"]) {
      try Fixture.tenant("email-password", policies: strict)
    },
    Quiet(flow: "by-link", errors: ["too_many_links"]) { try tenant() },
    Quiet(flow: "by-name", errors: codeErrors) { try tenant() },
    Quiet(flow: "by-password", errors: ["invalid_password", "account_locked"]) { try tenant() },
    Quiet(flow: "by-password", "by-name-and-password", errors: ["invalid_password", "account_locked"]) { try tenant() },
  ]

  private static let codeErrors: Set = ["too_many_codes", "invalid_code", "code_expired", "too_many_attempts"]

  /// So few attempts that each limit is come to.
  private static func strict(_ table: inout FlowTable) {
    table.passwords.attempts.count = 4
    table.codes.attempts = 2
    table.codes.perIdentifier.count = 4
  }

  @Test(arguments: quiet)
  func `whatever a client does, it sees and costs the same with an account as without one`(_ quiet: Quiet) async throws
  {
    let table = try quiet.table()
    var seen: Set<String> = []
    for seed in 1...8 as ClosedRange<UInt64> {
      let worlds = try await TwoWorlds(table, seed: seed)
      let client = Draws(seed: seed &* 7919)
      for _ in 0..<4 {
        seen.formUnion(try await run(client.pick(quiet.flows), of: table.tenant, in: worlds, client, "seed \(seed)"))
        worlds.clock.advance(minutes: client.pick([0, 0, 0, 61]))
      }
      #expect(worlds.unknown.outbox.messages.allSatisfy { $0.to == TwoWorlds.bea })
    }
    #expect(quiet.errors.subtracting(seen).isEmpty, "the client did not come so far")
  }

  /// A run of up to 16 steps; the errors that were seen.
  private func run(
    _ flow: String, of tenant: String, in worlds: TwoWorlds, _ client: Draws, _ seed: String
  ) async throws -> Set<String> {
    var errors: Set<String> = []
    var earlier: [String] = []
    var replies = await worlds.both { await $0.start(flow: flow, tenant: tenant, by: .operator, input: [:]) }
    // Half of the clients try the same again and again; the others try everything.
    let isStubborn = client.pick([true, false])
    for step in 0..<16 {
      try await compare(replies, worlds, "\(seed), step \(step)")
      if let error = replies.known.error { errors.insert(error.code) }
      guard replies.known.end == nil, let token = replies.known.token else { break }
      earlier.append(token)
      worlds.clock.advance(seconds: isStubborn ? 1 : client.pick([0, 0, 1, 31, 31, 700]))
      let event = event(replies.known, client, isStubborn, worlds, earlier)
      replies = await worlds.both { await $0.send(event) }
    }
    return errors
  }

  private func compare(
    _ replies: (known: Reply, unknown: Reply), _ worlds: TwoWorlds, _ step: String
  ) async throws {
    #expect(replies.known.json.text == replies.unknown.json.text, "\(step)")
    #expect(worlds.known.hashings == worlds.unknown.hashings, "\(step)")
    #expect(worlds.known.toldCounters() == worlds.unknown.toldCounters(), "\(step)")
    let toBea = worlds.known.outbox.messages.filter { $0.to == TwoWorlds.bea }
    #expect(toBea == worlds.unknown.outbox.messages, "\(step)")
  }

  /// What somebody might send who reads Bea's mail and knows her password, but nothing of Ada's.
  private func event(_ reply: Reply, _ client: Draws, _ isStubborn: Bool, _ worlds: TwoWorlds, _ earlier: [String])
    -> ClientEvent
  {
    let name = isStubborn ? "submit" : client.pick(reply.events + ["submit", "submit", "submit", "nonsense"])
    var input = JSONObject()
    for field in reply.page?.event(name)?.fields ?? []
    where isStubborn || client.pick([true, true, true, false]) {
      let values: [JSON] =
        switch field.name {
        case "email":
          [
            .string(TwoWorlds.ada), .string(TwoWorlds.ada), .string(TwoWorlds.ada), "Ada@Example.com",
            .string(TwoWorlds.bea), "cyd@example.com", "?",
          ]
        case "name": ["ada", "ada", "bea", "cyd"]
        case "code": ["00000000", "1", .string(worlds.known.outbox.code(to: TwoWorlds.bea) ?? "11111111")]
        case "password": ["Wrong-password-1", "Wrong-password-2", .string(Fixture.password)]
        default: ["x", .null, 7]
        }
      input[field.name] = isStubborn ? values[0] : client.pick(values)
    }
    return ClientEvent(
      name, input: input, token: client.pick([reply.token, reply.token, reply.token, reply.token, earlier.first]))
  }

  /// Fields that together are a little less or more than a run may be given, at once or in parts.
  @Test(arguments: [false, true])
  func `how much a run holds tells nobody who has an account`(_ inParts: Bool) async throws {
    let compilation = Compiler.compile(paths: ["\(Repository.root)/Tests/FlowRuntimeTests/Fixtures/large"])
    #expect(compilation.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let table = try #require(compilation.tenants.first?.table)
    let worlds = try await TwoWorlds(table)
    func text(_ count: Int) -> JSON { .string(String(repeating: "x", count: count)) }
    // What `mark` was given counts, whatever the flow has made of it since: so many bytes are left for the last field.
    let mark = 10_000
    let room = Run.largest - (8 + TwoWorlds.ada.utf8.count) - (8 + mark) - 3 * (8 + 64_000) - 8
    var codes: [Int: Set<String>] = [:]
    for count in [
      1, room - 400, room - 100, room - 30, room - 2, room - 1, room, room + 1, room + 40, room + 300, 64_999,
    ] {
      let begun = await worlds.both {
        await $0.start(
          flow: "ask", tenant: "large", by: .operator, input: ["email": .string(TwoWorlds.ada), "mark": text(mark)])
      }
      #expect(begun.known.state == "much")
      try await compare(begun, worlds, "\(count)")
      let input: JSONObject = ["y": text(64_000), "z": text(64_000), "v": text(64_000), "w": text(count)]
      var event = ClientEvent("submit", input: input, token: begun.known.token)
      event.comesInParts = inParts
      // As one part too few, it is kept for the next event.
      if inParts { event.input["y"] = nil }
      let sent = event
      var replies = await worlds.both { await $0.send(sent) }
      try await compare(replies, worlds, "\(count)")
      if inParts, replies.known.error?.code == "attributes_required" {
        let rest = ClientEvent("submit", input: ["y": text(64_000)], token: replies.known.token)
        replies = await worlds.both { await $0.send(rest) }
        try await compare(replies, worlds, "\(count)")
      }
      codes[count <= room ? 0 : 1, default: []].insert(replies.known.error?.code ?? replies.known.state ?? "")
      worlds.clock.advance(minutes: 61)
    }
    #expect(codes == [0: ["done"], 1: ["run_too_large"]])
  }

  @Test func `the code that went to the account is right there, and nowhere else`() async throws {
    let worlds = try await TwoWorlds(try Fixture.tenant("native-auth"))
    let asked = await worlds.both {
      await $0.start(
        flow: "reset-password-quietly", tenant: "native-auth", by: .operator,
        input: ["email": .string(TwoWorlds.ada)])
    }
    #expect(asked.known.state == "enter-code" && asked.known == asked.unknown)
    #expect(asked.unknown.sent?.to == "a***@example.com")
    let code = try #require(worlds.known.outbox.code(to: TwoWorlds.ada))
    #expect(worlds.unknown.outbox.messages.isEmpty)
    // Both have drawn the same random numbers: this is the code that the decoy made and dropped.
    let entered = await worlds.both {
      await $0.send(ClientEvent("submit", input: ["code": .string(code)], token: asked.known.token))
    }
    #expect(entered.known.state == "new-password" && entered.known.error == nil)
    #expect(entered.unknown.state == "enter-code" && entered.unknown.error?.code == "invalid_code")
  }

  @Test func `how long a run is that rests tells nobody who has an account`() async throws {
    let worlds = try await TwoWorlds(try Fixture.tenant("native-auth"))
    var lengths: [Int] = []
    for world in [worlds.known, worlds.unknown] {
      let reply = await world.engine.start(
        flow: "reset-password-quietly", tenant: "native-auth", by: .operator,
        input: ["email": .string(TwoWorlds.ada)])
      let token = try #require(reply.token.flatMap { ContinuationToken($0, worlds.key) })
      lengths.append(try #require(try await world.storage.transact { try $0.run(token.run) }).sealed.count)
    }
    #expect(lengths[0] == lengths[1] && lengths[0] > 1024)
  }

  @Test func `a decoy rests as a message does, and goes to nobody`() async throws {
    let worlds = try await TwoWorlds(try Fixture.tenant("native-auth"))
    func resting(_ world: TwoWorlds.One) async throws -> [MessageRecord] {
      try await world.storage.transact { try $0.messages(dueBy: .max, limit: 10) }
    }
    for world in [worlds.known, worlds.unknown] {
      _ = await world.engine.start(
        flow: "reset-password-quietly", tenant: "native-auth", by: .operator,
        input: ["email": .string(TwoWorlds.ada)])
    }
    let (known, unknown) = (try await resting(worlds.known), try await resting(worlds.unknown))
    #expect(known.count == 1 && known.map(\.sealed.count) == unknown.map(\.sealed.count))
    #expect(known.map(\.due) == unknown.map(\.due) && known.map(\.expires) == unknown.map(\.expires))
    for world in [worlds.known, worlds.unknown] {
      await world.engine.deliverMessages()
      #expect(try await resting(world).isEmpty)
    }
    #expect(worlds.known.outbox.messages.count == 1 && worlds.unknown.outbox.messages.isEmpty)
  }

  /// Why a code for an account may be void.
  enum Change: CaseIterable {
    case nothing
    /// The run has found another account since.
    case otherAccount
    /// The account has another address since.
    case otherAddress
  }

  @Test(arguments: Change.allCases)
  func `a code for an account is void once the run has another account, or the account another address`(
    _ change: Change
  ) async throws {
    typealias F = FlowBuilder
    var flow = F()
    flow.page("ask", [F.email], submit: "find")
    flow.effect("find", .accountFind, [.slot(F.email)], ["found": "send"], others: "ask!")
    flow.effect("send", .codeSend, [.slot(F.email), .word(0), .word(1)], ["sent": "whose"], others: "ask!")
    flow.page("whose", [F.email], submit: "find-other")
    flow.effect("find-other", .accountFind, [.slot(F.email)], ["found": "code"], others: "whose!")
    flow.page("code", [SecretField.code.slot], submit: "verify")
    flow.effect("verify", .codeVerify, [.slot(SecretField.code.slot)], ["valid": "done"], others: "code!")
    flow.end("done")
    let fixture = try await Fixture(flow.build())
    var ada = try await fixture.add(TwoWorlds.ada)
    try await fixture.add(TwoWorlds.bea)
    let asked = await fixture.send("submit", ["email": .string(TwoWorlds.ada)], await fixture.start().token)
    let code = try #require(fixture.outbox.code(to: TwoWorlds.ada))
    let other = change == .otherAccount ? TwoWorlds.bea : TwoWorlds.ada
    let found = await fixture.send("submit", ["email": .string(other)], asked.token)
    #expect(found.state == "code")
    if change == .otherAddress {
      ada.identifiers = [Identifier(attribute: "email", value: "ada@example.org")]
      let moved = ada
      #expect(try await fixture.storage.transact { try $0.put(moved) })
    }
    let entered = await fixture.send("submit", ["code": .string(code)], found.token)
    if change == .nothing {
      #expect(entered.end?.name == "done")
    } else {
      #expect(entered.state == "code" && entered.error?.code == "wrong")
    }
  }

  /// A tenant with two identifiers, whose flows the compiler finds concealing.
  private static func tenant() throws -> FlowTable {
    let compilation = Compiler.compile(paths: ["\(Repository.root)/Tests/FlowRuntimeTests/Fixtures/quiet"])
    #expect(compilation.diagnostics.map(\.message) == [])
    return try #require(compilation.tenants.first?.table)
  }
}
