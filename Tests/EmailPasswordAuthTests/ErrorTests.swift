import EmailPasswordAuth
import EngineSupport
import FlowClient
import FlowRuntime
import Testing

/// What a caller learns of what went wrong.
@Suite(.serialized, .timeLimit(.minutes(2))) struct Errors {
  @Test(arguments: Way.allCases)
  func `the server's errors have their code, text and status`(way: Way) async throws {
    try await withWorld(way) { world, app in
      let client = app(World.byLink).emailPasswordAuth
      func expect(
        _ code: AppError.Code, _ status: Int, _ message: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ call: () async throws(AppError) -> Void
      ) async {
        let found = await error(of: call)
        #expect(found?.code == code && found?.status == status, sourceLocation: sourceLocation)
        #expect(found?.localizedDescription == message, sourceLocation: sourceLocation)
        #expect(found?.link?.contains("logs?co_id=") == true, sourceLocation: sourceLocation)
        #expect(found?.connection == nil, sourceLocation: sourceLocation)
      }
      try await client.registerUser(email: "ada@example.com", password: "Tea-at-5-oclock")
      await expect(.accountNameInUse, 409, "name already in use") { () throws(AppError) in
        try await client.registerUser(email: "ada@example.com", password: "Tea-at-5-oclock")
      }
      await expect(.badRequest, 400, "email invalid") { () throws(AppError) in
        try await client.registerUser(email: "", password: "Tea-at-5-oclock")
      }
      await expect(.badRequest, 400, "invalid token data") { () throws(AppError) in
        try await client.confirmUser("someToken", tokenId: "someTokenId")
      }
      let token = String(repeating: "0", count: 128)
      await expect(.userpassTokenInvalid, 404, "userpass token is expired or invalid") { () throws(AppError) in
        try await client.confirmUser(token, tokenId: String(repeating: "0", count: 24))
      }
      await expect(.userNotFound, 404, "user not found") { () throws(AppError) in
        try await client.sendResetPasswordEmail("bea@example.com")
      }
      await expect(.unknown, 400, "failed to reset password for user \"ada@example.com\"") { () throws(AppError) in
        try await client.callResetPasswordFunction(email: "ada@example.com", password: "secret-2", args: [])
      }
      await expect(.unknown, 404, "cannot find app using Client App ID 'nobody/s app'") { () throws(AppError) in
        try await app("nobody/s app").emailPasswordAuth.resendConfirmationEmail("ada@example.com")
      }
      let link = try await world.link()
      try await client.confirmUser(link.token, tokenId: link.tokenId)
      try await world.change("ada@example.com") { $0.isEnabled = false }
      await expect(.userDisabled, 401, "unauthorized") { () throws(AppError) in
        _ = try await app(World.byLink).login(credentials: Person.ada.credentials)
      }
    }
  }

  @Test(arguments: [
    // A name that is not listed is kept.
    (400, #"{"error":"no","error_code":"InvalidEmailPassword"}"#, "InvalidEmailPassword", "no"),
    (400, #"{"error":"no","error_code":""}"#, "Unknown", "no"),
    (400, #"{"error_code":"BadRequest"}"#, "BadRequest", "BadRequest"),
    // An error in the body is one whatever the status.
    (200, #"{"error":"no"}"#, "Unknown", "no"),
    (200, #"{"error":null,"error_code":7}"#, "HTTPError", "The server answered with status 200."),
    // What is none of the protocol.
    (502, "<html>Bad Gateway</html>", "HTTPError", "The server answered with status 502."),
    (302, "", "HTTPError", "The server answered with status 302."),
    (200, "<html>Log in to the hotel's network</html>", "HTTPError", "The answer is none that this call has."),
  ])
  func `what a server may say`(status: Int, body: String, code: String, message: String) async {
    let connection = ScriptedConnection { request, _ in
      request.path.hasSuffix("/location") ? .location : .json(status, body)
    }
    let client = App(id: "a", connection: connection).emailPasswordAuth
    let found = await error { () throws(AppError) in try await client.resendConfirmationEmail("ada@example.com") }
    #expect(found?.code.rawValue == code && found?.message == message && found?.status == status)
    #expect(found?.description == "\(code): \(message)")
  }

  @Test(arguments: ["{}", "[]", "7", #"{"access_token":"a.b.c","refresh_token":"r","user_id":7}"#, ""])
  func `a log-in that answers something else`(body: String) async {
    let connection = ScriptedConnection { request, _ in
      request.path.hasSuffix("/location") ? .location : .json(200, body)
    }
    let app = App(id: "a", connection: connection)
    let found = await error { () throws(AppError) in _ = try await app.login(credentials: Person.ada.credentials) }
    #expect(found?.code == .httpError && app.currentUser == nil)
  }

  @Test(arguments: ["", "a.b", "a.b.c.d", "a.!.c", "a.e30", "a.W10.c", "a.bm8.c"])
  func `a token that cannot be read logs nobody in, and its session is ended`(token: String) async {
    let connection = ScriptedConnection { request, _ in
      if request.path.hasSuffix("/location") { return .location }
      return .json(200, #"{"access_token":"\#(token)","refresh_token":"r","user_id":"u","device_id":"d"}"#)
    }
    let app = App(id: "a", connection: connection)
    let found = await error { () throws(AppError) in _ = try await app.login(credentials: Person.ada.credentials) }
    #expect(found?.code == .badToken && app.allUsers.isEmpty)
    await connection.comes("/auth/session")
    #expect(connection.requests.last?.method == "DELETE")
    #expect(connection.requests.last?.headers.contains(ClientHeader("Authorization", "Bearer r")) == true)
  }

  @Test func `when a call may be repeated is told`() async {
    let connection = ScriptedConnection { request, _ in
      request.path.hasSuffix("/location")
        ? .location
        : ClientAnswer(
          429, headers: [ClientHeader("retry-after", "7")],
          body: Array(#"{"error":"slow down","error_code":"TooManyRequests"}"#.utf8))
    }
    let client = App(id: "a", connection: connection).emailPasswordAuth
    let found = await error { () throws(AppError) in try await client.resendConfirmationEmail("ada@example.com") }
    #expect(found?.code == .tooManyRequests && found?.retryAfter == 7)
  }

  @Test func `nobody answers, or the address is none`() async {
    let closed = App(id: "a", baseURL: "http://127.0.0.1:1")
    let unreachable = await error { () throws(AppError) in
      try await closed.emailPasswordAuth.registerUser(email: "a@example.com", password: "secret")
    }
    #expect(unreachable?.code == .connectionFailed && unreachable?.connection?.code == .unreachable)
    #expect(unreachable?.status == nil && unreachable?.localizedDescription.isEmpty == false)

    let none = App(id: "a", configuration: AppConfiguration(baseURL: "login.example.com"))
    let malformed = await error { () throws(AppError) in _ = try await none.login(credentials: Person.ada.credentials) }
    #expect(malformed?.connection?.code == .malformed)
  }

  @Test func `what is printed or dumped has no secret`() async throws {
    try await withWorld { _, app in
      let app = app(World.atOnce)
      try await app.emailPasswordAuth.registerUser(email: "ada@example.com", password: "Tea-at-5-oclock")
      let user = try await app.login(credentials: Person.ada.credentials)
      var shown = ""
      for value: Any in [Person.ada.credentials, user, app, app.emailPasswordAuth] {
        shown += "\(value) \(String(reflecting: value))"
        dump(value, to: &shown)
      }
      #expect(shown.contains("ada@example.com") && shown.contains(user.id))
      #expect(!shown.contains("Tea-at-5-oclock"))
      for token in [user.accessToken, user.refreshToken] { #expect(!shown.contains(try #require(token))) }
    }
  }
}
