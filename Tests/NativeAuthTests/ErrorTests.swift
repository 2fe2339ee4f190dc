import FlowCompiler
import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import TestSupport
import Testing

/// Section 4 of the protocol: the errors that clients tell apart, as they are on the wire.
@Suite("Native auth: errors", .overBothTransports)
struct ErrorTests {
  static let forms = [
    ("user_already_exists", "user_already_exists 1003037"), ("user_not_found", "user_not_found 50034"),
    ("user_has_no_password", "invalid_request 500222"), ("user_disabled", "invalid_grant 50057"),
    ("confirmation_required", "verification_required"), ("invalid_username", "invalid_request 90100"),
    ("invalid_credentials", "invalid_grant 50126"), ("invalid_password", "invalid_grant 50126"),
    ("password_change_required", "invalid_request 50142"), ("account_locked", "invalid_grant 50053"),
    ("invalid_code", "invalid_grant invalid_oob_value 50181"),
    ("code_expired", "invalid_grant invalid_oob_value 50184"),
    ("too_many_attempts", "invalid_grant invalid_oob_value 501811"), ("too_many_codes", "invalid_request 90055"),
    ("invalid_grant", "invalid_grant 55200"), ("timed_out", "expired_token 552003"), ("denied", "access_denied"),
    ("contact_blocked", "access_denied provider_blocked_by_rep 550024"),
    ("reset_failed", "invalid_grant password_is_invalid 399246"),
    ("password_too_short", "invalid_grant password_too_short 399246"),
    ("password_too_long", "invalid_grant password_too_long 399246"),
    ("password_too_weak", "invalid_grant password_too_weak 399246"),
    ("password_banned", "invalid_grant password_banned 399246"),
    ("password_recently_used", "invalid_grant password_recently_used 399246"),
  ]

  @Test
  func `each error of the protocol is here`() {
    #expect(Set(Self.forms.map(\.0)) == Set(SpokenProtocol.nativeAuth.definition.errors))
  }

  @Test(arguments: forms)
  func `an error has the form that clients know`(_ code: String, _ form: String) async throws {
    let world = try await World(change: { table in
      for index in table.applications.indices where table.applications[index].name == "strict" {
        table.applications[index].errors = [ErrorMapping(code: "stranger", spokenAs: code)]
      }
    })
    let answer = try await world.client("strict", tenant: "own-words").initiate("nobody@example.com")
    #expect(answer.outline == "400 " + form)
    #expect(answer["continuation_token"] == nil)
    // The words of the protocol's own are in no language of the flow's.
    #expect(answer.headers["Content-Language"] == (code == "invalid_username" ? nil : "en"))
    #expect(answer.names("unverified_attributes") == (code == "confirmation_required" ? ["email"] : []))
    if code == "invalid_username" {
      #expect(answer["error_description"]?.string?.contains("username parameter is empty or not valid") == true)
    } else {
      #expect(answer["error_description"]?.string?.contains("We do not know you.") == true)
    }
  }

  @Test
  func `an answer in the words of a flow says their language, and no other does`() async throws {
    let german = try #require(LanguageTag("de"))
    let client = try await World(change: { $0.language = german }).client()
    let start = try await client.beginSignUp("ada@example.com")
    #expect(start.status == 200 && start.headers["Content-Language"] == nil)
    let wrong = try await client.go("signup/v1.0", start.token, "oob", "1")
    #expect(wrong.suberror == "invalid_oob_value" && wrong.headers["Content-Language"] == "de")
    #expect(try await client.post("signup/v1.0/start", [:]).headers["Content-Language"] == nil)
  }

  @Test
  func `a reset that fails is said by the poll`() async throws {
    let world = try await World(change: { table in
      for flow in table.flows.indices where table.flows[flow].name == "reset-password" {
        for end in table.flows[flow].ends.indices where table.flows[flow].ends[end].name == "completed" {
          table.flows[flow].ends[end].name = "failed"
          table.flows[flow].ends[end].grantsSignIn = false
        }
      }
    })
    let client = world.client()
    try await client.signUp("ada@example.com")
    let submitted = try await ResetTests.submit(world, "ada@example.com", "Another-Pass-1")
    #expect(submitted["poll_interval"] == 1)
    let poll = try await client.post("resetpassword/v1.0/poll_completion", ["continuation_token": submitted.token])
    #expect(poll.json == ["status": "failed"])
  }

  @Test(arguments: ["signup/v1.0/challenge", "resetpassword/v1.0/challenge", "oauth2/v2.0/challenge"])
  func `the list of challenge types is judged at each challenge`(_ path: String) async throws {
    let client = try await World().client()
    for (types, outline) in [
      ("", "400 invalid_request 900144"), ("oob password", "400 invalid_request 901007"),
      ("oob telepathy redirect", "400 unsupported_challenge_type 901007"),
    ] {
      #expect(try await client.post(path, ["continuation_token": "x", "challenge_type": types]).outline == outline)
    }
    let register = try await client.post(
      "register/v1.0/challenge",
      ["continuation_token": "x", "challenge_type": "password", "challenge_target": "ada@example.com"])
    #expect(register.outline == "400 unsupported_challenge_type 901007")
    let nowhere = try await client.post(
      "register/v1.0/challenge", ["continuation_token": "x", "challenge_type": "oob"])
    #expect(nowhere.outline == "400 invalid_request 900144")
  }

