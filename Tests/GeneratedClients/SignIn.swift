// Made by `usher generate swift` of the flow sign-in of native-auth: change that, and make this anew.
// Table bfc39c38dc00df1cc72cf3ec7a678ff569e242900a8d8b104d1795cc514293b9

public import FlowClient

/// Signs a person in with a password, a code, or the grant of another flow.
public nonisolated struct SignIn: Sendable {
  private let access: FlowAccess

  /// A client of the flow behind a connection, as an application that starts it. `languages` is what people read, as
  /// `Accept-Language` says it; nil: the tenant's own.
  public init(over connection: any Connection, as application: Application, languages: String? = nil) {
    access = FlowAccess(
      connection, tenant: "native-auth", flow: "sign-in", application: application.rawValue, languages: languages)
  }

  /// Starts a run. What is refused starts none.
  ///
  /// - Parameter email: E-mail address
  public func start(email: String? = nil) async throws(FlowError) -> StartResult {
    try await StartResult(self.access.start(FlowArgument("email", email)))
  }

  /// Where the run of a page's token stands (`page.step.token`). What its end handed out is not told again.
  public func resume(_ token: Secret) async throws(FlowError) -> Standing {
    try await Standing(self.access.current(token))
  }
}

extension SignIn {
  /// Who starts the flow.
  public nonisolated enum Application: String, FlowOption {
    /// ios
    case ios
    /// macos
    case macos
  }
}

extension SignIn {
  /// What a start can come to.
  public nonisolated enum StartResult: Sendable {
    /// Sign in
    case identify(Identify)
    /// Enter your password
    case enterPassword(EnterPassword)
    /// Enter the code
    case proveEmailEnterCode(ProveEmailEnterCode)
    /// There is no account with this address.
    case userNotFound(FlowFailure<Identify>)
    /// Nothing can be sent to this address.
    case invalidUsername(FlowFailure<Identify>)
    /// Too many codes were sent; wait a while.
    case tooManyCodes(FlowFailure<ProveEmailEnterCode>)
    /// What was sent is missing something, or not valid; there is no run.
    case refused(FlowProblem)

    fileprivate init(_ step: FlowStep) throws(FlowError) {
      switch step.arrival {
      case "identify":
        self = .identify(try Identify(step))
      case "enter-password":
        self = .enterPassword(try EnterPassword(step))
      case "prove-email/enter-code":
        self = .proveEmailEnterCode(try ProveEmailEnterCode(step))
      case "identify user_not_found":
        self = .userNotFound(try step.failure(at: Identify(step)))
      case "identify invalid_username":
        self = .invalidUsername(try step.failure(at: Identify(step)))
      case "prove-email/enter-code too_many_codes":
        self = .tooManyCodes(try step.failure(at: ProveEmailEnterCode(step)))
      case "":
        self = .refused(try step.refusal())
      default:
        throw step.unexpected
      }
    }
  }
}

extension SignIn {
  /// Where a run stands.
  public nonisolated enum Standing: Sendable {
    /// Sign in
    case identify(Identify)
    /// Enter your password
    case enterPassword(EnterPassword)
    /// Enter the code
    case proveEmailEnterCode(ProveEmailEnterCode)
    /// The run is over, by the end of this name.
    case ended(String)

    fileprivate init(_ step: FlowStep) throws(FlowError) {
      if let end = step.end {
        self = .ended(end)
        return
      }
      switch step.state {
      case "identify":
        self = .identify(try Identify(step))
      case "enter-password":
        self = .enterPassword(try EnterPassword(step))
      case "prove-email/enter-code":
        self = .proveEmailEnterCode(try ProveEmailEnterCode(step))
      default:
        throw step.unexpected
      }
    }
  }
}

