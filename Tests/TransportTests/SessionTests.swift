import EngineSupport
import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import FlowTokens
import HTTPSupport
import Testing

/// Sign-out, revocation (RFC 7009) and introspection (RFC 7662), for the tokens of every protocol.
@Suite(.timeLimit(.minutes(2)))
struct SessionTests {
  @Test func `whoever is signed in sees all sessions of the account, and ends one, the others or its own`() async throws
  {
    try await withPeople { people in
      let (phone, ios) = (try await people.phone(), try await people.ios())
      let listed = try await people.sessions(ios)
      #expect(listed.status == 200)
      let sessions = try #require(listed.json["sessions"]?.array)
      #expect(Set(sessions.compactMap { $0["protocol"]?.string }) == ["flow-api", "native-auth"])
      #expect(Set(sessions.compactMap { $0["application"]?.string }) == ["ios", "phone"])
      let own = try #require(sessions.first { $0["current"] == true })
      #expect(own["application"] == "ios" && own["amr"] == ["otp"])
      let other = try #require(sessions.first { $0["current"] == false })
      #expect(other["amr"] == ["pwd"])

      // Both see the same, each from its place.
      let seen = try await people.sessions(phone.access)
      #expect(seen.json["sessions"]?.array?.first { $0["current"] == true }?["id"] == other["id"])
      #expect(try await people.end("ffffffffffffffffffffffff", ios).status == 404)
      #expect(try await people.end(other["id"]?.string ?? "", ios).status == 204)
      #expect(try await people.sessions(phone.access).status == 401)
      #expect(try await people.refresh(phone.refresh)["error"] == "invalid_grant")

      let again = try await people.phone()
      #expect(try await people.end("others", again.access).status == 204)
      #expect(try await people.sessions(ios).status == 401)
      #expect(try await people.end("current", again.access).status == 204)
      let gone = try await people.sessions(again.access)
      #expect(gone.status == 401 && gone.headers["WWW-Authenticate"] == "Bearer error=\"invalid_token\"")
      #expect(try await people.sessions(nil).headers["WWW-Authenticate"] == "Bearer")
    }
  }

  @Test func `an account's sessions are no one else's, and an API cannot sign its callers out`() async throws {
    try await withPeople { people in
      let ada = try await people.ios()
      let club = try await people.phone(scope: "api://club/read+openid+offline_access")
      try await people.signUp("eve@example.com")
      let eve = try await people.ios("eve@example.com")
      let session = try #require(try await people.sessions(ada).json["sessions"]?.array?.first?["id"]?.string)
      #expect(try await people.end(session, eve).status == 404)
      #expect(try await people.sessions(eve).json["sessions"]?.array?.count == 1)
      #expect(try await people.sessions(club.access).status == 401)
      #expect(try await people.sessions(club.refresh).status == 401)
      #expect(try await people.sessions(ada, tenant: "email-password").status == 401)
      #expect(try await people.sessions(ada, tenant: "nobody").status == 404)
    }
  }

  @Test func `an application's server hears what its tokens are worth, and of others' nothing`() async throws {
    try await withPeople { people in
      let phone = try await people.phone()
      let ios = try await people.ios()
      let answer = try await people.introspect(phone.access, as: "phone")
      #expect(answer["active"] == true && answer["client_id"] == "phone" && answer["token_type"] == "Bearer")
      #expect(answer["amr"] == ["pwd"] && answer["acr"] == "urn:usher:acr:1" && answer["auth_time"]?.int != nil)
      let issuer = answer["iss"]?.string ?? ""
      #expect(issuer == "http://127.0.0.1:\(people.port)/native-auth/v2.0")
      #expect(answer["aud"]?.string == issuer + "/phone")
      let refresh = try await people.introspect(phone.refresh, as: "phone")
      #expect(refresh["active"] == true && refresh["token_type"] == nil && refresh["sub"] == answer["sub"])
      let opaque = try await people.introspect(ios, as: "ios")
      #expect(opaque["active"] == true && opaque["client_id"] == "ios" && opaque["sub"] == answer["sub"])

      let nothing: JSON = ["active": false]
      for token in [phone.access, phone.refresh, phone.id, "x", "a.b", "a.b.c", phone.access + "x"] {
        #expect(try await people.introspect(token, as: "ios") == nothing)
      }
      #expect(try await people.introspect(ios, as: "phone") == nothing)
      #expect(try await people.introspect(phone.id, as: "phone") == nothing)

      // A token for an API is told to the servers of the applications whose API it is, and to them alone.
      let club = try await people.phone(scope: "api://club/read+offline_access")
      #expect(try await people.introspect(club.access, as: "phone")["aud"] == "api://club")
      #expect(try await people.introspect(club.access, as: "ios") == nothing)
    }
  }

