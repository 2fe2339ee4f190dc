import FlowJSON
import FlowModel
import FlowRuntime
import Testing

@testable import FlowTokens

@Suite struct RefreshTests {
  @Test func `the token answer has all that clients insist on`() async throws {
    let server = try await Server()
    let answer = try await server.issue()
    #expect(answer["token_type"] == "Bearer")
    #expect(answer["scope"] == "openid profile offline_access")
    #expect(answer["expires_in"] == 3600)
    #expect(answer["ext_expires_in"] == 3600)
    let info = try JSON.parse(try #require(Base64URL.decode(answer.text("client_info"))))
    #expect(info == ["uid": .string(Server.ada), "utid": "contoso"])
    let claims = try #require(parts(answer.text("id_token"))[1])
    #expect(claims["preferred_username"] == "Ada@example.com")
    #expect(claims["name"] == "Ada Lovelace")
    #expect(claims["email"] == "Ada@example.com" && claims["email_verified"] == true)
    #expect(claims["sid"]?.string.map(answer.text("refresh_token").hasPrefix) == true)
    #expect(claims["oid"] == .string(Server.ada))
    #expect(claims["sub"] == .string(Server.ada))
    #expect(claims["tid"] == "contoso")
    #expect(claims["aud"] == "ios")
    #expect(claims["exp"] == .int(server.clock.seconds + 3600))
  }

  @Test func `an address that nobody has proven is in no token`() async throws {
    let server = try await Server()
    try await server.change { $0.unproven = Set($0.identifiers) }
    var claims = try #require(parts(try await server.issue().text("id_token"))[1])
    for name in ["email", "email_verified", "preferred_username"] { #expect(claims[name] == nil) }
    let app = SessionApp(id: "a", userData: ["email", "givenName"])
    claims = try #require(parts(try await server.logIn(app: app).text("access_token"))[1])
    #expect(claims["user_data"] == ["givenName": "Ada"])
  }

  @Test func `a phone number is told to who asks for it, once it was proven`() async throws {
    let server = try await Server()
    let number = Identifier(attribute: "mobile", value: "+12025550167")
    var client = Server.client
    client.claims = IdentifierClaims(emails: ["email"], phones: ["mobile"])
    client.scopes = ["openid", "phone"]
    func claims() async throws -> JSON {
      let answer = try await server.service.issue(account: Server.ada, tenant: "contoso", to: client)
      return try #require(parts(answer.text("id_token"))[1])
    }
    try await server.change { $0.identifiers.append(number) }
    let told = try await claims()
    #expect(told["phone_number"] == "+12025550167" && told["phone_number_verified"] == true)
    #expect(told["email"] == nil)
    try await server.change { account in
      account.identifiers.append(number)
      account.unproven = [number]
    }
    #expect(try await claims()["phone_number"] == nil)
    client.scopes = ["openid", "profile"]
    #expect(try await claims()["phone_number"] == nil)
  }

  @Test func `an address is told as its owner writes it, and none that merely stands in its place`() async throws {
    let server = try await Server()
    try await server.change { $0.attributes = #"{"email":"mallory@example.com"}"# }
    let claims = try #require(parts(try await server.issue().text("id_token"))[1])
    #expect(claims["email"] == "ada@example.com" && claims["preferred_username"] == "ada@example.com")
  }

  @Test func `a refreshed token says when and how its owner signed in, not when it was refreshed`() async throws {
    let server = try await Server()
    let signIn = SignIn(methods: [.password, .once], time: server.clock.now() - 5_000)
    let first = try await server.service.issue(
      account: Server.ada, tenant: "contoso", to: Server.client, signIn: signIn)
    server.clock.advance(seconds: 100)
    let second = try await server.refresh(first.text("refresh_token"))
    for (answer, name) in [
      (first, "access_token"), (first, "id_token"), (second, "access_token"), (second, "id_token"),
    ] {
      let claims = try #require(parts(answer.text(name))[1])
      #expect(claims["auth_time"] == .int(signIn.time / 1000), "\(name)")
      #expect(claims["amr"] == ["mfa", "otp", "pwd"] && claims["acr"] == "urn:usher:acr:2", "\(name)")
    }
  }

  @Test func `an access token is accepted for its issuer and audience, an id token never`() async throws {
    let server = try await Server()
    let answer = try await server.issue()
    let access = answer.text("access_token")
    let service = server.service
    let claims = try await service.verifyAccessToken(access, issuer: Server.client.issuer, audience: "ios")
    #expect(claims["client_id"] == "ios")
    #expect(claims["scope"] == "openid profile offline_access")
    await #expect(throws: TokenError.wrongParty) {
      try await service.verifyAccessToken(access, issuer: Server.client.issuer, audience: "web")
    }
    await #expect(throws: TokenError.wrongParty) {
      try await service.verifyAccessToken(access, issuer: "https://fabrikam.example/v2.0", audience: "ios")
    }
    await #expect(throws: TokenError.wrongHeader) {
      try await service.verifyAccessToken(
        answer.text("id_token"), issuer: Server.client.issuer, audience: "ios")
    }
    server.clock.advance(seconds: 3660)
    await #expect(throws: TokenError.expired) {
      try await service.verifyAccessToken(access, issuer: Server.client.issuer, audience: "ios")
    }
  }

  @Test func `RS256 is a setting away`() async throws {
    var settings = TokenSettings()
    settings.algorithm = .rs256
    let server = try await Server(settings: settings)
    let answer = try await server.issue()
    #expect(parts(answer.text("id_token"))[0]?["alg"] == "RS256")
    let modulus = try await server.service.keys.current().current(.rs256).jwk["n"]?.string
    #expect(modulus.flatMap { Base64URL.decode($0) }?.count == 384)
    _ = try await server.service.verifyAccessToken(
      answer.text("access_token"), issuer: Server.client.issuer, audience: "ios")
  }

  @Test func `each use replaces a refresh token`() async throws {
    let server = try await Server()
    var token = try await server.issue().text("refresh_token")
    var seen: Set<String> = [token]
    for _ in 0..<5 {
      token = try await server.refresh(token).text("refresh_token")
      #expect(seen.insert(token).inserted)
    }
  }

  @Test func `a replaced token that comes again ends the whole family, and no other`() async throws {
    let server = try await Server()
    let other = try await server.issue().text("refresh_token")
    let first = try await server.issue().text("refresh_token")
    let second = try await server.refresh(first).text("refresh_token")
    let third = try await server.refresh(second).text("refresh_token")
    server.clock.advance(seconds: 30)
    #expect(await server.refusal(first) == .reused)
    for token in [first, second, third] { #expect(await server.refusal(token) == .unknownSession) }
    #expect(await server.refusal(other) == nil)
  }

  @Test func `a made-up token ends nobody's session`() async throws {
    let server = try await Server()
    let token = try await server.issue().text("refresh_token")
    let dot = try #require(token.firstIndex(of: "."))
    let id = token[..<dot]
    let forgeries = [
      "", ".", "\(id)", "\(id).", "\(id).AAAA", "\(id)." + String(repeating: "A", count: 64), token + ".x", token + "A",
      "x" + token, String(repeating: "a", count: 5_000),
    ]
    for forgery in forgeries { #expect(await server.refusal(forgery) == .unknownSession) }
    let another = try await server.issue().text("refresh_token")
    #expect(await server.refusal("\(id)\(another[dot...])") == .unknownSession)
    #expect(await server.refusal(token) == nil)
  }

  @Test func `many uses at the same time get one answer`() async throws {
    let server = try await Server()
    let token = try await server.issue().text("refresh_token")
    let answers = try await withThrowingTaskGroup { group in
      for _ in 0..<16 {
        group.addTask {
          let answer = try await server.refresh(token)
          return [JSON.string(answer.text("refresh_token")), parts(answer.text("access_token"))[1] ?? .null]
        }
      }
      return try await group.reduce(into: Set<[JSON]>()) { $0.insert($1) }
    }
    #expect(answers.count == 1)
  }

  @Test func `a moment long a retry gets the same answer, and its tokens go on; later the family ends`() async throws {
    let server = try await Server()
    let first = try await server.issue().text("refresh_token")
    let answer = try await server.refresh(first)
    let second = answer.text("refresh_token")
    server.clock.advance(seconds: 29)
    let again = try await server.refresh(first)
    #expect(again.text("refresh_token") == second)
    for token in ["access_token", "id_token"] { #expect(parts(again.text(token)) == parts(answer.text(token))) }
    // A client may have gone on meanwhile while another request of it still waits.
    let third = try await server.refresh(second).text("refresh_token")
    #expect(try await server.refresh(first).text("refresh_token") == second)
    #expect(try await server.refresh(second).text("refresh_token") == third)
    server.clock.advance(seconds: 1)
    #expect(await server.refusal(first) == .reused)
    #expect(await server.refusal(third) == .unknownSession)
  }

  @Test func `the grace is of the same client, also for other scopes, and of what is newly replaced`() async throws {
    let server = try await Server()
    let first = try await server.issue().text("refresh_token")
    let second = try await server.refresh(first).text("refresh_token")
    var other = Server.client
    other.id = "web"
    #expect(await server.refusal(first, client: other) == .wrongClient)
    var narrow = Server.client
    narrow.scopes = ["openid"]
    let parallel = try await server.refresh(first, client: narrow)
    #expect(parallel.text("refresh_token") == second && parallel["scope"] == "openid")
    // Faster than any client goes on.
    var newest = second
    for _ in 0..<16 { newest = try await server.refresh(newest).text("refresh_token") }
    #expect(await server.refusal(first) == .reused)
    #expect(await server.refusal(newest) == .unknownSession)
  }

  @Test func `a token is bound to its client, its tenant and its scopes; a refusal leaves it as it was`() async throws {
    let server = try await Server()
    let token = try await server.issue().text("refresh_token")
    var client = Server.client
    client.id = "web"
    #expect(await server.refusal(token, client: client) == .wrongClient)
    client = Server.client
    client.scopes = ["openid", "email"]
    #expect(await server.refusal(token, client: client) == .invalidScope("email"))
    await #expect(throws: TokenError.unknownSession) {
      try await server.service.refresh(token, tenant: "fabrikam", client: Server.client)
    }
    client.scopes = ["openid"]
    let narrow = try await server.refresh(token, client: client)
    #expect(narrow["scope"] == "openid")
    #expect(parts(narrow.text("id_token"))[1]?["name"] == nil)
    client.scopes = []
    let whole = try await server.refresh(narrow.text("refresh_token"), client: client)
    #expect(whole["scope"] == "openid profile offline_access")
  }

  @Test func `a token ends when it is not used, and in any case after its longest time`() async throws {
    var settings = TokenSettings()
    settings.refreshIdle = 100
    settings.refreshTotal = 250
    let server = try await Server(settings: settings)
    var token = try await server.issue().text("refresh_token")
    for _ in 0..<2 {
      server.clock.advance(seconds: 99)
      token = try await server.refresh(token).text("refresh_token")
    }
    server.clock.advance(seconds: 52)
    #expect(await server.refusal(token) == .expired)
    let idle = try await server.issue().text("refresh_token")
    server.clock.advance(seconds: 100)
    #expect(await server.refusal(idle) == .expired)
    let now = server.clock.now()
    _ = try await server.storage.transact { try $0.removeExpired(before: now + 1, limit: 10, keeping: []) }
    #expect(await server.refusal(idle) == .unknownSession)
  }

  @Test func `an account that may not sign in gets no tokens`() async throws {
    let server = try await Server()
    let token = try await server.issue().text("refresh_token")
    try await server.change { $0.isEnabled = false }
    #expect(await server.refusal(token) == .accountUnavailable)
    await #expect(throws: TokenError.accountUnavailable) { try await server.issue() }
    try await server.change { $0.isConfirmed = false }
    #expect(await server.refusal(token) == .unknownSession)
    // It was shown meanwhile: enabling the account again brings nothing back.
    try await server.change { _ in }
    #expect(await server.refusal(token) == .unknownSession)
    await #expect(throws: TokenError.accountUnavailable) {
      try await server.service.issue(account: "nobody", tenant: "contoso", to: Server.client)
    }
  }

  @Test func `storage keeps no refresh token, only a hash`() async throws {
    let server = try await Server()
    let token = try await server.issue().text("refresh_token")
    let parts = token.split(separator: ".").map(String.init)
    let ticket = try #require(try await server.storage.transact { try $0.ticket(.refresh, parts[0]) })
    let secret = try #require(Base64URL.decode(parts[1]))
    #expect(ticket.secretHash.count == 32)
    #expect(!(ticket.sealed + ticket.secretHash).hex.contains(secret.prefix(16).hex))
  }

  @Test func `scopes are those that clients may ask for, each once`() async throws {
    let service = try await Server().service
    #expect(try service.scopes("openid  profile openid ") == ["openid", "profile"])
    for text in [nil, "", "  "] { #expect(try service.scopes(text) == ["openid", "profile", "offline_access"]) }
    #expect(throws: TokenError.invalidScope("admin")) { try service.scopes("openid admin") }
    #expect(throws: TokenError.invalidScope("OpenID")) { try service.scopes("OpenID") }
  }

  private static let own = ["api://club/read", "api://club/write", "api://shop/buy"].compactMap(APIScope.init)

  @Test func `scopes of its own APIs are those that the application declares, of one API at a time`() async throws {
    let service = try await Server().service
    #expect(
      try service.scopes("api://club/write openid api://club/read", declared: Self.own)
        == ["api://club/write", "openid", "api://club/read"])
    #expect(throws: TokenError.invalidScope("api://club/read")) { try service.scopes("api://club/read") }
    #expect(throws: TokenError.invalidScope("api://club/admin")) {
      try service.scopes("openid api://club/admin", declared: Self.own)
    }
    #expect(throws: TokenError.secondResource("api://shop/buy")) {
      try service.scopes("api://club/read api://shop/buy", declared: Self.own)
    }
  }

  @Test func `a refresh may ask for each API that the application has now, and for no other`() async throws {
    let server = try await Server()
    var client = Server.client
    client.declared = Self.own
    client.scopes = ["openid", "api://club/read"]
    let issued = try await server.service.issue(account: Server.ada, tenant: "contoso", to: client)
    let access = try await server.service.verifyAccessToken(
      issued.text("access_token"), issuer: client.issuer, audience: "api://club")
    #expect(access["scp"] == "read" && access["scope"] == "openid api://club/read")
    #expect(access["client_id"] == "ios")
    await #expect(throws: TokenError.wrongParty) {
      try await server.service.verifyAccessToken(
        issued.text("access_token"), issuer: client.issuer, audience: "ios")
    }
    #expect(parts(issued.text("id_token"))[1]?["aud"] == "ios")

    client.scopes = ["api://shop/buy", "openid", "profile", "offline_access"]
    let shop = try await server.refresh(issued.text("refresh_token"), client: client)
    #expect(shop["scope"] == "api://shop/buy openid profile offline_access")
    #expect(parts(shop.text("access_token"))[1]?["aud"] == "api://shop")
    #expect(parts(shop.text("access_token"))[1]?["scp"] == "buy")
    client.scopes = ["openid"]
    let plain = try await server.refresh(shop.text("refresh_token"), client: client)
    #expect(parts(plain.text("access_token"))[1]?["aud"] == .string(Server.client.issuer + "/ios"))
    #expect(parts(plain.text("access_token"))[1]?["scp"] == nil)

    // The application's table says so no more: neither whoever asks nor whoever was granted it gets it.
    client.declared = []
    client.scopes = ["api://club/read"]
    let token = plain.text("refresh_token")
    #expect(await server.refusal(token, client: client) == .invalidScope("api://club/read"))
    client.scopes = []
    let rest = try await server.refresh(token, client: client)
    #expect(rest["scope"] == "openid")
  }

  @Test func `the discovery document has what clients read`() throws {
    let document = Discovery(
      issuer: "https://a/v2.0", authorizationEndpoint: "https://a/authorize", tokenEndpoint: "https://a/token",
      keysEndpoint: "https://a/keys",
      apiScopes: ["api://club/read"]
    ).json(TokenSettings())
    let members = [
      ("issuer", "https://a/v2.0"), ("authorization_endpoint", "https://a/authorize"),
      ("token_endpoint", "https://a/token"), ("jwks_uri", "https://a/keys"),
    ]
    for (name, value) in members { #expect(document[name]?.string == value) }
    #expect(document["id_token_signing_alg_values_supported"] == ["ES256"])
    #expect(document["subject_types_supported"] == ["public"])
    #expect(
      document["scopes_supported"] == ["openid", "profile", "email", "phone", "offline_access", "api://club/read"])
  }
}
