import FlowClient
import NativeAuth
import TestSupport
import Testing

/// All that delegates hear, each with the older form of a call beside the newer one.
@Suite("NativeAuth: delegates")
@MainActor
struct DelegateTests {
  @Test(arguments: Way.allCases)
  func `each method of each delegate is called`(way: Way) async throws {
    let listener = Listener()
    try await withWorld(way) { world in
      try await signUps(world, listener)
      try await resets(world, listener)
      try await signIns(world, listener)
      try await tokens(world, listener)
      try await strongMethods(world, listener)
    }
    try await resendErrors(way, listener)
    #expect(listener.callbacks.sorted() == (try Self.declared()).sorted())
  }

  /// The methods that the delegates' protocols declare, but the short form of one.
  private static func declared() throws -> [String] {
    let folder = Repository.root + "/Sources/NativeAuth/Delegates/"
    var names: Set<String> = []
    for file in TestSupport.names(folder) where file.hasSuffix("Delegates.swift") {
      let text = String(decoding: try #require(readFile(folder + file)), as: UTF8.self)
      for match in text.matches(of: /\n  func (on\w+)\(\s*([^)]*)\)/) {
        let labels = match.2.split(separator: ",").compactMap { $0.split(separator: ":").first }
        names.insert("\(match.1)(\(labels.map { $0.filter { !$0.isWhitespace } + ":" }.joined()))")
      }
    }
    try #require(names.remove("onSignUpAttributesRequired(newState:)") != nil && names.count > 30)
    return Array(names)
  }

  private let codeRequired = "(newState:sentTo:channelTargetType:codeLength:)"

  private func signUps(_ world: World, _ listener: Listener) async throws {
    let app = world.app()
    var heard = try await listener.hear("onSignUpStartError(error:)") { app.signUp(username: "", delegate: $0) }
    #expect(try heard.value(SignUpStartError.self).isInvalidUsername)
    heard = try await listener.hear("onSignUpAttributesInvalid(attributeNames:)") {
      app.signUp(username: World.ada, password: World.password, attributes: ["city": "4711"], delegate: $0)
    }
    #expect(try heard.value() == ["city"])
    heard = try await listener.hear("onSignUpCodeRequired" + codeRequired) {
      app.signUp(parameters: world.parameters(), delegate: $0)
    }
    #expect(try heard.value(String.self) == "a***@example.com" && heard.value(Int.self) == 8)
    #expect(try heard.value(ChannelType.self).isEmailType)
    var state: SignUpCodeRequiredState = try heard.value()
    heard = try await listener.hear("onSignUpVerifyCodeError(error:newState:)") { [state] in
      state.submitCode(code: "no", delegate: $0)
    }
    #expect(try heard.value(VerifyCodeError.self).isInvalidCode)
    state = try heard.value()
    try await world.waitToResend()
    heard = try await listener.hear("onSignUpResendCodeCodeRequired" + codeRequired) { [state] in
      state.resendCode(delegate: $0)
    }
    state = try heard.value()
    let code = try await world.code()
    heard = try await listener.hear("onSignUpPasswordRequired(newState:)") { [state] in
      state.submitCode(code: code, delegate: $0)
    }
    var password: SignUpPasswordRequiredState = try heard.value()
    heard = try await listener.hear("onSignUpPasswordRequiredError(error:newState:)") { [password] in
      password.submitPassword(password: "short", delegate: $0)
    }
    #expect(try heard.value(PasswordRequiredError.self).isInvalidPassword)
    password = try heard.value()
    heard = try await listener.hear("onSignUpAttributesRequired(attributes:newState:)") { [password] in
      password.submitPassword(password: World.password, delegate: $0)
    }
    let used: SignUpAttributesRequiredState = try heard.value()
    heard = try await listener.hear("onSignUpAttributesRequired(attributes:newState:)") {
      used.submitAttributes(attributes: World.place, delegate: $0)
    }
    var page: SignUpAttributesRequiredState = try heard.value()
    heard = try await listener.hear("onSignUpAttributesRequiredError(error:)") {
      used.submitAttributes(attributes: World.place, delegate: $0)
    }
    #expect(try heard.value(AttributesRequiredError.self).isStatePast)
    heard = try await listener.hear("onSignUpAttributesInvalid(attributeNames:newState:)") { [page] in
      page.submitAttributes(attributes: ["age": "12"], delegate: $0)
    }
    #expect(try heard.value() == ["age"])
    page = try heard.value()
    heard = try await listener.hear("onSignUpCompleted(newState:)") { [page] in
      page.submitAttributes(attributes: World.about, delegate: $0)
    }
    let after: SignInAfterSignUpState = try heard.value()
    try await listener.hear("onSignInCompleted(result:)") {
      after.signIn(parameters: SignInAfterSignUpParameters(), delegate: $0)
    }
    heard = try await listener.hear("onSignInAfterSignUpError(error:)") { after.signIn(delegate: $0) }
    #expect(try heard.value(SignInAfterSignUpError.self).isStatePast)
  }