  @Test func `nobody asks about tokens without an application's secret`() async throws {
    try await withPeople { people in
      let phone = try await people.phone()
      for credentials in [
        nil, "phone:wrong", "phone:", "kiosk:\(People.secret)", "nobody:\(People.secret)", "macos:short",
      ] {
        let answer = try await people.ask(introspecting: phone.access, credentials: credentials)
        #expect(answer.status == 401 && answer.json["active"] == nil, "\(credentials ?? "nothing")")
        #expect(answer.headers["WWW-Authenticate"]?.hasPrefix("Basic") == true)
      }
    }
  }

  @Test func `a revoked token is worth nothing, nor are those of its session; another client's is left`() async throws {
    try await withPeople { people in
      let phone = try await people.phone()
      let kept = try await people.phone()
      let stranger = try await people.revoke(phone.refresh, client: "browser")
      #expect(stranger.status == 400 && stranger.json["error"] == "invalid_grant")
      #expect(try await people.introspect(phone.refresh, as: "phone")["active"] == true)
      #expect(try await people.revoke(phone.refresh, client: "phone").status == 200)
      for token in [phone.access, phone.refresh] {
        #expect(try await people.introspect(token, as: "phone")["active"] == false)
      }
      #expect(try await people.refresh(phone.refresh)["error"] == "invalid_grant")
      #expect(try await people.introspect(kept.access, as: "phone")["active"] == true)
      // By the access token; and by a refresh token that was replaced.
      #expect(try await people.revoke(kept.access, client: "phone").status == 200)
      #expect(try await people.refresh(kept.refresh)["error"] == "invalid_grant")
      let replaced = try await people.phone()
      let newest = try await people.refresh(replaced.refresh)
      #expect(try await people.revoke(replaced.refresh, client: "phone").status == 200)
      #expect(try await people.refresh(newest["refresh_token"]?.string ?? "")["error"] == "invalid_grant")

      // An access token for an API signs nobody out: its API holds it as well. The refresh token is the client's alone.
      let club = try await people.phone(scope: "api://club/read+offline_access")
      #expect(try await people.revoke(club.access, client: "phone").json["error"] == "invalid_grant")
      #expect(try await people.introspect(club.access, as: "phone")["active"] == true)
      #expect(try await people.revoke(club.refresh, client: "phone").status == 200)
      #expect(try await people.introspect(club.access, as: "phone")["active"] == false)

      let ios = try await people.ios()
      #expect(try await people.revoke(ios, client: "ios").status == 200)
      #expect(try await people.sessions(ios).status == 401)
      // What is no token, or no more, is answered the same.
      for token in [ios, phone.refresh, "x", "a.b", String(repeating: "A", count: 3000)] {
        let answer = try await people.revoke(token, client: "ios")
        #expect(answer.status == 200 && answer.body.isEmpty)
      }
      #expect(try await people.revoke("x", client: nil).json["error"] == "invalid_request")
      #expect(try await people.revoke("x", client: "nobody").json["error"] == "invalid_client")
    }
  }

  @Test(arguments: ["disabled", "deleted", "reset", "leak"])
  func `what ends an account's sessions ends them for good`(how: String) async throws {
    try await withPeople { people in
      let phone = try await people.phone()
      let ios = try await people.ios()
      let engine = people.world.engine
      let account = try #require(try await people.introspect(ios, as: "ios")["sub"]?.string)
      switch how {
      case "disabled":
        #expect(try await engine.disableAccount(account, tenant: "native-auth"))
        #expect(try await people.introspect(ios, as: "ios")["active"] == false)
        #expect(try await engine.enableAccount(account, tenant: "native-auth"))
      case "leak": try await people.world.keys.rotate("native-auth", retention: nil)
      case "deleted": try await engine.removeAccount(account, tenant: "native-auth")
      default: try await people.reset()
      }
      for (token, application) in [(phone.access, "phone"), (phone.refresh, "phone"), (ios, "ios")] {
        #expect(try await people.introspect(token, as: application) == ["active": false])
      }
      for token in [phone.access, ios] { #expect(try await people.sessions(token).status == 401) }
      #expect(try await people.refresh(phone.refresh)["error"] == "invalid_grant")
      #expect(try await engine.session(of: ios, tenant: "native-auth") == nil)
    }
  }

  @Test func `sessions of App Services are listed, revoked and asked about as the others`() async throws {
    try await withPeople { people in
      let tokens = try await people.realm()
      let (access, refresh) = (tokens["access_token"]?.string ?? "", tokens["refresh_token"]?.string ?? "")
      let listed = try await people.sessions(access, tenant: "email-password").json["sessions"]?.array
      #expect(listed?.count == 1 && listed?.first?["protocol"] == "app-services")
      #expect(listed?.first?["application"] == "realm-by-link" && listed?.first?["amr"] == ["pwd"])
      for token in [access, refresh] {
        let answer = try await people.introspect(token, as: "realm-by-link", tenant: "email-password")
        #expect(answer["active"] == true && answer["sub"] == tokens["user_id"])
        #expect(try await people.introspect(token, as: "phone") == ["active": false])
      }
      #expect(try await people.revoke(refresh, client: "realm-by-link", tenant: "email-password").status == 200)
      let profile = try await HTTPSupport.ask(
        people.port, "GET /api/client/v2.0/auth/profile", ["Authorization: Bearer \(access)"])
      #expect(profile.status == 401)
      #expect(
        try await people.introspect(access, as: "realm-by-link", tenant: "email-password") == ["active": false])
    }
  }

