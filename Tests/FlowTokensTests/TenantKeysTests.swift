import FlowJSON
import FlowModel
import FlowRuntime
import Testing

@testable import FlowTokens

/// Keys of each tenant's own, and what becomes of those that an earlier version kept for all.
@Suite struct TenantKeysTests {
  private let client = Server.client

  /// Writes an account of Ada's in another tenant.
  private func fabrikam(_ server: Server) async throws {
    let account = AccountRecord(
      id: "fedcba9876543210fedcba98", tenant: "fabrikam", isConfirmed: true,
      identifiers: [Identifier(attribute: "email", value: "ada@example.com")], attributes: "{}", created: 0)
    try await server.storage.transact { _ = try $0.put(account) }
  }

  @Test func `no tenant's token is another one's, though client, address and API have the same names`() async throws {
    let server = try await Server()
    try await fabrikam(server)
    let service = server.service
    let own = try await server.issue()
    let other = try await service.issue(account: "fedcba9876543210fedcba98", tenant: "fabrikam", to: client)
    let keys = try await (service.keys.current(of: "contoso"), service.keys.current(of: "fabrikam"))
    #expect(Set(keys.0.keys.map(\.id)).isDisjoint(with: keys.1.keys.map(\.id)))
    let audience = TokenClient.audience(issuer: client.issuer, client: client.id)
    for (token, tenant) in [(own, "fabrikam"), (other, "contoso"), (own, "nobody")] {
      await #expect(throws: TokenError.unknownKey) {
        try await service.verifyAccessToken(
          token.text("access_token"), tenant: tenant, issuer: client.issuer, audience: audience)
      }
      await #expect(throws: TokenError.unknownSession) {
        try await service.refresh(token.text("refresh_token"), tenant: tenant, client: client)
      }
      let asker = TokenAsker(application: client.id, resources: [])
      for name in ["access_token", "refresh_token"] {
        let answer = try await service.introspect(token.text(name), tenant: tenant, issuer: "i", by: asker)
        #expect(answer == ["active": false])
        try await service.revoke(token.text(name), tenant: tenant, client: client.id)
      }
    }
    _ = try await server.refresh(own.text("refresh_token"))
    #expect(try await service.keys.tenants() == ["contoso", "fabrikam"])
  }

  @Test func `what is made for one client of one issuer is for no other audience`() {
    let one = TokenClient.audience(issuer: "https://login.example/contoso/v2.0", client: "web")
    let other = TokenClient.audience(issuer: "https://login.example/fabrikam/v2.0", client: "web")
    #expect(one != other)
  }

  @Test func `a rotation after one tenant's leak leaves the others signed in`() async throws {
    let server = try await Server()
    try await fabrikam(server)
    let own = try await server.issue().text("refresh_token")
    let other = try await server.service.issue(account: "fedcba9876543210fedcba98", tenant: "fabrikam", to: client)
    let before = try await server.service.keys.current(of: "fabrikam").keys.map(\.id)
    server.clock.advance(seconds: 1)
    try await server.service.keys.rotate("contoso", retention: nil)
    #expect(await server.refusal(own) == .unknownSession)
    #expect(try await server.service.keys.current(of: "fabrikam").keys.map(\.id) == before)
    _ = try await server.service.refresh(other.text("refresh_token"), tenant: "fabrikam", client: client)
  }

  @Test func `a tenant's keys open under its own name alone`() async throws {
    let server = try await Server()
    let names = ["contoso", "fabrikam"].map { SigningKeys.recordName(ofDomain: AppID.domain($0)) }
    try await server.storage.transact { transaction in
      guard var record = try transaction.secret(names[0]) else { return }
      record.name = names[1]
      try transaction.put(record)
    }
    await #expect(throws: TokenError.self) { try await server.service.keys.current(of: "fabrikam") }
  }

  // MARK: From an earlier version

  /// A storage as the last version left it: one record with the keys of all tenants, of which RSA has 2048 bits; a refresh
  /// token's family and a session of App Services without what this version keeps with them.
  private func old(_ clock: TestClock) async throws -> (storage: MemoryStorage, keys: KeySet, tokens: OldTokens) {
    let key = try #require(Server.key)
    let storage = MemoryStorage()
    let keys = KeySet(try KeySet.fresh(clock.now(), [.es256, .hs256]))
    let token = RefreshToken(id: OrderedID.text(now: clock.now()), key)
    let grant: JSON = [
      "client": .string(client.id), "scopes": ["openid", "profile"], "started": .int(clock.now()),
    ]
    let session = OrderedID.text(now: clock.now())
    let claims = AppClaims(
      session: session, device: session, user: Server.ada, tenant: "contoso", now: clock.now())
    let expires = clock.now() + 60 * 86_400_000
    try await storage.transact { transaction in
      try transaction.put(keys.record("signing-keys", key))
      try transaction.put(
        TicketRecord(
          kind: .refresh, id: token.id, tenant: "contoso", account: Server.ada, secretHash: token.hash(key),
          sealed: key.seal(grant.utf8(), context: Array("refresh:\(token.id)".utf8)), expires: expires))
      try transaction.put(
        TicketRecord(
          kind: .session, id: session, tenant: "contoso", account: Server.ada, secretHash: [],
          sealed: key.seal(Array("realm".utf8), context: Array("session:\(session)".utf8)), expires: expires))
    }
    let settings = TokenSettings()
    return (
      storage, keys,
      OldTokens(
        refresh: token.text,
        app: try keys.sign(claims.refresh(settings, id: [1]), with: .hs256, type: "JWT", naming: false),
        access: try keys.sign(
          [
            "iss": .string(client.issuer), "aud": "ios", "sub": .string(Server.ada), "tid": "contoso",
            "iat": .int(clock.seconds), "exp": .int(clock.seconds + 3600),
          ], with: .es256, type: "at+jwt"))
    )
  }

  private struct OldTokens {
    var refresh: String
    var app: String
    var access: String
  }

  @Test func `sessions and keys of the last version go on, and sign nothing new`() async throws {
    let (storage, keys, tokens) = try await old(TestClock())
    let server = try await Server(storage: storage)
    // What was signed before verifies, for every tenant, until it has ended.
    let expectation = TokenExpectation([.es256], type: "at+jwt", issuer: client.issuer, audience: "ios")
    let current = try await server.service.keys.current()
    _ = try current.verify(tokens.access, expecting: expectation, now: server.clock.now())
    #expect(try current.current(.es256).id != (try keys.current(.es256)).id)

    let answer = try await server.refresh(tokens.refresh)
    #expect(parts(answer.text("access_token"))[0]?["kid"]?.string == (try current.current(.es256)).id)
    // How its owner signed in, nobody knows any more.
    #expect(parts(answer.text("access_token"))[1]?["amr"] == nil)
    #expect(try await server.refresh(tokens.refresh).text("refresh_token") == answer.text("refresh_token"))
    let access = try await server.service.refreshAppSession(tokens.app)
    #expect(try await server.service.appSession(accessToken: access).app == "realm")
    let listed = try await server.service.sessions(of: Server.ada, tenant: "contoso")
    #expect(Set(listed.map(\.application)) == ["ios", "realm"])

    // An access token from before names no session, and so nobody can be told that it is still open.
    let asker = TokenAsker(application: "ios", resources: [])
    let told = try await server.service.introspect(tokens.access, tenant: "contoso", issuer: client.issuer, by: asker)
    #expect(told == ["active": false])

    // A day later nothing signed by the shared key of the access tokens is good; sessions of App Services are.
    server.clock.advance(seconds: 86_521)
    let later = try await server.service.keys.current()
    #expect(throws: TokenError.unknownKey) {
      try later.verify(tokens.access, expecting: expectation, now: server.clock.now())
    }
    _ = try await server.service.refreshAppSession(tokens.app)
  }

  @Test func `a leak of the last version's keys ends all of it, for tenants to come as well`() async throws {
    let clock = TestClock()
    let (storage, keys, tokens) = try await old(clock)
    let server = try await Server(storage: storage)
    server.clock.advance(seconds: 1)
    try await server.service.keys.forgetShared()
    #expect(await server.refusal(tokens.refresh) == .unknownSession)
    await #expect(throws: AppSessionError.invalidSignature) {
      try await server.service.refreshAppSession(tokens.app)
    }
    let ids = Set(try await server.service.keys.current(of: "fabrikam").keys.map(\.id))
    #expect(ids.isDisjoint(with: keys.keys.map(\.id)))
  }

  @Test func `keys are sealed anew under another master key`() async throws {
    let server = try await Server()
    _ = try await server.issue()
    let (old, new) = ([UInt8](repeating: 7, count: 32), [UInt8](repeating: 8, count: 32))
    let both = try #require(ServerKey(ring: [new, old]))
    let keys = try await SigningKeys(storage: server.storage, key: both, clock: server.clock)
    let before = try await keys.current(of: "contoso").keys.map(\.id)
    _ = try await SealedStorage.reseal(server.storage, key: both, accounts: .sealed)
    let alone = try #require(ServerKey(new))
    let again = try await SigningKeys(storage: server.storage, key: alone, clock: server.clock)
    #expect(try await again.current(of: "contoso").keys.map(\.id) == before)
  }
}
