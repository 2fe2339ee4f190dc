import EngineSupport
import FlowHTTP
import FlowJSON
import FlowRuntime
import Testing

@Suite(.serialized) struct Reset {
  private static let fresh = "A-fresh-password-2"
  private static func ask(_ arguments: JSON...) -> JSONObject {
    ["email": .string(Client.ada), "password": .string(fresh), "arguments": .array(arguments)]
  }

  @Test func `by mail: nobody to send to, a function asked for, a token used up`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      try await client.call("reset/send", ["email": "bea@example.com"]).fails(404, "UserNotFound", "user not found")
      try await client.call("reset/send", ["email": "ADA@example.com"]).fails(404, "UserNotFound", "user not found")
      try await client.call("reset/call", Self.ask())
        .fails(400, nil, "failed to reset password for user \"ada@example.com\"")
      try await client.call("reset/send", ["email": .string(Client.ada)]).succeeds(202)
      var fields = try await world.link().fields
      // A password that is refused does not use the token up.
      for password in ["", "12345", String(repeating: "x", count: 129)] {
        fields["password"] = .string(password)
        try await client.call("reset", fields)
          .fails(400, "BadRequest", "password must be between 6 and 128 characters")
      }
      fields["password"] = .string(Self.fresh)
      try await client.call("reset", fields).succeeds(200)
      try await client.call("reset", fields)
        .fails(404, "UserpassTokenInvalid", "userpass token is expired or invalid")
    }
  }

  @Test func `by mail: a token is good for 30 minutes`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      try await client.call("reset/send", ["email": .string(Client.ada)]).succeeds(202)
      var fields = try await world.link().fields
      fields["password"] = .string(Self.fresh)
      world.clock.advance(minutes: 30)
      try await client.call("reset", fields)
        .fails(404, "UserpassTokenInvalid", "userpass token is expired or invalid")
      try await client.call("confirm", fields)
        .fails(404, "UserpassTokenInvalid", "userpass token is expired or invalid")
    }
  }

  @Test func `by mail: of several mails, the first one that is used is the last`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      var links: [JSONObject] = []
      for _ in 0..<3 {
        try await client.call("reset/send", ["email": .string(Client.ada)]).succeeds(202)
        links.append(try await world.link().fields)
        links[links.count - 1]["password"] = .string(Self.fresh)
      }
      try await client.call("reset", links[1]).succeeds(200)
      for link in links {
        var link = link
        link["password"] = "Of-whoever-has-it-3"
        try await client.call("reset", link)
          .fails(404, "UserpassTokenInvalid", "userpass token is expired or invalid")
      }
      _ = try await client.session(Client.ada, Self.fresh)
      // Another account's mails are another matter, and so is one that is sent from now on.
      try await client.call("reset/send", ["email": .string(Client.ada)]).succeeds(202)
      var next = try await world.link().fields
      next["password"] = "A-third-password-3"
      try await client.call("reset", next).succeeds(200)
    }
  }

  @Test func `a mail is void once the password has changed in any other way`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      try await client.confirmed("bea@example.com", in: world)
      try await client.call("reset/send", ["email": .string(Client.ada)]).succeeds(202)
      try await client.call("reset/send", ["email": "bea@example.com"]).succeeds(202)
      var mailed = try await world.link().fields
      var byFunction = client
      byFunction.app = World.byFunction
      world.functionsAnswer(.pending)
      try await byFunction.call("reset/call", Self.ask()).succeeds(202)
      var handed = try world.functionLink()
      world.functionsAnswer(.success)
      try await byFunction.call("reset/call", Self.ask()).succeeds(202)
      for link in [mailed, handed] {
        mailed = link
        mailed["password"] = "Of-whoever-has-it-3"
        try await client.call("reset", mailed)
          .fails(404, "UserpassTokenInvalid", "userpass token is expired or invalid")
      }
      _ = try await client.session(Client.ada, Self.fresh)
      handed = try await world.link(to: "bea@example.com").fields
      handed["password"] = .string(Self.fresh)
      try await client.call("reset", handed).succeeds(200)
    }
  }

  @Test func `of many who use links to one account at a time, one sets the password`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      var links: [JSONObject] = []
      for _ in 0..<6 {
        try await client.call("reset/send", ["email": .string(Client.ada)]).succeeds(202)
        links.append(try await world.link().fields)
      }
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for (number, link) in links.enumerated() {
          group.addTask {
            var link = link
            link["password"] = .string("A-password-of-\(number)")
            return try await client.call("reset", link).status
          }
        }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 404 } == 5)
    }
  }

  @Test func `by function: each answer, and what it was asked`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      var client = client
      client.app = World.byFunction
      try await client.call("reset/send", ["email": .string(Client.ada)])
        .fails(400, nil, "please use reset password via function")

      world.functionsAnswer(.fail)
      try await client.call("reset/call", Self.ask())
        .fails(400, nil, "failed to reset password for user \"ada@example.com\"")

      world.functionsAnswer(.pending)
      try await client.call("reset/call", Self.ask("blue")).succeeds(202)
      let request = try #require(world.functions.requests.last)
      #expect(request["username"] == .string(Client.ada) && request["password"] == .string(Self.fresh))
      #expect(request["currentPasswordValid"] == false && request["arguments"] == ["blue"])
      // Nothing has changed until the reset, and the password sent there counts.
      _ = try await client.session()
      var fields = try world.functionLink()
      fields["password"] = "A-third-password-3"
      try await client.call("reset", fields).succeeds(200)
      _ = try await client.session(Client.ada, "A-third-password-3")

      world.functionsAnswer(.success)
      try await client.call("reset/call", Self.ask()).succeeds(202)
      _ = try await client.session(Client.ada, Self.fresh)
      try await client.call("reset/call", Self.ask()).succeeds(202)
      #expect(world.functions.requests.last?["currentPasswordValid"] == true)
    }
  }

  @Test func `by function: nobody to reset, a password too short`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      var client = client
      client.app = World.byFunction
      try await client.call("reset/call", ["email": "bea@example.com", "password": "123456"])
        .fails(404, "UserNotFound", "user not found")
      try await client.call("reset/call", ["email": .string(Client.ada), "password": "12345"])
        .fails(400, "BadRequest", "password must be between 6 and 128 characters")
      #expect(world.functions.requests.isEmpty)
    }
  }

  @Test(arguments: Library.allCases)
  func `by function: arguments in extended JSON arrive as plain JSON`(library: Library) async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      var client = client
      client.app = World.byFunction
      client.library = library
      let id: JSON = ["$oid": "5ebb9d9e5f3f4d0012345678"]
      let arguments: [JSON] = [
        library.number(42), ["$numberDouble": "1.5"], ["$date": ["$numberLong": "0"]],
        ["$date": ["$numberLong": "951782400123"]], id, "text", true, nil, [library.number(-1)],
        ["a": ["b": library.number(7)]], ["$numberDouble": "NaN"],
      ]
      try await client.call(
        "reset/call",
        ["email": .string(Client.ada), "password": .string(Self.fresh), "arguments": .array(arguments)]
      ).succeeds(202)
      #expect(
        world.functions.requests.last?["arguments"] == [
          42, .double(1.5), ["$date": "1970-01-01T00:00:00Z"], ["$date": "2000-02-29T00:00:00.123Z"], id, "text", true,
          nil, [-1], ["a": ["b": 7]], ["$numberDouble": "NaN"],
        ])
    }
  }

  @Test(
    arguments: [
      ["$numberInt": "x"], ["$numberInt": 1], ["$numberInt": "2147483648"], ["$numberLong": "9223372036854775808"],
      ["$numberDouble": "1.5x"], ["$numberDouble": "inf"], ["$date": 5], ["$oid": "x"],
    ] as [JSON])
  func `by function: arguments that are no extended JSON`(argument: JSON) async throws {
    try await withWorld(over: .direct) { world, client in
      var client = client
      client.app = World.byFunction
      let answer = try await client.call("reset/call", Self.ask(argument))
      #expect(answer.status == 400)
      #expect(try answer.json()["error_code"] == "InvalidParameter")
      #expect(world.functions.requests.isEmpty)
    }
  }
}
