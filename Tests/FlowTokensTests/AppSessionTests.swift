import FlowJSON
import FlowRuntime
import Testing

@testable import FlowTokens

@Suite struct AppSessionTests {
  private func refusal(_ body: () async throws -> Void) async -> AppSessionError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? AppSessionError
    }
  }

  @Test func `the tokens of a log-in have the claims that clients read, exactly`() async throws {
    let server = try await Server()
    let answer = try await server.logIn()
    let device = answer.text("device_id")
    #expect(answer["user_id"] == .string(Server.ada))
    #expect(device.utf8.count == 24)
    let access = parts(answer.text("access_token"))
    #expect(access[0] == ["alg": "HS256", "typ": "JWT"])
    let session = try #require(access[1]?["iss"]?.string)
    let (now, domain) = (server.clock.seconds, JSON.string(AppID.domain("contoso")))
    #expect(
      access[1] == [
        "baas_device_id": .string(device), "baas_domain_id": domain, "exp": .int(now + 1800), "iat": .int(now),
        "iss": .string(session), "jti": try #require(access[1]?["jti"]), "stitch_devId": .string(device),
        "stitch_domainId": domain, "sub": .string(Server.ada),
        "typ": "access",
      ])
    let identity: JSON = [
      "id": .string(Server.ada), "provider_type": "local-userpass", "provider_id": .string(AppID.provider("contoso")),
    ]
    let refresh = parts(answer.text("refresh_token"))
    #expect(refresh[0] == ["alg": "HS256", "typ": "JWT"])
    #expect(
      refresh[1] == [
        "baas_data": nil, "baas_device_id": .string(device), "baas_domain_id": domain, "baas_id": .string(session),
        "baas_identity": identity, "exp": .int(now + 60 * 86_400), "iat": .int(now),
        "jti": try #require(refresh[1]?["jti"]), "stitch_data": nil,
        "stitch_devId": .string(device), "stitch_domainId": domain, "stitch_id": .string(session),
        "stitch_ident": identity, "sub": .string(Server.ada), "typ": "refresh",
      ])
    for id in [session, AppID.domain("contoso"), AppID.provider("contoso")] { #expect(id.utf8.count == 24) }
  }

  @Test func `a client's device id is kept, unless it is none`() async throws {
    let server = try await Server()
    let known = "65f0c0ffee0123456789abcd"
    #expect(try await server.logIn(device: known)["device_id"] == .string(known))
    for text in ["", "000000000000000000000000", "xyz", known + "0", "65f0c0ffee0123456789abcé"] {
      let device = try await server.logIn(device: text).text("device_id")
      #expect(device != text && device.utf8.count == 24)
    }
  }

  @Test func `a session is refreshed, checked, and ended`() async throws {
    let server = try await Server()
    let answer = try await server.logIn()
    let (access, refresh) = (answer.text("access_token"), answer.text("refresh_token"))
    let session = try await server.service.appSession(accessToken: access)
    #expect(session.account.id == Server.ada)
    #expect(session.device == answer.text("device_id"))
    server.clock.advance(seconds: 1861)
    #expect(await refusal { _ = try await server.service.appSession(accessToken: access) } == .accessTokenExpired)
    let next = try await server.service.refreshAppSession(refresh)
    #expect(try await server.service.appSession(accessToken: next) == session)
    try await server.service.endAppSession(refresh)
    #expect(await refusal { _ = try await server.service.appSession(accessToken: next) } == .sessionNotFound)
    #expect(await refusal { _ = try await server.service.refreshAppSession(refresh) } == .sessionNotFound)
    #expect(await refusal { try await server.service.endAppSession(refresh) } == .sessionNotFound)
  }

  @Test func `no token passes for one of another kind`() async throws {
    let server = try await Server()
    let answer = try await server.logIn()
    let (access, refresh) = (answer.text("access_token"), answer.text("refresh_token"))
    let native = try await server.issue()
    for token in [access, native.text("access_token"), native.text("id_token"), native.text("refresh_token"), "", "a"] {
      #expect(await refusal { _ = try await server.service.refreshAppSession(token) } == .invalidSignature)
      #expect(await refusal { try await server.service.endAppSession(token) } == .invalidSignature)
    }
    #expect(await refusal { _ = try await server.service.appSession(accessToken: refresh) } == .invalidSignature)
    await #expect(throws: TokenError.wrongHeader) {
      try await server.service.verifyAccessToken(access, issuer: Server.client.issuer, audience: "ios")
    }
  }

  @Test func `a session outlives a rotation of the keys`() async throws {
    let server = try await Server()
    let refresh = try await server.logIn().text("refresh_token")
    try await server.service.keys.rotate("contoso", retention: .whole)
    server.clock.advance(seconds: 59 * 86_400)
    _ = try await server.service.refreshAppSession(refresh)
    server.clock.advance(seconds: 86_400)
    #expect(await refusal { _ = try await server.service.refreshAppSession(refresh) } == .sessionNotFound)
  }

  @Test func `of a user who is gone, the session is missed first`() async throws {
    let server = try await Server()
    let answer = try await server.logIn()
    let (access, refresh) = (answer.text("access_token"), answer.text("refresh_token"))
    try await server.change { $0.isEnabled = false }
    #expect(await refusal { _ = try await server.service.appSession(accessToken: access) } == .userNotFound(Server.ada))
    try await server.storage.transact { transaction in
      try transaction.removeTickets(.session, account: Server.ada, tenant: "contoso")
      try transaction.removeAccount(Server.ada, tenant: "contoso")
    }
    let gone = await refusal { try await server.service.endAppSession(refresh) }
    #expect(gone?.text == "invalid session: failed to find refresh token")
  }
}