  private func resets(_ world: World, _ listener: Listener) async throws {
    let app = world.app()
    var heard = try await listener.hear("onResetPasswordStartError(error:)") {
      app.resetPassword(username: "nobody@example.com", delegate: $0)
    }
    #expect(try heard.value(ResetPasswordStartError.self).isUserNotFound)
    heard = try await listener.hear("onResetPasswordCodeRequired" + codeRequired) {
      app.resetPassword(parameters: ResetPasswordParameters(username: World.ada), delegate: $0)
    }
    var state: ResetPasswordCodeRequiredState = try heard.value()
    heard = try await listener.hear("onResetPasswordVerifyCodeError(error:newState:)") { [state] in
      state.submitCode(code: "no", delegate: $0)
    }
    state = try heard.value()
    try await world.waitToResend()
    heard = try await listener.hear("onResetPasswordResendCodeRequired" + codeRequired) { [state] in
      state.resendCode(delegate: $0)
    }
    state = try heard.value()
    let code = try await world.code()
    heard = try await listener.hear("onPasswordRequired(newState:)") { [state] in
      state.submitCode(code: code, delegate: $0)
    }
    var password: ResetPasswordRequiredState = try heard.value()
    heard = try await listener.hear("onResetPasswordRequiredError(error:newState:)") { [password] in
      password.submitPassword(password: "short", delegate: $0)
    }
    password = try heard.value()
    heard = try await listener.hear("onResetPasswordCompleted(newState:)") { [password] in
      password.submitPassword(password: "Another-Pass-for-Ada", delegate: $0)
    }
    let after: SignInAfterResetPasswordState = try heard.value()
    try await listener.hear("onSignInCompleted(result:)") {
      after.signIn(parameters: SignInAfterResetPasswordParameters(), delegate: $0)
    }
    heard = try await listener.hear("onSignInAfterResetPasswordError(error:)") { after.signIn(delegate: $0) }
    #expect(try heard.value(SignInAfterResetPasswordError.self).isStatePast)
  }

  private func signIns(_ world: World, _ listener: Listener) async throws {
    let app = world.app()
    var heard = try await listener.hear("onSignInStartError(error:)") {
      app.signIn(username: World.ada, password: "wrong", delegate: $0)
    }
    #expect(try heard.value(SignInStartError.self).isInvalidCredentials)
    heard = try await listener.hear("onSignInPasswordRequired(newState:)") {
      app.signIn(parameters: SignInParameters(username: World.ada), delegate: $0)
    }
    let password: SignInPasswordRequiredState = try heard.value()
    heard = try await listener.hear("onSignInPasswordRequiredError(error:newState:)") {
      password.submitPassword(password: "wrong", delegate: $0)
    }
    #expect(try heard.value(PasswordRequiredError.self).isInvalidPassword)
    try await listener.hear("onSignInCompleted(result:)") {
      password.submitPassword(password: "Another-Pass-for-Ada", delegate: $0)
    }
    let browser = world.app("browser")
    try await world.signUp(browser, "bob@example.com", password: nil)
    try await world.waitToResend()
    heard = try await listener.hear("onSignInCodeRequired" + codeRequired) {
      browser.signIn(username: "bob@example.com", delegate: $0)
    }
    var state: SignInCodeRequiredState = try heard.value()
    heard = try await listener.hear("onSignInVerifyCodeError(error:newState:)") { [state] in
      state.submitCode(code: "no", delegate: $0)
    }
    state = try heard.value()
    try await world.waitToResend()
    heard = try await listener.hear("onSignInResendCodeCodeRequired" + codeRequired) { [state] in
      state.resendCode(delegate: $0)
    }
    state = try heard.value()
    let code = try await world.code(to: "bob@example.com")
    try await listener.hear("onSignInCompleted(result:)") { [state] in state.submitCode(code: code, delegate: $0) }
  }

  private func tokens(_ world: World, _ listener: Listener) async throws {
    let account = try #require(world.app().getNativeAuthUserAccount() == nil ? try await account(world, listener) : nil)
    try await listener.hear("onAccessTokenRetrieveCompleted(result:)") {
      account.getAccessToken(parameters: GetAccessTokenParameters(), delegate: $0)
    }
    let heard = try await listener.hear("onAccessTokenRetrieveCompleted(result:)") {
      account.getAccessToken(scopes: [], forceRefresh: true, delegate: $0)
    }
    #expect(try heard.value(TokenResult.self).accessToken.isEmpty == false)
    account.signOut()
    try await listener.hear("onAccessTokenRetrieveError(error:)") { account.getAccessToken(delegate: $0) }
  }

