import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import FlowTokens
import Testing

@Suite("Native auth: signed tokens", .overBothTransports)
struct SignedTokenTests {
  private func world(_ change: (inout FlowTable) -> Void = { _ in }) async throws -> World {
    try await World(
      tokens: { storage, key, clock in
        let keys = try await SigningKeys(storage: storage, key: key, clock: clock)
        return SignedTokens(TokenService(storage: storage, key: key, keys: keys, clock: clock))
      }, change: change)
  }

  private func claims(_ token: JSON?) throws -> JSON {
    let parts = (token?.string ?? "").split(separator: ".")
    try #require(parts.count == 3)
    return try JSON.parse(try #require(Base64URL.decode(String(parts[1]))))
  }

  /// The app `phone` of `flows/native-auth` declares `api://club/read` and `api://club/write`.
  @Test
  func `an app gets tokens for its own API, and for no API that is not its own`() async throws {
    let world = try await world { table in
      for index in table.applications.indices where table.applications[index].name == "phone" {
        table.applications[index].scopes += [APIScope("api://shop/buy")].compactMap { $0 }
      }
    }
    let client = world.client()
    try await client.signUp("ada@example.com")
    func signIn(_ scope: String) async throws -> Answer {
      let token = try await client.initiate("ada@example.com").token
      return try await client.post(
        "oauth2/v2.0/token",
        [
          "continuation_token": token, "grant_type": "password", "password": Client.password, "client_info": "true",
          "scope": scope,
        ])
    }
    let tokens = try await signIn("api://club/read api://club/write openid profile offline_access")
    #expect(tokens.outline == "200")
    #expect(tokens["scope"] == "api://club/read api://club/write openid profile offline_access")
    let access = try claims(tokens["access_token"])
    #expect(access["aud"] == "api://club" && access["scp"] == "read write" && access["client_id"] == "phone")
    let id = try claims(tokens["id_token"])
    #expect(id["aud"] == "phone" && id["preferred_username"] == "ada@example.com")
    for (scope, code) in [("api://club/admin", 70011), ("api://other/read openid", 70011), ("api://club", 70011)] {
      #expect(try await signIn(scope).outline == "400 invalid_scope \(code)", "\(scope)")
    }
    #expect(try await signIn("api://club/read api://shop/buy").outline == "400 invalid_scope 28000")

    // Whoever signed in without it asks for it with a refresh, as MSAL does.
    let plain = try await signIn("openid profile offline_access")
    #expect(try claims(plain["access_token"])["aud"] == "http://localhost/native-auth/v2.0/phone")
    func refresh(_ token: JSON?, _ scope: String) async throws -> Answer {
      try await client.post(
        "oauth2/v2.0/token",
        ["grant_type": "refresh_token", "refresh_token": token?.string ?? "", "scope": scope, "client_info": "1"])
    }
    let shop = try await refresh(plain["refresh_token"], "api://shop/buy openid profile offline_access")
    #expect(shop.outline == "200")
    #expect(try claims(shop["access_token"])["scp"] == "buy")
    #expect(try await refresh(shop["refresh_token"], "api://club/admin").outline == "400 invalid_scope 70011")
    // An app that declares none has none.
    let browser = world.client("browser")
    let other = try await browser.initiate("ada@example.com").token
    let refused = try await browser.post(
      "oauth2/v2.0/token",
      [
        "continuation_token": other, "grant_type": "password", "password": Client.password,
        "scope": "api://club/read openid",
      ])
    #expect(refused.outline == "400 invalid_scope 70011")
  }

  @Test
  func `a sign-in gets signed tokens, which are refreshed and die with the password`() async throws {
    let world = try await world()
    let client = world.client()
    let grant = try await client.signUp("ada@example.com")
    let tokens = try await client.token(grant, "continuation_token")
    #expect(tokens.outline == "200")
    #expect(tokens["scope"] == "openid profile offline_access")
    #expect(tokens["ext_expires_in"] == 3600)
    let parts = (tokens["id_token"]?.string ?? "").split(separator: ".")
    try #require(parts.count == 3)
    let claims = try JSON.parse(try #require(Base64URL.decode(String(parts[1]))))
    #expect(claims["preferred_username"] == "ada@example.com")
    #expect(claims["tid"] == "native-auth")
    #expect(claims["iss"] == "http://localhost/native-auth/v2.0")

    func refresh(_ token: JSON?, _ scope: String = "openid") async throws -> Answer {
      try await client.post(
        "oauth2/v2.0/token",
        ["grant_type": "refresh_token", "refresh_token": token?.string ?? "", "scope": scope, "client_info": "1"])
    }
    let stolen = try await world.client("phone-twin").post(
      "oauth2/v2.0/token",
      ["grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]?.string ?? "", "client_info": "1"])
    #expect(stolen.outline == "400 invalid_grant 70000")
    let fresh = try await refresh(tokens["refresh_token"])
    #expect(fresh.outline == "200")
    #expect(fresh["refresh_token"] != tokens["refresh_token"])
    #expect(try await refresh(fresh["refresh_token"], "mail.read").outline == "400 invalid_scope 70011")
    let submitted = try await ResetTests.submit(world, "ada@example.com", "Another-Pass-1")
    #expect(submitted.outline == "200")
    #expect(try await refresh(fresh["refresh_token"]).outline == "400 invalid_grant 70000")
  }

  @Test
  func `whose account was disabled by its own flow is signed in nowhere, and is told so`() async throws {
    let world = try await world { table in
      // Lets people in as `sign-in` does, and disables their account instead of opening a session.
      guard var flow = table.flows.first(where: { $0.name == "sign-in" }) else { return }
      flow.name = "close"
      for index in flow.calls.indices where flow.calls[index].definition.opensSession {
        flow.calls[index].effect = .accountDisable
      }
      for index in flow.ends.indices { flow.ends[index].results = [] }
      table.flows.append(flow)
    }
    let client = world.client()
    try await client.signUp("ada@example.com")
    let first = try await client.challenge("oauth2/v2.0", try await client.initiate("ada@example.com").token)
    let tokens = try await client.token(first.token, "password", "password", Client.password)
    #expect(tokens.outline == "200")
    let page = await world.engine.start(
      flow: "close", tenant: "native-auth", by: .operator, input: ["email": "ada@example.com"])
    let closed = await world.engine.send(
      ClientEvent("submit", input: ["password": .string(Client.password)], token: page.token))
    #expect(closed.end?.name == "completed")

    let refreshed = try await client.post(
      "oauth2/v2.0/token",
      ["grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]?.string ?? "", "client_info": "1"])
    #expect(refreshed.outline == "400 invalid_grant 70000")
    let password = try await client.challenge("oauth2/v2.0", try await client.initiate("ada@example.com").token)
    let wrong = try await client.token(password.token, "password", "password", "Wrong-Pass-1")
    #expect(wrong.outline == "400 invalid_grant 50126")
    let right = try await client.token(password.token, "password", "password", Client.password)
    #expect(right.outline == "400 invalid_grant 50057")
    let code = try await client.post(
      "oauth2/v2.0/challenge",
      [
        "continuation_token": try await client.initiate("ada@example.com", types: "oob redirect").token,
        "challenge_type": "oob redirect",
      ])
    let entered = try await client.token(code.token, "oob", "oob", await world.code())
    #expect(entered.outline == "400 invalid_grant 50057")
    #expect(try await client.startSignUp("ada@example.com").outline == "400 user_already_exists 1003037")
  }

  /// MSAL adds `openid profile offline_access` to each refresh, and to no sign-in that names scopes of its own.
  @Test
  func `whoever signed in with few scopes is refreshed with the usual ones`() async throws {
    let world = try await world()
    let client = world.client()
    let grant = try await client.signUp("ada@example.com")
    let tokens = try await client.post(
      "oauth2/v2.0/token",
      ["grant_type": "continuation_token", "continuation_token": grant, "scope": "openid", "client_info": "true"])
    #expect(tokens["scope"] == "openid")
    func refresh(_ token: JSON?, _ scope: String) async throws -> Answer {
      try await client.post(
        "oauth2/v2.0/token",
        ["grant_type": "refresh_token", "refresh_token": token?.string ?? "", "scope": scope, "client_info": "1"])
    }
    #expect(try await refresh(tokens["refresh_token"], "openid email").outline == "400 invalid_scope 70011")
    let fresh = try await refresh(tokens["refresh_token"], "openid profile offline_access")
    #expect(fresh.outline == "200")
    #expect(fresh["scope"] == "openid profile offline_access")
  }
}
