import EngineSupport
import FlowExpression
import FlowJSON
import FlowModel
import FlowRuntime
import Testing

@Suite struct PageViewTests {
  @Test func `a reply's page is the table's, with the values of the run`() async throws {
    var flow = FlowBuilder()
    flow.page("ask", [FlowBuilder.email, FlowBuilder.city], submit: "again")
    flow.page("again", [FlowBuilder.city], submit: "done")
    flow.end("done")
    let table = flow.build()
    let fixture = try await Fixture(table)
    let first = await fixture.start()
    #expect(first.page == PageView(startOf: table.flows[0], of: table))
    let next = await fixture.send("submit", ["email": "ada@example.com", "city": "Ulm"], first.token)
    var page = PageView(table.flows[0].pages[1], in: table.flows[0], of: table)
    page.values = [FieldValue("city", .string("Ulm"))]
    #expect(next.page == page && next.events == ["submit"])
    #expect(next.page?.json["fields"]?.array?.first?["value"] == "Ulm")
    #expect(page.json(of: page.fields[0]) == "Ulm" && first.page?.json(of: page.fields[0]) == nil)
  }
}
