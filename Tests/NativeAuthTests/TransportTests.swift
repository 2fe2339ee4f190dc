import FlowHTTP
import FlowJSON
import FlowRuntime
import Testing

@Suite("Native auth: transport", .overBothTransports)
struct TransportTests {
  static let paths = [
    "signup/v1.0/start", "signup/v1.0/challenge", "signup/v1.0/continue", "resetpassword/v1.0/start",
    "resetpassword/v1.0/challenge", "resetpassword/v1.0/continue", "resetpassword/v1.0/submit",
    "resetpassword/v1.0/poll_completion", "oauth2/v2.0/initiate", "oauth2/v2.0/challenge", "oauth2/v2.0/introspect",
    "oauth2/v2.0/token", "register/v1.0/introspect", "register/v1.0/challenge", "register/v1.0/continue",
  ]

  @Test(arguments: paths)
  func `what is no form is refused in the protocol's own words`(_ path: String) async throws {
    let client = try await World().client()
    let form: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
    let cases: [(String, HTTPHeaders, HTTPMethod)] = [
      ("client_id=phone", ["Content-Type": "application/json"], .post), ("client_id=phone", [:], .post),
      ("client_id=phone", ["Content-Type": "application/x-www-form-urlencoded; charset=utf-16"], .post),
      ("client_id=phone&username=%zz", form, .post), ("client_id=phone&username=%ff", form, .post),
      ("client_id=phone&client_id=phone", form, .post), ("client_id=phone&x=%00", form, .post),
      ("client_id=phone&x=" + String(repeating: "x", count: 70_000), form, .post), ("client_id=phone", form, .get),
    ]
    for (body, headers, method) in cases {
      let answer = try await client.raw(path, body, method: method, headers: headers)
      #expect(answer.outline == "400 invalid_request 90023", "\(body.prefix(40)) \(headers)")
    }
  }

  @Test(arguments: paths)
  func `clients are told apart`(_ path: String) async throws {
    let world = try await World()
    #expect(try await world.client().raw(path, "x=y").outline == "400 invalid_request 90100")
    #expect(try await world.client("nobody").post(path, [:]).outline == "400 unauthorized_client 700016")
    #expect(try await world.client("kiosk").post(path, [:]).outline == "400 invalid_client nativeauthapi_disabled")
    #expect(try await world.client(tenant: "nowhere").post(path, [:]).outline == "400 invalid_request 90002")
    #expect(try await world.client().post(path, [:]).status == 400)
  }

  @Test
  func `an app without a flow for a part sends its people to a browser`() async throws {
    let client = try await World().client("browser")
    let answer = try await ResetTests.start(client, "ada@example.com")
    #expect(answer.outline == "200")
    #expect(
      answer.json
        == [
          "challenge_type": "redirect",
          "redirect_reason": "This application offers no reset-password but in a browser.",
        ])
    #expect(try await client.post("resetpassword/v1.0/start", ["username": "ada@example.com"]).code == 900_144)
  }

  @Test(arguments: ["signup/v1.0/start", "resetpassword/v1.0/start", "oauth2/v2.0/initiate"])
  func `the list of challenge types is judged`(_ path: String) async throws {
    let client = try await World().client()
    func answer(_ types: String) async throws -> String {
      try await client.post(path, ["username": "ada@example.com", "challenge_type": types]).outline
    }
    #expect(try await answer("") == "400 invalid_request 900144")
    #expect(try await answer("oob password") == "400 invalid_request 901007")
    #expect(try await answer("oob telepathy redirect") == "400 unsupported_challenge_type 901007")
  }

  @Test
  func `an error has all its members, in their types`() async throws {
    let answer = try await World().client().startSignUp("")
    guard case .object(let object) = answer.json else { return }
    #expect(
      object.members.map(\.name) == [
        "error", "error_description", "error_codes", "timestamp", "trace_id", "correlation_id",
      ])
    #expect(answer["timestamp"] == "2025-06-01 00:00:00Z")
    #expect(answer["error_codes"] == [90100])
    #expect(answer["correlation_id"] == "6b0a1d2e-0000-4000-8000-000000000001")
    #expect(answer["trace_id"]?.string?.count == 36)
    #expect(answer["trace_id"]?.string == answer.headers["x-ms-request-id"])
  }

  @Test
  func `headers tie the answer to the request`() async throws {
    let world = try await World()
    var traces = Set<String>()
    for answer in [try await world.client().startSignUp("ada@example.com"), try await world.client().startSignUp("")] {
      #expect(answer.headers["client-request-id"] == "6b0a1d2e-0000-4000-8000-000000000001")
      // The JavaScript SDK makes it the correlation id of its next request, which iOS' form of one must fit.
      let trace = try #require(answer.headers["x-ms-request-id"])
      #expect(trace.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12] && traces.insert(trace).inserted)
      #expect(trace != "6b0a1d2e-0000-4000-8000-000000000001")
      #expect(answer.headers["Cache-Control"] == "no-store")
      #expect(answer.headers["Content-Type"] == "application/json")
      #expect(answer.headers["WWW-Authenticate"] == nil)
    }
  }

  @Test
  func `browsers may ask, and read the correlation ids`() async throws {
    let world = try await World()
    let asked =
      "client-request-id, x-client-cpu, x-client-current-telemetry, x-client-last-telemetry, x-client-os, x-client-sku, x-client-ver"
    let preflight = HTTPRequest(
      .options, path: ["native-auth", "signup", "v1.0", "start"],
      headers: [
        "Origin": "https://app.example.com", "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": asked,
      ])
    let answer = try await world.respond(to: preflight)
    #expect(answer.status == 204)
    #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
    let allowed = Set((answer.headers["Access-Control-Allow-Headers"] ?? "").split(separator: ", "))
    #expect(asked.split(separator: ", ").allSatisfy(allowed.contains))
    let request = HTTPRequest(
      .post, path: ["native-auth", "signup", "v1.0", "start"],
      headers: ["Origin": "https://app.example.com", "Content-Type": "application/x-www-form-urlencoded"])
    let refused = try await world.respond(to: request)
    #expect(refused.status == 400)
    #expect(refused.headers["Access-Control-Expose-Headers"] == "x-ms-request-id, client-request-id")
  }

  @Test
  func `refusals of the server take the protocol's form`() async throws {
    let world = try await World()
    let request = HTTPRequest(.post, path: ["signup", "v1.0", "start"])
    for (refusal, outline) in [
      (HTTPRefusal.bodyTooLarge(limit: 10), "400 invalid_request 90023"),
      (.headersTooLarge(limit: 10), "400 invalid_request 90023"),
      (.tooManyRequests(retryAfter: 3), "400 slow_down 90023"), (.notFound, "404 invalid_request 90023"),
    ] {
      let response = world.api.refuse(refusal, request)
      let answer = Answer(status: response.status, headers: response.headers, json: try JSON.parse(response.body))
      #expect(answer.outline == outline)
    }
    #expect(world.api.refuse(.tooManyRequests(retryAfter: 3), request).headers["Retry-After"] == "3")
    var below = HTTPRequest(.post, path: ["signup", "v1.0", "finish"])
    below.parameters["tenant"] = "native-auth"
    #expect(world.api.refuse(.bodyTooLarge(limit: 10), below).status == 400)
  }
}
