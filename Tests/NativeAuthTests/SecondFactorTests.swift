import FlowJSON
import FlowRuntime
import Testing

/// The app `bank`, whose sign-in has two factors.
@Suite("Native auth: second factors", .overBothTransports)
struct SecondFactorTests {
  private static let ada = "ada@example.com"
  private static let phone = "+12025550167"
  private static let backup = "ada@owl.example"

  /// A person who holds these methods, and whose password was right; what the app then has to do.
  private func passed(
    _ world: World, holding methods: JSONObject, capabilities: String = Client.both
  ) async throws -> Answer {
    let client = world.client("bank")
    try await client.signUp(Self.ada)
    try await world.hold(methods, for: Self.ada)
    let initiate = try await client.initiate(Self.ada, capabilities: capabilities)
    let challenge = try await client.challenge("oauth2/v2.0", initiate.token)
    #expect(challenge["challenge_type"] == "password")
    return try await client.token(challenge.token, "password", "password", Client.password)
  }

  private func choose(_ client: Client, _ id: String, _ token: String) async throws -> Answer {
    try await client.post(
      "oauth2/v2.0/challenge", ["continuation_token": token, "challenge_type": Client.all, "id": id])
  }

  @Test
  func `a second factor is chosen, challenged and verified`() async throws {
    let world = try await World()
    let client = world.client("bank")
    let required = try await passed(world, holding: ["phone": .string(Self.phone), "backup": .string(Self.backup)])
    #expect(required.outline == "400 invalid_grant mfa_required 50076")
    let methods = try await client.post("oauth2/v2.0/introspect", ["continuation_token": required.token])
    #expect(
      methods["methods"] == [
        ["id": "email", "challenge_type": "oob", "challenge_channel": "email", "login_hint": "a***@owl.example"],
        ["id": "sms", "challenge_type": "oob", "challenge_channel": "sms", "login_hint": "+1********67"],
      ])
    let unchosen = try await client.challenge("oauth2/v2.0", methods.token)
    #expect(unchosen.outline == "400 invalid_request introspect_required")
    #expect(try await choose(client, "pigeon", methods.token).outline == "400 invalid_request 900144")
    let challenge = try await choose(client, "email", methods.token)
    #expect(challenge["challenge_type"] == "oob")
    #expect(challenge["challenge_channel"] == "email")
    #expect(challenge["challenge_target_label"] == "a***@owl.example")
    #expect(challenge["code_length"] == 8)
    // The other method is named with its address as well.
    let others = try await client.post("oauth2/v2.0/introspect", ["continuation_token": challenge.token])
    #expect(others["methods"]?.array?.compactMap { $0["login_hint"]?.string } == ["+1********67"])
    #expect(
      try await client.token(challenge.token, "mfa_oob", "oob", "no").outline
        == "400 invalid_grant invalid_oob_value 50181")
    world.clock.advance(seconds: 60)
    _ = await world.code()
    let before = world.box.messages.count
    let again = try await choose(client, "email", challenge.token)
    let mailed = await world.code()
    #expect(world.box.messages.count == before + 1)
    // The other method is still open, and voids the code of the first.
    let texted = try await choose(client, "sms", again.token)
    #expect(texted["challenge_channel"] == "sms")
    let code = await world.code()
    #expect(world.box.messages.last?.to == Self.phone)
    #expect(
      try await client.token(texted.token, "mfa_oob", "oob", mailed).outline
        == "400 invalid_grant invalid_oob_value 50181")
    #expect(try await client.token(texted.token, "mfa_oob", "oob", code).outline == "200")
  }

  @Test(arguments: [("phone", phone, "sms"), ("backup", backup, "email")])
  func `one method needs no choice`(_ attribute: String, _ address: String, _ channel: String) async throws {
    let world = try await World()
    let client = world.client("bank")
    let required = try await passed(world, holding: [attribute: .string(address)])
    #expect(required.outline == "400 invalid_grant mfa_required 50076")
    let methods = try await client.post("oauth2/v2.0/introspect", ["continuation_token": required.token])
    let method = methods["methods"]?.array?.first
    #expect(methods["methods"]?.array?.count == 1)
    #expect(method?["id"] == .string(channel) && method?["challenge_channel"] == .string(channel))
    let challenge = try await choose(client, channel, methods.token)
    #expect(challenge["challenge_channel"] == .string(channel))
    #expect(challenge["challenge_target_label"] == method?["login_hint"])
    let code = await world.code()
    #expect(world.box.messages.last?.to == address)
    let tokens = try await client.token(challenge.token, "mfa_oob", "oob", code)
    #expect(tokens.outline == "200")
    #expect(tokens["shown"] == (channel == "sms" ? ["mfa", "otp", "pwd", "sms"] : ["mfa", "otp", "pwd"]))
  }

  @Test
  func `a client without the capability is sent to a browser`() async throws {
    for methods in [["phone": .string(Self.phone)], [:]] as [JSONObject] {
      let answer = try await passed(try await World(), holding: methods, capabilities: "")
      #expect(answer.outline == "200")
      #expect(answer["challenge_type"] == "redirect")
    }
  }

  @Test
  func `who has no password cannot sign in with two factors`() async throws {
    let world = try await World()
    let browser = world.client("browser")
    let start = try await browser.startSignUp(Self.ada, ["attributes": Client.place])
    let code = try await browser.challenge("signup/v1.0", start.token)
    let next = try await browser.go("signup/v1.0", code.token, "oob", await world.code())
    #expect(try await browser.go("signup/v1.0", next.token, "attributes", Client.about).outline == "200")
    #expect(try await world.client("bank").initiate(Self.ada).outline == "400 invalid_request 500222")
  }

  @Test
  func `an error of the tenant's own takes the form it is mapped to, in its own words`() async throws {
    let answer = try await World().client("strict", tenant: "own-words").initiate("nobody@example.com")
    #expect(answer.outline == "400 user_not_found 50034")
    #expect(answer["error_description"] == "AADSTS50034: We do not know you.")
  }

  // MARK: Registration

  private func register(_ client: Client, _ target: String, _ channel: String, _ token: String) async throws -> Answer {
    try await client.post(
      "register/v1.0/challenge",
      [
        "continuation_token": token, "challenge_type": "oob", "challenge_target": target, "challenge_channel": channel,
      ])
  }

  @Test
  func `a strong method is registered, the sign-in goes on, and the next one asks for it`() async throws {
    let world = try await World()
    let client = world.client("bank")
    let required = try await passed(world, holding: [:])
    #expect(required.outline == "400 invalid_grant registration_required 50079")
    let methods = try await client.post("register/v1.0/introspect", ["continuation_token": required.token])
    #expect(
      methods["methods"] == [
        ["id": "backup", "challenge_type": "oob", "challenge_channel": "email", "login_hint": ""],
        ["id": "phone", "challenge_type": "oob", "challenge_channel": "sms", "login_hint": ""],
      ])
    let token = methods.token
    #expect(try await register(client, "not an address", "email", token).outline == "400 invalid_request 901001")
    #expect(try await register(client, "ada@owl.example", "owl", token).outline == "400 invalid_request 901001")
    #expect(
      try await register(client, "ada@blocked.example", "email", token).outline
        == "400 access_denied provider_blocked_by_rep 550024")
    let sent = try await register(client, "+12025550121", "sms", token)
    #expect(sent["challenge_type"] == "oob")
    #expect(sent["challenge_channel"] == "sms")
    #expect(sent["challenge_target"]?.string?.isEmpty == false)
    #expect(sent["challenge_target_label"] == nil)
    let wrong = await world.code()
    // The number was mistyped; another code at once to the same one would be too soon.
    let again = try await register(client, "+12025550121", "sms", sent.token)
    #expect(again["challenge_target"] == sent["challenge_target"])
    #expect(await world.code() == wrong)
    let corrected = try await register(client, Self.phone, "sms", sent.token)
    #expect(corrected["challenge_type"] == "oob")
    #expect(
      try await client.go("register/v1.0", corrected.token, "oob", wrong).outline
        == "400 invalid_grant invalid_oob_value 50181")
    let registered = try await client.go("register/v1.0", corrected.token, "oob", await world.code())
    #expect(registered.outline == "200")
    #expect(try await client.token(registered.token, "continuation_token").outline == "200")

    let initiate = try await client.initiate(Self.ada)
    let next = try await client.token(initiate.token, "password", "password", Client.password)
    #expect(next.outline == "400 invalid_grant mfa_required 50076")
    let asked = try await client.post("oauth2/v2.0/introspect", ["continuation_token": next.token])
    #expect(asked["methods"]?.array?.compactMap { $0["id"]?.string } == ["sms"])
  }

  @Test
  func `an address that is proven already needs no code`() async throws {
    let world = try await World()
    let client = world.client("bank")
    let required = try await passed(world, holding: [:])
    let before = world.box.messages.count
    let challenge = try await client.post(
      "register/v1.0/challenge",
      ["continuation_token": required.token, "challenge_type": "oob", "challenge_target": Self.ada])
    #expect(challenge["challenge_type"] == "preverified")
    let registered = try await client.post(
      "register/v1.0/continue", ["continuation_token": challenge.token, "grant_type": "continuation_token"])
    #expect(registered.outline == "200")
    #expect(registered.token != challenge.token)
    #expect(try await client.token(registered.token, "continuation_token").outline == "200")
    _ = await world.code()
    #expect(world.box.messages.count == before)
  }

  @Test
  func `whoever has just signed up registers a method before the first tokens`() async throws {
    let world = try await World()
    let client = world.client("bank")
    let start = try await client.startSignUp(
      Self.ada, ["password": Client.password, "attributes": Client.place, "capabilities": Client.both])
    let sent = try await client.challenge("signup/v1.0", start.token)
    let proven = try await client.go("signup/v1.0", sent.token, "oob", await world.code())
    let done = try await client.go("signup/v1.0", proven.token, "attributes", Client.about)
    let required = try await client.token(done.token, "continuation_token")
    #expect(required.outline == "400 invalid_grant registration_required 50079")
    let challenge = try await register(client, Self.ada, "email", required.token)
    #expect(challenge["challenge_type"] == "preverified")
    #expect(try await client.token(challenge.token, "continuation_token").outline == "200")
  }
}
