import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// Runs that rest before a code is sent, until the client asks for it.
@Suite struct HeldCodeTests {
  private static let ada = "ada@example.com"

  /// Starts the sign-up of `native-auth`, which sends a code at once unless it is held.
  private func start(_ fixture: Fixture, _ email: String = ada) async -> Reply {
    var event = ClientEvent("submit", input: ["email": .string(email)])
    event.holdsCodes = true
    let reply = await fixture.engine.start(
      flow: "sign-up", tenant: "native-auth", by: .operator, event: event, tokens: nil)
    await fixture.engine.deliverMessages()
    return reply
  }

  @Test(arguments: Backend.allCases)
  func `a held code is sent by the release, and not before`(_ backend: Backend) async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"), on: backend)
    let held = await start(fixture)
    #expect(held.held == Reply.Held(to: "a***@example.com", channel: .email))
    #expect(held.error == nil && held.state == nil && held.page == nil && held.sent == nil && held.end == nil)
    #expect(held.events == ["release"] && held.run != nil)
    #expect(held.json["held"] == ["channel": "email", "to": "a***@example.com"])
    #expect(fixture.outbox.attempts.isEmpty)
    #expect(await fixture.engine.current(token: held.token ?? "") == held)

    fixture.clock.advance(seconds: 599)
    let sent = await fixture.send("release", [:], held.token)
    #expect(sent.state == "prove-email/enter-code" && sent.held == nil && sent.sent?.to == "a***@example.com")
    #expect(sent.token != held.token && fixture.outbox.messages.count == 1)
    #expect(await fixture.send("release", [:], held.token) == sent && fixture.outbox.messages.count == 1)
    let code = try #require(fixture.outbox.code(to: Self.ada))
    #expect(
      await fixture.send("submit", ["code": .string(code)], sent.token).state == "collect-attributes/where-you-live")
  }

  @Test func `who does not ask for a code in its time starts again, and no step is counted for it`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"), on: .memory)
    let late = await start(fixture)
    fixture.clock.advance(seconds: 600)
    #expect(await fixture.send("release", [:], late.token).error?.code == "run_expired")
    #expect(await fixture.engine.current(token: late.token ?? "").error?.code == "run_expired")
    #expect(fixture.outbox.attempts.isEmpty)

    let program = try Program(fixture.table, hash: ContentHash(of: []))
    let flow = try #require(fixture.table.flows.firstIndex { $0.name == "sign-up" })
    var run = Run(flow: Int32(flow), of: fixture.table, now: 0)
    run.state = Int32(try #require(fixture.table.flows[flow].states.firstIndex { $0.kind == .effect }))
    run.steps = 1
    guard case .perform = program.step(&run, .release, now: 7) else {
      Issue.record("nothing is performed")
      return
    }
    #expect(run.steps == 1)
  }

  @Test(arguments: Backend.allCases)
  func `of many releases at once one sends a code`(_ backend: Backend) async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"), on: backend)
    let token = await start(fixture).token
    let answers = await fixture.race({ _ in [:] }, token, event: ClientEvent.release)
    #expect(answers == ["ok": 64], "one is taken, and all are answered with it")
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.attempts.count == 1)
  }

  @Test func `a held run is there after a restart, and its code leaves once`() async throws {
    let backend = try await Backend.sqlite.open()
    let fixture = try await Fixture(try Fixture.tenant("native-auth"), on: backend)
    let held = await start(fixture)
    let restarted = try await Fixture(fixture.table, on: backend.reopened(), key: fixture.key, clock: fixture.clock)
    #expect(await restarted.engine.current(token: held.token ?? "") == held)
    let sent = await restarted.send("release", [:], held.token)
    #expect(sent.state == "prove-email/enter-code" && restarted.outbox.messages.count == 1)
  }

  @Test func `a release that cannot be committed sends nothing, and can be repeated`() async throws {
    let backend = try await Backend.memory.open()
    let storage = FailingStorage(backend.storage)
    let fixture = try await Fixture(try Fixture.tenant("native-auth"), on: backend) { _ in storage }
    let held = await start(fixture)
    storage.fail(after: 0)
    #expect(await fixture.send("release", [:], held.token).error?.code == "unavailable")
    #expect(await fixture.engine.current(token: held.token ?? "") == held)
    #expect(fixture.outbox.attempts.isEmpty)
    #expect(await fixture.send("release", [:], held.token).sent != nil)
    #expect(fixture.outbox.messages.count == 1)
  }

  @Test func `a held run takes nothing but its release, and other runs take none`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"))
    let held = await start(fixture)
    for (event, input, error) in [
      ("submit", [:], "unknown_event"), ("resend", [:], "unknown_event"), ("", [:], "unknown_event"),
      ("release", ["email": .string(Self.ada)], "unknown_field"),
    ] as [(String, JSONObject, String)] {
      let reply = await fixture.send(event, input, held.token)
      #expect(reply.error?.code == error && reply.held == held.held && reply.token == held.token)
    }
    #expect(fixture.outbox.attempts.isEmpty)
    let sent = await fixture.send("release", [:], held.token)
    #expect(await fixture.send("release", [:], sent.token).error?.code == "unknown_event")
    fixture.clock.advance(seconds: 1800)
    #expect(await fixture.send("release", [:], await start(fixture, "bea@example.com").token).sent != nil)
    #expect(await fixture.engine.current(token: held.token ?? "").error?.code == "invalid_token")
    #expect(await fixture.send("release", [:], sent.token).error?.code == "run_expired")
  }

  @Test func `where nothing can be sent the token is as good as before`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"))
    fixture.outbox.refuse(Self.ada)
    let held = await start(fixture)
    #expect(held.error == nil && held.held != nil)
    let refused = await fixture.send("release", [:], held.token)
    #expect(refused.error?.code == "invalid_username" && refused.state == "identify" && refused.token == held.token)
    let again = await fixture.send("submit", ["email": "bea@example.com"], held.token)
    #expect(again.state == "prove-email/enter-code" && again.token != held.token)
  }

  @Test func `a code that comes with an error is not held`() async throws {
    var flow = FlowBuilder()
    flow.page("ask", [FlowBuilder.email], submit: "send", other: [("again", "send!")])
    flow.effect("send", .codeSend, [.slot(FlowBuilder.email)], others: "enter")
    flow.page("enter", [], submit: "send", other: [("again", "send!")])
    let fixture = try await Fixture(flow.build())
    var event = ClientEvent("submit", input: ["email": .string(Self.ada)])
    event.holdsCodes = true
    let held = await fixture.engine.start(flow: "flow", tenant: "by-hand", by: .operator, event: event, tokens: nil)
    let entered = await fixture.send("release", [:], held.token)
    #expect(held.held != nil && entered.state == "enter")
    fixture.clock.advance(minutes: 1)
    event = ClientEvent("again", token: entered.token)
    event.holdsCodes = true
    let sent = await fixture.engine.send(event)
    #expect(sent.state == "enter" && sent.error?.code == "wrong" && sent.token == entered.token)
    event.event = "submit"
    #expect(await fixture.engine.send(event).held != nil)
    await fixture.engine.deliverMessages()
    #expect(fixture.outbox.messages.count == 2)
  }
}
