import FlowJSON
import FlowRuntime
import Testing

/// Whose a continuation token is, at each endpoint that takes one.
@Suite("Native auth: owners of continuation tokens", .overBothTransports)
struct TokenOwnerTests {
  /// A request that takes a token.
  private struct Step {
    let path: String
    var fields: [(String, String)] = []

    func send(_ client: Client, _ token: String?) async throws -> Answer {
      let token = token.map { [("continuation_token", $0)] } ?? []
      return try await client.raw(path, Client.form([("client_id", client.id)] + token + fields))
    }
  }

  private static let types = [("challenge_type", Client.all)]
  private static let signUp = [
    Step(path: "signup/v1.0/challenge", fields: types),
    Step(path: "signup/v1.0/continue", fields: [("grant_type", "oob"), ("oob", "1")]),
    Step(path: "signup/v1.0/continue", fields: [("grant_type", "password"), ("password", Client.password)]),
    Step(path: "signup/v1.0/continue", fields: [("grant_type", "attributes"), ("attributes", Client.place)]),
  ]
  private static let reset = [
    Step(path: "resetpassword/v1.0/challenge", fields: types),
    Step(path: "resetpassword/v1.0/continue", fields: [("grant_type", "oob"), ("oob", "1")]),
    Step(path: "resetpassword/v1.0/submit", fields: [("new_password", "Another-Pass-1")]),
    Step(path: "resetpassword/v1.0/poll_completion"),
  ]
  private static let signIn = [
    Step(path: "oauth2/v2.0/challenge", fields: types), Step(path: "oauth2/v2.0/introspect"),
    Step(path: "oauth2/v2.0/token", fields: [("grant_type", "password"), ("password", Client.password)]),
    Step(path: "oauth2/v2.0/token", fields: [("grant_type", "oob"), ("oob", "1")]),
    Step(path: "oauth2/v2.0/token", fields: [("grant_type", "mfa_oob"), ("oob", "1")]),
    Step(path: "oauth2/v2.0/token", fields: [("grant_type", "continuation_token")]),
    Step(path: "register/v1.0/introspect"),
    Step(
      path: "register/v1.0/challenge", fields: [("challenge_type", "oob"), ("challenge_target", "ada@owl.example")]),
    Step(path: "register/v1.0/continue", fields: [("grant_type", "continuation_token")]),
    Step(path: "register/v1.0/continue", fields: [("grant_type", "oob"), ("oob", "1")]),
  ]

  /// The tokens that an app has at its three flows.
  private func tokens(_ client: Client) async throws -> [(steps: [Step], token: String)] {
    try await client.signUp("ada@example.com")
    return [
      (Self.signUp, try await client.startSignUp("bob@example.com").token),
      (Self.reset, try await ResetTests.start(client, "ada@example.com").token),
      (Self.signIn, try await client.initiate("ada@example.com").token),
    ]
  }

  @Test
  func `another app's token is none, at each endpoint, and the run is as it was`() async throws {
    let world = try await World()
    let client = world.client()
    let own = try await tokens(client)
    for (steps, token) in own {
      for step in steps {
        #expect(try await step.send(world.client("phone-twin"), token).outline == "400 invalid_request 55200")
        let elsewhere = world.client("strict", tenant: "own-words")
        let answer = try await step.send(elsewhere, token)
        #expect(["400 invalid_request 55200", "400 unauthorized_client 700016"].contains(answer.outline))
      }
    }
    let challenge = try await client.challenge("resetpassword/v1.0", own[1].token)
    let proven = try await client.go(
      "resetpassword/v1.0", challenge.token, "oob", await world.code(to: "ada@example.com"))
    #expect(proven.outline == "200")
    #expect(try await client.token(own[2].token, "password", "password", Client.password).outline == "200")
  }

  @Test
  func `what is missing, made up, changed or too old is told apart at each endpoint`() async throws {
    let world = try await World()
    let client = world.client()
    let own = try await tokens(client)
    for (steps, token) in own {
      for step in steps {
        #expect(try await step.send(client, nil).outline == "400 invalid_request 900144", "\(step.path)")
        for forged in [
          "nonsense", String(token.dropLast()), "A" + token.dropFirst(), token.dropLast(2) + "AA",
          Base64URL.encode([UInt8](repeating: 0, count: 89)),
        ] where forged != token {
          #expect(try await step.send(client, String(forged)).outline == "400 invalid_request 55200", "\(step.path)")
        }
      }
    }
    world.clock.advance(seconds: 1801)
    for (steps, token) in own {
      // A poll asks for another kind of token.
      for step in steps where !step.path.hasSuffix("poll_completion") {
        #expect(try await step.send(client, token).outline == "400 expired_token 552003", "\(step.path)")
      }
    }
  }

  @Test
  func `no change to a token makes another one of it`() async throws {
    let world = try await World()
    let client = world.client()
    let token = try await client.startSignUp("ada@example.com").token
    let bytes = try #require(Base64URL.decode(token))
    for index in bytes.indices {
      for bit in [0, 3, 7] {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        let answer = try await client.challenge("signup/v1.0", Base64URL.encode(changed))
        #expect(answer.outline == "400 invalid_request 55200")
      }
      if world.port != nil, index > 4 { break }
    }
    #expect(try await client.challenge("signup/v1.0", token).outline == "200")
    // The flow API's tokens are no tokens here, nor these there.
    let run = await world.engine.start(
      flow: "sign-up-password", tenant: "native-auth", by: .client("phone"), input: [:])
    #expect(try await client.challenge("signup/v1.0", run.token ?? "").outline == "400 invalid_request 55200")
    #expect(await world.engine.current(token: token).error?.code == "invalid_token")
  }

  @Test
  func `a completed sign-up and reset sign in their own app alone`() async throws {
    let world = try await World()
    let (client, twin) = (world.client(), world.client("phone-twin"))
    let grant = try await client.signUp("ada@example.com")
    #expect(try await twin.token(grant, "continuation_token").outline == "400 invalid_request 55200")
    #expect(try await client.token(grant, "continuation_token").outline == "200")
    let submitted = try await ResetTests.submit(world, "ada@example.com", "Another-Pass-1")
    func poll(_ client: Client) async throws -> Answer {
      try await client.post("resetpassword/v1.0/poll_completion", ["continuation_token": submitted.token])
    }
    #expect(try await poll(twin).outline == "400 invalid_request 55200")
    #expect(try await client.token(submitted.token, "continuation_token").outline == "400 invalid_request 55200")
    let done = try await poll(client)
    #expect(try await twin.token(done.token, "continuation_token").outline == "400 invalid_request 55200")
    #expect(try await client.token(done.token, "continuation_token").outline == "200")
  }
}
