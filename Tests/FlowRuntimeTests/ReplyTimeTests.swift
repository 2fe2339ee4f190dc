import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

@Suite struct ReplyTimeTests {
  @Test(arguments: [
    (Milliseconds(0), "1970-01-01T00:00:00Z"), (951_782_400_999, "2000-02-29T00:00:00Z"),
    (1_772_357_400_000, "2026-03-01T09:30:00Z"), (4_107_542_399_000, "2100-02-28T23:59:59Z"),
    (4_107_542_400_000, "2100-03-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
  ])
  func `a time is written as RFC 3339 has it`(time: Milliseconds, text: String) {
    #expect(time.utcText == text)
  }

  @Test(arguments: [
    (Milliseconds(250), "1970-01-01T00:00:00.250Z"), (951_782_400_999, "2000-02-29T00:00:00.999Z"),
    (-1, "1969-12-31T23:59:59.999Z"), (.min, "-292275055-05-16T16:47:04.192Z"),
    (.max, "292278994-08-17T07:12:55.807Z"),
  ])
  func `milliseconds are three digits, also before 1970`(time: Milliseconds, text: String) {
    #expect(time.utcTextWithMilliseconds == text)
  }

  @Test func `a reply says when its run and its page are over`() async throws {
    var flow = FlowBuilder()
    flow.page("ask", [FlowBuilder.city], submit: "again")
    flow.page("again", [FlowBuilder.city], submit: "done")
    flow.end("done")
    var table = flow.build()
    table.flows[0].lifetime = 600
    table.flows[0].pages[1].timeout = 60
    table.flows[0].pages[1].timeoutTransition = table.flows[0].pages[0].events[0].transition
    let fixture = try await Fixture(table)
    let started = fixture.clock.now()
    let first = await fixture.start()
    #expect(first.expiresAt == started + 600_000 && first.deadline == nil)
    fixture.clock.advance(seconds: 30)
    let second = await fixture.send("submit", ["city": "Ulm"], first.token)
    #expect(second.expiresAt == started + 600_000 && second.deadline == started + 90_000)
    #expect(second.json["deadline"] == .string((started + 90_000).utcText))
    fixture.clock.advance(seconds: 61)
    let late = await fixture.send("submit", [:], second.token)
    #expect(late.state == "again" && late.deadline == started + 151_000)
    let end = await fixture.send("submit", ["city": "Bonn"], late.token)
    #expect(end.end != nil && end.expiresAt == nil && end.deadline == nil)
  }

  @Test func `a field that is wrong is told as a code with its parameters`() async throws {
    var flow = FlowBuilder()
    flow.page("ask", [FlowBuilder.city], submit: "done")
    flow.end("done")
    var table = flow.build()
    table.attributes[Int(FlowBuilder.city - firstAttributeSlot)].minLength = 3
    let fixture = try await Fixture(table)
    let reply = await fixture.start("flow", ["city": "Ul"])
    var city = Reply.FieldError(name: "city", complaint: .tooShort(min: 3))
    city.label = "City"
    #expect(reply.error?.fields == [city])
    #expect(reply.json["error"]?["reasons"] == ["city": "Please give at least 3 characters."])
    #expect(reply.json["error"]?["details"] == ["city": ["code": "too_short", "min": 3]])
  }

  @Test func `who comes too soon is told in how many seconds to come again`() async throws {
    var flow = FlowBuilder()
    flow.table { $0.codes.resendAfter = 30 }
    flow.page("ask", [FlowBuilder.email], submit: "send")
    flow.effect("send", .codeSend, [.slot(FlowBuilder.email)], ["sent": "ask"], others: "ask!")
    let fixture = try await Fixture(flow.build())
    let sent = await fixture.start("flow", ["email": "ada@example.com"])
    #expect(sent.error == nil)
    fixture.clock.advance(seconds: 10)
    let early = await fixture.send("submit", ["email": "ada@example.com"], sent.token)
    #expect(early.error?.retryAfter == 20 && early.json["error"]?["retryAfter"] == 20)
    fixture.clock.advance(seconds: 20)
    #expect(await fixture.send("submit", ["email": "ada@example.com"], early.token).error == nil)
  }
}
