import FlowClient
import NativeAuth
import Testing

/// What is cancelled, lost, or done twice at once.
@Suite("NativeAuth: cancelled, lost, twice at once")
struct TryingAgainTests {
  private typealias Verify = StepError<VerifyCodeError, SignUpCodeRequiredState>
  private typealias Attributes = StepError<AttributesRequiredError, SignUpAttributesRequiredState>

  private func flaky(_ world: World, _ id: String = "phone") throws -> (Flaky, NativeAuthApplication) {
    var made: Flaky?
    let app = world.app(id) { connection in
      let flaky = Flaky(connection)
      made = flaky
      return flaky
    }
    return (try #require(made), app)
  }

  private func gated(_ world: World, _ id: String = "phone") throws -> (Gate, NativeAuthApplication) {
    var made: Gate?
    let app = world.app(id) { connection in
      let gate = Gate(connection)
      made = gate
      return gate
    }
    return (try #require(made), app)
  }

  @Test(arguments: Way.allCases)
  func `a cancelled call throws at once, and the state goes on`(way: Way) async throws {
    try await withWorld(way) { world in
      let (gate, app) = try gated(world)
      let state = try await world.begin(app, password: World.password, World.place)
      let code = try await world.code()
      let before = gate.count
      // Before it has begun: nothing is sent.
      let early = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await failure { () async throws(Verify) in try await state.submitCode(code) }
      }
      #expect(try await early.value.connectionError == .cancelled)
      #expect(gate.count == before)
      // While it is under way.
      gate.close()
      let late = Task { try await failure { () async throws(Verify) in try await state.submitCode(code) } }
      await gate.arrived()
      late.cancel()
      let error = try await late.value
      #expect(error.connectionError == .cancelled && error.newState != nil)
      gate.open()
      guard case .attributesRequired = try await state.submitCode(code) else { throw Unexpected("no page") }
    }
  }

  @Test(arguments: Way.allCases)
  func `one of two calls on a state wins`(way: Way) async throws {
    try await withWorld(way) { world in
      let (gate, app) = try gated(world)
      let state = try await world.begin(app, password: World.password, World.place)
      let code = try await world.code()
      gate.close()
      let first = Task { try await state.submitCode(code) }
      await gate.arrived()
      let second = try await failure { () async throws(Verify) in try await state.submitCode(code) }
      #expect(second.isStateInUse && second.newState == nil)
      gate.open()
      guard case .attributesRequired = try await first.value else { throw Unexpected("no page") }
      let third = try await failure { () async throws(Verify) in try await state.submitCode(code) }
      #expect(third.isStatePast && !third.isStateInUse)
    }
  }

  @Test(arguments: Way.allCases, [Flaky.Loss.before, .after])
  func `a lost sign-up is tried again with the same state`(way: Way, loss: Flaky.Loss) async throws {
    try await withWorld(way) { world in
      let (flaky, app) = try flaky(world)
      flaky.lose(loss, "signup/v1.0/start")
      let parameters = world.parameters()
      let start = try await failure { () async throws(SignUpStartError) in try await app.signUp(parameters) }
      #expect(start.connectionError?.code == (loss == .before ? .unreachable : .interrupted))
      let state = try await world.begin(app)
      let code = try await world.code()
      for path in ["continue", "challenge"] {
        flaky.lose(loss, "signup/v1.0/\(path)")
        let error = try await failure { () async throws(Verify) in try await state.submitCode(code) }
        #expect(error.connectionError != nil && error.newState != nil)
      }
      guard case .passwordRequired(let password) = try await state.submitCode(code) else { throw Unexpected("code") }
      flaky.lose(loss, "continue")
      _ = try await failure { () async throws(StepError<PasswordRequiredError, SignUpPasswordRequiredState>) in
        try await password.submitPassword(World.password)
      }
      guard case .attributesRequired(_, let page) = try await password.submitPassword(World.password) else {
        throw Unexpected("password")
      }
      flaky.lose(loss, "continue")
      _ = try await failure { () async throws(Attributes) in try await page.submitAttributes(World.place) }
      let next = try await page.submitAttributes(World.place)
      guard case .attributesRequired(_, let last) = next else { throw Unexpected(next) }
      flaky.lose(loss, "continue")
      _ = try await failure { () async throws(Attributes) in try await last.submitAttributes(World.about) }
      let done = try await last.submitAttributes(World.about)
      guard case .completed(let after) = done else { throw Unexpected(done) }
      guard case .completed = try await after.signIn() else { throw Unexpected("sign-in") }
    }
  }

  @Test(arguments: Way.allCases, [Flaky.Loss.before, .after])
  func `so are a reset and a sign-in`(way: Way, loss: Flaky.Loss) async throws {
    try await withWorld(way) { world in
      let (flaky, app) = try flaky(world)
      let code = try await world.reset(app)
      let digits = try await world.code()
      flaky.lose(loss, "resetpassword/v1.0/continue")
      _ = try await failure { () async throws(StepError<VerifyCodeError, ResetPasswordCodeRequiredState>) in
        try await code.submitCode(digits)
      }
      let password = try await code.submitCode(digits)
      for path in ["submit", "poll_completion"] {
        flaky.lose(loss, path)
        let error = try await failure {
          () async throws(StepError<PasswordRequiredError, ResetPasswordRequiredState>) in
          try await password.submitPassword("Another-Pass-for-Ada")
        }
        #expect(error.connectionError != nil && error.newState != nil)
      }
      _ = try await password.submitPassword("Another-Pass-for-Ada")
      guard case .passwordRequired(let state) = try await app.signIn(SignInParameters(username: World.ada)) else {
        throw Unexpected("no password")
      }
      flaky.lose(loss, "token")
      _ = try await failure { () async throws(StepError<PasswordRequiredError, SignInPasswordRequiredState>) in
        try await state.submitPassword("Another-Pass-for-Ada")
      }
      let result = try await state.submitPassword("Another-Pass-for-Ada")
      guard case .completed(let account) = result else { throw Unexpected(result) }
      flaky.lose(loss, "token")
      let refresh = GetAccessTokenParameters()
      refresh.forceRefresh = true
      let lost = try await failure { () async throws(RetrieveAccessTokenError) in
        try await account.getAccessToken(refresh)
      }
      #expect(lost.connectionError != nil)
      _ = try await account.getAccessToken(refresh)
    }
  }

  @Test(arguments: Way.allCases)
  func `a sign-in after a sign-up is taken once, and its error says so`(way: Way) async throws {
    try await withWorld(way) { world in
      let (flaky, app) = try flaky(world)
      let state = try await world.signUp(app)
      flaky.lose(.before, "token")
      _ = try await failure { () async throws(SignInAfterSignUpError) in try await state.signIn() }
      flaky.lose(.after, "token")
      _ = try await failure { () async throws(SignInAfterSignUpError) in try await state.signIn() }
      let error = try await failure { () async throws(SignInAfterSignUpError) in try await state.signIn() }
      #expect(error.isStatePast)
      #expect(error.description.hasSuffix("start it again."))
    }
  }

  @Test(arguments: Way.allCases)
  func `what was lost and then done with another value is said to be done`(way: Way) async throws {
    try await withWorld(way) { world in
      let (flaky, app) = try flaky(world)
      let password = try await world.reset(app).submitCode(world.code())
      flaky.lose(.after, "submit")
      typealias Failure = StepError<PasswordRequiredError, ResetPasswordRequiredState>
      _ = try await failure { () async throws(Failure) in try await password.submitPassword("Another-Pass-for-Ada") }
      let error = try await failure { () async throws(Failure) in
        try await password.submitPassword("Third-Pass-for-Ada-")
      }
      #expect(error.isStatePast && error.newState == nil)
    }
  }

  @Test(arguments: Way.allCases)
  func `a registration whose tokens are lost goes on with them`(way: Way) async throws {
    try await withWorld(way) { world in
      let (flaky, app) = try flaky(world, "bank")
      let (methods, state) = try await world.registration(app)
      guard
        case .verificationRequired(let verify, _) = try await state.requestChallenge(world.contact(methods))
      else { throw Unexpected("no code") }
      let code = try await world.code(to: World.phone)
      flaky.lose(.after, "token")
      let lost = try await failure {
        () async throws(StepError<RegisterStrongAuthSubmitChallengeError, RegisterStrongAuthVerificationRequiredState>)
        in
        try await verify.submitChallenge(code)
      }
      #expect(lost.connectionError != nil)
      #expect(try await verify.submitChallenge(code).account.username == World.ada)
    }
  }
}