extension SignIn {
  /// Sign in
  public nonisolated struct Identify: FlowPage {
    /// Where the run stands.
    public let step: FlowStep
    /// E-mail address: what the run has; nil: nothing.
    public let email: String?

    fileprivate init(_ step: FlowStep) throws(FlowError) {
      self.step = step
      self.email = try step.value("email")
    }

    /// Sends `submit`.
    ///
    /// - Parameter email: E-mail address
    public func submit(email: String) async throws(FlowError) -> SubmitResult {
      try await SubmitResult(self.step.send("submit", FlowArgument("email", email)))
    }

    /// What `submit` can come to.
    public nonisolated enum SubmitResult: Sendable {
      /// Enter your password
      case enterPassword(EnterPassword)
      /// Enter the code
      case proveEmailEnterCode(ProveEmailEnterCode)
      /// There is no account with this address.
      case userNotFound(FlowFailure<Identify>)
      /// Nothing can be sent to this address.
      case invalidUsername(FlowFailure<Identify>)
      /// Too many codes were sent; wait a while.
      case tooManyCodes(FlowFailure<ProveEmailEnterCode>)
      /// What was sent is missing something, or not valid; the run is where it was.
      case refused(FlowFailure<Identify>)

      fileprivate init(_ step: FlowStep) throws(FlowError) {
        switch step.arrival {
        case "enter-password":
          self = .enterPassword(try EnterPassword(step))
        case "prove-email/enter-code":
          self = .proveEmailEnterCode(try ProveEmailEnterCode(step))
        case "identify user_not_found":
          self = .userNotFound(try step.failure(at: Identify(step)))
        case "identify invalid_username":
          self = .invalidUsername(try step.failure(at: Identify(step)))
        case "prove-email/enter-code too_many_codes":
          self = .tooManyCodes(try step.failure(at: ProveEmailEnterCode(step)))
        case "identify attributes_required", "identify attributes_invalid", "identify run_too_large", "identify denied":
          self = .refused(try step.failure(at: Identify(step)))
        default:
          throw step.unexpected
        }
      }
    }

    /// Sends `continue`.
    ///
    /// - Parameter grant: Grant
    public func `continue`(grant: String) async throws(FlowError) -> ContinueResult {
      try await ContinueResult(self.step.send("continue", FlowArgument("grant", grant)))
    }

    /// What `continue` can come to.
    public nonisolated enum ContinueResult: Sendable {
      /// The run is over.
      case completed(Completed)
      /// This account is disabled.
      case userDisabled(FlowFailure<Identify>)
      /// Confirm your address first.
      case confirmationRequired(FlowFailure<Identify>)
      /// This sign-in is not valid; sign in again.
      case invalidGrant(FlowFailure<Identify>)
      /// What was sent is missing something, or not valid; the run is where it was.
      case refused(FlowFailure<Identify>)

      fileprivate init(_ step: FlowStep) throws(FlowError) {
        switch step.arrival {
        case ".completed":
          self = .completed(try Completed(step))
        case "identify user_disabled":
          self = .userDisabled(try step.failure(at: Identify(step)))
        case "identify confirmation_required":
          self = .confirmationRequired(try step.failure(at: Identify(step)))
        case "identify invalid_grant":
          self = .invalidGrant(try step.failure(at: Identify(step)))
        case "identify attributes_required", "identify attributes_invalid", "identify run_too_large", "identify denied":
          self = .refused(try step.failure(at: Identify(step)))
        default:
          throw step.unexpected
        }
      }
    }
  }
}

extension SignIn {
  /// Enter your password
  public nonisolated struct EnterPassword: FlowPage {
    /// Where the run stands.
    public let step: FlowStep

    fileprivate init(_ step: FlowStep) throws(FlowError) {
      self.step = step
    }

    /// Sends `submit`.
    ///
    /// - Parameter password: Password
    public func submit(password: String) async throws(FlowError) -> SubmitResult {
      try await SubmitResult(self.step.send("submit", FlowArgument("password", password)))
    }

    /// What `submit` can come to.
    public nonisolated enum SubmitResult: Sendable {
      /// The run is over.
      case completed(Completed)
      /// This account is disabled.
      case userDisabled(FlowFailure<Identify>)
      /// Confirm your address first.
      case confirmationRequired(FlowFailure<Identify>)
      /// The password is wrong.
      case invalidPassword(FlowFailure<EnterPassword>)
      /// Too many attempts; wait a while.
      case accountLocked(FlowFailure<EnterPassword>)
      /// What was sent is missing something, or not valid; the run is where it was.
      case refused(FlowFailure<EnterPassword>)

      fileprivate init(_ step: FlowStep) throws(FlowError) {
        switch step.arrival {
        case ".completed":
          self = .completed(try Completed(step))
        case "identify user_disabled":
          self = .userDisabled(try step.failure(at: Identify(step)))
        case "identify confirmation_required":
          self = .confirmationRequired(try step.failure(at: Identify(step)))
        case "enter-password invalid_password":
          self = .invalidPassword(try step.failure(at: EnterPassword(step)))
        case "enter-password account_locked":
          self = .accountLocked(try step.failure(at: EnterPassword(step)))
        case "enter-password attributes_required", "enter-password attributes_invalid", "enter-password run_too_large",
          "enter-password denied":
          self = .refused(try step.failure(at: EnterPassword(step)))
        default:
          throw step.unexpected
        }
      }
    }

    /// Sends `use-code`.
    public func useCode() async throws(FlowError) -> UseCodeResult {
      try await UseCodeResult(self.step.send("use-code"))
    }

    /// What `use-code` can come to.
    public nonisolated enum UseCodeResult: Sendable {
      /// Enter the code
      case proveEmailEnterCode(ProveEmailEnterCode)
      /// Nothing can be sent to this address.
      case invalidUsername(FlowFailure<Identify>)
      /// Too many codes were sent; wait a while.
      case tooManyCodes(FlowFailure<ProveEmailEnterCode>)
      /// What was sent is missing something, or not valid; the run is where it was.
      case refused(FlowFailure<EnterPassword>)

      fileprivate init(_ step: FlowStep) throws(FlowError) {
        switch step.arrival {
        case "prove-email/enter-code":
          self = .proveEmailEnterCode(try ProveEmailEnterCode(step))
        case "identify invalid_username":
          self = .invalidUsername(try step.failure(at: Identify(step)))
        case "prove-email/enter-code too_many_codes":
          self = .tooManyCodes(try step.failure(at: ProveEmailEnterCode(step)))
        case "enter-password attributes_required", "enter-password attributes_invalid", "enter-password run_too_large",
          "enter-password denied":
          self = .refused(try step.failure(at: EnterPassword(step)))
        default:
          throw step.unexpected
        }
      }
    }
  }
}