  private func account(_ world: World, _ listener: Listener) async throws -> UserAccountResult {
    let app = world.app()
    return try await listener.hear("onSignInCompleted(result:)") {
      app.signIn(username: World.ada, password: "Another-Pass-for-Ada", delegate: $0)
    }.value()
  }

  private func strongMethods(_ world: World, _ listener: Listener) async throws {
    let app = world.app("bank")
    func start() async throws -> Heard {
      await listener.hear { app.signIn(username: World.ada, password: "Another-Pass-for-Ada", delegate: $0) }
    }
    var heard = try await start()
    #expect(heard.callback == "onSignInStrongAuthMethodRegistration(authMethods:newState:)")
    let (methods, register): ([AuthMethod], RegisterStrongAuthState) = (try heard.value(), try heard.value())
    let wrong = try world.contact(methods, "email", "not an address")
    try await listener.hear("onRegisterStrongAuthChallengeError(error:newState:)") {
      register.requestChallenge(parameters: wrong, delegate: $0)
    }
    let phone = try world.contact(methods)
    heard = try await listener.hear("onRegisterStrongAuthVerificationRequired(result:)") {
      register.requestChallenge(parameters: phone, delegate: $0)
    }
    var verify = try heard.value(RegisterStrongAuthVerificationRequiredResult.self).newState
    heard = try await listener.hear("onRegisterStrongAuthSubmitChallengeError(error:newState:)") { [verify] in
      verify.submitChallenge(challenge: "no", delegate: $0)
    }
    try await world.waitToResend()
    heard = try await listener.hear("onRegisterStrongAuthVerificationRequired(result:)") { [verify] in
      verify.requestChallenge(parameters: phone, delegate: $0)
    }
    verify = try heard.value(RegisterStrongAuthVerificationRequiredResult.self).newState
    let registered = try await world.code(to: World.phone)
    try await listener.hear("onSignInCompleted(result:)") { [verify] in
      verify.submitChallenge(challenge: registered, delegate: $0)
    }

    heard = try await start()
    #expect(heard.callback == "onSignInAwaitingMFA(authMethods:newState:)")
    let (factors, awaiting): ([AuthMethod], AwaitingMFAState) = (try heard.value(), try heard.value())
    let factor = try #require(factors.first)
    try await world.waitToResend()
    heard = try await listener.hear("onMFARequestChallengeVerificationRequired" + codeRequired) {
      awaiting.requestChallenge(authMethod: factor, delegate: $0)
    }
    var required: MFARequiredState = try heard.value()
    try await listener.hear("onMFARequestChallengeError(error:newState:)") {
      awaiting.requestChallenge(authMethod: factor, delegate: $0)
    }
    heard = try await listener.hear("onMFASubmitChallengeError(error:newState:)") { [required] in
      required.submitChallenge(challenge: "no", delegate: $0)
    }
    try await world.waitToResend()
    heard = try await listener.hear("onMFARequestChallengeVerificationRequired" + codeRequired) { [required] in
      required.requestChallenge(authMethod: factor, delegate: $0)
    }
    required = try heard.value()
    let code = try await world.code(to: World.phone)
    try await listener.hear("onSignInCompleted(result:)") { [required] in
      required.submitChallenge(challenge: code, delegate: $0)
    }
  }

  /// Another code is refused in so few ways that it takes a lost connection.
  private func resendErrors(_ way: Way, _ listener: Listener) async throws {
    try await withWorld(way) { world in
      var lost: Flaky?
      let wrap: (any Connection) -> any Connection = {
        let flaky = Flaky($0)
        lost = flaky
        return flaky
      }
      let app = world.app("phone", through: wrap)
      let reset = try await world.reset(app)
      lost?.lose(.before, "challenge")
      var heard = try await listener.hear("onResetPasswordResendCodeError(error:newState:)") {
        reset.resendCode(delegate: $0)
      }
      #expect(try heard.value(ResendCodeError.self).connectionError != nil)
      _ = try heard.value(ResetPasswordCodeRequiredState.self)
      let signUp = try await world.begin(app, "bob@example.com")
      lost?.lose(.before, "challenge")
      heard = try await listener.hear("onSignUpResendCodeError(error:newState:)") { signUp.resendCode(delegate: $0) }
      _ = try heard.value(SignUpCodeRequiredState.self)
    }
    try await withWorld(way) { world in
      var lost: Flaky?
      let app = world.app("browser") {
        let flaky = Flaky($0)
        lost = flaky
        return flaky
      }
      let signIn = try await world.signInCode(app)
      lost?.lose(.before, "challenge")
      let heard = try await listener.hear("onSignInResendCodeError(error:newState:)") {
        signIn.resendCode(delegate: $0)
      }
      _ = try heard.value(SignInCodeRequiredState.self)
    }
  }
}
