import EngineSupport
import FlowHTTP
import FlowJSON
import FlowRuntime
import Testing

/// What people do with an app, as both client libraries write it.
@Suite(.serialized) struct Journeys {
  @Test(arguments: WireKind.allCases, Library.allCases)
  func `register, confirm by mail, log in, log out`(wire: WireKind, library: Library) async throws {
    try await withWorld(over: wire) { world, client in
      var client = client
      client.library = library
      try await client.call(.get, "app/\(client.app)/location").succeedsWithJSON(200)
      try await client.register().succeeds(201)
      try await client.logIn().fails(401, "AuthError", "unauthorized")
      let link = try await world.link()
      #expect(link.url.contains("?token=\(link.token)&tokenId=\(link.tokenId)"))
      try await client.call("confirm", link.fields).succeeds(200)
      let session = try await client.session()
      let refreshed = try await client.call(.post, "auth/session", token: session.refresh)
      #expect(refreshed.status == 201)
      let access = try #require(try refreshed.json()["access_token"]?.string)
      try await client.call(.get, "auth/profile", token: access).succeedsWithJSON(200)
      try await client.call(.delete, "auth/session", token: session.refresh).succeeds(204)
      try await client.call(.post, "auth/session", token: session.refresh)
        .fails(401, "InvalidSession", "invalid session: failed to find refresh token")
    }
  }

  @Test(arguments: Library.allCases)
  func `a password forgotten, reset by mail`(library: Library) async throws {
    try await withWorld { world, client in
      var client = client
      client.library = library
      try await client.confirmed(in: world)
      let session = try await client.session()
      try await client.call("reset/send", ["email": .string(Client.ada)]).succeeds(202)
      var fields = try await world.link().fields
      fields["password"] = "A-fresh-password-2"
      try await client.call("reset", fields).succeeds(200)
      try await client.logIn().fails(401, "InvalidPassword", "unauthorized")
      _ = try await client.session(Client.ada, "A-fresh-password-2")
      // Whoever was logged in with the old password is no longer.
      try await client.call(.post, "auth/session", token: session.refresh)
        .fails(401, "InvalidSession", "invalid session: failed to find refresh token")
    }
  }

  @Test func `delete self, then end the dead session as realm-web does, and register again`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let session = try await client.session()
      try await client.call(.delete, "auth/delete", token: session.access).succeeds(204)
      // realm-web forgives no other text.
      try await client.call(.delete, "auth/session", token: session.refresh)
        .fails(401, "InvalidSession", "invalid session: failed to find refresh token")
      try await client.call(.get, "auth/profile", token: session.access)
        .fails(401, "InvalidSession", "invalid session: failed to find refresh token")
      try await client.logIn().fails(401, "InvalidPassword", "unauthorized")
      try await client.confirmed(in: world)
      let again = try await client.session()
      #expect(again.user != session.user)
    }
  }

  @Test(arguments: Library.allCases)
  func `an app that confirms at once: registered, logged in, and the password reset by mail`(
    library: Library
  ) async throws {
    try await withWorld { world, client in
      var client = client
      client.app = World.atOnce
      client.library = library
      try await client.register().succeeds(201)
      try await client.register().fails(409, "AccountNameInUse", "name already in use")
      try await client.register("not an address").fails(400, "BadRequest", "email invalid")
      try await client.register("bea@example.com", "12345")
        .fails(400, "BadRequest", "password must be between 6 and 128 characters")
      #expect(world.outbox.messages.isEmpty)
      _ = try await client.session()
      #expect(try await world.account(Client.ada)?.unproven.isEmpty == false)
      try await client.call("reset/send", ["email": .string(Client.ada)]).succeeds(202)
      var fields = try await world.link().fields
      fields["password"] = "A-fresh-password-2"
      try await client.call("reset", fields).succeeds(200)
      try await client.logIn().fails(401, "InvalidPassword", "unauthorized")
      _ = try await client.session(Client.ada, "A-fresh-password-2")
      #expect(try await world.account(Client.ada)?.unproven.isEmpty == true)
    }
  }

  @Test func `an app that confirms at once takes any name, over the pages of its flow`() async throws {
    try await withWorld { world, client in
      var client = client
      client.app = World.anyName
      try await client.register("foo", "123456").succeeds(201)
      try await client.register("foo", "123456").fails(409, "AccountNameInUse", "name already in use")
      try await client.register("Foo", "123456").succeeds(201)
      _ = try await client.session("foo", "123456")
      try await client.register("", "123456").fails(400, "BadRequest", "email invalid")
      try await client.register(String(repeating: "x", count: 129), "123456").fails(400, "BadRequest", "email invalid")
      try await client.register("bar", "12345")
        .fails(400, "BadRequest", "password must be between 6 and 128 characters")
    }
  }
}
