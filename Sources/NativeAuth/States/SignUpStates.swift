/// A code was sent, and is to be entered.
public struct SignUpCodeRequiredState: FlowState {
  let step: Step
  init(_ step: Step) { self.step = step }

  /// What a right code leads to.
  public enum Result: Sendable {
    /// The account is made.
    case completed(SignInAfterSignUpState)
    /// A password is to be chosen.
    case passwordRequired(SignUpPasswordRequiredState)
    /// These attributes are to be given.
    case attributesRequired([RequiredAttribute], SignUpAttributesRequiredState)
  }

  /// Submits the code that the person has entered.
  public func submitCode(_ code: String) async throws(StepError<VerifyCodeError, Self>) -> Result {
    try await take(VerifyCodeError.self) { step throws(WireFailure) in
      switch try await step.wire.signUp(.code(code), step.token, step.correlation) {
      case .completed(let token): .completed(SignInAfterSignUpState(step.with(token)))
      case .passwordRequired(let token): .passwordRequired(SignUpPasswordRequiredState(step.with(token)))
      case .attributesRequired(let attributes, let token):
        .attributesRequired(attributes, SignUpAttributesRequiredState(step.with(token)))
      }
    }
  }

  /// Has another code sent, and those before are void. Where it is too soon for that (``SentCode/resendAfter``), none is sent: the
  /// one before is good, and it is told once more where that went.
  public func resendCode() async throws(StepError<ResendCodeError, Self>) -> (newState: Self, sent: SentCode) {
    try await take(ResendCodeError.self, mayRepeat: true) { step throws(WireFailure) in
      let (token, sent) = try await step.wire.codeChallenge(.signUpChallenge, step.token, step.correlation)
      return (Self(step.with(token)), sent)
    }
  }
}

/// A password is to be chosen.
public struct SignUpPasswordRequiredState: FlowState {
  let step: Step
  init(_ step: Step) { self.step = step }

  /// What a good password leads to.
  public enum Result: Sendable {
    /// The account is made.
    case completed(SignInAfterSignUpState)
    /// These attributes are to be given.
    case attributesRequired([RequiredAttribute], SignUpAttributesRequiredState)
  }

  /// Submits the password that the person has chosen.
  public func submitPassword(_ password: String) async throws(StepError<PasswordRequiredError, Self>) -> Result {
    try await take(PasswordRequiredError.self) { step throws(WireFailure) in
      switch try await step.wire.signUp(.password(password), step.token, step.correlation) {
      case .completed(let token): .completed(SignInAfterSignUpState(step.with(token)))
      case .attributesRequired(let attributes, let token):
        .attributesRequired(attributes, SignUpAttributesRequiredState(step.with(token)))
      case .passwordRequired: throw .unexpected("another password", step)
      }
    }
  }
}

/// Attributes are to be given.
public struct SignUpAttributesRequiredState: FlowState {
  let step: Step
  init(_ step: Step) { self.step = step }

  /// What attributes lead to.
  public enum Result: Sendable {
    /// The account is made.
    case completed(SignInAfterSignUpState)
    /// These attributes are to be given as well.
    case attributesRequired([RequiredAttribute], SignUpAttributesRequiredState)
    /// Attributes of these names have values that the server does not take.
    case attributesInvalid([String], SignUpAttributesRequiredState)
  }

  /// Submits attributes, as texts: a number as it is written, `true` or `false`, the elements of a list with commas between.
  public func submitAttributes(
    _ attributes: [String: String]
  ) async throws(StepError<AttributesRequiredError, Self>) -> Result {
    do throws(StepError<AttributesRequiredError, Self>) {
      return try await take(AttributesRequiredError.self) { step throws(WireFailure) in
        switch try await step.wire.signUp(.attributes(attributes), step.token, step.correlation) {
        case .completed(let token): .completed(SignInAfterSignUpState(step.with(token)))
        case .attributesRequired(let attributes, let token): .attributesRequired(attributes, Self(step.with(token)))
        case .passwordRequired: throw .unexpected("a password", step)
        }
      }
    } catch {
      guard case .invalidAttributes(let names) = error.reason else { throw error }
      return .attributesInvalid(names, self)
    }
  }
}

extension WireFailure {
  /// The server asks for what has no place here.
  static func unexpected(_ what: String, _ step: Step) -> WireFailure {
    WireFailure(.general, "The server asks for \(what), which has no place here.", step.correlation)
  }
}
