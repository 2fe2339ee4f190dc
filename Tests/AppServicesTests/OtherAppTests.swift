import FlowHTTP
import FlowJSON
import Testing

/// An app of one tenant has nothing of another's: no account, no link, no session.
@Suite(.serialized) struct OtherApps {
  @Test func `a link of another tenant's app is none, and stays good for its own`() async throws {
    try await withWorld { world, client in
      var other = client
      other.app = World.elsewhere
      try await client.register().succeeds(201)
      let link = try await world.link()
      var fields = link.fields
      fields["password"] = "A-fresh-password-2"
      try await other.call("confirm", link.fields)
        .fails(404, "UserpassTokenInvalid", "userpass token is expired or invalid")
      try await other.call("reset", fields)
        .fails(404, "UserpassTokenInvalid", "userpass token is expired or invalid")
      try await other.logIn().fails(401, "InvalidPassword", "unauthorized")
      // The same name is free there.
      try await other.register().succeeds(201)
      try await client.call("confirm", link.fields).succeeds(200)
      _ = try await client.session()
      try await other.logIn().fails(401, "AuthError", "unauthorized")
    }
  }

  @Test func `a session of another tenant's app is none below an app's own path`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let session = try await client.session()
      let base = "app/\(World.elsewhere)/auth"
      for answer in [
        try await client.call(.get, "\(base)/profile", token: session.access),
        try await client.call(.delete, "\(base)/delete", token: session.access),
        try await client.call(.post, "\(base)/session", token: session.refresh),
        try await client.call(.delete, "\(base)/session", token: session.refresh),
      ] {
        try answer.fails(401, "InvalidSession", "signature is invalid")
      }
      try await client.call(.get, "auth/profile", token: session.access).succeedsWithJSON(200)
      try await client.call(.post, "app/\(client.app)/auth/session", token: session.refresh).succeedsWithJSON(201)
    }
  }

  @Test func `where no reset is offered, each of its calls says so`() async throws {
    try await withWorld { _, client in
      var client = client
      client.app = World.anyName
      try await client.register().succeeds(201)
      let email: JSONObject = ["email": .string(Client.ada), "password": "123456"]
      for path in ["reset/send", "reset/call"] {
        try await client.call(path, email).fails(400, nil, "failed to reset password for user \"ada@example.com\"")
      }
      let link: JSONObject = [
        "token": .string(String(repeating: "a", count: 128)), "tokenId": .string(String(repeating: "b", count: 24)),
        "password": "123456",
      ]
      try await client.call("reset", link)
        .fails(404, "UserpassTokenInvalid", "userpass token is expired or invalid")
    }
  }
}
