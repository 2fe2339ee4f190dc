import FlowJSON
import Testing

/// Whoever asks for a code again at once is no case for an error: the one that was sent is on its way.
@Suite("Native auth: resends", .overBothTransports)
struct ResendTests {
  private static let ada = "ada@example.com"

  /// Asks again and again within the time: nothing more is sent, each answer says where the code is, and each token goes on.
  private func repeats(
    _ world: World, _ first: Answer, _ ask: (String) async throws -> Answer
  ) async throws -> (last: Answer, code: String) {
    let code = await world.code()
    let sent = world.box.messages.count
    var last = first
    for _ in 0..<3 {
      world.clock.advance(seconds: 5)
      let again = try await ask(last.token)
      #expect(again.outline == "200")
      for name in [
        "challenge_type", "challenge_channel", "challenge_target_label", "challenge_target", "code_length",
        "binding_method",
      ] {
        #expect(again[name] == first[name], "\(name)")
      }
      #expect(!again.token.isEmpty && again.token != last.token)
      last = again
    }
    #expect(await world.code() == code)
    #expect(world.box.messages.count == sent)
    return (last, code)
  }

  @Test
  func `a sign-up repeats where the code went, and in how many seconds another may be sent`() async throws {
    let world = try await World()
    let client = world.client()
    let start = try await client.startSignUp(Self.ada)
    let first = try await client.challenge("signup/v1.0", start.token)
    #expect(first["interval"] == 30)
    let (last, code) = try await repeats(world, first) { try await client.challenge("signup/v1.0", $0) }
    #expect(last["interval"] == 15)
    // The earlier code is good, with the earlier token as with the newest.
    #expect(try await client.go("signup/v1.0", first.token, "oob", "nonsense").suberror == "invalid_oob_value")
    #expect(try await client.go("signup/v1.0", last.token, "oob", code).error == "credential_required")
  }

  @Test
  func `when the time is over another one is sent`() async throws {
    let world = try await World()
    let client = world.client()
    let start = try await client.startSignUp(Self.ada)
    let first = try await client.challenge("signup/v1.0", start.token)
    let early = try await client.challenge("signup/v1.0", first.token)
    _ = await world.code()
    let wait = try #require(early["interval"]?.int)
    world.clock.advance(seconds: wait - 1)
    #expect(try await client.challenge("signup/v1.0", early.token)["interval"] == 1)
    _ = await world.code()
    #expect(world.box.messages.count == 1)
    world.clock.advance(seconds: 1)
    #expect(try await client.challenge("signup/v1.0", early.token)["interval"] == 30)
    _ = await world.code()
    #expect(world.box.messages.count == 2)
  }

  @Test
  func `a reset and a sign-in repeat it, too, and say no interval`() async throws {
    let world = try await World()
    let client = world.client()
    try await client.signUp(Self.ada)
    let reset = try await client.challenge(
      "resetpassword/v1.0", try await ResetTests.start(client, Self.ada).token)
    #expect(reset["interval"] == nil)
    let (last, code) = try await repeats(world, reset) { try await client.challenge("resetpassword/v1.0", $0) }
    #expect(last["interval"] == nil)
    #expect(try await client.go("resetpassword/v1.0", last.token, "oob", code).outline == "200")

    func challenge(_ token: String) async throws -> Answer {
      try await client.post(
        "oauth2/v2.0/challenge", ["continuation_token": token, "challenge_type": "oob redirect"])
    }
    let signIn = try await challenge(try await client.initiate(Self.ada, types: "oob redirect").token)
    let (newest, other) = try await repeats(world, signIn, challenge)
    #expect(newest["interval"] == nil)
    #expect(try await client.token(newest.token, "oob", "oob", other).outline == "200")
  }

  @Test
  func `so do a second factor and its registration`() async throws {
    for holds in [true, false] {
      let world = try await World()
      let client = world.client("bank")
      try await client.signUp(Self.ada)
      if holds { try await world.hold(["phone": "+12025550167", "backup": "ada@owl.example"], for: Self.ada) }
      let initiate = try await client.initiate(Self.ada)
      let required = try await client.token(initiate.token, "password", "password", Client.password)
      func ask(_ token: String) async throws -> Answer {
        let (path, fields): (String, [(String, String)]) =
          holds
          ? ("oauth2/v2.0/challenge", [("challenge_type", Client.all), ("id", "sms")])
          : (
            "register/v1.0/challenge",
            [("challenge_type", "oob"), ("challenge_target", "+12025550167")]
              + [("challenge_channel", "sms")]
          )
        return try await client.raw(
          path, Client.form([("client_id", client.id), ("continuation_token", token)] + fields))
      }
      let first = try await ask(required.token)
      #expect(first["challenge_channel"] == "sms" && first["interval"] == nil)
      let (last, code) = try await repeats(world, first, ask)
      if holds {
        #expect(try await client.token(last.token, "mfa_oob", "oob", code).outline == "200")
      } else {
        let registered = try await client.go("register/v1.0", last.token, "oob", code)
        #expect(registered.outline == "200")
        #expect(try await client.token(registered.token, "continuation_token").outline == "200")
      }
    }
  }
}
