import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import Testing

/// What is answered before a call is looked at has the protocol's form, too: clients take anything else for no answer.
@Suite(.serialized) struct Refusals {
  private static let long = String(repeating: "x", count: 400)

  @Test func `a body that is too large, alone or with all others`() async throws {
    var limits = HTTPLimits()
    limits.bodyBytes = 300
    try await withWorld(limits: limits) { _, client in
      let answer = try await client.register("\(Self.long)@example.com")
      try answer.fails(413, "ReadSizeLimitExceeded", "A body has at most 300 bytes.")
      #expect(try answer.json()["link"]?.string?.contains("/apps/\(client.app)/logs?co_id=") == true)
    }
    limits = HTTPLimits()
    limits.bodyBytesInMemory = 300
    try await withWorld(limits: limits) { _, client in
      let answer = try await client.register("\(Self.long)@example.com")
      try answer.fails(503, "MaintenanceInProgress", EngineError.unavailable.message)
      #expect(answer.headers["Retry-After"] == "1")
    }
  }

  @Test func `headers that are too large`() async throws {
    var limits = HTTPLimits()
    limits.headerBytes = 600
    try await withWorld(limits: limits) { _, client in
      try await client.call("login", [:], token: Self.long + Self.long)
        .fails(431, "BadRequest", "Request line and headers have at most 600 bytes, in 100 headers.")
    }
  }

  @Test func `too many requests from one client`() async throws {
    try await withWorld(perAddress: RequestRate(2, per: 3600)) { _, client in
      for _ in 0..<2 { try await client.logIn().fails(401, "InvalidPassword", "unauthorized") }
      for answer in [
        try await client.logIn(), try await client.call(.get, "app/\(client.app)/location"),
        try await client.call(.post, "auth/session", token: "a.b.c"),
      ] {
        try answer.fails(429, "TooManyRequests", "Too many requests; wait a while.")
        #expect(answer.headers["Retry-After"].flatMap { Int($0) }.map { (1000...1800).contains($0) } == true)
      }
    }
  }

  @Test func `too many requests about one address`() async throws {
    try await withWorld(identifiers: RequestRate(2, per: 3600)) { _, client in
      for _ in 0..<2 { try await client.logIn().fails(401, "InvalidPassword", "unauthorized") }
      let email: JSONObject = ["email": "ADA@example.com", "password": "123456"]
      for path in ["register", "confirm/send", "confirm/call", "reset/send", "reset/call"] {
        try await client.call(path, email).fails(429, "TooManyRequests", "Too many requests; wait a while.")
      }
      try await client.logIn().fails(429, "TooManyRequests", "Too many requests; wait a while.")
      try await client.logIn("bea@example.com").fails(401, "InvalidPassword", "unauthorized")
    }
  }

  @Test func `a server that ends before a function has answered`() async throws {
    try await withWorld { world, client in
      let gate = Gate()
      world.functionsWait(at: gate)
      var client = client
      client.app = World.byFunction
      let wire = try #require(client.wire as? SocketWire)
      let caller = client
      async let answer = caller.register()
      await gate.somebodyComes()
      await wire.server?.shutdown(grace: .zero)
      gate.open()
      try await answer.fails(503, "MaintenanceInProgress", EngineError.unavailable.message)
    }
  }

  @Test func `storage that fails`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let session = try await client.session()
      await world.storage.close()
      try await client.logIn().fails(500, "InternalServerError", "error processing request")
      try await client.call(.get, "auth/profile", token: session.access)
        .fails(500, "InternalServerError", "error processing request")
      try await client.call(.delete, "auth/delete", token: session.access)
        .fails(500, "InternalServerError", "error processing request")
    }
  }
}
