import EngineSupport
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
      #expect(access.claims["baas_domain_id"] == access.claims["stitch_domainId"])
      // Core ends the process where one of these is no plain integer.
      for claim in ["exp", "iat"] { #expect(access.claims[claim]?.int != nil) }
      let refresh = try claims(session.refresh)
      #expect(refresh.claims["exp"] == .int(now + 60 * 86_400) && refresh.claims["iat"] == .int(now))
      #expect(refresh.claims["baas_id"] == access.claims["iss"] && refresh.claims["typ"] == "refresh")
      #expect(refresh.claims["baas_identity"]?["provider_type"] == "local-userpass")
    }
  }

  @Test func `the profile has all that both clients need`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let session = try await client.session()
      let profile = try await client.call(.get, "auth/profile", token: session.access).json()
      #expect(profile["user_id"] == .string(session.user) && profile["type"] == "normal")
      #expect(profile["domain_id"] == (try claims(session.access)).claims["baas_domain_id"])
      let identities = try #require(profile["identities"]?.array)
      #expect(identities.count == 1 && identities.first?["provider_type"] == "local-userpass")
      #expect(identities.first?["id"]?.string != nil && identities.first?["provider_id"]?.string != nil)
      #expect(identities.first?["provider_data"] == ["email": .string(Client.ada)])
      #expect(profile["data"] == ["email": .string(Client.ada), "email_verified": true])
    }
  }

  @Test func `no access token is like another one, even within one second`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let session = try await client.session()
      var tokens = [session.access]
      for _ in 0..<4 {
        let answer = try await client.call(.post, "auth/session", token: session.refresh)
        tokens.append(try #require(try answer.json()["access_token"]?.string))
      }
      #expect(Set(tokens).count == tokens.count)
      #expect(Set(try tokens.map { try claims($0).claims["jti"] }).count == tokens.count)
      #expect(Set(try tokens.map { try claims($0).claims["iat"] }).count == 1)
      for token in tokens { try await client.call(.get, "auth/profile", token: token).succeedsWithJSON(200) }
    }
  }

  @Test func `a call without Authorization is told that it lacks it, and where the log is`() async throws {
    try await withWorld { _, client in
      for (method, path) in [
        (HTTPMethod.get, "profile"), (.delete, "delete"), (.post, "session"), (.delete, "session"),
      ] {
        for base in ["auth/", "app/\(client.app)/auth/"] {
          let answer = try await client.call(method, base + path)
          try answer.fails(401, "MissingAuthReq", "no authorization: a bearer token is needed")
          // realm-web refreshes and repeats where it reads one of these.
          #expect(try answer.json()["error"] != "unauthorized")
          #expect(try answer.json()["link"]?.string?.contains("/logs?co_id=") == true)
        }
      }
      var request = HTTPRequest(.get, path: ["api", "client", "v2.0", "auth", "profile"], headers: ["Host": "h"])
      request.headers.add("Authorization", "Basic YWRhOnB3")
      try await client.wire.answer(to: request)
        .fails(401, "MissingAuthReq", "no authorization: a bearer token is needed")
    }
  }

  @Test func `errors of sessions lead to the log as all others do`() async throws {
    try await withWorld { _, client in
      for path in ["auth/profile", "app/\(client.app)/auth/profile", "auth/nothing", "app/x-abcde/location"] {
        let link = try #require(try await client.call(.get, path, token: "a.b.c").json()["link"]?.string)
        #expect(link.hasPrefix("http://127.0.0.1:8080/") && link.contains("/logs?co_id="))
        #expect(link.split(separator: "=").last?.count == 24)
      }
    }
  }

  @Test func `tokens that are none, of the other kind, forged or too old`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let session = try await client.session()
      let forged = session.access.split(separator: ".").dropLast().joined(separator: ".") + ".AAAA"
      for token in ["x", "a.b.c", "null", forged, session.refresh] {
        try await client.call(.get, "auth/profile", token: token).fails(401, "InvalidSession", "signature is invalid")
        try await client.call(.delete, "auth/delete", token: token)
          .fails(401, "InvalidSession", "signature is invalid")
      }
      for token in ["null", session.access] {
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

  @Test func `delete, log out and refresh leave other sessions of the user alone, or end them all`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let (one, other) = (try await client.session(), try await client.session())
      try await client.call(.delete, "auth/session", token: one.refresh).succeeds(204)
      try await client.call(.get, "auth/profile", token: one.access)
        .fails(401, "InvalidSession", "invalid session: failed to find refresh token")
      try await client.call(.get, "auth/profile", token: other.access).succeedsWithJSON(200)
      let third = try await client.session()
      try await client.call(.delete, "auth/delete", token: third.access).succeeds(204)
      for session in [other, third] {
        try await client.call(.post, "auth/session", token: session.refresh)
          .fails(401, "InvalidSession", "invalid session: failed to find refresh token")
      }
    }
  }
}

/// The header and the claims of a token, as clients read them.
func claims(_ token: String) throws -> (header: JSON, claims: JSON) {
  let parts = token.split(separator: ".", omittingEmptySubsequences: false)
  #expect(parts.count == 3 && !token.contains("="))
  let header = try #require(Base64URL.decode(String(parts[0])))
  let claims = try #require(Base64URL.decode(String(parts[1])))
  return (try JSON.parse(header), try JSON.parse(claims))
}
