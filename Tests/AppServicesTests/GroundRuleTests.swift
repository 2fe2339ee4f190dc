import FlowHTTP
import FlowJSON
import Testing

@Suite(.serialized) struct GroundRules {
  private static let provider = "app/\(World.byLink)/auth/providers/local-userpass"

  @Test func `location names this server as the client reached it`() async throws {
    try await withWorld { _, client in
      let answer = try await client.call(.get, "app/\(client.app)/location")
      #expect(
        try answer.json() == [
          "deployment_model": "GLOBAL", "location": "US-VA", "hostname": "http://127.0.0.1:8080",
          "ws_hostname": "ws://127.0.0.1:8080",
        ])
    }
  }

  @Test func `location with a slash at its end, and its head alone`() async throws {
    try await withWorld { _, client in
      let path = "app/\(client.app)/location"
      let whole = try await client.call(.get, path)
      #expect(try await client.call(.get, path + "/").json() == whole.json())
      for path in [path, path + "/"] {
        let head = try await client.call(.head, path)
        #expect(head.status == 200 && head.type == "application/json" && head.body.isEmpty)
        #expect(head.headers["Content-Length"] == "\(whole.body.count)")
      }
      #expect(try await client.call(.head, "app/x-abcde/location").status == 404)
      #expect(try await client.call(.head, "auth/profile").status == 401)
      #expect(try await client.call(.get, path + "//").status == 404)
    }
  }

  @Test func `location names whatever Host the client reached it by, and each app its own`() async throws {
    try await withWorld { _, client in
      for app in [World.byLink, World.byFunction, World.atOnce, World.anyName] {
        var request = HTTPRequest(
          .get, path: ["api", "client", "v2.0", "app", app, "location"], headers: ["Host": "login.example.com"])
        let answer = try await client.wire.answer(to: request).json()
        #expect(answer["hostname"] == "http://login.example.com" && answer["ws_hostname"] == "ws://login.example.com")
        request.headers = ["Host": ""]
        #expect(try await client.wire.answer(to: request).status == 400)
      }
    }
    // Behind TLS, or a proxy that ends it.
    try await withWorld(over: .direct) { _, client in
      let request = HTTPRequest(
        .get, path: ["api", "client", "v2.0", "app", client.app, "location"],
        headers: ["Host": "login.example.com"], isSecure: true)
      let answer = try await client.wire.answer(to: request).json()
      #expect(answer["hostname"] == "https://login.example.com" && answer["ws_hostname"] == "wss://login.example.com")
    }
  }

  @Test(arguments: [nil, "text/plain", "text/plain;charset=UTF-8", "Application/JSON; charset=\"utf-8\""])
  func `a body of JSON is taken whether or not its type says so`(type: String?) async throws {
    try await withWorld { _, client in
      var request = HTTPRequest(
        .post, path: ["api", "client", "v2.0", "app", client.app, "auth", "providers", "local-userpass", "register"],
        headers: ["Host": "h"], body: Array(#"{"email":"ada@example.com","password":"Tea-at-5-oclock"}"#.utf8))
      if let type { request.headers.add("Content-Type", type) }
      try await client.wire.answer(to: request).succeeds(201)
      request.headers.add("Content-Encoding", "gzip")
      try await client.wire.answer(to: request).fails(415, "BadRequest", "the body must be application/json in UTF-8")
    }
  }

  @Test func `an app that nobody knows, at any of its paths`() async throws {
    try await withWorld { _, client in
      var client = client
      client.app = "x-abcde"
      let text = "cannot find app using Client App ID 'x-abcde'"
      try await client.call(.get, "app/x-abcde/location").fails(404, nil, text)
      try await client.register().fails(404, nil, text)
      try await client.logIn().fails(404, nil, text)
      // An app of another protocol is none either.
      try await client.call(.get, "app/by-link/location")
        .fails(404, nil, "cannot find app using Client App ID 'by-link'")
    }
  }

  @Test func `other providers and other paths`() async throws {
    try await withWorld { _, client in
      try await client.call(.post, "app/\(client.app)/auth/providers/anon-user/login")
        .fails(404, "AuthProviderNotFound", "authentication via 'anon-user' is not enabled")
      for path in [
        "", "auth/api_keys", "app/\(client.app)/functions/call", "app/\(client.app)/realm-sync", "app", "auth",
        Self.provider, "\(Self.provider)/register/", "\(Self.provider)/nothing",
      ] {
        let answer = try await client.call(.post, path)
        #expect(answer.status == 404, "\(path)")
        #expect(try answer.json()["error"]?.string != nil)
      }
      let answer = try await client.call(.get, "\(Self.provider)/register")
      #expect(answer.status == 405 && answer.headers["Allow"] == "POST")
      #expect(try await client.call(.put, "auth/profile").headers["Allow"] == "GET, HEAD")
      #expect(try answer.json()["error"]?.string != nil)
      #expect(try await client.call(.put, "auth/session").headers["Allow"] == "POST, DELETE")
    }
  }

  @Test func `errors lead to the log, and the correlation id to the same line`() async throws {
    try await withWorld(over: .direct) { _, client in
      var request = HTTPRequest(
        .post,
        path: ["api", "client", "v2.0", "app", client.app, "auth", "providers", "local-userpass", "login"],
        headers: Library.core.headers(body: true, token: nil), body: Array("{}".utf8))
      for id in ["", "mine", "6F9619FF-8B86-D011-B42D-00C04FC964FF"] {
        request.correlationID = id
        let link = try #require(try await client.wire.answer(to: request).json()["link"]?.string)
        #expect(link.hasPrefix("http://127.0.0.1:8080/groups/"))
        let parts = link.split(separator: "=", omittingEmptySubsequences: false)
        #expect(parts.count == 2 && parts[0].hasSuffix("/apps/\(client.app)/logs?co_id"))
        #expect(parts.last?.count == 24 && parts.last?.allSatisfy { $0.isHexDigit } == true)
        if id.count == 36 { #expect(parts.last == "6f9619ff8b86d011b42d00c0") }
      }
    }
  }

  @Test func `the provider's calls never look at Authorization, and never ask realm-web to repeat them`() async throws {
    try await withWorld { world, client in
      let email: JSONObject = ["email": .string(Client.ada)]
      try await client.call(
        "register", ["email": .string(Client.ada), "password": .string(Client.password)], token: "stale"
      ).succeeds(201)
      let calls: [(String, JSONObject)] = [
        ("register", email), ("confirm", [:]), ("confirm/send", email), ("confirm/call", email),
        ("reset/send", ["email": "x"]), ("reset/call", email), ("reset", [:]),
      ]
      for app in [World.byLink, World.byFunction, World.atOnce, World.anyName] {
        var client = client
        client.app = app
        for (path, body) in calls { #expect(try await client.call(path, body, token: "stale").status != 401) }
      }
    }
  }

  @Test func `keys that nobody asked for are ignored`() async throws {
    try await withWorld { _, client in
      try await client.call(
        "register",
        ["email": .string(Client.ada), "password": .string(Client.password), "token": 1, "more": ["x": [1]]]
      ).succeeds(201)
    }
  }

  @Test(arguments: [
    ("", "application/json"), ("[]", "application/json"), ("{", "application/json"), ("{}x", "application/json"),
    (#"{"email":"a@example.com","email":"b@example.com"}"#, "application/json"), ("\u{FEFF}{}", "application/json"),
    (#"{"email":5,"password":"123456"}"#, "application/json"), (#"{"email":[]}"#, "application/json"),
    (#"{"email":"a@example.com","password":{}}"#, "application/json"),
    (String(repeating: "[", count: 1 << 19), "application/json"),
    ("email=a%40example.com", "application/x-www-form-urlencoded"), ("{", "text/plain"), ("{", ""),
    ("{}", "application/json;charset=utf-16"), ("{}", "text/plain;charset=utf-16"), ("{}", "application/jsonp"),
  ])
  func `a body that is no call gets a clear refusal`(body: String, type: String) async throws {
    try await withWorld { _, client in
      for path in [
        "register", "confirm", "confirm/send", "confirm/call", "reset", "reset/send", "reset/call", "login",
      ] {
        var request = HTTPRequest(
          .post,
          path: ["api", "client", "v2.0", "app", client.app, "auth", "providers", "local-userpass"]
            + path.split(separator: "/").map(String.init), headers: ["Host": "h"], body: Array(body.utf8))
        if !type.isEmpty { request.headers.add("Content-Type", type) }
        let answer = try await client.wire.answer(to: request)
        #expect((400..<500).contains(answer.status))
        #expect(try answer.json()["error_code"]?.string != nil)
      }
    }
  }

  @Test func `calls without a body do not read one`() async throws {
    try await withWorld { world, client in
      try await client.confirmed(in: world)
      let session = try await client.session()
      var request = HTTPRequest(
        .post, path: ["api", "client", "v2.0", "auth", "session"],
        headers: Library.core.headers(body: true, token: session.refresh), body: Array("{not json".utf8))
      #expect(try await client.wire.answer(to: request).status == 201)
      request.method = .get
      request.path[4] = "profile"
      request.headers["Authorization"] = "Bearer \(session.access)"
      #expect(try await client.wire.answer(to: request).status == 200)
    }
  }

  @Test func `a browser's page of any origin may call`() async throws {
    try await withWorld { _, client in
      var request = HTTPRequest(
        .options,
        path: ["api", "client", "v2.0", "app", client.app, "auth", "providers", "local-userpass", "login"],
        headers: [
          "Host": "h", "Origin": "https://app.example.com", "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "authorization,content-type",
        ])
      let preflight = try await client.wire.answer(to: request)
      #expect(preflight.status == 204 && preflight.headers["Access-Control-Allow-Origin"] == "*")
      let allowed = preflight.headers["Access-Control-Allow-Headers"] ?? ""
      for name in ["authorization", "content-type", "accept"] { #expect(allowed.contains(name)) }
      let methods = preflight.headers["Access-Control-Allow-Methods"] ?? ""
      for name in ["GET", "POST", "PUT", "DELETE"] { #expect(methods.contains(name)) }
      request.method = .post
      request.headers.add("Content-Type", "application/json")
      request.body = Array("{}".utf8)
      let answer = try await client.wire.answer(to: request)
      #expect(answer.status == 401 && answer.headers["Access-Control-Allow-Origin"] == "*")
      request.method = .options
      request.headers = ["Host": "h"]
      #expect(try await client.wire.answer(to: request).status == 204)
    }
  }

  @Test func `what the server refuses by itself has this protocol's form`() async throws {
    try await withWorld(over: .direct) { world, _ in
      let request = HTTPRequest(.post, path: [])
      try world.api.refuse(.bodyTooLarge(limit: 10), request)
        .fails(413, "ReadSizeLimitExceeded", "A body has at most 10 bytes.")
      let busy = world.api.refuse(.tooManyRequests(retryAfter: 3), request)
      try busy.fails(429, "TooManyRequests", "Too many requests; wait a while.")
      #expect(busy.headers["Retry-After"] == "3")
    }
  }
}