  @Test func `a tenant says how long its tokens live and how they are signed`() async throws {
    func shorten(_ table: inout FlowTable) {
      table.tokens.access = 120
      table.tokens.session = 600
      table.tokens.refresh = 300
      table.tokens.algorithm = .eddsa
    }
    try await withPeople(changing: shorten) { people in
      let phone = try await people.phone()
      #expect(phone.answer["expires_in"] == 120)
      let header = phone.access.split(separator: ".").first.flatMap { Base64URL.decode(String($0)) } ?? []
      #expect(try JSON.parse(header)["alg"] == "EdDSA")
      let keys = try await HTTPSupport.ask(people.port, "GET /native-auth/discovery/v2.0/keys").json["keys"]?.array
      #expect(keys?.contains { $0["kty"] == "OKP" && $0["crv"] == "Ed25519" } == true)
      people.world.clock.advance(seconds: 200)
      #expect(try await people.introspect(phone.access, as: "phone")["active"] == false)
      let second = try await people.refresh(phone.refresh)
      people.world.clock.advance(seconds: 290)
      let third = try await people.refresh(second["refresh_token"]?.string ?? "")
      people.world.clock.advance(seconds: 120)
      #expect(try await people.refresh(third["refresh_token"]?.string ?? "")["error"] == "expired_refresh_token")
    }
  }
}

/// Ada, who has an account, and the apps and servers she has to do with.
private struct People {
  let world: World
  let port: UInt16

  /// What each application's server shows.
  static let secret = "0123456789abcdef0123456789ABCDEF+/:%"
  static let password = "Correct-Horse-1"

  struct Tokens {
    let answer: JSON
    var access: String { answer["access_token"]?.string ?? "" }
    var refresh: String { answer["refresh_token"]?.string ?? "" }
    var id: String { answer["id_token"]?.string ?? "" }
  }

  // MARK: Signing in

  /// Signs somebody up with a password; the grant.
  @discardableResult
  func signUp(_ email: String = World.ada) async throws -> String {
    let client = try world.client(.http)
    var reply = try await client.start(
      "sign-up-password",
      ["email": .string(email), "password": .string(Self.password), "country": "France", "city": "Paris"]
    ).json
    reply = try await client.send(
      "submit", ["code": .string(try await world.code(to: email))], reply["token"]?.string ?? ""
    ).json
    for _ in 0..<4 where reply["page"] != nil {
      var input = JSONObject()
      for field in reply["page"]?["fields"]?.array ?? [] where field["required"] == true {
        let isNumber = field["type"] == "integer"
        input[field["name"]?.string ?? ""] = isNumber ? 30 : field["type"] == "boolean" ? true : "France"
      }
      reply = try await client.send("submit", input, reply["token"]?.string ?? "").json
    }
    return try #require(reply["end"]?["grants"]?["sign-in"]?.string, "\(reply)")
  }

  /// Signs in with a code over the flow API; the access token.
  func ios(_ email: String = World.ada) async throws -> String {
    let client = try world.client(.http)
    world.clock.advance(seconds: 60)
    var reply = try await client.start("sign-in", ["email": .string(email)]).json
    reply = try await client.send("use-code", [:], reply["token"]?.string ?? "").json
    reply = try await client.send(
      "submit", ["code": .string(try await world.code(to: email))], reply["token"]?.string ?? ""
    ).json
    return try #require(reply["end"]?["result"]?["tokens"]?["access_token"]?.string, "\(reply)")
  }

  /// Signs in over native authentication with the password.
  func phone(scope: String = "openid+profile+offline_access") async throws -> Tokens {
    let begun = try await native("initiate", "username=ada%40example.com&challenge_type=password+redirect")
    let token = begun["continuation_token"]?.string ?? ""
    let answer = try await native(
      "token", "continuation_token=\(token)&grant_type=password&password=\(Self.password)&scope=\(scope)")
    try #require(answer["token_type"] == "Bearer", "\(answer)")
    return Tokens(answer: answer)
  }

