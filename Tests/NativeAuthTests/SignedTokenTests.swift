import FlowHTTP
import FlowJSON
import FlowRuntime
import FlowTokens
import Testing

@Suite("Native auth: signed tokens", .overBothTransports)
struct SignedTokenTests {
  private func world() async throws -> World {
    try await World { storage, key, clock in
      let keys = try await SigningKeys(storage: storage, key: key, clock: clock)
      return SignedTokens(TokenService(storage: storage, key: key, keys: keys, clock: clock))
    }
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
    #expect(claims["iss"] == "http://test/native-auth/v2.0")

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
