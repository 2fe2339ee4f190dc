import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// Replies tell where events would send codes to, masked, and only where that is sure.
@Suite struct TargetTests {
  private func fixture(_ change: (inout FlowBuilder) throws -> Void = { _ in }) async throws -> Fixture {
    var flow = FlowBuilder()
    flow.page("ask", [FlowBuilder.email, FlowBuilder.phone], optional: [FlowBuilder.city], submit: "choose")
    flow.page(
      "choose", submit: "ask",
      other: [("email", "mail"), ("sms", "call"), ("either", "which"), ("set", "assign"), ("other", "ask")])
    try flow.choose("call", [(nil, "inner")])
    try flow.choose("inner", [(nil, "text")])
    try flow.choose("which", [("has(attributes.city)", "mail"), (nil, "text")])
    try flow.assign("assign", FlowBuilder.phone, "'+13035550100'", to: "text")
    flow.effect("mail", .codeSend, [.slot(FlowBuilder.email)], ["sent": "enter"], others: "choose!")
    flow.effect("text", .codeSend, [.slot(FlowBuilder.phone)], ["sent": "enter"], others: "choose!")
    flow.page("enter", [SecretField.code.slot], submit: "ask", other: [("email", "mail"), ("sms", "text")])
    try change(&flow)
    return try await Fixture(flow.build())
  }

  @Test func `an event that surely sends a code says where to, and nothing else does`() async throws {
    let fixture = try await fixture()
    let start = await fixture.start()
    #expect(start.targets.isEmpty)
    let choose = await fixture.send(
      "submit", ["email": "Ada@Example.com", "phone": "+12025550167"], start.token)
    let expected = [
      Reply.Target(event: "email", to: "a***@example.com", channel: .email),
      Reply.Target(event: "sms", to: "+1********67", channel: .sms),
    ]
    #expect(choose.targets == expected)
    #expect(
      choose.json["targets"] == [
        ["event": "email", "to": "a***@example.com", "channel": "email"],
        ["event": "sms", "to": "+1********67", "channel": "sms"],
      ])
    #expect(!choose.json.text.lowercased().contains("ada@") && !choose.json.text.contains("1234567"))
    // What was sent stands in `sent`; the other way is still named.
    let enter = await fixture.send("sms", [:], choose.token)
    #expect(enter.sent?.to == expected[1].to && enter.targets == [expected[0]])
    #expect(await fixture.engine.current(token: enter.token ?? "").targets == enter.targets)
  }
}
