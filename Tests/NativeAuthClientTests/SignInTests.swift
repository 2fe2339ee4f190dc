import EngineSupport
import FlowModel
import NativeAuth
import Testing

@Suite("NativeAuth: sign-in")
struct SignInTests {
  @Test(arguments: Way.allCases)
  func `by code`(way: Way) async throws {
    try await withWorld(way) { world in
      let state = try await world.signInCode(world.app("browser"))
      let wrong = try await failure { () async throws(StepError<VerifyCodeError, SignInCodeRequiredState>) in
        try await state.submitCode("no")
      }
      #expect(wrong.isInvalidCode)
      try await world.waitToResend()
      let (next, sent) = try await #require(wrong.newState).resendCode()
      #expect(sent.sentTo == "a***@example.com")
      guard case .completed(let account) = try await next.submitCode(world.code()) else { throw Unexpected("code") }
      #expect(account.account.username == World.ada)
    }
  }

  @Test(arguments: Way.allCases)
  func `by password`(way: Way) async throws {
    try await withWorld(way) { world in
      let app = world.app()
      let state = try await world.signInPassword(app)
      let wrong = try await failure { () async throws(StepError<PasswordRequiredError, SignInPasswordRequiredState>) in
        try await state.submitPassword("wrong")
      }
      #expect(wrong.isInvalidPassword && wrong.errorCodes == [50126])
      let again = try #require(wrong.newState)
      guard case .completed = try await again.submitPassword(World.password) else { throw Unexpected("password") }
    }
  }

  @Test(arguments: Way.allCases)
  func `what is wrong at the start`(way: Way) async throws {
    try await withWorld(way) { world in
      let app = world.app()
      try await world.signUp(app)
      func start(_ username: String, password: String? = nil, _ app: NativeAuthApplication) async throws
        -> SignInStartError
      {
        let parameters = SignInParameters(username: username)
        parameters.password = password
        return try await failure { () async throws(SignInStartError) in try await app.signIn(parameters) }
      }
      #expect(try await start("nobody@example.com", app).isUserNotFound)
      #expect(try await start(World.ada, password: "wrong", app).isInvalidCredentials)
      #expect(try await start("no address", app).isInvalidUsername)
      #expect(try await start("", app).isInvalidUsername)
      #expect(try await start(World.ada, world.app("phone", [])).isBrowserRequired)
      // A tenant without such an application.
      #expect(try await start(World.ada, world.app("nobody")).reason == .general)
    }
  }

  @Test(arguments: Way.allCases)
  func `each step may go on in a browser`(way: Way) async throws {
    try await withWorld(way, change: { $0.redirect("sign-in", .passwordVerify, "match") }) { world in
      let state = try await world.signInPassword(world.app())
      let error = try await failure { () async throws(StepError<PasswordRequiredError, SignInPasswordRequiredState>) in
        try await state.submitPassword(World.password)
      }
      #expect(error.isBrowserRequired)
    }
    try await withWorld(way, change: { $0.redirect("sign-in", .codeVerify, "valid") }) { world in
      let state = try await world.signInCode(world.app("browser"))
      let error = try await failure { () async throws(StepError<VerifyCodeError, SignInCodeRequiredState>) in
        try await state.submitCode(world.typed())
      }
      #expect(error.isBrowserRequired)
    }
  }

  // MARK: Two factors

  @Test(arguments: Way.allCases)
  func `a strong method is registered, and asked for from then on`(way: Way) async throws {
    try await withWorld(way) { world in
      let app = world.app("bank")
      let (methods, state) = try await world.registration(app)
      #expect(
        methods.map(\.channelTargetType.value) == ["email", "sms"] && methods.allSatisfy { $0.challengeType == "oob" })
      let wrong = try world.contact(methods, "email", "not an address")
      let input = try await failure {
        () async throws(StepError<RegisterStrongAuthChallengeError, RegisterStrongAuthState>) in
        try await state.requestChallenge(wrong)
      }
      #expect(input.isInvalidInput && input.newState != nil)
      world.outbox.refuse("ada@blocked.example")
      let refused = try world.contact(methods, "email", "ada@blocked.example")
      let blocked = try await failure {
        () async throws(StepError<RegisterStrongAuthChallengeError, RegisterStrongAuthState>) in
        try await state.requestChallenge(refused)
      }
      #expect(blocked.isVerificationContactBlocked)
      guard
        case .verificationRequired(let verify, let sent) = try await state.requestChallenge(world.contact(methods))
      else { throw Unexpected("no code") }
      #expect(sent.channelTargetType.isSMSType && !sent.sentTo.isEmpty)
      let challenge = try await failure {
        () async throws(StepError<RegisterStrongAuthSubmitChallengeError, RegisterStrongAuthVerificationRequiredState>)
        in
        try await verify.submitChallenge("no")
      }
      #expect(challenge.isInvalidChallenge && challenge.newState != nil)
      let account = try await verify.submitChallenge(world.code(to: World.phone))
      #expect(account.account.username == World.ada)

      let parameters = SignInParameters(username: World.ada)
      parameters.password = World.password
      guard case .awaitingMFA(let factors, let awaiting) = try await app.signIn(parameters) else {
        throw Unexpected("one factor")
      }
      #expect(factors.map(\.channelTargetType.value) == ["sms"] && factors.first?.loginHint == "+1********67")
      try await world.waitToResend()
      let (required, second) = try await awaiting.requestChallenge(#require(factors.first))
      #expect(second.channelTargetType.isSMSType)
      let wrongCode = try await failure { () async throws(StepError<MFASubmitChallengeError, MFARequiredState>) in
        try await required.submitChallenge("no")
      }
      #expect(wrongCode.isInvalidChallenge)
      guard case .completed = try await required.submitChallenge(world.code(to: World.phone)) else {
        throw Unexpected("two factors")
      }
    }
  }

  @Test(arguments: Way.allCases)
  func `an address that is proven already needs no code, and a second factor may fail to be sent`(way: Way) async throws
  {
    try await withWorld(way) { world in
      let app = world.app("bank")
      let (methods, state) = try await world.registration(app)
      let own = try world.contact(methods, "email", World.ada)
      guard case .completed = try await state.requestChallenge(own) else { throw Unexpected("a code") }
      world.outbox.refuse(World.ada)
      let parameters = SignInParameters(username: World.ada)
      parameters.password = World.password
      let result = try await app.signIn(parameters)
      guard case .awaitingMFA(let factors, let awaiting) = result else { throw Unexpected(result) }
      let method = try #require(factors.first)
      let error = try await failure { () async throws(StepError<MFARequestChallengeError, AwaitingMFAState>) in
        try await awaiting.requestChallenge(method)
      }
      #expect(error.isAuthMethodBlocked)
    }
  }

  @Test(arguments: Way.allCases)
  func `without the capability it goes on in a browser`(way: Way) async throws {
    try await withWorld(way) { world in
      let state = try await world.signUp(world.app("bank", [.OOB, .password], []))
      let error = try await failure { () async throws(SignInAfterSignUpError) in try await state.signIn() }
      #expect(error.isBrowserRequired)
    }
  }
}
