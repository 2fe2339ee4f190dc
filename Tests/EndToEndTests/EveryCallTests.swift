import FlowJSON
import Glibc
import HTTPSupport
import TestSupport
import Testing

/// Every call of every protocol, made of the program that people install, by clients who mean well and by those who do not.
@Suite struct EveryCallTests {
  private let folder: TemporaryFolder
  private let server: LiveUsher
  private let port: UInt16

  init() throws {
    folder = try TemporaryFolder()
    server = try LiveUsher(
      [
        "serve", Repository.root + "/flows", "--listen", "127.0.0.1:0", "--outbox", "mail", "--limit-address", "off",
        "--limit-identifier", "off", "--allow-commands",
      ], folder: folder)
    let line = try #require(try server.line())
    port = try #require(line.split(separator: ":").last.flatMap { UInt16($0) })
  }

  private func end() throws {
    server.terminate()
    #expect(try server.finish() == 0)
  }

  private func ask(
    _ line: String, _ body: String = "", bearer: String? = nil, type: String = "application/json"
  ) async throws -> RawResponse {
    let authorization = bearer.map { ["Authorization: Bearer \($0)"] } ?? []
    let headers = authorization + (body.isEmpty ? [] : ["Content-Type: \(type)"])
    return try await HTTPSupport.ask(port, line, headers, body: body)
  }

  /// What the newest message says, once there are so many.
  private func mail(_ count: Int) throws -> JSON {
    for _ in 0..<400 {
      let mail = try folder.mail()
      if mail.count >= count { return mail[count - 1] }
      usleep(25_000)
    }
    throw Stalled(description: "no mail")
  }

  // MARK: App Services

  private static let forged = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  private static let sessionCalls = ["GET profile", "POST session", "DELETE session", "DELETE delete"]

  private func session(_ call: String, _ token: String?) async throws -> RawResponse {
    let words = call.split(separator: " ")
    return try await ask("\(words[0]) /api/client/v2.0/auth/\(words[1])", bearer: token)
  }

  private func provider(_ call: String, _ body: JSON) async throws -> RawResponse {
    try await ask("POST /api/client/v2.0/app/realm-by-link/auth/providers/local-userpass/\(call)", body.text)
  }

  @Test(arguments: [nil, "", "x", forged, "a.b.c", String(repeating: "A", count: 4000)])
  func `a session call with a token that is none is 401`(_ token: String?) async throws {
    for call in Self.sessionCalls {
      let answer = try await session(call, token)
      #expect(answer.status == 401, "\(call): \(answer.status)")
      #expect(answer.json["error"]?.string?.isEmpty == false, "\(call): \(answer.text)")
    }
    try end()
  }

  @Test func `a Realm user registers, confirms, signs in, resets, and is deleted`() async throws {
    let user: JSON = ["email": "ada@example.com", "password": "Tea-at-5-oclock"]
    #expect(try await provider("register", user).status == 201)
    func tokens(_ mail: JSON) -> JSONObject { ["token": mail["token"] ?? "", "tokenId": mail["tokenId"] ?? ""] }
    #expect(try await provider("confirm/send", ["email": "ada@example.com"]).status == 202)
    #expect(try await provider("confirm", .object(tokens(try mail(2)))).status == 200)
    let login: JSON = ["username": "ada@example.com", "password": "Tea-at-5-oclock"]
    let session = try await provider("login", login)
    #expect(session.status == 200)
    let (access, refresh) = (session.json.text("access_token"), session.json.text("refresh_token"))
    let profile = try await self.session("GET profile", access)
    #expect(profile.json.text("data", "email") == "ada@example.com", "\(profile.text)")
    let renewed = try await self.session("POST session", refresh)
    #expect(renewed.status == 201)
    // Each for the other, and one that was changed.
    #expect(try await self.session("POST session", access).status == 401)
    #expect(try await self.session("GET profile", refresh).status == 401)
    #expect(try await self.session("GET profile", String(access.dropLast(8)) + "AAAAAAAA").status == 401)

    #expect(try await provider("reset/send", ["email": "ada@example.com"]).status == 202)
    var reset = tokens(try mail(3))
    reset["password"] = "Coffee-at-6-oclock"
    #expect(try await provider("reset", .object(reset)).status == 200)
    #expect(try await provider("login", login).status == 401)
    let again = try await provider("login", ["username": "ada@example.com", "password": "Coffee-at-6-oclock"])
    #expect(again.status == 200)
    #expect(try await self.session("DELETE session", again.json.text("refresh_token")).status == 204)
    let last = try await provider("login", ["username": "ada@example.com", "password": "Coffee-at-6-oclock"])
    #expect(try await self.session("DELETE delete", last.json.text("access_token")).status == 204)
    #expect(try await self.session("GET profile", last.json.text("access_token")).status == 401)
    for call in ["confirm/call", "reset/call", "nothing"] {
      #expect(try await provider(call, ["email": "ada@example.com"]).status >= 400)
    }
    try end()
  }

  // MARK: Native authentication

  private func native(_ call: String, _ fields: KeyValuePairs<String, String>) async throws -> JSON {
    let form = fields.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    return try await ask(
      "POST /native-auth/\(call)", "client_id=phone&" + form, type: "application/x-www-form-urlencoded"
    ).json
  }

  private static let nativeCalls = [
    "signup/v1.0/start", "signup/v1.0/challenge", "signup/v1.0/continue", "resetpassword/v1.0/start",
    "resetpassword/v1.0/challenge", "resetpassword/v1.0/continue", "resetpassword/v1.0/submit",
    "resetpassword/v1.0/poll_completion", "oauth2/v2.0/initiate", "oauth2/v2.0/challenge", "oauth2/v2.0/introspect",
    "oauth2/v2.0/token", "register/v1.0/introspect", "register/v1.0/challenge", "register/v1.0/continue",
  ]

