import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// What the catalogue says is spent before a function is asked or a message sent, is spent.
@Suite struct BoundTests {
  private static let ada = "ada@example.com"
  private static func address(_ number: Int) -> JSONObject { ["email": .string("person\(number)@example.com")] }

  private func asking(_ backend: Backend, attempts: Int?) async throws -> Fixture {
    var flow = FlowBuilder()
    flow.table {
      $0.functions = [
        FunctionDefinition(
          name: "attest", target: .command(["attest"]), attempts: attempts.map { Rate($0, per: 3600) })
      ]
    }
    flow.page("ask", [FlowBuilder.email], submit: "find")
    flow.effect("find", .accountFind, [.slot(FlowBuilder.email)], ["found": "call"], others: "call")
    flow.effect(
      "call", .functionCall, [.function(0), .absent, .absent, .absent, .absent, .verified(FlowBuilder.email)],
      ["success": "done"], others: "ask!")
    flow.end("done")
    return try await Fixture(flow.build(), on: backend)
  }

  @Test(arguments: Backend.allCases)
  func `a function is asked for one account as often as it allows, in one run and in many`(_ backend: Backend)
    async throws
  {
    let fixture = try await asking(backend, attempts: 3)
    try await fixture.add(Self.ada)
    let token = await fixture.start().token
    for _ in 0..<2 { _ = await fixture.send("submit", ["email": .string(Self.ada)], token) }
    for _ in 0..<4 {
      let reply = await fixture.start("flow", ["email": .string(Self.ada)])
      #expect(reply.state == "ask" && reply.error != nil, "used up is `fail`")
    }
    #expect(fixture.functions.requests.count == 3)
    _ = await fixture.start("flow", ["email": "bea@example.com"])
    #expect(fixture.functions.requests.count == 4, "others are not concerned")
  }

  @Test(arguments: Backend.allCases)
  func `of 16 calls at once, as many are made as the function allows`(_ backend: Backend) async throws {
    let fixture = try await asking(backend, attempts: 3)
    let token = await fixture.start().token
    _ = await fixture.race({ _ in ["email": .string(Self.ada)] }, token, tasks: 16)
    #expect(fixture.functions.requests.count == 3)
  }

  @Test func `a run that names one account after the other has no more calls than one account`() async throws {
    let fixture = try await asking(.memory, attempts: 3)
    let token = await fixture.start().token
    for number in 0..<6 { _ = await fixture.send("submit", Self.address(number), token) }
    #expect(fixture.functions.requests.count == 3)
  }

  @Test func `without attempts a function is asked without end`() async throws {
    let fixture = try await asking(.memory, attempts: nil)
    let token = await fixture.start().token
    for _ in 0..<12 { _ = await fixture.send("submit", ["email": .string(Self.ada)], token) }
    #expect(fixture.functions.requests.count == 12)
  }

  @Test(arguments: [(Effect.codeSend, "code"), (.linkSend, "link")])
  func `a run that changes the address sends no more than one address may get, until the window is over`(
    _ effect: Effect, _ name: String
  ) async throws {
    let clock = TestClock()
    var flow = FlowBuilder()
    flow.table {
      $0.codes.perIdentifier = Rate(4, per: 300)
      $0.links.perIdentifier = Rate(4, per: 300)
      $0.links.base = "https://example.com"
    }
    flow.page("ask", [FlowBuilder.email], submit: "send")
    flow.effect(
      "send", effect, [.slot(FlowBuilder.email), effect == .linkSend ? .flow(0) : .absent], ["sent": "ask"],
      others: "ask!")
    let fixture = try await Fixture(flow.build(), on: try await Backend.memory.open(), clock: clock)
    var token = await fixture.start().token
    var sent = 0
    for window in 1...2 {
      for number in 0..<6 {
        let reply = await fixture.send("submit", Self.address(number), token)
        token = reply.token
        if reply.error == nil { sent += 1 }
      }
      #expect(sent == 4 * window)
      clock.advance(minutes: 5)
    }
  }
}
