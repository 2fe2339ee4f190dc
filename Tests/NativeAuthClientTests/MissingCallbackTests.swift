import NativeAuth
import Testing

/// A delegate of everything that has no optional method.
@MainActor
private final class Laconic {
  private var waiting: CheckedContinuation<any Sendable, Never>?

  func hear(_ call: (Laconic) -> Void) async -> any Sendable {
    await withCheckedContinuation {
      waiting = $0
      call(self)
    }
  }

  fileprivate func told(_ value: any Sendable) {
    waiting?.resume(returning: value)
    waiting = nil
  }
}

extension Laconic: SignUpStartDelegate, SignUpVerifyCodeDelegate, SignUpPasswordRequiredDelegate,
  SignUpAttributesRequiredDelegate, SignInStartDelegate, SignInAfterSignUpDelegate, SignInAfterResetPasswordDelegate,
  SignInVerifyCodeDelegate, SignInPasswordRequiredDelegate, MFASubmitChallengeDelegate
{
  func onSignUpStartError(error: SignUpStartError) { told(error) }
  func onSignUpCodeRequired(
    newState: SignUpCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int
  ) { told(newState) }
  func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) { told(error) }
  func onSignUpPasswordRequiredError(error: PasswordRequiredError, newState: SignUpPasswordRequiredState?) {
    told(error)
  }
  func onSignUpAttributesRequiredError(error: AttributesRequiredError) { told(error) }
  func onSignInStartError(error: SignInStartError) { told(error) }
  func onSignInAfterSignUpError(error: SignInAfterSignUpError) { told(error) }
  func onSignInAfterResetPasswordError(error: SignInAfterResetPasswordError) { told(error) }
  func onSignInVerifyCodeError(error: VerifyCodeError, newState: SignInCodeRequiredState?) { told(error) }
  func onSignInPasswordRequiredError(error: PasswordRequiredError, newState: SignInPasswordRequiredState?) {
    told(error)
  }
  func onMFASubmitChallengeError(error: MFASubmitChallengeError, newState: MFARequiredState?) { told(error) }
}

/// A delegate with the method of older tutorials.
@MainActor
private final class Older: SignUpVerifyCodeDelegate {
  private var waiting: CheckedContinuation<SignUpAttributesRequiredState?, Never>?

  func hear(_ call: (Older) -> Void) async -> SignUpAttributesRequiredState? {
    await withCheckedContinuation {
      waiting = $0
      call(self)
    }
  }

  func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState) { waiting?.resume(returning: newState) }
  func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
    waiting?.resume(returning: nil)
  }
}

@Suite("NativeAuth: methods that a delegate lacks")
@MainActor
struct MissingCallbackTests {
  private func missing(_ delegate: Laconic, _ call: (Laconic) -> Void) async throws -> String {
    let error = try #require(await delegate.hear(call) as? any NativeAuthError)
    guard case .callbackMissing(let name) = error.reason else { throw Unexpected(error) }
    #expect(error.description == "The delegate has no \(name), which was to be called.")
    return name
  }

  @Test(arguments: Way.allCases)
  func `the method for errors is called instead, with an error that names it`(way: Way) async throws {
    try await withWorld(way) { world in
      let delegate = Laconic()
      let (phone, browser, bank) = (world.app(), world.app("browser"), world.app("bank"))
      #expect(
        try await missing(delegate) { phone.signUp(username: World.ada, attributes: ["city": "1"], delegate: $0) }
          == "onSignUpAttributesInvalid(attributeNames:)")
      let first = try await world.begin(phone)
      var code = try await world.code()
      #expect(
        try await missing(delegate) { first.submitCode(code: code, delegate: $0) }
          == "onSignUpPasswordRequired(newState:)")
      let second = try await world.begin(browser, "bob@example.com")
      code = try await world.code(to: "bob@example.com")
      #expect(
        try await missing(delegate) { second.submitCode(code: code, delegate: $0) }
          == "onSignUpAttributesRequired(attributes:newState:)")
      let page = try await world.attributesRequired(phone, "cyd@example.com", password: World.password)
      #expect(
        try await missing(delegate) { page.submitAttributes(attributes: ["age": "1"], delegate: $0) }
          == "onSignUpAttributesInvalid(attributeNames:newState:)")
      #expect(
        try await missing(delegate) { page.submitAttributes(attributes: World.about, delegate: $0) }
          == "onSignUpCompleted(newState:)")
      let done = try await world.signUp(phone, "dan@example.com")
      #expect(try await missing(delegate) { done.signIn(delegate: $0) } == "onSignInCompleted(result:)")
      #expect(
        try await missing(delegate) { phone.signIn(username: "dan@example.com", delegate: $0) }
          == "onSignInPasswordRequired(newState:)")
      try await world.signUp(browser, "eve@example.com", password: nil)
      #expect(
        try await missing(delegate) { browser.signIn(username: "eve@example.com", delegate: $0) }
          == "onSignInCodeRequired(newState:sentTo:channelTargetType:codeLength:)")
      #expect(
        try await missing(delegate) {
          bank.signIn(username: "dan@example.com", password: World.password, delegate: $0)
        } == "onSignInStrongAuthMethodRegistration(authMethods:newState:)")
      _ = try await world.secondFactor(bank)
      #expect(
        try await missing(delegate) { bank.signIn(username: World.ada, password: World.password, delegate: $0) }
          == "onSignInAwaitingMFA(authMethods:newState:)")
    }
  }

  @Test(arguments: Way.allCases)
  func `the method of older tutorials is called where there is no other`(way: Way) async throws {
    try await withWorld(way) { world in
      let state = try await world.begin(world.app("browser"))
      let code = try await world.code()
      let heard = await Older().hear { state.submitCode(code: code, delegate: $0) }
      let result = try await #require(heard).submitAttributes(World.place)
      guard case .attributesRequired = result else { throw Unexpected(result) }
    }
  }
}
