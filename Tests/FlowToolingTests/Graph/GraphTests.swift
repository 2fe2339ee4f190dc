import FlowModel
import TestSupport
import Testing

@testable import FlowTooling

@Suite struct GraphTests {
  @Test(arguments: [GraphFormat.mermaid, .dot])
  func `a flow's states, ways, errors and sub-flows are drawn as the golden shows`(_ format: GraphFormat) throws {
    let text = try draw([SampleTable.table.flows[0]], of: SampleTable.table, as: format)
    expectSnapshot(text, at: "Tests/FlowToolingTests/Goldens/sign-up.\(format.rawValue)")
  }

  @Test(arguments: [GraphFormat.mermaid, .dot])
  func `several flows stand in frames of their own`(_ format: GraphFormat) throws {
    let text = try draw(SampleTable.table.flows, of: SampleTable.table, as: format)
    expectSnapshot(text, at: "Tests/FlowToolingTests/Goldens/tenant.\(format.rawValue)")
  }

  @Test func `a picture holds each state's texts as they are`() throws {
    let picture = try draw(SampleTable.table.flows, of: SampleTable.table, as: .svg)
    #expect(picture.contains("<svg"))
    #expect(picture.hasSuffix("</svg>\n"))
    for text in ["&lt;b&gt;&amp;amp; more&lt;/b&gt;", "Où habitez", "✗ invalid_code", "code.verify", "prove", "Leave?"]
    {
      #expect(picture.contains(text), "\(text)")
    }
  }

  @Test func `outcomes with one target are one line`() {
    let graph = FlowGraph([SampleTable.table.flows[0]], of: SampleTable.table)
    let verify = graph.edges.filter { graph.nodes[$0.from].title == "code.verify" }
    #expect(verify.map(\.branches.count) == [1, 2, 1])
    #expect(verify.map(\.kind) == [.plain, .error, .error])
  }
}
