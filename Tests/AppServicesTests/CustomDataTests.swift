import FlowHTTP
import FlowJSON
import FlowRuntime
import Testing

/// What an app names as `user-data` of what its users' accounts hold.
@Suite(.serialized) struct CustomData {
  private static let told: JSONObject = [
    "nickname": "Adä", "age": 36, "height": .double(1.5), "news": false, "interests": ["music"], "min_age": 18,
    "notes": "nobody's business",
  ]
  /// As the access token has it, in plain JSON: realm-web shows it as it is, and realm-core reads it as it reads extended
  /// JSON, of which plain numbers, texts and truth values are a part.
  private static let shown: JSONObject = [
    "nickname": "Adä", "age": 36, "height": .double(1.5), "news": false, "interests": ["music"], "min_age": 18,
  ]

  @Test(arguments: Library.allCases)
  func `it is in the token and in the profile, and no other attribute is`(library: Library) async throws {
    try await withCustomData { world, client in
      var client = client
      client.library = library
      try await client.register().succeeds(201)
      let empty = try await client.session()
      #expect(try claims(empty.access).claims["user_data"] == .object([:]))
      #expect(try await profile(of: empty, client) == ["email": .string(Client.ada), "email_verified": false])

      try await world.tell(Self.told)
      let session = try await client.session()
      #expect(try claims(session.access).claims["user_data"] == .object(Self.shown))
      #expect(try claims(session.refresh).claims["user_data"] == nil)
      // realm-core ends the app where a name that it knows in a profile is no text.
      var data = Self.shown
      data["min_age"] = nil
      data["email"] = .string(Client.ada)
      data["email_verified"] = false
      #expect(try await profile(of: session, client) == .object(data))
      // What has changed since comes with the next token, and with the profile at once.
      #expect(try await profile(of: empty, client) == .object(data))
      let refreshed = try await client.call(.post, "auth/session", token: empty.refresh).json()
      let token = try #require(refreshed["access_token"]?.string)
      #expect(try claims(token).claims["user_data"] == .object(Self.shown))
    }
  }

  @Test func `an address is in it once somebody has proven it`() async throws {
    try await withCustomData { world, client in
      try await client.register().succeeds(201)
      #expect(try claims(try await client.session().access).claims["user_data"]?["email"] == nil)
      try await client.call("reset/send", ["email": .string(Client.ada)]).succeeds(202)
      var fields = try await world.link().fields
      fields["password"] = "A-fresh-password-2"
      try await client.call("reset", fields).succeeds(200)
      let session = try await client.session(Client.ada, "A-fresh-password-2")
      #expect(try claims(session.access).claims["user_data"] == ["email": .string(Client.ada)])
      #expect(try await profile(of: session, client) == ["email": .string(Client.ada), "email_verified": true])
    }
  }

  @Test(arguments: [["$date": "tomorrow"], ["a": [["$oid": 1]]], [["$numberInt": "x"]]] as [JSON])
  func `what clients would take for extended JSON is left out`(extra: JSON) async throws {
    try await withCustomData { world, client in
      try await client.register().succeeds(201)
      try await world.tell(["nickname": "Ada", "extra": extra])
      let session = try await client.session()
      #expect(try claims(session.access).claims["user_data"] == ["nickname": "Ada"])
      #expect(try await profile(of: session, client)["extra"] == nil)
    }
  }

  @Test func `an app of the same tenant that names none gives none`() async throws {
    try await withCustomData { world, client in
      try await client.register().succeeds(201)
      try await world.tell(Self.told)
      var plain = client
      plain.app = World.custom.plain
      let session = try await plain.session()
      #expect(try claims(session.access).claims["user_data"] == nil)
      #expect(try await profile(of: session, plain) == ["email": .string(Client.ada), "email_verified": false])
      let refreshed = try await plain.call(.post, "app/\(World.custom.app)/auth/session", token: session.refresh)
      let token = try #require(try refreshed.json()["access_token"]?.string)
      #expect(try claims(token).claims["user_data"] == nil)
    }
  }

  private func profile(of session: Session, _ client: Client) async throws -> JSON {
    let profile = try await client.call(.get, "auth/profile", token: session.access).json()
    return try #require(profile["data"])
  }

  private func withCustomData(_ body: (World, Client) async throws -> Void) async throws {
    try await withWorld { world, client in
      var client = client
      client.app = World.custom.app
      try await body(world, client)
    }
  }
}

extension World {
  /// Tells the flow `profile` of ada's attributes, over the flow API.
  fileprivate func tell(_ attributes: JSONObject) async throws {
    let page = await engine.start(
      flow: "profile", tenant: World.custom.tenant, by: .client("profile"),
      input: ["email": .string(Client.ada), "password": .string(Client.password)])
    let reply = await engine.send(ClientEvent("submit", input: attributes, token: page.token))
    #expect(reply.end?.name == "completed", "\(reply)")
  }
}
