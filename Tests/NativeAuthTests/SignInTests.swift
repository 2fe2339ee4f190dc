import FlowJSON
import FlowRuntime
import Testing

@Suite("Native auth: sign-in and tokens", .overBothTransports)
struct SignInTests {
  @Test
  func `a password signs in`() async throws {
    let world = try await World()
    let client = world.client()
    try await client.signUp("ada@example.com")
    let initiate = try await client.initiate("ada@example.com")
    let challenge = try await client.challenge("oauth2/v2.0", initiate.token)
    #expect(challenge["challenge_type"] == "password")
    let wrong = try await client.token(challenge.token, "password", "password", "Wrong-Pass-1")
    #expect(wrong.outline == "400 invalid_grant 50126")
    let tokens = try await client.token(challenge.token, "password", "password", Client.password)
    #expect(tokens.outline == "200")
    for name in ["access_token", "refresh_token", "id_token", "client_info"] {
      #expect(tokens[name]?.string?.isEmpty == false)
    }
    #expect(tokens["token_type"] == "Bearer")
    #expect(tokens["expires_in"] == 3600)
    #expect(tokens["access_token"] == "access phone http://localhost/native-auth/v2.0")
    let info = try JSON.parse(Base64URL.decode(tokens["client_info"]?.string ?? "") ?? [])
    #expect(info["utid"] == "native-auth")
    #expect(info["uid"]?.string?.isEmpty == false)
  }

  @Test
  func `a code signs in whoever has no password, or a client that has none`() async throws {
    let world = try await World()
    let client = world.client()
    try await client.signUp("ada@example.com")
    let initiate = try await client.initiate("ada@example.com", types: "oob redirect")
    let challenge = try await client.post(
      "oauth2/v2.0/challenge", ["continuation_token": initiate.token, "challenge_type": "oob redirect"])
    #expect(challenge["challenge_type"] == "oob")
    #expect(
      try await client.token(challenge.token, "oob", "oob", "nonsense").outline
        == "400 invalid_grant invalid_oob_value 50181")
    #expect(try await client.token(challenge.token, "oob", "oob", await world.code()).outline == "200")
  }

  @Test
  func `a client that can do neither is sent to a browser`() async throws {
    let world = try await World()
    try await world.client().signUp("ada@example.com")
    let answer = try await world.client().initiate("ada@example.com", types: "redirect")
    #expect(answer["challenge_type"] == "redirect")
  }

  @Test
  func `whoever has no account is told`() async throws {
    let client = try await World().client()
    #expect(try await client.initiate("nobody@example.com").outline == "400 user_not_found 50034")
    #expect(try await client.initiate("").outline == "400 invalid_request 90100")
  }

  @Test
  func `an account is locked after too many wrong passwords`() async throws {
    let world = try await World()
    let client = world.client()
    try await client.signUp("ada@example.com")
    let initiate = try await client.initiate("ada@example.com")
    for _ in 0..<10 { _ = try await client.token(initiate.token, "password", "password", "Wrong-Pass-1") }
    let locked = try await client.token(initiate.token, "password", "password", Client.password)
    #expect(locked.outline == "400 invalid_grant 50053")
  }

  @Test
  func `a refresh token gets new tokens`() async throws {
    let client = try await World().client()
    func refresh(_ token: String, _ scope: String = "openid offline_access") async throws -> Answer {
      try await client.post(
        "oauth2/v2.0/token",
        ["grant_type": "refresh_token", "refresh_token": token, "scope": scope, "client_info": "1"])
    }
    let fresh = try await refresh("refresh-ada")
    #expect(fresh.outline == "200")
    #expect(fresh["scope"] == "openid offline_access")
    #expect(try await refresh("old").outline == "400 expired_refresh_token 700082")
    #expect(try await refresh("stolen").outline == "400 invalid_grant 70000")
    #expect(try await refresh("refresh-ada", "mail.read").outline == "400 invalid_scope 70011")
    #expect(try await refresh("").outline == "400 invalid_request 900144")
  }

  @Test
  func `other grants are not known`() async throws {
    let world = try await World()
    let client = world.client()
    try await client.signUp("ada@example.com")
    let token = try await client.initiate("ada@example.com").token
    #expect(try await client.token(token, "device_code").outline == "400 unsupported_grant_type 70003")
    // What is asked for is named before what it is asked with.
    let bare = try await client.post("oauth2/v2.0/token", ["grant_type": "device_code", "scope": "mail.read"])
    #expect(bare.outline == "400 unsupported_grant_type 70003")
    for known in ["password", "oob", "mfa_oob", "continuation_token", "refresh_token"] {
      #expect(
        try await client.post("oauth2/v2.0/token", ["grant_type": known]).outline == "400 invalid_request 900144")
    }
    #expect(try await client.token(token, "").outline == "400 invalid_request 900144")
    #expect(try await client.token(token, "password").outline == "400 invalid_request 900144")
    #expect(try await client.token(token, "continuation_token").outline == "400 invalid_request 55200")
  }
}
