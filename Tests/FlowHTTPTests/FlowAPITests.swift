import HTTPSupport
import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2)))
struct FlowAPITests {
  @Test func `an input that is refused is 422, and a start with one makes no run`() async throws {
    let tenant = try await NativeTenant()
    try await withServer(tenant.router) { server in
      let runs = "POST /v1/tenants/native-auth/flows/sign-up/runs?client_id=ios"
      let bad = try await ask(server.port, runs, [json], body: #"{"email":"nobody"}"#)
      #expect(bad.status == 422)
      #expect(bad.json["error"]?["code"] == "attributes_invalid")
      #expect(bad.json["token"] == nil && bad.json["run"] == nil && bad.json["state"] == nil)
      #expect(try await ask(server.port, runs, [json], body: #"{"nothing":1}"#).status == 422)
      let started = try await ask(server.port, runs)
      #expect(started.status == 201)
      let token = try #require(started.json["token"]?.string)
      for input in ["{}", #"{"email":"nobody"}"#, #"{"nothing":1}"#] {
        let refused = try await ask(
          server.port, "POST /v1/runs/events?client_id=ios", [json],
          body: #"{"event":"submit","input":\#(input),"token":"\#(token)"}"#)
        #expect(refused.status == 422 && refused.json["token"]?.string == token)
      }
      let unknown = try await ask(
        server.port, "POST /v1/runs/events?client_id=ios", [json], body: #"{"event":"fly","token":"\#(token)"}"#)
      #expect(unknown.status == 422)
      #expect(unknown.json["state"] == started.json["state"])
    }
  }

  @Test(arguments: [
    (EngineError.invalidRequest, 400), (EngineError.invalidToken, 401), (EngineError.denied, 403),
    (EngineError.unknownFlow, 404), (EngineError.unknownApplication, 404), (EngineError.applicationRequired, 400),
    (EngineError.runEnded, 409), (EngineError.runExpired, 410),
    (EngineError.unknownEvent, 422), (EngineError.unknownField, 422), (EngineError.attributesRequired, 422),
    (EngineError.unavailable, 503), (EngineError.busy, 503),
  ])
  func `each reply without a state has its status`(error: ErrorDefinition, status: Int) async throws {
    try await withServer(api(FixedService(Reply(error: .init(error))))) { server in
      let event = try await ask(
        server.port, "POST /v1/runs/events?client_id=ios", [json], body: #"{"event":"submit","token":"t"}"#)
      #expect(event.status == status)
      #expect(event.json["error"]?["code"] == .string(error.code))
      #expect((event.headers["Retry-After"] != nil) == (status == 503))
      #expect(event.headers["WWW-Authenticate"] == (status == 401 ? "Bearer error=\"invalid_token\"" : nil))
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
      let foreign = try await ask(port, "GET /v1/openapi.json", ["Origin: https://evil.example"])
      #expect(foreign.headers["Access-Control-Allow-Origin"] == nil)
      #expect(foreign.headers["Vary"] == "Origin")
    }
  }

  @Test func `an address that asks too often waits`() async throws {
    let limiter = RateLimiter(rate: 0.001, burst: 3)
    try await withServer(RateLimited(api(FixedService(Reply())), by: limiter)) { server in
      for _ in 0..<3 { #expect(try await ask(server.port, "GET /v1/openapi.json").status == 200) }
      let refused = try await ask(server.port, "GET /v1/openapi.json")
      #expect(refused.status == 429)
      #expect(refused.json["error"]?["code"] == "too_many_requests")
      #expect(try #require(refused.headers["Retry-After"].flatMap { Int($0) }) > 100)
      #expect(refused.headers["X-Request-Id"] != nil)
    }
  }

  /// A browser tells its page nothing of a preflight that was refused: to the page the network is down.
  @Test func `a browser that asks for permission is never told to wait, and what it asks for is`() async throws {
    let cors = CORSPolicy(origins: nil)
    let limited = RateLimited(CrossOrigin(api(FixedService(Reply())), cors), by: RateLimiter(rate: 0.001, burst: 1))
    try await withServer(limited) { server in
      let origin = "Origin: https://app.example.com"
      for status in [200, 429, 429] {
        let preflight = try await ask(
          server.port, "OPTIONS /v1/openapi.json", [origin, "Access-Control-Request-Method: GET"])
        #expect(preflight.status == 204)
        #expect(preflight.headers["Access-Control-Allow-Headers"] != nil)
        let answer = try await ask(server.port, "GET /v1/openapi.json", [origin])
        #expect(answer.status == status)
        #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
      }
      #expect(try await ask(server.port, "OPTIONS /v1/openapi.json").status == 429)
    }
  }
}
