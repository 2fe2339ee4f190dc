import FlowModel
import NativeAuth
import Testing

@Suite("NativeAuth: sign-up")
struct SignUpTests {
  @Test(arguments: Way.allCases)
  func `a code, two pages of attributes, and the account`(way: Way) async throws {
    try await withWorld(way) { world in
      let app = world.app("browser")
      guard case .codeRequired(let code, let sent) = try await app.signUp(world.parameters()) else {
        throw Unexpected("no code")
      }
      #expect(sent.sentTo == "a***@example.com" && sent.codeLength == 8)
      #expect(sent.channelTargetType.isEmailType && !sent.channelTargetType.isSMSType)
      guard case .attributesRequired(let first, let place) = try await code.submitCode(world.code()) else {
        throw Unexpected("no attributes")
      }
      #expect(first.map(\.name) == ["country", "city"] && first.allSatisfy { $0.required && $0.type == "string" })
      guard case .attributesRequired(let second, let about) = try await place.submitAttributes(World.place) else {
        throw Unexpected("no second page")
      }
      #expect(second.map(\.name) == ["age", "newsletter", "interests"])
      #expect(second.map(\.regex).first == "^-?[0-9]+$")
      guard case .attributesInvalid(["age"], let again) = try await about.submitAttributes(["age": "12"]) else {
        throw Unexpected("a child")
      }
      guard case .completed(let after) = try await again.submitAttributes(World.about),
        case .completed(let account) = try await after.signIn()
      else { throw Unexpected("not signed in") }
      #expect(account.account.username == World.ada && account.account.accountClaims["tid"]?.isEmpty == false)
      #expect(account.account.identifier?.isEmpty == false && account.idToken?.isEmpty == false)
      #expect(app.getNativeAuthUserAccount()?.account == account.account)
    }
  }

  @Test(arguments: Way.allCases)
  func `a password at the start, and one when it is asked for`(way: Way) async throws {
    try await withWorld(way) { world in
      let app = world.app()
      try await world.signUp(app)
      let state = try await world.begin(app, "bob@example.com")
      guard case .passwordRequired(let password) = try await state.submitCode(world.code(to: "bob@example.com")) else {
        throw Unexpected("no password")
      }
      let error = try await failure { () async throws(StepError<PasswordRequiredError, SignUpPasswordRequiredState>) in
        try await password.submitPassword("short")
      }
      #expect(error.isInvalidPassword && error.errorCodes == [399_246] && !error.isBrowserRequired)
      let again = try #require(error.newState)
      guard case .attributesRequired(let attributes, _) = try await again.submitPassword(World.password) else {
        throw Unexpected("no attributes")
      }
      #expect(attributes.first?.name == "country")
    }
  }

  @Test(arguments: Way.allCases)
  func `what is wrong at the start`(way: Way) async throws {
    try await withWorld(way) { world in
      let app = world.app()
      try await world.signUp(app)
      func start(
        _ username: String, password: String? = nil, _ app: NativeAuthApplication
      ) async throws -> SignUpStartError {
        let parameters = world.parameters(username, password: password)
        return try await failure { () async throws(SignUpStartError) in try await app.signUp(parameters) }
      }
      let exists = try await start(World.ada, app)
      #expect(exists.isUserAlreadyExists && !exists.isInvalidPassword && !exists.isInvalidUsername)
      #expect(exists.errorCodes == [1_003_037] && exists.correlationId.count == 36)
      #expect(exists.errorDescription == "AADSTS1003037: You have an account already. Sign in instead.")
      #expect(try await start("bob@example.com", password: "short", app).isInvalidPassword)
      #expect(try await start("no address", app).isInvalidUsername)
      #expect(try await start("", app).isInvalidUsername)
      #expect(try await start("bob@example.com", world.app("browser", [.password])).isBrowserRequired)
      #expect(try await start("bob@example.com", world.app("nobody")).reason == .general)
      let parameters = world.parameters("bob@example.com", password: World.password, ["city": "4711"])
      guard case .attributesInvalid(["city"]) = try await app.signUp(parameters) else { throw Unexpected("valid") }
    }
  }

  @Test(arguments: Way.allCases)
  func `a wrong code gives the state back, and a new one is sent`(way: Way) async throws {
    try await withWorld(way) { world in
      let state = try await world.begin(world.app("browser"), World.ada, World.place)
      let error = try await failure { () async throws(StepError<VerifyCodeError, SignUpCodeRequiredState>) in
        try await state.submitCode("no")
      }
      #expect(error.isInvalidCode && error.errorCodes == [50181])
      try await world.waitToResend()
      let old = try await world.code()
      let (next, sent) = try await #require(error.newState).resendCode()
      #expect(sent.sentTo == "a***@example.com")
      #expect(try await world.code() != old)
      guard case .attributesRequired = try await next.submitCode(world.code()) else { throw Unexpected("no page") }
    }
  }

  @Test(arguments: Way.allCases)
  func `each step may go on in a browser`(way: Way) async throws {
    try await withWorld(way, change: { $0.redirect("sign-up-password", .codeVerify, "valid") }) { world in
      let state = try await world.begin(world.app())
      let error = try await failure { () async throws(StepError<VerifyCodeError, SignUpCodeRequiredState>) in
        try await state.submitCode(world.typed())
      }
      #expect(error.isBrowserRequired && error.newState == nil && error.description == "Go on at our web site.")
    }
    try await withWorld(way, change: { $0.redirect("sign-up-password", .codeSend, "throttled") }) { world in
      let state = try await world.begin(world.app())
      let error = try await failure { () async throws(StepError<ResendCodeError, SignUpCodeRequiredState>) in
        try await state.resendCode()
      }
      #expect(error.isBrowserRequired && error.newState == nil)
    }
    try await withWorld(way, change: { $0.redirect("sign-up-password", .passwordCheck, "accepted") }) { world in
      let state = try await world.begin(world.app())
      guard case .passwordRequired(let password) = try await state.submitCode(world.code()) else {
        throw Unexpected("no password")
      }
      let error = try await failure { () async throws(StepError<PasswordRequiredError, SignUpPasswordRequiredState>) in
        try await password.submitPassword(World.password)
      }
      #expect(error.isBrowserRequired)
    }
    try await withWorld(way, change: { $0.redirect("sign-up", .accountCreate, "created") }) { world in
      let state = try await world.attributesRequired(world.app("browser"))
      let error = try await failure {
        () async throws(StepError<AttributesRequiredError, SignUpAttributesRequiredState>) in
        try await state.submitAttributes(World.about)
      }
      #expect(error.isBrowserRequired)
    }
    try await withWorld(way, change: { $0.redirect("sign-in", .grantRedeem, "valid") }) { world in
      let state = try await world.signUp(world.app())
      let error = try await failure { () async throws(SignInAfterSignUpError) in try await state.signIn() }
      #expect(error.isBrowserRequired)
    }
  }
}

extension World {
  /// The newest code; none where there is none.
  func typed(to address: String = World.ada) async -> String { (try? await code(to: address)) ?? "" }
}
