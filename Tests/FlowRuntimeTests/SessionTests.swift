import EngineSupport
import FlowJSON
import FlowModel
import FlowRuntime
import Testing

/// The engine's own tokens, and the tables it has.
@Suite struct SessionTests {
  /// An engine with a session that was just opened, its token, and whose it is.
  private func signedIn(_ backend: Backend) async throws -> (Fixture, token: String, account: String) {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"), on: backend)
    let input: JSONObject = ["email": "ada@example.com", "password": "Hidden-password-7", "city": "London"]
    let begun = await fixture.start("sign-up-password", input)
    await fixture.engine.deliverMessages()
    let code = try #require(fixture.outbox.code(to: "ada@example.com"))
    let proven = await fixture.send("submit", ["code": .string(code)], begun.token)
    let last = await fixture.send("submit", ["country": "United States"], proven.token)
    let grant = try #require(last.end?.grants?["sign-in"])
    let signIn = await fixture.send("continue", ["grant": grant], await fixture.start("sign-in").token)
    let tokens = try #require(signIn.end?.result?["tokens"])
    return (fixture, try #require(tokens["access_token"]?.string), try #require(tokens["account"]?.string))
  }

  @Test(arguments: Backend.allCases)
  func `a token stands for its account, in its tenant, until it ends`(_ backend: Backend) async throws {
    let (fixture, token, account) = try await signedIn(backend)
    let (engine, tenant) = (fixture.engine, fixture.table.tenant)
    let session = try #require(try await engine.session(of: token, tenant: tenant))
    #expect(session.account == account && session.expires == fixture.clock.now() + 3_600_000)
    for other in [token + "x", "x" + token, String(token.dropLast()), "", ".", "a.b.c"] {
      #expect(try await engine.session(of: other, tenant: tenant) == nil)
    }
    #expect(try await engine.session(of: token, tenant: "other") == nil)
    fixture.clock.advance(minutes: 60)
    #expect(try await engine.session(of: token, tenant: tenant) == nil)
  }

  @Test(arguments: Backend.allCases)
  func `a token that was revoked stands for nobody`(_ backend: Backend) async throws {
    let (fixture, token, account) = try await signedIn(backend)
    let (engine, tenant) = (fixture.engine, fixture.table.tenant)
    #expect(try await !engine.revokeSession(of: token + "x", tenant: tenant))
    #expect(try await engine.revokeSession(of: token, tenant: tenant))
    #expect(try await engine.session(of: token, tenant: tenant) == nil)
    #expect(try await !engine.revokeSession(of: token, tenant: tenant))
    try await engine.revokeSessions(ofAccount: account, tenant: tenant)
  }

  @Test func `a tenant is installed, listed and taken out, and its runs go on`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"))
    let (engine, tenant) = (fixture.engine, fixture.table.tenant)
    let (file, hash) = TableFile.write(fixture.table)
    let installed = try await engine.install(file: file)
    #expect(installed.tenant == tenant && installed.hash == hash && engine.tables == [installed])
    let begun = await fixture.start("sign-in")
    #expect(engine.removeTable(of: tenant) && !engine.removeTable(of: tenant) && engine.tables.isEmpty)
    #expect(await fixture.start("sign-in").error?.code == EngineError.unknownFlow.code)
    #expect(await engine.current(token: begun.token ?? "").state == begun.state)
  }

  @Test func `an engine with nothing but a key runs flows that need nothing else`() async throws {
    let key = try #require(ServerKey.random())
    let engine = Engine(storage: MemoryStorage(), ports: EnginePorts(key: key))
    let table = try Fixture.tenant("native-auth")
    try await engine.install(file: TableFile.write(table).bytes)
    let reply = await engine.start(flow: "sign-in", tenant: table.tenant, by: .operator, input: [:])
    #expect(reply.error == nil && reply.token != nil)
  }
}
