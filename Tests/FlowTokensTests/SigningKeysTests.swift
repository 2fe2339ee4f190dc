import FlowJSON
import FlowRuntime
import FlowStorageSQLite
import Glibc
import TestSupport
import Testing

@testable import FlowTokens

@Suite struct SigningKeysTests {
  private func names(_ keys: KeySet, _ now: Milliseconds) -> [String] {
    keys.jwks(now: now)["keys"]?.array?.compactMap { $0["kid"]?.string } ?? []
  }

  @Test func `keys are made when they are needed first, and are there at the next start`() async throws {
    let server = try await Server(storage: MemoryStorage())
    #expect(try await server.service.keys.tenants() == [])
    _ = try await server.issue()
    _ = try await server.logIn()
    let first = try await server.service.keys.current()
    let again = try await Server(storage: server.storage).service.keys.current()
    #expect(first.keys.map(\.id) == again.keys.map(\.id))
    #expect(Set(first.keys.map(\.algorithm)) == [.es256, .hs256])
    #expect(try await server.service.keys.tenants() == ["contoso"])
  }

  @Test func `of many processes that start at once, all have the same keys`() async throws {
    let storage = MemoryStorage()
    let key = try #require(Server.key)
    let names = try await withThrowingTaskGroup { group in
      for _ in 0..<6 {
        group.addTask { try await SigningKeys(storage: storage, key: key).current().keys.map(\.id) }
      }
      return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
    }
    #expect(names.count == 1)
  }

  @Test(arguments: SigningAlgorithm.allCases)
  func `after a rotation new keys sign, and old ones verify until their time`(algorithm: SigningAlgorithm) async throws
  {
    let server = try await Server()
    let old = try await server.service.keys.current()
    let claims: JSONObject = ["iat": .int(server.clock.seconds), "exp": .int(server.clock.seconds + 999_999)]
    // App Services' tokens name no key.
    let token = try old.sign(claims, with: algorithm, type: "JWT", naming: algorithm.isPublic)
    let rotated = try await server.service.keys.rotate(retention: 10_000)
    #expect(try rotated.current(algorithm).id != (try old.current(algorithm)).id)
    #expect(names(rotated, server.clock.now()).count == 6)
    let expectation = TokenExpectation([algorithm], type: "JWT")
    #expect(try rotated.verify(token, expecting: expectation, now: server.clock.now() + 9_999) == claims)
    #expect(throws: algorithm.isPublic ? TokenError.unknownKey : .badSignature) {
      try rotated.verify(token, expecting: expectation, now: server.clock.now() + 10_000)
    }
    #expect(names(rotated, server.clock.now() + 10_000).count == 3)
    server.clock.advance(seconds: 10)
    let next = try await server.service.keys.rotate(retention: 10_000)
    #expect(Set(next.keys.map(\.id)).isDisjoint(with: old.keys.map(\.id)))
    #expect(Set(next.keys.map(\.id)).isSuperset(of: rotated.keys.filter { $0.verifiesUntil == nil }.map(\.id)))
  }

  @Test func `a rotation after a leak leaves nothing valid`() async throws {
    let server = try await Server()
    let tokens = try await server.issue()
    let leaked = try await server.service.keys.current()
    let fresh = try await server.service.keys.rotate(retention: nil)
    #expect(Set(names(fresh, server.clock.now())).isDisjoint(with: names(leaked, server.clock.now())))
    await #expect(throws: TokenError.unknownKey) {
      try await server.service.verifyAccessToken(
        tokens.text("access_token"), issuer: Server.client.issuer, audience: Server.client.id)
    }
  }

  @Test func `a rotation after a leak ends refresh tokens, and not those of later sign-ins`() async throws {
    let server = try await Server()
    let leaked = try await server.issue().text("refresh_token")
    try await server.service.keys.rotate(retention: 1_000_000)
    let kept = try await server.refresh(leaked).text("refresh_token")
    server.clock.advance(seconds: 1)
    try await server.service.keys.rotate(retention: nil)
    #expect(await server.refusal(kept) == .unknownSession)
    server.clock.advance(seconds: 1)
    let fresh = try await server.issue().text("refresh_token")
    // A later rotation of the usual kind does not forget what was forgotten.
    try await server.service.keys.rotate(retention: 1_000_000)
    #expect(await server.refusal(kept) == .unknownSession)
    #expect(await server.refusal(fresh) == nil)
  }

  @Test func `another process' rotation is known at once`() async throws {
    let server = try await Server()
    let other = try await Server(storage: server.storage)
    _ = try await server.service.keys.current()
    let rotated = try await other.service.keys.rotate(retention: 1_000_000)
    #expect(try await server.service.keys.current().keys.map(\.id) == rotated.keys.map(\.id))
    let token = try await server.issue().text("access_token")
    #expect(parts(token)[0]?["kid"]?.string == (try rotated.current(.es256)).id)
  }

  @Test func `rotations at the same time follow each other`() async throws {
    let server = try await Server()
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 { group.addTask { _ = try await server.service.keys.rotate(retention: 1_000_000) } }
      try await group.waitForAll()
    }
    let keys = try await server.service.keys.current()
    #expect(keys.version == 5)
    #expect(keys.keys.count == 20)
    #expect(keys.keys.filter { $0.verifiesUntil == nil }.count == 4)
  }

  @Test func `keys rest sealed, and open under the server's key alone`() async throws {
    let path = "/tmp/usher-keys-\(getpid())-\(UInt32.random(in: 0 ... .max)).sqlite"
    defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
    let storage = try await SQLiteStorage(path: path)
    let server = try await Server(storage: storage)
    let keys = try await server.service.keys.current()
    await storage.close()
    let bytes = String(decoding: try #require(readFile(path)), as: UTF8.self)
    for key in keys.keys {
      for part in ["d", "k", "n", "x"] {
        if let text = key.jwk[part]?.string { #expect(!bytes.contains(text)) }
      }
    }
    let again = try await SQLiteStorage(path: path)
    #expect(try await Server(storage: again).service.keys.current().keys.map(\.id) == keys.keys.map(\.id))
    let stranger = try #require(ServerKey.random())
    await #expect(throws: TokenError.self) { try await SigningKeys(storage: again, key: stranger) }
    await again.close()
  }

  @Test func `the JWKS holds public parts only`() async throws {
    let server = try await Server()
    let document = try await server.service.keys.current().jwks(now: server.clock.now())
    let keys = try #require(document["keys"]?.array)
    #expect(keys.compactMap { $0["alg"]?.string } == ["ES256", "EdDSA", "RS256"])
    for case .object(let key) in keys {
      #expect(Set(key.members.map(\.name)).isDisjoint(with: ["d", "p", "q", "dp", "dq", "qi", "k"]))
      #expect(key["use"] == "sig")
    }
  }
}