  @Test
  func `a grant that an endpoint does not take`() async throws {
    let client = try await World().client()
    let token = try await client.startSignUp("ada@example.com").token
    for (part, grant) in [
      ("signup/v1.0", "refresh_token"), ("signup/v1.0", "x"), ("resetpassword/v1.0", "password"),
      ("register/v1.0", "password"),
    ] {
      #expect(try await client.go(part, token, grant, "x").outline == "400 invalid_request 900144")
    }
    for part in ["signup/v1.0", "resetpassword/v1.0", "register/v1.0"] {
      let answer = try await client.post("\(part)/continue", ["continuation_token": token])
      #expect(answer.outline == "400 invalid_request 900144")
    }
  }

  @Test
  func `where storage is gone the answer is an error of the protocol, and no 5xx`() async throws {
    let world = try await World()
    let client = world.client()
    let token = try await client.startSignUp("ada@example.com").token
    await world.storage.close()
    for answer in [
      try await client.startSignUp("bob@example.com"), try await client.challenge("signup/v1.0", token),
      try await client.go("signup/v1.0", token, "oob", "1"),
    ] {
      #expect(answer.outline == "400 temporarily_unavailable 90033")
    }
  }

  @Test(arguments: ["busy", "too_many_runs", "unavailable", "account_locked", "too_many_attempts", "too_many_codes"])
  func `who comes while too many wait, or after too many attempts, is told when to come back`(_ code: String)
    async throws
  {
    let table = try Compiler.table(folder: Repository.root + "/flows/native-auth")
    let api = NativeAuthAPI(
      service: StandingService(code: code), tokens: PlainTokens(), key: try #require(ServerKey.random()),
      tables: { _ in table })
    var request = HTTPRequest(
      .post, path: ["signup", "v1.0", "start"], headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Array("client_id=phone&challenge_type=oob+password+redirect&username=ada@example.com".utf8))
    request.parameters["tenant"] = "native-auth"
    let answer = await api.respond(to: request)
    #expect(answer.status == 400 && answer.headers["Retry-After"] == "17", "\(answer)")
  }

  @Test
  func `what clients send besides is passed over`() async throws {
    let world = try await World()
    let client = world.client()
    let start = try await client.raw(
      "signup/v1.0/start",
      Client.form([
        ("client_id", "phone"), ("username", "ada@example.com"), ("challenge_type", Client.all), ("x-client-SKU", "js"),
        ("capabilities", ""), ("claims", "{}"),
      ]), query: "dc=ESTS-PUB-WUS2&client-request-id=6b0a1d2e")
    #expect(start.outline == "200")
    let refresh = try await client.post(
      "oauth2/v2.0/token",
      [
        "grant_type": "refresh_token", "refresh_token": "refresh-ada", "client_info": "1", "x-client-SKU": "msal.js",
        "X-AnchorMailbox": "Oid:1@2", "x-client-VER": "5.6.3",
      ])
    #expect(refresh.outline == "200")
  }

  @Test
  func `capabilities are known by both of their names`() async throws {
    let world = try await World()
    let client = world.client("bank")
    try await client.signUp("ada@example.com")
    try await world.hold(["phone": "+12025550167"], for: "ada@example.com")
    for name in ["capabilities", "capability"] {
      let initiate = try await client.post(
        "oauth2/v2.0/initiate", ["username": "ada@example.com", "challenge_type": Client.all, name: "mfa_required"])
      let passed = try await client.token(initiate.token, "password", "password", Client.password)
      #expect(passed.outline == "400 invalid_grant mfa_required 50076")
    }
  }

  @Test
  func `a request without a correlation id gets one`() async throws {
    let world = try await World()
    guard let port = world.port else { return }
    let answer = try await ask(
      port,
      HTTPRequest(
        .post, path: ["native-auth", "signup", "v1.0", "start"],
        headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Array("client_id=phone".utf8)))
    let id = try #require(answer.headers["client-request-id"])
    let trace = try #require(answer.headers["x-ms-request-id"])
    #expect(id.count == 36 && trace.count == 36 && trace != id)
    #expect(try JSON.parse(answer.body)["correlation_id"] == .string(id))
    #expect(try JSON.parse(answer.body)["trace_id"] == .string(trace))
  }
}

/// A service that answers everything with an error, and when to come back.
private struct StandingService: FlowService {
  let code: String

  private var busy: Reply {
    var error = Reply.ErrorView(EngineError.busy)
    error.code = code
    error.retryAfter = 17
    return Reply(error: error)
  }

  func start(
    flow: String, tenant: String, by starter: Starter, input: JSONObject, tokens: (any TokenIssuer)?
  ) async -> Reply { busy }
  func start(
    flow: String, tenant: String, by starter: Starter, event: ClientEvent, tokens: (any TokenIssuer)?
  ) async -> Reply { busy }
  func send(_ event: ClientEvent, tokens: (any TokenIssuer)?) async -> Reply { busy }
  func current(token: String, scope: ClientEvent.Scope?, earlier: Bool) async -> Reply { busy }
  func deliverMessages() async {}
}
