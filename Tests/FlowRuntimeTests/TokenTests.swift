import EngineSupport
import FlowExpression
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// What a client holds to go on with a run.
@Suite struct TokenTests {
  @Test(arguments: Backend.allCases)
  func `every step that succeeds hands out a new token, and the old one is over`(_ backend: Backend) async throws {
    let fixture = try await Fixture(FlowBuilder.twoPages(), on: backend)
    let first = await fixture.start()
    let second = await fixture.send("submit", ["city": "Ulm"], first.token)
    #expect(second.state == "two" && second.token != first.token)
    let old = await fixture.send("submit", ["city": "Bonn"], first.token)
    #expect(old.error?.code == "invalid_token" && old.state == nil && old.token == nil)
    #expect(await fixture.engine.current(token: first.token ?? "").error?.code == "invalid_token")
    let third = await fixture.send("submit", ["age": 7], second.token)
    #expect(third.end?.name == "done")
    #expect(await fixture.send("submit", ["age": 8], second.token).error?.code == "invalid_token")
    #expect(await fixture.send("submit", ["age": 7], second.token) == third)
  }

  @Test(arguments: Backend.allCases)
  func `an attempt that failed does not consume the token, nor change the run`(_ backend: Backend) async throws {
    let fixture = try await Fixture(FlowBuilder.twoPages(), on: backend)
    let first = await fixture.start()
    let before = try await fixture.run(first.token)
    for (event, input, error) in [
      ("submit", [:], "attributes_required"), ("submit", ["city": 7], "attributes_invalid"),
      ("submit", ["age": 7], "unknown_field"), ("submit", ["city": "Ulm", "password": "x"], "unknown_field"),
      ("back", [:], "unknown_event"), ("", [:], "unknown_event"), ("submit", ["account.id": "x"], "unknown_field"),
    ] as [(String, JSONObject, String)] {
      let reply = await fixture.send(event, input, first.token)
      #expect(reply.error?.code == error && reply.state == "one" && reply.token == first.token)
      #expect(try await fixture.run(first.token) == before)
    }
    #expect(await fixture.send("submit", ["city": "Ulm"], first.token).state == "two")
  }

  @Test func `a token that was changed, cut, lengthened or made up is none`() async throws {
    let fixture = try await Fixture(FlowBuilder.twoPages())
    let token = try #require(await fixture.start().token)
    let characters = Array(token)
    var forged = ["", " ", "x", token + "A", "A" + token, token + "\n", "\u{0}", String(repeating: "A", count: 48)]
    forged += characters.indices.map { String(characters[..<$0]) }
    forged += characters.indices.map { index in
      var other = characters
      other[index] = other[index] == "A" ? "B" : "A"
      return String(other)
    }
    forged += [String(repeating: "ä", count: 24), String(repeating: "x", count: 1_000_000), token.lowercased()]
    for text in forged {
      let reply = await fixture.send("submit", ["city": "Ulm"], text)
      #expect(reply.error?.code == "invalid_token" && reply.run == nil && reply.token == nil, "\(text.prefix(60))")
      #expect(await fixture.engine.current(token: text).error?.code == "invalid_token")
    }
    #expect(await fixture.send("submit", ["city": "Ulm"], nil).error?.code == "invalid_token")
    #expect(await fixture.send("submit", ["city": "Ulm"], token).state == "two")
  }

  @Test func `a server with another key takes neither the token nor the run`() async throws {
    let fixture = try await Fixture(FlowBuilder.twoPages())
    let token = try #require(await fixture.start().token)
    let other = try await Fixture(FlowBuilder.twoPages(), on: fixture.backend)
    #expect(await other.engine.current(token: token).error?.code == "invalid_token")
    let inside = try #require(ContinuationToken(token, fixture.key))
    let forged = inside.text(other.key)
    #expect(await other.send("submit", ["city": "Ulm"], forged).error?.code == "unavailable")
    #expect(await fixture.send("submit", ["city": "Ulm"], token).state == "two")
  }

  @Test(arguments: Backend.allCases)
  func `a run is over when its time is, and its end cannot be gone on from`(_ backend: Backend) async throws {
    let fixture = try await Fixture(FlowBuilder.twoPages(), on: backend)
    let token = try #require(await fixture.start().token)
    fixture.clock.advance(seconds: 1799)
    #expect(await fixture.engine.current(token: token).error == nil)
    fixture.clock.advance(seconds: 1)
    let late = await fixture.send("submit", ["city": "Ulm"], token)
    #expect(late.error?.code == "run_expired" && late.state == nil)
    #expect(await fixture.engine.current(token: token).error?.code == "run_expired")
    let second = await fixture.send("submit", ["city": "Ulm"], await fixture.start().token)
    let end = await fixture.send("submit", ["age": 1], second.token)
    let after = await fixture.send("submit", ["age": 1], end.token)
    #expect(after.error?.code == "run_ended" && after.end?.name == "done" && after.token == end.token)
  }

  @Test func `what rests of a run that has ended holds no secret, no proof and no code`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"))
    let ada = "ada@example.com"
    let start = await fixture.start(
      "sign-up-password",
      ["email": .string(ada), "password": .string(Fixture.password), "country": "United States", "city": "Boston"])
    #expect(try await fixture.run(start.token)[SecretField.password.slot] == .string(Fixture.password))
    let code = try #require(fixture.outbox.code(to: ada))
    let end = await fixture.send("submit", ["code": .string(code)], start.token)
    #expect(end.end?.name == "completed")
    let run = try await fixture.run(end.token)
    #expect(SecretField.allCases.allSatisfy { run[$0.slot] == nil })
    #expect(run.proofs.isEmpty && run.challenge == nil && run.sent == nil)
    let again = await fixture.engine.current(token: end.token ?? "")
    #expect(again.end?.name == "completed" && again.end?.grants == nil, "what an end hands out is handed out once")
  }
}
