import FlowHTTP
import FlowJSON
import FlowRuntime
import Testing

@Suite(.serialized) struct Sessions {
  @Test func `both tokens are what the clients read of them`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let session = try await client.session()
      let now = world.clock.now() / 1000
      let access = try claims(session.access)
      #expect(access.header == ["alg": "HS256", "typ": "JWT"])
      #expect(access.claims["exp"] == .int(now + 1800) && access.claims["iat"] == .int(now))
      #expect(access.claims["sub"] == .string(session.user) && access.claims["typ"] == "access")
      #expect(access.claims["baas_device_id"] == .string(session.device))
      #expect(access.claims["stitch_devId"] == .string(session.device))
      #expect(access.claims["user_data"] == nil)
      let refresh = try claims(session.refresh)
      #expect(refresh.claims["exp"] == .int(now + 60 * 86_400) && refresh.claims["iat"] == .int(now))
      #expect(refresh.claims["baas_id"] == access.claims["iss"] && refresh.claims["typ"] == "refresh")
      #expect(refresh.claims["baas_identity"]?["provider_type"] == "local-userpass")
    }
  }

  @Test func `the profile has all that both clients need`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      try await world.change(Client.ada) {
        $0.attributes = #"{"email":"ada@example.com","name":"Ada","birthday":19,"min_age":null,"score":3}"#
      }
      let session = try await client.session()
      let profile = try await client.call(.get, "auth/profile", token: session.access).json()
      #expect(profile["user_id"] == .string(session.user) && profile["type"] == "normal")
      #expect(profile["domain_id"] == (try claims(session.access)).claims["baas_domain_id"])
      let identities = try #require(profile["identities"]?.array)
      #expect(identities.count == 1 && identities.first?["provider_type"] == "local-userpass")
      #expect(identities.first?["id"]?.string != nil && identities.first?["provider_id"]?.string != nil)
      #expect(identities.first?["provider_data"] == ["email": .string(Client.ada)])
      // realm-core ends the app where one of the names it knows is no text.
      #expect(profile["data"] == ["email": .string(Client.ada), "name": "Ada", "score": 3])
    }
  }

  @Test func `tokens that are none, of the other kind, forged or too old`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let session = try await client.session()
      let forged = session.access.split(separator: ".").dropLast().joined(separator: ".") + ".AAAA"
      for token in [nil, "", "x", "a.b.c", forged, session.refresh] {
        try await client.call(.get, "auth/profile", token: token).fails(401, "InvalidSession", "signature is invalid")
        try await client.call(.delete, "auth/delete", token: token)
          .fails(401, "InvalidSession", "signature is invalid")
      }
      for token in [nil, session.access] {
        try await client.call(.post, "auth/session", token: token)
          .fails(401, "InvalidSession", "signature is invalid")
        try await client.call(.delete, "auth/session", token: token)
          .fails(401, "InvalidSession", "signature is invalid")
      }
      world.clock.advance(minutes: 32)
      try await client.call(.get, "auth/profile", token: session.access)
        .fails(401, "InvalidSession", "invalid session: access token expired")
      try await client.call(.post, "auth/session", token: session.refresh).succeedsWithJSON(201)
      world.clock.advance(minutes: 60 * 24 * 60)
      try await client.call(.post, "auth/session", token: session.refresh)
        .fails(401, "InvalidSession", "invalid session: failed to find refresh token")
    }
  }

  @Test func `the older paths of the sessions, below the app`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let session = try await client.session()
      let base = "app/\(client.app)/auth"
      try await client.call(.get, "\(base)/profile", token: session.access).succeedsWithJSON(200)
      try await client.call(.post, "\(base)/session", token: session.refresh).succeedsWithJSON(201)
      try await client.call(.delete, "\(base)/session", token: session.refresh).succeeds(204)
      try await client.call(.post, "app/nobody/auth/session", token: session.refresh)
        .fails(404, nil, "cannot find app using Client App ID 'nobody'")
    }
  }

  @Test func `a user whose account is gone under an open session`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let session = try await client.session()
      try await world.storage.transact { try $0.removeAccount(session.user, tenant: "email-password") }
      try await client.call(.get, "auth/profile", token: session.access).fails(
        401, "InvalidSession", "invalid session: No user found for session for user id \(session.user)")
    }
  }

  private func claims(_ token: String) throws -> (header: JSON, claims: JSON) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    #expect(parts.count == 3 && !token.contains("="))
    let header = try #require(Base64URL.decode(String(parts[0])))
    let claims = try #require(Base64URL.decode(String(parts[1])))
    return (try JSON.parse(header), try JSON.parse(claims))
  }
}
