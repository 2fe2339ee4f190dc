import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// Runs that name nobody and ask a function: nobody is held back by strangers.
@Suite struct NamelessCallTests {
  private static let table: FlowTable = {
    var flow = FlowBuilder()
    flow.table {
      $0.functions = [FunctionDefinition(name: "ask", target: .command(["ask"]), attempts: Rate(2, per: 3600))]
    }
    flow.page("ask", [FlowBuilder.city], submit: "call")
    flow.page("out", [FlowBuilder.city], submit: "call")
    flow.effect("call", .functionCall, [.function(0), .slots([FlowBuilder.city])], ["fail": "out"], others: "out")
    return flow.build()
  }()

  private func ask(_ fixture: Fixture, _ city: JSON) async {
    let token = await fixture.start().token
    _ = await fixture.send("submit", ["city": city], token)
  }

  @Test func `strangers who say the same hold nobody back`() async throws {
    let fixture = try await Fixture(Self.table)
    for _ in 0..<4 { await ask(fixture, "Oslo") }
    #expect(fixture.functions.requests.count == 4)
  }

  @Test func `a run is counted by itself, whatever it says`() async throws {
    let fixture = try await Fixture(Self.table)
    var token = await fixture.start().token
    for city in ["Oslo", "Bergen", "Hamar", "Voss"] as [JSON] {
      token = await fixture.send("submit", ["city": city], token).token
    }
    #expect(fixture.functions.requests.count == 2)
  }

  @Test func `of several names that a call is told each is counted, and a new one beside it frees none`() async throws {
    var table = Self.table
    for index in table.attributes.indices where table.attributes[index].name == "city" {
      table.attributes[index].isIdentifier = true
    }
    let fields = [FlowBuilder.city, FlowBuilder.email].map { PageField(slot: $0, isRequired: true) }
    for index in table.flows[0].pages.indices { table.flows[0].pages[index].events[0].fields = fields }
    table.flows[0].calls[0].arguments[1] = .slots([FlowBuilder.city, FlowBuilder.email])
    let fixture = try await Fixture(table)
    for number in 0..<5 {
      let input: JSONObject = ["city": "Oslo", "email": .string("a\(number)@example.com")]
      _ = await fixture.send("submit", input, await fixture.start().token)
    }
    #expect(fixture.functions.requests.count == 2)
  }
}
