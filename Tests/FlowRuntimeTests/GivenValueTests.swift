import EngineSupport
import FlowExpression
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// What is made of values as clients give them.
@Suite struct GivenValueTests {
  @Test func `blanks around an address are nobody's intent`() async throws {
    var flow = FlowBuilder()
    flow.page("ask", [FlowBuilder.email], submit: "create")
    flow.effect(
      "create", .accountCreate, [.slot(FlowBuilder.email), AccountStatus.unproven.argument], ["created": "done"],
      others: "ask!")
    flow.end("done")
    let fixture = try await Fixture(flow.build(), on: try await Backend.memory.open())
    let first = await fixture.start()
    let reply = await fixture.send("submit", ["email": " ada@example.com\u{A0}\n"], first.token)
    #expect(reply.end?.name == "done")
    #expect(try await fixture.account("ada@example.com") != nil)
    let blank = await fixture.send("submit", ["email": "  "], await fixture.start().token)
    #expect(blank.error?.code == EngineError.attributesRequired.code)
  }

  @Test func `a value that a flow wraps again and again is refused before the run cannot be read any more`()
    async throws
  {
    var flow = FlowBuilder()
    flow.table { $0.attributes.append(AttributeDefinition(name: "any", type: .any)) }
    let any = firstAttributeSlot + 4
    flow.page("ask", optional: [any], submit: "wrap")
    try flow.assign("wrap", any, "has(attributes.any) ? [attributes.any] : []", to: "ask")
    let fixture = try await Fixture(flow.build(), on: try await Backend.memory.open())
    var reply = await fixture.start()
    var rounds = 0
    while reply.error == nil, rounds < 100 {
      reply = await fixture.send("submit", [:], reply.token)
      rounds += 1
    }
    #expect(reply.error?.code == "denied" && rounds == SlotRule.deepestValue + 1)
    #expect(await fixture.engine.current(token: reply.token ?? "").state == "ask")
  }

  @Test func `an option is chosen once`() {
    var topics = AttributeDefinition(name: "topics", type: .list)
    topics.options = ["music", "sport"]
    let twice = topics.complaint(about: .list([.string("sport"), .string("music"), .string("sport")]))
    #expect(twice == .repeated(option: "sport") && twice?.code == "repeated_option")
    #expect(twice?.parameters == ["option": "sport"])
    #expect(topics.complaint(about: .list([.string("sport"), .string("music")])) == nil)
    topics.options = []
    #expect(topics.complaint(about: .list([.string("a"), .string("a")])) == nil)
  }
}