  /// Registers with App Services, confirms and logs in.
  func realm() async throws -> JSON {
    func call(_ path: String, _ body: JSON) async throws -> JSON {
      try await HTTPSupport.ask(
        port, "POST /api/client/v2.0/app/realm-by-link/auth/providers/local-userpass/" + path,
        ["Content-Type: application/json"], body: body.text
      ).json
    }
    _ = try await call("register", ["email": "ada@example.com", "password": "Tea-at-5-oclock"])
    await world.engine.deliverMessages()
    let link = try #require(world.outbox.links(to: World.ada).first)
    _ = try await call("confirm", ["token": .string(link.token), "tokenId": .string(link.tokenId)])
    return try await call("login", ["username": "ada@example.com", "password": "Tea-at-5-oclock"])
  }

  /// Ada sets another password.
  func reset() async throws {
    let client = try world.client(.http)
    world.clock.advance(seconds: 60)
    var reply = try await client.start("reset-password", ["email": .string(World.ada)]).json
    reply = try await client.send(
      "submit", ["code": .string(try await world.code())], reply["token"]?.string ?? ""
    ).json
    reply = try await client.send("submit", ["password": "Battery-Staple-2"], reply["token"]?.string ?? "").json
    try #require(reply["end"]?["name"] == "completed", "\(reply)")
  }

  func refresh(_ token: String) async throws -> JSON {
    try await native("token", "grant_type=refresh_token&refresh_token=\(token)")
  }

  private func native(_ call: String, _ fields: String) async throws -> JSON {
    try await form("/native-auth/oauth2/v2.0/\(call)", "client_id=phone&client_info=true&\(fields)").json
  }

  // MARK: Sessions and tokens

  func sessions(_ token: String?, tenant: String = "native-auth") async throws -> RawResponse {
    try await HTTPSupport.ask(port, "GET /v1/tenants/\(tenant)/sessions", bearer(token))
  }

  func end(_ which: String, _ token: String) async throws -> RawResponse {
    try await HTTPSupport.ask(port, "DELETE /v1/tenants/native-auth/sessions/\(which)", bearer(token))
  }

  func revoke(_ token: String, client: String?, tenant: String = "native-auth") async throws -> RawResponse {
    try await form(
      "/v1/tenants/\(tenant)/tokens/revoke", "token=\(token)" + (client.map { "&client_id=\($0)" } ?? ""))
  }

  /// What the server of an application hears.
  func introspect(_ token: String, as application: String, tenant: String = "native-auth") async throws -> JSON {
    try await ask(introspecting: token, credentials: "\(application):\(Self.secret)", tenant: tenant).json
  }

  func ask(
    introspecting token: String, credentials: String?, tenant: String = "native-auth"
  ) async throws -> RawResponse {
    // The secret is encoded as a form's field first (RFC 6749, section 2.3.1).
    let shown = credentials.map { text in
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let secret = parts[1].replacing("%", with: "%25").replacing("+", with: "%2B").replacing(":", with: "%3A")
      let encoded = Base64URL.encode(Array("\(parts[0]):\(secret)".utf8))
      return encoded.replacing("-", with: "+").replacing("_", with: "/")
        + String(repeating: "=", count: (4 - encoded.count % 4) % 4)
    }
    return try await form(
      "/v1/tenants/\(tenant)/tokens/introspect", "token=\(token)", shown.map { ["Authorization: Basic \($0)"] } ?? [])
  }

  private func bearer(_ token: String?) -> [String] { token.map { ["Authorization: Bearer \($0)"] } ?? [] }

  private func form(_ path: String, _ body: String, _ headers: [String] = []) async throws -> RawResponse {
    try await HTTPSupport.ask(
      port, "POST \(path)", ["Content-Type: application/x-www-form-urlencoded"] + headers, body: body)
  }
}

/// Runs a test with Ada and her account.
private func withPeople(
  changing change: (inout FlowTable) -> Void = { _ in }, _ body: (People) async throws -> Void
) async throws {
  func prepare(_ site: inout Site) {
    let secrets: [FunctionSecret: [String]] = [
      .variable("SHORT"): ["short"], .file("long"): ["its-successor-is-not-shown-yet-by-the-server", People.secret],
    ]
    site.secrets = { _, secret in (secrets[secret] ?? []).map { Array($0.utf8) } }
    site.directory.replace(
      site.directory.tables.map { table in
        var table = table
        for index in table.applications.indices where table.applications[index].name != "kiosk" {
          let isShort = table.applications[index].name == "macos"
          table.applications[index].secret = isShort ? .variable("SHORT") : .file("long")
        }
        change(&table)
        return table
      })
  }
  try await withWorld(change: prepare) { world in
    let people = People(world: world, port: try world.port())
    try await people.signUp()
    try await body(people)
  }
}