extension SignIn {
  /// Enter the code
  public nonisolated struct ProveEmailEnterCode: FlowPage {
    /// Where the run stands.
    public let step: FlowStep

    fileprivate init(_ step: FlowStep) throws(FlowError) {
      self.step = step
    }

    /// Sends `submit`.
    ///
    /// - Parameter code: Code
    public func submit(code: String) async throws(FlowError) -> SubmitResult {
      try await SubmitResult(self.step.send("submit", FlowArgument("code", code)))
    }

    /// What `submit` can come to.
    public nonisolated enum SubmitResult: Sendable {
      /// The run is over.
      case completed(Completed)
      /// This account is disabled.
      case userDisabled(FlowFailure<Identify>)
      /// Confirm your address first.
      case confirmationRequired(FlowFailure<Identify>)
      /// The code is wrong.
      case invalidCode(FlowFailure<ProveEmailEnterCode>)
      /// The code is no longer valid; ask for another one.
      case codeExpired(FlowFailure<ProveEmailEnterCode>)
      /// Too many attempts.
      case tooManyAttempts(FlowFailure<ProveEmailEnterCode>)
      /// What was sent is missing something, or not valid; the run is where it was.
      case refused(FlowFailure<ProveEmailEnterCode>)

      fileprivate init(_ step: FlowStep) throws(FlowError) {
        switch step.arrival {
        case ".completed":
          self = .completed(try Completed(step))
        case "identify user_disabled":
          self = .userDisabled(try step.failure(at: Identify(step)))
        case "identify confirmation_required":
          self = .confirmationRequired(try step.failure(at: Identify(step)))
        case "prove-email/enter-code invalid_code":
          self = .invalidCode(try step.failure(at: ProveEmailEnterCode(step)))
        case "prove-email/enter-code code_expired":
          self = .codeExpired(try step.failure(at: ProveEmailEnterCode(step)))
        case "prove-email/enter-code too_many_attempts":
          self = .tooManyAttempts(try step.failure(at: ProveEmailEnterCode(step)))
        case "prove-email/enter-code attributes_required", "prove-email/enter-code attributes_invalid",
          "prove-email/enter-code run_too_large", "prove-email/enter-code denied":
          self = .refused(try step.failure(at: ProveEmailEnterCode(step)))
        default:
          throw step.unexpected
        }
      }
    }

    /// Sends `resend`.
    public func resend() async throws(FlowError) -> ResendResult {
      try await ResendResult(self.step.send("resend"))
    }

    /// What `resend` can come to.
    public nonisolated enum ResendResult: Sendable {
      /// Enter the code
      case proveEmailEnterCode(ProveEmailEnterCode)
      /// Nothing can be sent to this address.
      case invalidUsername(FlowFailure<Identify>)
      /// Too many codes were sent; wait a while.
      case tooManyCodes(FlowFailure<ProveEmailEnterCode>)
      /// What was sent is missing something, or not valid; the run is where it was.
      case refused(FlowFailure<ProveEmailEnterCode>)

      fileprivate init(_ step: FlowStep) throws(FlowError) {
        switch step.arrival {
        case "prove-email/enter-code":
          self = .proveEmailEnterCode(try ProveEmailEnterCode(step))
        case "identify invalid_username":
          self = .invalidUsername(try step.failure(at: Identify(step)))
        case "prove-email/enter-code too_many_codes":
          self = .tooManyCodes(try step.failure(at: ProveEmailEnterCode(step)))
        case "prove-email/enter-code attributes_required", "prove-email/enter-code attributes_invalid",
          "prove-email/enter-code run_too_large", "prove-email/enter-code denied":
          self = .refused(try step.failure(at: ProveEmailEnterCode(step)))
        default:
          throw step.unexpected
        }
      }
    }
  }
}

extension SignIn {
  /// The end `completed`.
  public nonisolated struct Completed: Sendable {
    /// The tokens of the session that was opened.
    public let tokens: FlowTokens
    /// Account id.
    public let accountId: String
    /// What went wrong on the way here; nil: nothing.
    public let problem: FlowProblem?

    fileprivate init(_ step: FlowStep) throws(FlowError) {
      self.tokens = try step.handedOut(step.tokens)
      self.accountId = try step.handedOut(step.result("account.id"))
      self.problem = step.problem
    }
  }
}
