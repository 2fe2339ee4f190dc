import FlowJSON
import Testing

@Suite("Native auth: second factors", .overBothTransports)
struct SecondFactorTests {
  /// A person whose password was right; what the app `id` then has to do.
  private func passed(_ world: World, _ id: String, capabilities: String = Client.both) async throws -> Answer {
    let client = world.client(id, tenant: "factors")
    let start = try await client.startSignUp("ada@example.com", ["password": Client.password])
    let done = try await client.go("signup/v1.0", start.token, "oob", await world.code())
    try #require(done.outline == "200")
    let initiate = try await client.initiate("ada@example.com", capabilities: capabilities)
    world.clock.advance(seconds: 60)
    return try await client.token(initiate.token, "password", "password", Client.password)
  }

  @Test
  func `a second factor is chosen, challenged and verified`() async throws {
    let world = try await World()
    let client = world.client("strict", tenant: "factors")
    let required = try await passed(world, "strict")
    #expect(required.outline == "400 invalid_grant mfa_required 50076")
    let methods = try await client.post("oauth2/v2.0/introspect", ["continuation_token": required.token])
    #expect(methods["methods"] == [["id": "email", "challenge_type": "oob", "challenge_channel": "email"]])
    let unchosen = try await client.challenge("oauth2/v2.0", methods.token)
    #expect(unchosen.outline == "400 invalid_request introspect_required")
    func choose(_ id: String, _ token: String) async throws -> Answer {
      try await client.post(
        "oauth2/v2.0/challenge", ["continuation_token": token, "challenge_type": Client.all, "id": id])
    }
    #expect(try await choose("pigeon", methods.token).outline == "400 invalid_request 900144")
    let challenge = try await choose("email", methods.token)
    #expect(challenge["challenge_type"] == "oob")
    #expect(challenge["code_length"] == 8)
    #expect(
      try await client.token(challenge.token, "mfa_oob", "oob", "no").outline
        == "400 invalid_grant invalid_oob_value 50181")
    world.clock.advance(seconds: 60)
    _ = await world.code()
    let before = world.box.messages.count
    let again = try await choose("email", challenge.token)
    _ = await world.code()
    #expect(world.box.messages.count == before + 1)
    #expect(try await client.token(again.token, "mfa_oob", "oob", await world.code()).outline == "200")
  }

  @Test
  func `an error of the tenant's own takes the form it is mapped to, in its own words`() async throws {
    let answer = try await World().client("strict", tenant: "factors").initiate("nobody@example.com")
    #expect(answer.outline == "400 user_not_found 50034")
    #expect(answer["error_description"] == "AADSTS50034: We do not know you.")
  }

  @Test
  func `a client without the capability is sent to a browser`() async throws {
    for app in ["strict", "careful"] {
      let answer = try await passed(try await World(), app, capabilities: "")
      #expect(answer.outline == "200")
      #expect(answer["challenge_type"] == "redirect")
    }
  }

  @Test
  func `a strong method is registered, and the sign-in goes on`() async throws {
    let world = try await World()
    let client = world.client("careful", tenant: "factors")
    let required = try await passed(world, "careful")
    #expect(required.outline == "400 invalid_grant registration_required 50079")
    let methods = try await client.post("register/v1.0/introspect", ["continuation_token": required.token])
    #expect(
      methods["methods"] == [
        ["id": "backup", "challenge_type": "oob", "challenge_channel": "email"],
        ["id": "phone", "challenge_type": "oob", "challenge_channel": "sms"],
      ])
    func challenge(_ target: String, _ channel: String, _ token: String) async throws -> Answer {
      try await client.post(
        "register/v1.0/challenge",
        [
          "continuation_token": token, "challenge_type": "oob", "challenge_target": target,
          "challenge_channel": channel,
        ])
    }
    let token = methods.token
    #expect(try await challenge("not an address", "email", token).outline == "400 invalid_request 901001")
    #expect(try await challenge("ada@owl.example", "owl", token).outline == "400 invalid_request 901001")
    #expect(
      try await challenge("ada@blocked.example", "email", token).outline
        == "400 access_denied provider_blocked_by_rep 550024")
    let sent = try await challenge("+15551234567", "sms", token)
    #expect(sent["challenge_type"] == "oob")
    #expect(sent["challenge_channel"] == "sms")
    #expect(sent["challenge_target"]?.string?.isEmpty == false)
    #expect(sent["challenge_target_label"] == nil)
    #expect(
      try await client.go("register/v1.0", sent.token, "oob", "no").outline
        == "400 invalid_grant invalid_oob_value 50181")
    let registered = try await client.go("register/v1.0", sent.token, "oob", await world.code())
    #expect(registered.outline == "200")
    #expect(try await client.token(registered.token, "continuation_token").outline == "200")
  }

  @Test
  func `an address that is proven already needs no code`() async throws {
    let world = try await World()
    let client = world.client("careful", tenant: "factors")
    let required = try await passed(world, "careful")
    let challenge = try await client.post(
      "register/v1.0/challenge",
      ["continuation_token": required.token, "challenge_type": "oob", "challenge_target": "ada@example.com"])
    #expect(challenge["challenge_type"] == "preverified")
    let registered = try await client.post(
      "register/v1.0/continue", ["continuation_token": challenge.token, "grant_type": "continuation_token"])
    #expect(registered.outline == "200")
    #expect(registered.token != challenge.token)
    #expect(try await client.token(registered.token, "continuation_token").outline == "200")
  }
}
