import EngineSupport
import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import Testing

@Suite(.serialized) struct LogIn {
  @Test func `unknown, deleted and wrong look the same; a malformed name as well`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      for (name, password) in [
        ("bea@example.com", Client.password), (Client.ada, "wrong-password"), ("ADA@example.com", Client.password),
        ("no address", Client.password), ("", ""), (Client.ada, ""),
      ] {
        try await client.logIn(name, password).fails(401, "InvalidPassword", "unauthorized")
      }
      try await client.call("login", [:]).fails(401, "InvalidPassword", "unauthorized")
    }
  }

  @Test func `a pending account needs the right password to learn that it is pending`() async throws {
    try await withWorld { _, client in
      try await client.register().succeeds(201)
      try await client.logIn(Client.ada, "wrong-password").fails(401, "InvalidPassword", "unauthorized")
      try await client.logIn().fails(401, "AuthError", "unauthorized")
    }
  }

  @Test func `a disabled user`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let session = try await client.session()
      try await world.change(Client.ada) { $0.isEnabled = false }
      try await client.logIn().fails(401, "UserDisabled", "unauthorized")
      for answer in [
        try await client.call(.get, "auth/profile", token: session.access),
        try await client.call(.post, "auth/session", token: session.refresh),
      ] {
        try answer.fails(
          401, "InvalidSession", "invalid session: No user found for session for user id \(session.user)")
      }
    }
  }

  @Test func `a user whose own flow has disabled the account`() async throws {
    try await withWorld(change: { $0.addClosing(as: "log-in") }) { world, client in
      try await client.confirmed(in: world)
      let session = try await client.session()
      let closed = await world.engine.start(
        flow: "close", tenant: "email-password", by: .operator,
        input: ["email": .string(Client.ada), "password": .string(Client.password)])
      #expect(closed.end?.name == "completed")
      try await client.logIn(Client.ada, "wrong-password").fails(401, "InvalidPassword", "unauthorized")
      try await client.logIn().fails(401, "UserDisabled", "unauthorized")
      for answer in [
        try await client.call(.get, "auth/profile", token: session.access),
        try await client.call(.post, "auth/session", token: session.refresh),
      ] {
        try answer.fails(401, "InvalidSession", "invalid session: failed to find refresh token")
      }
      try await client.register().fails(409, "AccountNameInUse", "name already in use")
    }
  }

  @Test func `too many guesses lock the account for a while`() async throws {
    try await withWorld(change: { $0.passwords.attempts.count = 2 }) { world, client in
      try await client.confirmed(in: world)
      for _ in 0..<2 { try await client.logIn(Client.ada, "wrong").fails(401, "InvalidPassword", "unauthorized") }
      try await client.logIn().fails(429, "TooManyRequests", "Too many attempts; wait a while.")
      world.clock.advance(minutes: 15)
      _ = try await client.session()
    }
  }

  @Test func `32 parallel guesses are 32 attempts`() async throws {
    try await withWorld(change: { $0.passwords.attempts.count = 3 }) { world, client in
      try await client.confirmed(in: world)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<32 { group.addTask { try await client.logIn(Client.ada, "wrong-password").status } }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 401 } == 3 && statuses.count { $0 == 429 } == 29)
    }
  }

  @Test func `the device keeps its id; an id that is none, or all zeros, gets a new one`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let first = try await client.session()
      #expect(isID(first.device) && isID(first.user))
      let account = try #require(try await world.account(Client.ada))
      #expect(first.user == account.id)
      let again = try await client.session(device: first.device)
      #expect(again.device == first.device && again.refresh != first.refresh)
      for odd in [String(repeating: "0", count: 24), "xyz", ""] {
        let other = try await client.session(device: odd)
        #expect(isID(other.device) && other.device != first.device)
      }
    }
  }

  @Test func `a further identity cannot be linked`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let session = try await client.session()
      var request = HTTPRequest(
        .post, path: ["api", "client", "v2.0", "app", client.app, "auth", "providers", "local-userpass", "login"],
        headers: Library.web.headers(body: true, token: session.access),
        body: Array(#"{"username":"ada@example.com","password":"Tea-at-5-oclock"}"#.utf8))
      request.query = try #require(FormFields(Array("link=true".utf8)))
      let answer = try await client.wire.answer(to: request)
      #expect(answer.status == 400)
      #expect(try answer.json()["access_token"] == nil)
    }
  }

  private func isID(_ text: String) -> Bool {
    text.utf8.count == 24 && text.allSatisfy { $0.isHexDigit } && text.contains { $0 != "0" }
  }
}

extension FlowTable {
  /// Adds the flow `close`, which lets people in as another does, and disables their account instead of opening a session.
  fileprivate mutating func addClosing(as name: String) {
    guard var flow = flows.first(where: { $0.name == name }) else { return }
    flow.name = "close"
    for index in flow.calls.indices where flow.calls[index].definition.opensSession {
      flow.calls[index].effect = .accountDisable
    }
    for index in flow.ends.indices { flow.ends[index].results = [] }
    flows.append(flow)
  }
}
