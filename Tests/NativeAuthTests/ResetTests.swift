import FlowJSON
import FlowModel
import Testing

@Suite("Native auth: password reset", .overBothTransports)
struct ResetTests {
  static func start(_ client: Client, _ username: String) async throws -> Answer {
    try await client.post("resetpassword/v1.0/start", ["username": username, "challenge_type": Client.all])
  }

  /// The token with which a new password may be submitted.
  static func proven(_ world: World, _ username: String) async throws -> Answer {
    let client = world.client()
    let start = try await start(client, username)
    let challenge = try await client.challenge("resetpassword/v1.0", start.token)
    #expect(challenge["challenge_type"] == "oob")
    return try await client.go("resetpassword/v1.0", challenge.token, "oob", await world.code())
  }

  static func submit(_ world: World, _ username: String, _ password: String) async throws -> Answer {
    let token = try await proven(world, username).token
    return try await world.client().post(
      "resetpassword/v1.0/submit", ["continuation_token": token, "new_password": password])
  }

  @Test
  func `a code and a new password, polled for, sign in`() async throws {
    let world = try await World()
    let client = world.client()
    try await client.signUp("ada@example.com")
    let proven = try await Self.proven(world, "ada@example.com")
    #expect(proven["expires_in"] == 600)
    let submitted = try await client.post(
      "resetpassword/v1.0/submit", ["continuation_token": proven.token, "new_password": "Another-Pass-1"])
    #expect(submitted["poll_interval"] == 1)
    let poll = try await client.post("resetpassword/v1.0/poll_completion", ["continuation_token": submitted.token])
    #expect(poll["status"] == "succeeded")
    #expect(poll["expires_in"] == 600)
    #expect(try await client.token(poll.token, "continuation_token").outline == "200")

    let initiate = try await client.initiate("ada@example.com")
    #expect(try await client.token(initiate.token, "password", "password", Client.password).code == 50126)
    #expect(try await client.token(initiate.token, "password", "password", "Another-Pass-1").outline == "200")
  }

  @Test
  func `a reset succeeds at whichever end grants the sign-in`() async throws {
    let world = try await World(change: {
      for flow in $0.flows.indices where $0.flows[flow].name == "reset-password" {
        for end in $0.flows[flow].ends.indices where $0.flows[flow].ends[end].grantsSignIn {
          $0.flows[flow].ends[end].name = "done"
        }
      }
    })
    let client = world.client()
    try await client.signUp("ada@example.com")
    let submitted = try await Self.submit(world, "ada@example.com", "Another-Pass-1")
    let poll = try await client.post("resetpassword/v1.0/poll_completion", ["continuation_token": submitted.token])
    #expect(poll["status"] == "succeeded")
  }

  @Test
  func `whoever has no account, or no password, is told at the start`() async throws {
    let world = try await World()
    let client = world.client()
    #expect(try await Self.start(client, "nobody@example.com").outline == "400 user_not_found 50034")
    let browser = world.client("browser")
    let start = try await browser.beginSignUp("bob@example.com", ["attributes": Client.place])
    let code = try await browser.go("signup/v1.0", start.token, "oob", await world.code())
    #expect(try await browser.go("signup/v1.0", code.token, "attributes", Client.about).outline == "200")
    #expect(try await Self.start(client, "bob@example.com").outline == "400 invalid_request 500222")
    #expect(try await Self.start(client, "").outline == "400 invalid_request 90100")
  }

  @Test
  func `a wrong code and a bad password keep the token`() async throws {
    let world = try await World()
    let client = world.client()
    try await client.signUp("ada@example.com")
    let start = try await client.challenge(
      "resetpassword/v1.0", try await Self.start(client, "ada@example.com").token)
    let wrong = try await client.go("resetpassword/v1.0", start.token, "oob", "nonsense")
    #expect(wrong.outline == "400 invalid_grant invalid_oob_value 50181")
    let token = try await client.go("resetpassword/v1.0", start.token, "oob", await world.code()).token
    for (password, suberror) in [
      ("Short1", "password_too_short"), ("alllowercase", "password_too_weak"), ("Password1", "password_banned"),
      (Client.password, "password_recently_used"),
    ] {
      let answer = try await client.post(
        "resetpassword/v1.0/submit", ["continuation_token": token, "new_password": password])
      #expect(answer.outline == "400 invalid_grant \(suberror) 399246")
    }
    let good = try await client.post(
      "resetpassword/v1.0/submit", ["continuation_token": token, "new_password": "Another-Pass-1"])
    #expect(good.outline == "200")
  }

  @Test
  func `the new password has ten minutes, and challenges and polls their own places`() async throws {
    let world = try await World()
    let client = world.client()
    try await client.signUp("ada@example.com")
    let proven = try await Self.proven(world, "ada@example.com")
    #expect(try await client.challenge("resetpassword/v1.0", proven.token).outline == "400 invalid_request 55200")
    let poll = try await client.post("resetpassword/v1.0/poll_completion", ["continuation_token": proven.token])
    #expect(poll.outline == "400 invalid_request 55200")
    world.clock.advance(seconds: 601)
    let late = try await client.post(
      "resetpassword/v1.0/submit", ["continuation_token": proven.token, "new_password": "Another-Pass-1"])
    #expect(late.outline == "400 expired_token 552003")
  }
}
