import NativeAuth
import Testing

/// Ways through flows that many tests begin with.
extension World {
  func parameters(_ username: String = World.ada, password: String? = nil, _ attributes: [String: String]? = nil)
    -> SignUpParameters
  {
    let parameters = SignUpParameters(username: username)
    parameters.password = password
    parameters.attributes = attributes
    return parameters
  }

  /// A sign-up whose code was sent.
  func begin(
    _ app: NativeAuthApplication, _ username: String = World.ada, password: String? = nil,
    _ attributes: [String: String]? = nil
  ) async throws -> SignUpCodeRequiredState {
    let result = try await app.signUp(parameters(username, password: password, attributes))
    guard case .codeRequired(let state, _) = result else { throw Unexpected(result) }
    return state
  }

  /// A sign-up with all attributes but those of the second page.
  func attributesRequired(
    _ app: NativeAuthApplication, _ username: String = World.ada, password: String? = nil
  ) async throws -> SignUpAttributesRequiredState {
    let state = try await begin(app, username, password: password, Self.place)
    let result = try await state.submitCode(try await code(to: username))
    guard case .attributesRequired(_, let next) = result else { throw Unexpected(result) }
    return next
  }

  /// A sign-up that is completed.
  @discardableResult
  func signUp(
    _ app: NativeAuthApplication, _ username: String = World.ada, password: String? = World.password
  ) async throws -> SignInAfterSignUpState {
    let state = try await attributesRequired(app, username, password: password)
    let result = try await state.submitAttributes(Self.about)
    guard case .completed(let next) = result else { throw Unexpected(result) }
    return next
  }

  /// A person who is signed in after a sign-up.
  func signedIn(_ app: NativeAuthApplication) async throws -> UserAccountResult {
    let result = try await signUp(app).signIn()
    guard case .completed(let account) = result else { throw Unexpected(result) }
    return account
  }

  /// A sign-in whose code was sent, of an account without a password.
  func signInCode(_ app: NativeAuthApplication) async throws -> SignInCodeRequiredState {
    try await signUp(app, password: nil)
    let result = try await app.signIn(SignInParameters(username: Self.ada))
    guard case .codeRequired(let state, _) = result else { throw Unexpected(result) }
    return state
  }

  /// A sign-in whose password is to be entered.
  func signInPassword(_ app: NativeAuthApplication) async throws -> SignInPasswordRequiredState {
    try await signUp(app)
    let result = try await app.signIn(SignInParameters(username: Self.ada))
    guard case .passwordRequired(let state) = result else { throw Unexpected(result) }
    return state
  }

  /// A reset whose code was sent.
  func reset(_ app: NativeAuthApplication) async throws -> ResetPasswordCodeRequiredState {
    try await signUp(app)
    return try await app.resetPassword(ResetPasswordParameters(username: Self.ada)).newState
  }

  /// A person of two factors, whose password was right and who has no method yet.
  func registration(_ app: NativeAuthApplication) async throws -> ([AuthMethod], RegisterStrongAuthState) {
    let result = try await signUp(app).signIn()
    guard case .strongAuthMethodRegistration(let methods, let state) = result else { throw Unexpected(result) }
    return (methods, state)
  }

  static let phone = "+12025550167"

  func contact(_ methods: [AuthMethod], _ channel: String = "sms", _ address: String = World.phone) throws
    -> ChallengeAuthMethodParameters
  {
    let method = try #require(methods.first { $0.channelTargetType.value == channel })
    return ChallengeAuthMethodParameters(authMethod: method, verificationContact: address)
  }

  /// A person who has registered a phone and signs in with the password: the second factor is awaited.
  func secondFactor(_ app: NativeAuthApplication) async throws -> ([AuthMethod], AwaitingMFAState) {
    let (methods, state) = try await registration(app)
    guard case .verificationRequired(let verify, _) = try await state.requestChallenge(contact(methods)) else {
      throw Unexpected("no code")
    }
    _ = try await verify.submitChallenge(try await code(to: Self.phone))
    let parameters = SignInParameters(username: Self.ada)
    parameters.password = Self.password
    let result = try await app.signIn(parameters)
    guard case .awaitingMFA(let methods, let state) = result else { throw Unexpected(result) }
    return (methods, state)
  }
}

/// A flow came to another place than a test wants.
struct Unexpected: Error, CustomStringConvertible {
  let description: String
  init(_ what: Any) { description = "unexpected: \(what)" }
}

/// What a call throws; throws where it throws nothing.
func failure<Failure: Error, Answer>(_ work: () async throws(Failure) -> Answer) async throws -> Failure {
  let answer: Answer
  do throws(Failure) { answer = try await work() } catch { return error }
  throw Unexpected(answer)
}
