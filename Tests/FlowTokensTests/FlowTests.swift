import FlowCompiler
import FlowJSON
import FlowModel
import FlowRuntime
import Synchronization
import TestSupport
import Testing

@testable import FlowTokens

/// Tokens as runs of the seed flows hand them out.
@Suite struct FlowTests {
  let server: Server
  let engine: Engine
  let mail = Mailbox()
  let clock = TestClock()

  init() async throws {
    server = try await Server()
    engine = Engine(
      storage: server.storage,
      ports: EnginePorts(key: server.key, channel: mail, functions: mail, dictionary: mail, clock: server.clock))
    let compilation = Compiler.compile(paths: [Repository.root + "/flows/native-auth"])
    let table = try #require(compilation.tenants.first?.table)
    try await engine.install(file: TableFile.write(table).bytes)
  }

  private func start(_ flow: String, _ input: JSONObject = [:]) async -> Reply {
    await engine.start(flow: flow, tenant: "native-auth", by: .operator, input: input)
  }

  private func send(_ event: String, _ input: JSONObject, _ reply: Reply, tokens: (any TokenIssuer)? = nil) async
    -> Reply
  {
    await engine.send(ClientEvent(event, input: input, token: reply.token), tokens: tokens)
  }

  /// Enters the code that was mailed.
  private func enterCode(_ reply: Reply) async -> Reply {
    await engine.deliverMessages()
    return await send("submit", ["code": .string(mail.code)], reply)
  }

  /// Signs Ada up; her grant.
  private func signUp() async throws -> String {
    var reply = await start(
      "sign-up-password",
      ["email": "ada@example.com", "password": "Correct-Horse-1", "country": "France", "city": "Paris"])
    reply = await enterCode(reply)
    for _ in 0..<4 where reply.page != nil {
      var input = JSONObject()
      for field in reply.page?.fields ?? [] where field.isRequired {
        input[field.name] = field.type == .integer ? 30 : field.type == .boolean ? true : "France"
      }
      reply = await send("submit", input, reply)
    }
    return try #require(reply.end?.grants?["sign-in"]?.string, "\(reply.json.text)")
  }

  private func signIn(_ grant: String, tokens: (any TokenIssuer)?) async throws -> JSONObject {
    let reply = await send("continue", ["grant": .string(grant)], await start("sign-in"), tokens: tokens)
    guard case .object(let tokens)? = reply.end?.result?["tokens"] else {
      throw TokenError.unavailable(reply.json.text)
    }
    return tokens
  }

  @Test func `a sign-in hands out a client's tokens, which a password reset ends`() async throws {
    let issuer = server.service.issuer(for: Server.client)
    let tokens = try await signIn(try await signUp(), tokens: issuer)
    let claims = try await server.service.verifyAccessToken(
      tokens.text("access_token"), tenant: "native-auth", issuer: Server.client.issuer,
      audience: TokenClient.audience(issuer: Server.client.issuer, client: "ios"))
    // The code of the sign-up was shown; the password was only chosen.
    #expect(claims["amr"] == ["otp"] && claims["acr"] == "urn:usher:acr:1")
    #expect(claims["auth_time"] == .int(server.clock.seconds))
    func refresh(_ token: String) async throws -> String {
      try await server.service.refresh(token, tenant: "native-auth", client: Server.client).text("refresh_token")
    }
    let refreshed = try await refresh(tokens.text("refresh_token"))
    let session = try await signIn(
      try await resetPassword("Battery-Staple-2"), tokens: server.service.appIssuer(device: nil))
    await #expect(throws: TokenError.unknownSession) { try await refresh(refreshed) }
    _ = try await server.service.appSession(accessToken: session.text("access_token"))
    _ = try await resetPassword("Battery-Staple-3")
    await #expect(throws: AppSessionError.sessionNotFound) {
      try await server.service.refreshAppSession(session.text("refresh_token"))
    }
  }

  @Test(arguments: [true, false])
  func `what a sign-in hands out again ends with keys that are forgotten`(isNative: Bool) async throws {
    let issuer = isNative ? server.service.issuer(for: Server.client) : server.service.appIssuer(device: nil)
    let (grant, begun) = (try await signUp(), await start("sign-in"))
    func ask() async -> Reply { await send("continue", ["grant": .string(grant)], begun, tokens: issuer) }
    let first = await ask()
    #expect(first.end?.result?["tokens"]?["refresh_token"]?.string != nil)
    #expect(await ask().end?.result?["tokens"] != nil, "the answer was lost")
    _ = try await server.service.keys.rotate("native-auth", retention: .whole)
    #expect(await ask().end?.result?["tokens"] != nil, "the keys before go on")
    _ = try await server.service.keys.rotate("native-auth", retention: nil)
    let after = await ask()
    #expect(after.error?.code == "invalid_token" && after.end == nil, "\(after)")
    server.clock.advance(seconds: 60)
    #expect(await ask().error?.code == "invalid_token")
  }

  /// Sets a new password for Ada; the grant of the reset.
  private func resetPassword(_ password: String) async throws -> String {
    server.clock.advance(seconds: 60)
    var reply = await enterCode(await start("reset-password", ["email": "ada@example.com"]))
    reply = await send("submit", ["password": .string(password)], reply)
    return try #require(reply.end?.grants?["sign-in"]?.string, "\(reply.json.text)")
  }

  @Test func `without an issuer the engine's own opaque token is handed out`() async throws {
    let tokens = try await signIn(try await signUp(), tokens: nil)
    #expect(tokens["token_type"] == "Bearer")
    #expect(tokens.text("access_token").split(separator: ".").count == 2)
  }

  @Test func `an issuer that fails leaves the run as it was; one that cannot sign gets an error`() async throws {
    let grant = try await signUp()
    let begun = await start("sign-in")
    let refused = await send("continue", ["grant": .string(grant)], begun, tokens: Failing(inTransaction: true))
    #expect(refused.error?.code == "unavailable")
    let again = await send("continue", ["grant": .string(grant)], begun, tokens: Failing(inTransaction: false))
    #expect(again.error?.code == "unavailable")
    // The second was committed: the grant is used.
    let used = await send("continue", ["grant": .string(grant)], await start("sign-in"))
    #expect(used.error?.code == "invalid_grant")
  }
}

private struct Failing: TokenIssuer {
  let inTransaction: Bool

  func issue(
    to account: AccountRecord, signIn: SignIn, now: Milliseconds, randomness: any Randomness,
    in transaction: any StorageTransaction
  ) throws -> TokenSigning {
    if inTransaction { throw TokenError.unavailable("no keys") }
    return { throw TokenError.unavailable("no library") }
  }
}

/// Keeps the newest code; knows no function and no common password.
final class Mailbox: Channel, FunctionRunner, PasswordDictionary {
  private let newest = Mutex("")
  var code: String { newest.withLock { $0 } }

  func accepts(_ kind: ChannelKind, to: String) -> Bool { true }
  func deliver(_ message: Message) async throws(DeliveryError) {
    if case .code(let code, _) = message.content { newest.withLock { $0 = code } }
  }
  func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    (.fail, nil)
  }
  func contains(_ password: String) -> Bool { false }
}
