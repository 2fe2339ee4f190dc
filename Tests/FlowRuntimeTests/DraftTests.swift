import EngineSupport
import FlowExpression
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// Events that come in parts: what was valid in one that is refused goes with the next.
@Suite struct DraftTests {
  /// A page that takes an address, a city and perhaps a secret age, with a way round it that takes nothing; what it comes
  /// to tells whether a city was collected.
  private func fixture() async throws -> Fixture {
    var flow = FlowBuilder()
    flow.table {
      $0.attributes[3].isSecret = true
      $0.attributes[3].isTransient = true
    }
    flow.page(
      "ask", [FlowBuilder.email, FlowBuilder.city, FlowBuilder.age], submit: "known", other: [("round", "known")],
      after: (60, "known"))
    try flow.choose("known", [("has(attributes.city)", "again"), (nil, "none")])
    flow.page("again", [FlowBuilder.email, FlowBuilder.city], submit: "known")
    flow.page("none", [FlowBuilder.email, FlowBuilder.city], submit: "known")
    return try await Fixture(flow.build())
  }

  private func part(_ fixture: Fixture, _ token: String?, _ input: JSONObject, event: String = "submit") async -> Reply
  {
    var event = ClientEvent(event, input: input, token: token)
    event.comesInParts = true
    return await fixture.engine.send(event)
  }

  private func named(_ reply: Reply) -> [String] { reply.error?.fields.map(\.name) ?? [] }

  @Test func `parts add up, the last word counts, and a null takes one back`() async throws {
    let fixture = try await fixture()
    let token = await fixture.start().token
    let first = await part(fixture, token, ["email": "ada@example.com", "city": "Ulm"])
    #expect(first.error?.code == "attributes_required" && named(first) == ["age"])
    #expect(first.token == token)
    #expect(first.page?.shownValues == ["ada@example.com", "Ulm", nil])
    let invalid = await part(fixture, token, ["email": "nobody", "city": "Bonn", "age": "old"])
    #expect(invalid.error?.code == "attributes_invalid" && named(invalid) == ["email", "age"])
    // The address that was right is not what was said last.
    #expect(named(await part(fixture, token, ["age": 36])) == ["email"])
    #expect(named(await part(fixture, token, ["city": nil, "age": 36])) == ["email", "city"])
    let left = await part(fixture, token, ["email": "eve@example.com", "city": "Rome", "age": 36])
    #expect(left.state == "again" && left.token != token)
    #expect(left.page?.shownValues == ["eve@example.com", "Rome"])
  }

  @Test func `a secret is kept by no run`() async throws {
    let fixture = try await fixture()
    let token = await fixture.start().token
    #expect(named(await part(fixture, token, ["age": 36])) == ["email", "city"])
    let rest = await part(fixture, token, ["email": "ada@example.com", "city": "Ulm"])
    #expect(named(rest) == ["age"])
  }

  @Test func `what is kept is not collected: no condition sees it, and whoever leaves the page leaves it there`()
    async throws
  {
    let fixture = try await fixture()
    let token = await fixture.start().token
    #expect(named(await part(fixture, token, ["email": "ada@example.com", "city": "Ulm"])) == ["age"])
    let round = await fixture.send("round", [:], token)
    #expect(round.state == "none")
    #expect(round.page?.shownValues == [nil, nil])
    #expect(named(await part(fixture, round.token, ["email": "ada@example.com"])) == ["city"])

    let late = await fixture.start().token
    #expect(named(await part(fixture, late, ["city": "Ulm"])) == ["email", "age"])
    fixture.clock.advance(seconds: 61)
    let timedOut = await fixture.send("submit", ["email": "ada@example.com", "age": 36], late)
    #expect(timedOut.state == "none" && timedOut.page?.shownValues == [nil, nil])
  }

  @Test func `of an event that comes whole nothing is kept`() async throws {
    let fixture = try await fixture()
    let token = await fixture.start().token
    let whole = await fixture.send("submit", ["email": "ada@example.com", "city": "Ulm"], token)
    #expect(named(whole) == ["age"] && whole.page?.shownValues == [nil, nil, nil])
    #expect(named(await part(fixture, token, ["age": 36])) == ["email", "city"])
  }

  @Test func `a run with what it keeps is read as it was written, and one of the version before has nothing`()
    async throws
  {
    var flow = FlowBuilder()
    flow.page("ask", [FlowBuilder.email, FlowBuilder.city], submit: "done")
    flow.end("done")
    let table = flow.build()
    let program = try Program(table, hash: ContentHash(of: []))
    var run = Run(flow: 0, of: table, now: 1000)
    #expect(program.step(&run, .start, now: 1000) == .rest)
    var earlier = run.encoded()
    program.keep([SlotValue(FlowBuilder.city, .string("Ulm"))], of: program.flows[0], in: &run)
    #expect(run.drafts.count == 1)
    #expect(try Run(encoded: run.encoded(), program).drafts == run.drafts)
    earlier[0] = 1
    // The numbers of counts, drafts, proofs, readings and attributes taken out or given, that no credentials are known, and what the
    // next step draws from; four counts had their places before.
    earlier.removeLast(34)
    earlier += [UInt8](repeating: 0, count: 32)
    #expect(try Run(encoded: earlier, program).drafts.isEmpty)
    earlier[0] = 7
    #expect(throws: DecodingFailure.self) { try Run(encoded: earlier, program) }
  }
}
