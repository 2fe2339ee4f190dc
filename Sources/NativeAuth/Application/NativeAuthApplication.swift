public import FlowClient

/// An app that signs people up and in on pages of its own, over the native-authentication API of a server.
///
/// Each call comes in two forms, which do the same: one takes a delegate and returns at once, the other is `async`. Calls can
/// be made from anywhere; delegates are called on the main actor.
public final class NativeAuthApplication: Sendable {
  private let wire: Wire

  /// An app of this configuration. Nothing is sent yet.
  public init(nativeAuthConfiguration configuration: NativeAuthConfiguration) {
    wire = Wire(configuration: configuration, current: CurrentAccount())
  }

  /// An app of a tenant.
  public convenience init(
    clientId: String, tenantSubdomain: String, challengeTypes: ChallengeTypes, capabilities: Capabilities = [],
    connection: any Connection
  ) {
    self.init(
      nativeAuthConfiguration: NativeAuthConfiguration(
        clientId: clientId, tenantSubdomain: tenantSubdomain, challengeTypes: challengeTypes,
        capabilities: capabilities, connection: connection))
  }

  /// Who is signed in; nil: nobody. It is kept in memory alone.
  public func getNativeAuthUserAccount() -> UserAccountResult? { wire.current.account }

  // MARK: Sign-up

  /// What a sign-up begins with.
  public enum SignUpResult: Sendable {
    /// A code was sent to the person's address.
    case codeRequired(SignUpCodeRequiredState, SentCode)
    /// Attributes of these names have values that the server does not take: the sign-up is started again.
    case attributesInvalid([String])
  }

  /// Starts a sign-up.
  public nonisolated(nonsending) func signUp(
    _ parameters: SignUpParameters
  ) async throws(SignUpStartError) -> SignUpResult {
    try await signUp(SignUpRequest(parameters))
  }

  func signUp(_ request: SignUpRequest) async throws(SignUpStartError) -> SignUpResult {
    do throws(WireFailure) {
      let (token, sent) = try await wire.signUp(
        request.username, password: request.password, attributes: request.attributes, request.correlation)
      let step = Step(wire, token: token, request.correlation, username: request.username)
      return .codeRequired(SignUpCodeRequiredState(step), sent)
    } catch {
      if case .invalidAttributes(let names) = error.details.reason { return .attributesInvalid(names) }
      throw SignUpStartError(error.details)
    }
  }

  // MARK: Sign-in

  /// What a sign-in begins with.
  public enum SignInStartResult: Sendable {
    /// A code was sent to the person's address.
    case codeRequired(SignInCodeRequiredState, SentCode)
    /// The account has a password, which is to be entered.
    case passwordRequired(SignInPasswordRequiredState)
    /// The person is signed in.
    case completed(UserAccountResult)
    /// A second factor is needed, by one of these methods.
    case awaitingMFA([AuthMethod], AwaitingMFAState)
    /// A strong method is to be registered first, of one of these kinds.
    case strongAuthMethodRegistration([AuthMethod], RegisterStrongAuthState)
  }

  /// Starts a sign-in.
  public nonisolated(nonsending) func signIn(
    _ parameters: SignInParameters
  ) async throws(SignInStartError) -> SignInStartResult {
    try await signIn(SignInRequest(parameters))
  }

  func signIn(_ request: SignInRequest) async throws(SignInStartError) -> SignInStartResult {
    do throws(WireFailure) {
      let (token, challenge) = try await wire.signIn(request.username, request.correlation)
      let step = Step(
        wire, token: token, request.correlation, username: request.username, scopes: request.scopes)
      switch (challenge, request.password) {
      case (.code(let sent), _): return .codeRequired(SignInCodeRequiredState(step), sent)
      case (.password, nil): return .passwordRequired(SignInPasswordRequiredState(step))
      case (.password, let password?):
        return SignInStartResult(SignInResult(try await wire.signIn(.password(password), step), step))
      }
    } catch {
      throw SignInStartError(error.details)
    }
  }

  // MARK: Reset

  /// Starts a reset; where the code went that proves the address.
  public nonisolated(nonsending) func resetPassword(
    _ parameters: ResetPasswordParameters
  ) async throws(ResetPasswordStartError) -> (newState: ResetPasswordCodeRequiredState, sent: SentCode) {
    try await resetPassword(parameters.username, parameters.correlationId ?? CorrelationID.new())
  }

  func resetPassword(
    _ username: String, _ correlation: String
  ) async throws(ResetPasswordStartError) -> (newState: ResetPasswordCodeRequiredState, sent: SentCode) {
    do throws(WireFailure) {
      let (token, sent) = try await wire.resetPassword(username, correlation)
      return (ResetPasswordCodeRequiredState(Step(wire, token: token, correlation, username: username)), sent)
    } catch {
      throw ResetPasswordStartError(error.details)
    }
  }
}

extension NativeAuthApplication: CustomReflectable {
  /// What a debugger or `dump` shows: whose app it is, and not the way to the server with all that is behind it.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["clientId": wire.configuration.clientId, "tenantSubdomain": wire.configuration.tenantSubdomain])
  }
}

extension NativeAuthApplication.SignInStartResult {
  fileprivate init(_ result: SignInResult) {
    self =
      switch result {
      case .completed(let account): .completed(account)
      case .awaitingMFA(let methods, let state): .awaitingMFA(methods, state)
      case .strongAuthMethodRegistration(let methods, let state): .strongAuthMethodRegistration(methods, state)
      }
  }
}
