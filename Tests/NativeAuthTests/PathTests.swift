import FlowHTTP
import FlowJSON
import FlowRuntime
import FlowTokens
import Testing

/// What stands at the paths below a tenant, on a whole site.
@Suite("Native auth: paths")
struct PathTests {
  private func site(_ body: (UInt16) async throws -> Void) async throws {
    let world = try await World()
    let key = try #require(ServerKey.random())
    let keys = try await SigningKeys(storage: world.storage, key: key)
    let tables = ["native-auth", "own-words"].compactMap { world.engine.table(of: $0) }
    let site = Site(
      FlowDirectory(tables), service: world.engine, accounts: world.engine,
      tokens: TokenService(storage: world.storage, key: key, keys: keys), key: key)
    let servers = LiveServers()
    do {
      try await body(try servers.serve(site.handler()))
    } catch {
      await servers.shutdown()
      throw error
    }
    await servers.shutdown()
  }

  private func answer(_ port: UInt16, _ method: HTTPMethod, _ path: String) async throws -> HTTPResponse {
    try await ask(
      port,
      HTTPRequest(
        method, path: path.split(separator: "/").map(String.init),
        headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Array("client_id=phone".utf8)))
  }

  @Test
  func `nothing below a tenant is answered 404 or 405`() async throws {
    try await site { port in
      for path in [
        "native-auth", "native-auth/nothing", "native-auth/signup/v1.0/nothing", "native-auth/signup/v2.0/start",
        "native-auth/oauth2/v2.0/authorize", "native-auth/v2.0/.well-known/nothing", "own-words/signup",
        "native-auth/signup/v1.0/start/more",
      ] {
        for method in [HTTPMethod.post, .get, .put] {
          let response = try await answer(port, method, path)
          #expect(response.status == 400, "\(method) \(path)")
          let json = try JSON.parse(response.body)
          #expect(json["error"] == "invalid_request" && json["error_codes"] == [90023], "\(method) \(path)")
          #expect(json["trace_id"]?.string == response.headers["x-ms-request-id"])
        }
      }
      #expect(try await answer(port, .get, "native-auth/signup/v1.0/start").status == 400)
    }
  }

  @Test
  func `a tenant's documents, other protocols and what is nobody's keep their own answers`() async throws {
    try await site { port in
      let document = try await answer(port, .get, "native-auth/v2.0/.well-known/openid-configuration")
      #expect(document.status == 200)
      #expect(try JSON.parse(document.body)["issuer"]?.string == "http://127.0.0.1:\(port)/native-auth/v2.0")
      #expect(
        try JSON.parse(document.body)["scopes_supported"]
          == ["openid", "profile", "email", "phone", "offline_access", "api://club/read", "api://club/write"])
      let keys = try await answer(port, .get, "native-auth/discovery/v2.0/keys")
      #expect(keys.status == 200)
      #expect(try JSON.parse(keys.body)["keys"]?.array?.isEmpty == false)
      for (path, status) in [
        ("native-auth/discovery/v2.0/keys", 405), ("nowhere/v2.0/.well-known/openid-configuration", 405),
        ("nowhere/at/all", 404), ("favicon.ico", 404), ("v1/nothing", 404), ("api/client/v2.0/nothing", 404),
        ("nowhere/signup/v1.0/start", 400),
      ] {
        #expect(try await answer(port, .post, path).status == status, "\(path)")
      }
      #expect(try await answer(port, .get, "nowhere/v2.0/.well-known/openid-configuration").status == 404)
    }
  }
}
