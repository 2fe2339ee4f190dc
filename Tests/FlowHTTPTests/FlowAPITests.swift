import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import Testing

@Suite(.timeLimit(.minutes(2)))
struct FlowAPITests {
  @Test func `a sign-up from its first request to its grant`() async throws {
    let tenant = try await NativeTenant()
    try await withServer(tenant.router) { server in
      let port = server.port
      let start = try await ask(
        port, "POST /v1/tenants/native-auth/flows/sign-up/runs", [json, "Usher-Application: ios"],
        body: #"{"email":"ada@example.com"}"#)
      #expect(start.status == 201)
      #expect(start.headers["Content-Type"] == "application/json")
      #expect(start.json["sent"]?["to"] == "a***@example.com")
      var token = try #require(start.json["token"]?.string)

      await tenant.engine.deliverMessages()
      let wrong = try await ask(
        port, "POST /v1/runs/events", [json, "Authorization: Bearer \(token)"],
        body: #"{"event":"submit","input":{"code":"00000000"}}"#)
      #expect(wrong.status == 200)
      #expect(wrong.json["error"]?["code"] == "invalid_code")
      #expect(wrong.json["token"]?.string == token)

      let code = try #require(tenant.mailbox.code(for: "ada@example.com"))
      let proven = try await ask(
        port, "POST /v1/runs/events", [json],
        body: #"{"event":"submit","input":{"code":"\#(code)"},"token":"\#(token)"}"#)
      #expect(proven.status == 200)
      token = try #require(proven.json["token"]?.string)

      let current = try await ask(port, "GET /v1/runs/current", ["Authorization: Bearer \(token)"])
      #expect(current.json == proven.json)

      var reply = proven
      for _ in 0..<4 where reply.json["end"] == nil {
        var input: JSONObject = [:]
        for field in reply.json["page"]?["fields"]?.array ?? [] {
          let known: [String: JSON] = ["country": "United States", "city": "Boston", "age": 40]
          if let name = field["name"]?.string { input[name] = known[name] }
        }
        reply = try await ask(
          port, "POST /v1/runs/events", [json, "Authorization: bearer \(reply.json["token"]?.string ?? "")"],
          body: JSON.object(["event": "submit", "input": .object(input)]).text)
        #expect(reply.status == 200, "\(reply.text)")
      }
      #expect(reply.json["end"]?["name"] == "completed")
      #expect(reply.json["end"]?["grants"]?["sign-in"] != nil)

      let ended = try await ask(
        port, "POST /v1/runs/events", [json, "Authorization: Bearer \(reply.json["token"]?.string ?? "")"],
        body: #"{"event":"submit"}"#)
      #expect(ended.status == 409)
      #expect(ended.json["error"]?["code"] == "run_ended")
      let stale = try await ask(port, "GET /v1/runs/current", ["Authorization: Bearer \(token)"])
      #expect(stale.status == 401)
      #expect(stale.headers["WWW-Authenticate"] == "Bearer error=\"invalid_token\"")
    }
  }

  @Test func `an error beside a state is no failure of the request`() async throws {
    let tenant = try await NativeTenant()
    try await withServer(tenant.router) { server in
      let bad = try await ask(
        server.port, "POST /v1/tenants/native-auth/flows/sign-up/runs", [json], body: #"{"email":"nobody"}"#)
      #expect(bad.status == 201)
      #expect(bad.json["error"]?["code"] == "attributes_invalid")
      let token = try #require(bad.json["token"]?.string)
      let empty = try await ask(
        server.port, "POST /v1/runs/events", [json], body: #"{"event":"submit","token":"\#(token)"}"#)
      #expect(empty.status == 200)
      #expect(empty.json["error"]?["code"] == "attributes_required")
      let unknown = try await ask(
        server.port, "POST /v1/runs/events", [json], body: #"{"event":"fly","token":"\#(token)"}"#)
      #expect(unknown.status == 422)
      #expect(unknown.json["state"] == empty.json["state"])
    }
  }

  @Test(arguments: [
    (EngineError.invalidRequest, 400), (EngineError.invalidToken, 401), (EngineError.denied, 403),
    (EngineError.unknownFlow, 404), (EngineError.runEnded, 409), (EngineError.runExpired, 410),
    (EngineError.unknownEvent, 422), (EngineError.unknownField, 422), (EngineError.attributesRequired, 422),
    (EngineError.unavailable, 503), (EngineError.busy, 503),
  ])
  func `each reply without a state has its status`(error: ErrorDefinition, status: Int) async throws {
    try await withServer(api(FixedService(Reply(error: .init(error))))) { server in
      let event = try await ask(server.port, "POST /v1/runs/events", [json], body: #"{"event":"submit","token":"t"}"#)
      #expect(event.status == status)
      #expect(event.json["error"]?["code"] == .string(error.code))
      #expect((event.headers["Retry-After"] != nil) == (status == 503))
      #expect(try await ask(server.port, "POST /v1/tenants/t/flows/f/runs").status == status)
    }
  }

  @Test func `application and input reach the service`() async throws {
    let service = FixedService(Reply())
    try await withServer(api(service)) { server in
      let runs = "POST /v1/tenants/a%20b/flows/f/runs"
      _ = try await ask(server.port, runs)
      _ = try await ask(server.port, runs + "?client_id=ios", [json], body: #"{"x":[1,null]}"#)
      _ = try await ask(
        server.port, runs, ["usher-application: web", "content-type: APPLICATION/JSON; charset=\"UTF-8\""], body: "{}")
      #expect(try await ask(server.port, runs + "?client_id=ios", ["usher-application: web"]).status == 400)
      #expect(try await ask(server.port, runs + "?client_id=a&client_id=b").status == 400)
      _ = try await ask(server.port, "GET /v1/runs/current", ["Authorization: Bearer  tok"])
      #expect(
        service.calls.withLock { $0 } == [
          "start a b/f - {}", #"start a b/f ios {"x":[1,null]}"#, "start a b/f web {}", "current tok",
        ])
    }
  }

  @Test(arguments: [
    ("{", 400), ("[]", 400), ("null", 400), (#"{"event":1}"#, 400), (#"{"input":{}}"#, 400),
    (#"{"event":"e","event":"e"}"#, 400), (#"{"event":"e","input":{"a":1,"a":2}}"#, 400),
    (#"{"event":"e","more":1}"#, 400), (#"{"event":"e","input":[]}"#, 400), (#"{"event":"e","token":5}"#, 400),
    (#"{"event":"e"} x"#, 400), (#"{"event":"\ud800"}"#, 400), (#"{"event":"e","token":"other"}"#, 400),
    (String(repeating: "[", count: 1 << 20), 400),
    (#"{"event":"e","input":"# + String(repeating: #"{"a":"#, count: 200_000), 400),
    (String(repeating: " ", count: (1 << 20) + 1), 413),
  ])
  func `what is no event is refused, and no run hears of it`(body: String, status: Int) async throws {
    let service = FixedService(Reply())
    try await withServer(api(service)) { server in
      let reply = try await ask(server.port, "POST /v1/runs/events", [json, "Authorization: Bearer t"], body: body)
      #expect(reply.status == status)
      #expect(reply.json["events"] == [])
      #expect(reply.json["error"]?["code"] == (status == 400 ? "invalid_request" : "content_too_large"))
      #expect(service.calls.withLock { $0 } == [])
    }
  }

  @Test(arguments: [
    [], ["Content-Type: text/plain"], ["Content-Type: application/x-www-form-urlencoded"],
    ["Content-Type: application/json; charset=latin1"], [json, json], [json, "Content-Encoding: gzip"],
    ["Content-Type: application/jsonp"], ["Content-Type: application/json garbage"], ["Content-Type: "],
  ])
  func `a body of another type is 415`(headers: [String]) async throws {
    let service = FixedService(Reply())
    try await withServer(api(service)) { server in
      for path in ["/v1/runs/events", "/v1/tenants/t/flows/f/runs"] {
        let reply = try await ask(server.port, "POST \(path)", headers, body: #"{"event":"e","token":"t"}"#)
        #expect(reply.status == 415)
        #expect(reply.json["error"]?["code"] == "unsupported_media_type")
      }
      #expect(service.calls.withLock { $0 } == [])
    }
  }

  @Test func `one token, 32 guesses at once: 5 count, and the right code comes too late`() async throws {
    let tenant = try await NativeTenant()
    try await withServer(tenant.router) { server in
      let port = server.port
      let start = try await ask(
        port, "POST /v1/tenants/native-auth/flows/sign-up/runs", [json], body: #"{"email":"eve@example.com"}"#)
      let token = try #require(start.json["token"]?.string)
      await tenant.engine.deliverMessages()
      let code = try #require(tenant.mailbox.code(for: "eve@example.com"))
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for guess in (10_000_000..<10_000_033).map(String.init).filter({ $0 != code }).prefix(32) {
          group.addTask {
            let reply = try await ask(
              port, "POST /v1/runs/events", [json],
              body: #"{"event":"submit","input":{"code":"\#(guess)"},"token":"\#(token)"}"#)
            return "\(reply.status) \(reply.json["error"]?["code"]?.string ?? "")"
          }
        }
        return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      }
      // The policy allows five guesses; the right code comes too late then.
      #expect(answers == ["200 invalid_code": 5, "200 too_many_attempts": 27])
      let late = try await ask(
        port, "POST /v1/runs/events", [json],
        body: #"{"event":"submit","input":{"code":"\#(code)"},"token":"\#(token)"}"#)
      #expect(late.json["error"]?["code"] == "too_many_attempts")
    }
  }

  @Test func `pages of allowed origins may read the answers`() async throws {
    let policy = CORSPolicy(origins: ["https://app.example.com"])
    try await withServer(api(FixedService(Reply()), cors: policy)) { server in
      let port = server.port
      let preflight = try await ask(
        port, "OPTIONS /v1/runs/events",
        ["Origin: https://app.example.com", "Access-Control-Request-Method: POST"])
      #expect(preflight.status == 204)
      #expect(preflight.headers["Access-Control-Allow-Origin"] == "https://app.example.com")
      #expect(preflight.headers["Access-Control-Allow-Headers"]?.contains("authorization") == true)
      let refused = try await ask(port, "POST /v1/runs/events", ["Origin: https://app.example.com"], body: "x")
      #expect(refused.status == 415)
      #expect(refused.headers["Access-Control-Allow-Origin"] == "https://app.example.com")
      let foreign = try await ask(port, "GET /v1/flows", ["Origin: https://evil.example"])
      #expect(foreign.headers["Access-Control-Allow-Origin"] == nil)
      #expect(foreign.headers["Vary"] == "Origin")
    }
  }

  @Test func `an address that asks too often waits`() async throws {
    let limiter = RateLimiter(rate: 0.001, burst: 3)
    try await withServer(RateLimited(api(FixedService(Reply())), by: limiter)) { server in
      for _ in 0..<3 { #expect(try await ask(server.port, "GET /v1/flows").status == 200) }
      let refused = try await ask(server.port, "GET /v1/flows")
      #expect(refused.status == 429)
      #expect(refused.json["error"]?["code"] == "too_many_requests")
      #expect(try #require(refused.headers["Retry-After"].flatMap { Int($0) }) > 100)
      #expect(refused.headers["X-Request-Id"] != nil)
    }
  }
}
