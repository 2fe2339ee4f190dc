import EngineSupport
import FlowClient
import NativeAuth
import Testing

@Suite("NativeAuth: the account and its tokens")
struct AccountTests {
  @Test(arguments: Way.allCases)
  func `a token is kept while it is good, and refreshed then`(way: Way) async throws {
    try await withWorld(way) { world in
      let account = try await world.signedIn(world.app())
      let first = try await account.getAccessToken()
      #expect(first.scopes.contains("openid") && first.expiresOn == Int(world.clock.now() / 1000) + 3600)
      #expect("\(first)" == "an access token for \(first.scopes.joined(separator: " ")), until \(first.expiresOn)")
      world.clock.advance(minutes: 54)
      #expect(try await account.getAccessToken() == first)
      world.clock.advance(minutes: 2)
      let second = try await account.getAccessToken()
      #expect(second.accessToken != first.accessToken)
      let forced = GetAccessTokenParameters()
      forced.forceRefresh = true
      world.clock.advance(seconds: 1)
      #expect(try await account.getAccessToken(forced).accessToken != second.accessToken)
    }
  }

  @Test(arguments: Way.allCases)
  func `a token of other scopes is another one`(way: Way) async throws {
    try await withWorld(way) { world in
      let account = try await world.signedIn(world.app())
      let parameters = GetAccessTokenParameters()
      parameters.scopes = ["api://club/read"]
      let token = try await account.getAccessToken(parameters)
      #expect(token.scopes.contains("api://club/read"))
      #expect(try await account.getAccessToken(parameters) == token)
      parameters.scopes = ["api://club/nothing"]
      let error = try await failure { () async throws(RetrieveAccessTokenError) in
        try await account.getAccessToken(parameters)
      }
      #expect(error.errorCodes == [70011] && !error.isRefreshTokenExpired && !error.isBrowserRequired)
    }
  }

  @Test(arguments: Way.allCases)
  func `a call without scopes wants those of the sign-in, whatever was asked for since`(way: Way) async throws {
    try await withWorld(way) { world in
      let app = world.app()
      let own = try await world.signedIn(app)
      let sign = try await own.getAccessToken()
      let club = GetAccessTokenParameters()
      club.scopes = ["api://club/read"]
      let api = try await own.getAccessToken(club)
      #expect(try await own.getAccessToken() == sign && api != sign)
      // Once the first is too old and the other is not.
      world.clock.advance(minutes: 30)
      club.forceRefresh = true
      let newer = try await own.getAccessToken(club)
      world.clock.advance(minutes: 28)
      let again = try await own.getAccessToken()
      #expect(again != newer && Set(again.scopes) == Set(sign.scopes))

      let parameters = SignInParameters(username: World.ada)
      (parameters.password, parameters.scopes) = (World.password, ["api://club/read"])
      guard case .completed(let scoped) = try await app.signIn(parameters) else { throw Unexpected("not signed in") }
      let first = try await scoped.getAccessToken()
      #expect(first.scopes.contains("api://club/read"))
      world.clock.advance(minutes: 58)
      let second = try await scoped.getAccessToken()
      #expect(second != first && Set(second.scopes) == Set(first.scopes))
    }
  }

