import EngineSupport
import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import Testing

@Suite(.serialized) struct Register {
  @Test func `e-mail, password, name in use: checked in this order`() async throws {
    try await withWorld { world, client in
      try await client.register("", "").fails(400, "BadRequest", "email invalid")
      try await client.register("not an address", "").fails(400, "BadRequest", "email invalid")
      try await client.register(String(repeating: "x", count: 120) + "@example.com")
        .fails(400, "BadRequest", "email invalid")
      try await client.call("register", [:]).fails(400, "BadRequest", "email invalid")
      try await client.call("register", ["email": nil, "password": nil]).fails(400, "BadRequest", "email invalid")
      for password in ["", "12345", String(repeating: "x", count: 129), String(repeating: "x", count: 5000)] {
        try await client.register(Client.ada, password)
          .fails(400, "BadRequest", "password must be between 6 and 128 characters")
      }
      try await client.register().succeeds(201)
      try await client.register(Client.ada, "12345")
        .fails(400, "BadRequest", "password must be between 6 and 128 characters")
      // Pending or confirmed alike.
      try await client.register().fails(409, "AccountNameInUse", "name already in use")
      try await client.call("confirm", try await world.link().fields).succeeds(200)
      try await client.register().fails(409, "AccountNameInUse", "name already in use")
      // As typed: another spelling is another name.
      try await client.register("Ada@example.com").succeeds(201)
      try await client.register("bea@example.com", "123456").succeeds(201)
      try await client.register("cyd@example.com", String(repeating: "x", count: 128)).succeeds(201)
    }
  }

  @Test func `a password that the tenant's own policy refuses is refused in the policy's words`() async throws {
    try await withWorld(change: {
      $0.passwords.minLength = 8
      $0.passwords.classes = 3
    }) { _, client in
      try await client.register(Client.ada, "1234567")
        .fails(400, "BadRequest", "password must be between 8 and 128 characters")
      let weak = try await client.register(Client.ada, "12345678")
      try weak.fails(400, "BadRequest", "The password is too weak: mix letters, digits and signs.")
      // These words are the flow's; those above are the protocol's own.
      #expect(weak.headers["Content-Language"] == "en")
      #expect(try await client.register(Client.ada, "1").headers["Content-Language"] == nil)
    }
  }

  @Test func `a pending account keeps its address, however long, and can still be confirmed`() async throws {
    try await withWorld { world, client in
      try await client.register().succeeds(201)
      world.clock.advance(minutes: 60 * 24 * 400)
      try await client.register().fails(409, "AccountNameInUse", "name already in use")
      try await client.logIn().fails(401, "AuthError", "unauthorized")
      try await client.call("confirm/send", ["email": .string(Client.ada)]).succeeds(202)
      try await client.call("confirm", try await world.link().fields).succeeds(200)
      _ = try await client.session()
    }
  }

  @Test func `of many who register one name at a time, one gets it`() async throws {
    try await withWorld { _, client in
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 { group.addTask { try await client.register().status } }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 201 } == 1 && statuses.count { $0 == 409 } == 7)
    }
  }

  @Test func `a flow that is gone, or an engine that is closed, is no crash`() async throws {
    try await withWorld(over: .direct) { world, client in
      await world.storage.close()
      try await client.register().fails(500, "InternalServerError", "error processing request")
      try await client.call(.get, "auth/profile", token: "a.b.c")
        .fails(500, "InternalServerError", "error processing request")
    }
  }
}

@Suite(.serialized) struct TenantsOfTheirOwn {
  @Test func `an app without registration has no such provider, and logs in all the same`() async throws {
    try await withWorld(change: { table in
      for index in table.applications.indices { table.applications[index].parts.removeAll { $0.name == "register" } }
    }) { _, client in
      try await client.register()
        .fails(404, "AuthProviderNotFound", "authentication via 'local-userpass' is not enabled")
      try await client.logIn().fails(401, "InvalidPassword", "unauthorized")
    }
  }

  @Test func `an error of the tenant's own is spoken as the one it is mapped to, or in its own words`() async throws {
    for mapping in [[ErrorMapping(code: "taken", spokenAs: "user_already_exists")], []] {
      try await withWorld(change: { table in
        for index in table.errors.indices where table.errors[index].code == "user_already_exists" {
          table.errors[index] = ErrorDefinition("taken", "Somebody was faster.")
        }
        for index in table.applications.indices { table.applications[index].errors = mapping }
      }) { _, client in
        try await client.register().succeeds(201)
        let second = try await client.register()
        if mapping.isEmpty {
          try second.fails(400, nil, "Somebody was faster.")
        } else {
          try second.fails(409, "AccountNameInUse", "name already in use")
        }
      }
    }
  }

  @Test func `a flow that asks for more than a client can send refuses, and leaves no account`() async throws {
    try await withWorld(change: { table in
      guard let slot = table.fieldSlot(named: "arguments"), let flow = table.flow(named: "register") else { return }
      table.flows[Int(flow)].pages[0].events[0].fields.append(PageField(slot: slot, isRequired: true))
    }) { world, client in
      try await client.register().fails(400, "BadRequest", "Something is missing. (Further arguments)")
      #expect(try await world.account(Client.ada) == nil)
    }
  }
}
