import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// A secret attribute is taken and never handed back.
@Suite struct SecretAttributeTests {
  private static let answer = "a dog called Rex"

  private func fixture(_ functions: TestFunctions = TestFunctions()) async throws -> Fixture {
    var flow = FlowBuilder()
    flow.table {
      $0.attributes[2].isSecret = true
      $0.attributes[2].isTransient = true
      $0.functions = [FunctionDefinition(name: "check", target: .command(["check"]), attempts: Rate(9, per: 60))]
    }
    flow.page("ask", [FlowBuilder.email, FlowBuilder.city], submit: "check")
    flow.effect(
      "check", .functionCall, [.function(0), .absent, .slot(FlowBuilder.city)], ["success": "create"], others: "ask!")
    flow.effect("create", .accountCreate, [.slot(FlowBuilder.email), .word(1)], ["created": "done"], others: "ask!")
    flow.end("done")
    return try await Fixture(flow.build(), functions: functions)
  }

  @Test func `its page says that it is a secret, and does not show it again`() async throws {
    let fixture = try await fixture()
    let reply = await fixture.start("flow", ["email": "ada@example.com", "city": .string(Self.answer)])
    let page = try #require(reply.page)
    let fields = page.fields
    #expect(fields.map(\.isHidden) == [false, true] && fields.map(\.isSecret) == [false, true])
    #expect(page.shownValues == ["ada@example.com", nil])
    #expect(reply.json.text.contains(#""secret":true"#) && !reply.json.text.contains("Rex"))
  }

  @Test func `a function is handed it as arguments, the account does not keep it, and no log has it`() async throws {
    let fixture = try await fixture(TestFunctions { _, _ in .success })
    let reply = await fixture.start("flow", ["email": "ada@example.com", "city": .string(Self.answer)])
    #expect(reply.end?.name == "done")
    #expect(fixture.functions.requests.first?["arguments"] == .string(Self.answer))
    let account = try #require(try await fixture.account("ada@example.com"))
    #expect(account.attributes == #"{"email":"ada@example.com"}"#)
    #expect(!fixture.log.lines.contains { $0.contains("Rex") })
  }
}
