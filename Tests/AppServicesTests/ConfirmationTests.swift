import EngineSupport
import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import Testing

@Suite(.serialized) struct Confirmation {
  static let email: JSONObject = ["email": .string(Client.ada)]

  @Test func `each mail still out confirms, once; the next finds the user confirmed`() async throws {
    try await withWorld { world, client in
      try await client.register().succeeds(201)
      let first = try await world.link()
      try await client.call("confirm/send", Self.email).succeeds(202)
      let second = try await world.link()
      #expect(first.tokenId != second.tokenId)
      try await client.call("confirm", first.fields).succeeds(200)
      try await client.call("confirm", second.fields).fails(400, "UserAlreadyConfirmed", "already confirmed")
      try await client.call("confirm", first.fields)
        .fails(404, "UserpassTokenInvalid", "userpass token is expired or invalid")
      try await client.call("confirm/send", Self.email).fails(400, "UserAlreadyConfirmed", "already confirmed")
    }
  }

  @Test func `a token that is none, unknown, of another kind, or too old`() async throws {
    try await withWorld { world, client in
      try await client.register().succeeds(201)
      let link = try await world.link()
      for (part, value) in [
        ("token", "x"), ("token", ""), ("token", String(repeating: "g", count: 128)), ("tokenId", "abc"),
        ("tokenId", link.tokenId + "0"), ("token", String(link.token.dropLast())),
      ] {
        var fields = link.fields
        fields[part] = .string(value)
        try await client.call("confirm", fields).fails(400, "BadRequest", "invalid token data")
        fields["password"] = "123456"
        try await client.call("reset", fields).fails(400, "BadRequest", "invalid token data")
      }
      for fields: JSONObject in [[:], ["token": nil, "tokenId": nil], ["token": 1, "tokenId": []]] {
        try await client.call("confirm", fields).fails(400, "BadRequest", "invalid token data")
      }
      var unknown = link.fields
      unknown["token"] = .string(String(repeating: "0", count: 128))
      try await client.call("confirm", unknown)
        .fails(404, "UserpassTokenInvalid", "userpass token is expired or invalid")
      var reset = link.fields
      reset["password"] = "123456"
      try await client.call("reset", reset)
        .fails(404, "UserpassTokenInvalid", "userpass token is expired or invalid")
      world.clock.advance(minutes: 30)
      try await client.call("confirm", link.fields)
        .fails(404, "UserpassTokenInvalid", "userpass token is expired or invalid")
      #expect(try await world.account(Client.ada)?.isConfirmed == false)
    }
  }

  @Test func `by mail: nobody to send to, a function asked for, no mail possible`() async throws {
    try await withWorld { world, client in
      try await client.call("confirm/send", Self.email).fails(404, "UserNotFound", "user not found")
      try await client.call("confirm/send", ["email": "none"]).fails(404, "UserNotFound", "user not found")
      try await client.call("confirm/send", [:]).fails(404, "UserNotFound", "user not found")
      try await client.call("confirm/call", Self.email).fails(404, "UserNotFound", "user not found")
      try await client.register().succeeds(201)
      try await client.call("confirm/call", Self.email).fails(
        400, nil, "cannot run confirmation for ada@example.com: no confirmation function is configured")
      let refused = try await client.register("nowhere@example.com")
      try refused.fails(500, "InternalServerError", "error processing request")
      #expect(try await world.account("nowhere@example.com") == nil)
    }
  }

  @Test func `too many mails are refused for a while, in the flow's own words`() async throws {
    try await withWorld(change: { $0.links.perIdentifier.count = 1 }) { world, client in
      try await client.register().succeeds(201)
      try await client.call("confirm/send", Self.email).fails(
        429, "TooManyRequests", "Too many links were sent; wait a while.")
    }
  }

  @Test func `a function confirms at once, later, or not at all`() async throws {
    try await withWorld { world, client in
      var client = client
      client.app = World.byFunction
      try await client.register().succeeds(201)
      let request = try #require(world.functions.requests.last)
      #expect(request["username"] == .string(Client.ada))
      #expect(request["token"]?.string?.count == 128 && request["tokenId"]?.string?.count == 24)
      _ = try await client.session()

      world.functionsAnswer(.fail)
      try await client.register("fail@example.com")
        .fails(400, "BadRequest", "failed to confirm user \"fail@example.com\"")
      #expect(try await world.account("fail@example.com") == nil)

      world.functionsAnswer(.pending)
      try await client.register("late@example.com").succeeds(201)
      try await client.logIn("late@example.com").fails(401, "AuthError", "unauthorized")
      try await client.call("confirm", try world.functionLink()).succeeds(200)
      _ = try await client.session("late@example.com")
    }
  }