  @Test(arguments: Way.allCases)
  func `refreshes at the same time are one request`(way: Way) async throws {
    try await withWorld(way) { world in
      var gate: Gate?
      let app = world.app { connection in
        let made = Gate(connection)
        gate = made
        return made
      }
      let account = try await world.signedIn(app)
      let requests = try #require(gate)
      let before = requests.count
      requests.close()
      let tokens = try await withThrowingTaskGroup(of: TokenResult.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let parameters = GetAccessTokenParameters()
            parameters.forceRefresh = true
            return try await account.getAccessToken(parameters)
          }
        }
        // One of those that wait may give up.
        let impatient = Task {
          let parameters = GetAccessTokenParameters()
          parameters.forceRefresh = true
          return try await failure { () async throws(RetrieveAccessTokenError) in
            try await account.getAccessToken(parameters)
          }
        }
        await requests.arrived()
        impatient.cancel()
        #expect(try await impatient.value.connectionError == .cancelled)
        requests.open()
        var tokens: Set<TokenResult> = []
        for try await token in group { tokens.insert(token) }
        return tokens
      }
      // Who came after the first refresh was done had another one.
      #expect(requests.count - before >= 1 && tokens.count == requests.count - before)
    }
  }

  @Test(arguments: Way.allCases)
  func `a refresh token grows old`(way: Way) async throws {
    try await withWorld(way) { world in
      let account = try await world.signedIn(world.app())
      world.clock.advance(minutes: 60 * 24 * 100)
      let error = try await failure { () async throws(RetrieveAccessTokenError) in try await account.getAccessToken() }
      #expect(error.isRefreshTokenExpired && !error.isTokenNotFound)
    }
  }

  @Test(arguments: Way.allCases)
  func `whoever signs out has no tokens`(way: Way) async throws {
    try await withWorld(way) { world in
      let app = world.app()
      let account = try await world.signedIn(app)
      #expect(app.getNativeAuthUserAccount() != nil)
      account.signOut()
      #expect(app.getNativeAuthUserAccount() == nil && account.idToken == nil)
      let error = try await failure { () async throws(RetrieveAccessTokenError) in try await account.getAccessToken() }
      #expect(error.isTokenNotFound)
      let forced = GetAccessTokenParameters()
      forced.forceRefresh = true
      let again = try await failure { () async throws(RetrieveAccessTokenError) in
        try await account.getAccessToken(forced)
      }
      #expect(again.isTokenNotFound && !again.isRefreshTokenExpired)
    }
  }

  @Test
  func `nothing that is printed has a token in it`() async throws {
    let connection = Scripted(
      (200, #"{"continuation_token":"hidden"}"#),
      (200, #"{"continuation_token":"hidden","challenge_type":"password"}"#),
      (
        200,
        #"{"token_type":"Bearer","expires_in":3600,"access_token":"hidden","refresh_token":"hidden","scope":"openid"}"#
      ))
    let app = NativeAuthApplication(
      clientId: "phone", tenantSubdomain: "club", challengeTypes: [.password], connection: connection)
    let (parameters, joining) = (SignInParameters(username: World.ada), SignUpParameters(username: World.ada))
    let start = try await app.signIn(parameters)
    guard case .passwordRequired(let state) = start else { throw Unexpected(start) }
    (parameters.password, joining.password) = ("hidden", "hidden")
    let result = try await state.submitPassword("hidden")
    guard case .completed(let account) = result else { throw Unexpected(result) }
    let token = try await account.getAccessToken()
    for value in [start, state, result, token, parameters, joining, app] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      #expect(!"\(value)".contains("hidden") && !String(reflecting: value).contains("hidden"))
      #expect(!dumped.contains("hidden"))
    }
  }

  @Test
  func `a refresh may send people to a browser`() async throws {
    let tokens = #"""
      {"token_type":"Bearer","scope":"openid","expires_in":"1","access_token":"a","refresh_token":"r","id_token":"x.eyJzdWIiOjF9.y"}
      """#
    let connection = Scripted(
      (200, #"{"continuation_token":"1"}"#), (200, #"{"continuation_token":"2","challenge_type":"password"}"#),
      (200, tokens), (200, #"{"challenge_type":"redirect","redirect_reason":"New terms."}"#))
    let app = NativeAuthApplication(
      clientId: "phone", tenantSubdomain: "club", challengeTypes: [.password], connection: connection)
    let parameters = SignInParameters(username: World.ada)
    parameters.password = World.password
    guard case .completed(let account) = try await app.signIn(parameters) else { throw Unexpected("not signed in") }
    // Without a name in the id token it is the one that was typed.
    #expect(account.account.username == World.ada && account.account.accountClaims == ["sub": "1"])
    let forced = GetAccessTokenParameters()
    forced.forceRefresh = true
    let error = try await failure { () async throws(RetrieveAccessTokenError) in
      try await account.getAccessToken(forced)
    }
    #expect(error.isBrowserRequired && error.description == "New terms.")
  }
}