  @Test func `what is no call of native authentication is 400`() async throws {
    let junk = "%00%ff' or 1=1"
    for call in Self.nativeCalls {
      for grant in ["oob", "password", "attributes", "continuation_token", "refresh_token", "mfa_oob", junk] {
        let answer = try await native(
          call,
          [
            "continuation_token": Self.forged, "grant_type": grant, "challenge_type": "oob redirect", "oob": junk,
            "password": "%F0%9F%8D%B5", "attributes": "{", "refresh_token": Self.forged, "new_password": "",
          ])
        #expect(answer["error"]?.string != nil, "\(call): \(answer.text)")
      }
      #expect(try await ask("POST /native-auth/\(call)", "not a form").status == 400)
    }
    try end()
  }

  @Test func `somebody signs up with a password, in, renews, and resets`() async throws {
    let types = "oob password redirect"
    var step = try await native(
      "signup/v1.0/start",
      ["username": "ada@example.com", "challenge_type": types, "password": "Tea-at-5-oclock"])
    step = try await native(
      "signup/v1.0/challenge", ["continuation_token": step.text("continuation_token"), "challenge_type": types])
    #expect(step.text("challenge_type") == "oob", "\(step.text)")
    step = try await native(
      "signup/v1.0/continue",
      [
        "continuation_token": step.text("continuation_token"), "grant_type": "oob", "oob": try mail(1).text("code"),
      ])
    let attributes = #"{"country":"Norway","city":"Oslo","age":"36","newsletter":"true"}"#
    if step.text("error") == "attributes_required" {
      step = try await native(
        "signup/v1.0/continue",
        [
          "continuation_token": step.text("continuation_token"), "grant_type": "attributes", "attributes": attributes,
        ])
    }
    var tokens = try await native(
      "oauth2/v2.0/token",
      [
        "continuation_token": step.text("continuation_token"), "grant_type": "continuation_token",
        "scope": "openid offline_access",
      ])
    #expect(tokens.text("token_type") == "Bearer", "\(tokens.text) after \(step.text)")
    tokens = try await native(
      "oauth2/v2.0/token",
      ["grant_type": "refresh_token", "refresh_token": tokens.text("refresh_token"), "scope": "openid offline_access"])
    #expect(tokens.text("token_type") == "Bearer", "\(tokens.text)")

    step = try await native("resetpassword/v1.0/start", ["username": "ada@example.com", "challenge_type": types])
    step = try await native(
      "resetpassword/v1.0/challenge", ["continuation_token": step.text("continuation_token"), "challenge_type": types])
    step = try await native(
      "resetpassword/v1.0/continue",
      ["continuation_token": step.text("continuation_token"), "grant_type": "oob", "oob": try mail(2).text("code")])
    step = try await native(
      "resetpassword/v1.0/submit",
      ["continuation_token": step.text("continuation_token"), "new_password": "Coffee-at-6-oclock"])
    step = try await native(
      "resetpassword/v1.0/poll_completion", ["continuation_token": step.text("continuation_token")])
    #expect(step.text("status") == "succeeded", "\(step.text)")

    step = try await native("oauth2/v2.0/initiate", ["username": "ada@example.com", "challenge_type": types])
    step = try await native(
      "oauth2/v2.0/challenge", ["continuation_token": step.text("continuation_token"), "challenge_type": types])
    tokens = try await native(
      "oauth2/v2.0/token",
      [
        "continuation_token": step.text("continuation_token"), "grant_type": "password",
        "password": "Coffee-at-6-oclock", "scope": "openid offline_access",
      ])
    #expect(tokens.text("token_type") == "Bearer", "\(tokens.text)")
    try end()
  }

  // MARK: The flow API and documents

  @Test func `every document and every flow of the flow API answers`() async throws {
    let paths = [
      "/openapi.json", "/v1/tenants/native-auth/openapi.json", "/v1/tenants/native-auth/flows",
      "/native-auth/v2.0/.well-known/openid-configuration",
      "/api/client/v2.0/app/realm-by-link/location", "/healthz", "/nothing",
    ]
    for path in paths {
      for method in ["GET", "HEAD", "POST", "OPTIONS", "DELETE"] {
        #expect(try await ask("\(method) \(path)").status < 500, "\(method) \(path)")
      }
    }
    var tenants: [JSON] = []
    for tenant in ["native-auth", "email-password"] {
      tenants.append(try await ask("GET /v1/tenants/\(tenant)/flows").json)
    }
    let flows = tenants.flatMap { tenant in
      (tenant["flows"]?.array ?? []).map { flow in
        (
          path: "/v1/tenants/\(tenant.text("name"))/flows/\(flow.text("name"))/runs",
          application: flow["applications"]?.array?.first?.string ?? ""
        )
      }
    }
    #expect(flows.count > 10)
    for (path, application) in flows {
      #expect(try await ask("POST \(path)", "{}").status == 400)
      for body in ["{}", #"{"email":"ada@example.com"}"#, #"{"email":7}"#, "[", ""] {
        let answer = try await ask("POST \(path)?client_id=\(application)", body)
        #expect(answer.status < 500, "\(path): \(answer.text)")
        guard let token = answer.json["token"]?.string else { continue }
        let event = #"{"event":"submit","input":{"code":"1","password":"x"},"token":"\#(token)"}"#
        #expect(try await ask("POST /v1/runs/events?client_id=\(application)", event).status < 500)
      }
    }
    try end()
  }
}