  @Test func `the function is asked again, with a new token pair`() async throws {
    try await withWorld { world, client in
      var client = client
      client.app = World.byFunction
      world.functionsAnswer(.pending)
      try await client.call("confirm/call", Self.email).fails(404, "UserNotFound", "user not found")
      try await client.call("confirm/send", Self.email).fails(404, "UserNotFound", "user not found")
      try await client.register().succeeds(201)
      try await client.call("confirm/send", Self.email).fails(400, nil, "please use confirm via function")
      try await client.call("confirm/call", Self.email).succeeds(202)
      #expect(Set(world.functions.requests.map { $0["token"] }).count == 2)
      world.functionsAnswer(.fail)
      try await client.call("confirm/call", Self.email)
        .fails(400, "BadRequest", "failed to confirm user \"ada@example.com\"")
      try await client.register().fails(409, "AccountNameInUse", "name already in use")
      world.functionsAnswer(.success)
      try await client.call("confirm/call", Self.email).succeeds(202)
      _ = try await client.session()
      try await client.call("confirm/call", Self.email).fails(400, "UserAlreadyConfirmed", "already confirmed")
      try await client.call("confirm/send", Self.email).fails(400, "UserAlreadyConfirmed", "already confirmed")
    }
  }

  @Test func `how an app confirms is what its parts say, whoever registers its users`() async throws {
    func without(_ part: String) -> (inout FlowTable) -> Void {
      { table in
        for index in table.applications.indices { table.applications[index].parts.removeAll { $0.name == part } }
      }
    }
    try await withWorld(change: without("register")) { world, client in
      var client = client
      try await client.call("confirm/call", Self.email).fails(404, "UserNotFound", "user not found")
      client.app = World.byFunction
      try await client.call("confirm/call", Self.email).fails(404, "UserNotFound", "user not found")
      client.app = World.atOnce
      try await client.call("confirm/call", Self.email).fails(
        400, nil, "cannot run confirmation for ada@example.com: automatic confirmation is enabled")
    }
  }

  @Test func `a link confirms though a reset was asked for, and the other way round`() async throws {
    try await withWorld { world, client in
      try await client.register().succeeds(201)
      let confirm = try await world.link()
      try await client.call("reset/send", Self.email).succeeds(202)
      var reset = try await world.link().fields
      reset["password"] = "A-fresh-password-2"
      try await client.call("confirm", reset)
        .fails(404, "UserpassTokenInvalid", "userpass token is expired or invalid")
      try await client.call("reset", reset).succeeds(200)
      // A reset confirms nobody.
      try await client.logIn(Client.ada, "A-fresh-password-2").fails(401, "AuthError", "unauthorized")
      try await client.call("confirm", confirm.fields).succeeds(200)
      _ = try await client.session(Client.ada, "A-fresh-password-2")
    }
  }

  @Test(arguments: [World.atOnce, World.anyName])
  func `where all flows conceal accounts, a call without a flow tells of none`(app: String) async throws {
    try await withWorld(change: { table in
      for index in table.flows.indices { table.flows[index].revealsAccounts = false }
    }) { _, client in
      var client = client
      client.app = app
      let text = "cannot send confirmation to ada@example.com: no confirmation mail is configured"
      try await client.call("confirm/send", Self.email).fails(400, nil, text)
      try await client.register().succeeds(201)
      try await client.call("confirm/send", Self.email).fails(400, nil, text)
    }
  }

  @Test(arguments: [World.atOnce, World.anyName])
  func `where users are confirmed at once, there is nothing to confirm`(app: String) async throws {
    try await withWorld { _, client in
      var client = client
      client.app = app
      // Said before the user is looked up.
      try await client.call("confirm/call", Self.email).fails(
        400, nil, "cannot run confirmation for ada@example.com: automatic confirmation is enabled")
      try await client.call("confirm/send", Self.email).fails(404, "UserNotFound", "user not found")
      try await client.register().succeeds(201)
      try await client.call("confirm/send", Self.email).fails(400, "UserAlreadyConfirmed", "already confirmed")
      let link: JSONObject = [
        "token": .string(String(repeating: "a", count: 128)), "tokenId": .string(String(repeating: "b", count: 24)),
      ]
      try await client.call("confirm", link)
        .fails(404, "UserpassTokenInvalid", "userpass token is expired or invalid")
    }
  }
}
