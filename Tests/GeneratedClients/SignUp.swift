// Made by `usher generate swift` of the flow sign-up of native-auth: change that, and make this anew.
// Table bfc39c38dc00df1cc72cf3ec7a678ff569e242900a8d8b104d1795cc514293b9

public import FlowClient

/// Creates an account that signs in with codes.
public nonisolated struct SignUp: Sendable {
  private let access: FlowAccess

  /// A client of the flow behind a connection, as an application that starts it. `languages` is what people read, as
  /// `Accept-Language` says it; nil: the tenant's own.
  public init(over connection: any Connection, as application: Application, languages: String? = nil) {
    access = FlowAccess(
      connection, tenant: "native-auth", flow: "sign-up", application: application.rawValue, languages: languages)
  }

  /// Starts a run. What is refused starts none.
  ///
  /// - Parameter email: E-mail address
  /// - Parameter country: Country
  /// - Parameter city: City
  public func start(
    email: String? = nil, country: String? = nil, city: String? = nil
  ) async throws(FlowError) -> StartResult {
    try await StartResult(
      self.access.start(FlowArgument("email", email), FlowArgument("country", country), FlowArgument("city", city)))
  }

  /// Where the run of a page's token stands (`page.step.token`). What its end handed out is not told again.
  public func resume(_ token: Secret) async throws(FlowError) -> Standing {
    try await Standing(self.access.current(token))
  }
}

extension SignUp {
  /// Who starts the flow.
  public nonisolated enum Application: String, FlowOption {
    /// ios
    case ios
    /// macos
    case macos
    /// kiosk
    case kiosk
  }
}

extension SignUp {
  /// What a start can come to.
  public nonisolated enum StartResult: Sendable {
    /// Create your account
    case identify(Identify)
    /// Enter the code
    case proveEmailEnterCode(ProveEmailEnterCode)
    /// You have an account already. Sign in instead.
    case userAlreadyExists(FlowFailure<Identify>)
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
      case "prove-email/enter-code":
        self = .proveEmailEnterCode(try ProveEmailEnterCode(step))
      case "identify user_already_exists":
        self = .userAlreadyExists(try step.failure(at: Identify(step)))
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

extension SignUp {
  /// Where a run stands.
  public nonisolated enum Standing: Sendable {
    /// Create your account
    case identify(Identify)
    /// Enter the code
    case proveEmailEnterCode(ProveEmailEnterCode)
    /// Where do you live?
    case collectAttributesWhereYouLive(CollectAttributesWhereYouLive)
    /// About you
    case collectAttributesAboutYou(CollectAttributesAboutYou)
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
      case "prove-email/enter-code":
        self = .proveEmailEnterCode(try ProveEmailEnterCode(step))
      case "collect-attributes/where-you-live":
        self = .collectAttributesWhereYouLive(try CollectAttributesWhereYouLive(step))
      case "collect-attributes/about-you":
        self = .collectAttributesAboutYou(try CollectAttributesAboutYou(step))
      default:
        throw step.unexpected
      }
    }
  }
}

extension SignUp {
  /// Interests
  public nonisolated enum Interests: String, FlowOption {
    /// music
    case music
    /// sport
    case sport
    /// code
    case code
    /// travel
    case travel
  }
}

extension SignUp {
  /// Create your account
  public nonisolated struct Identify: FlowPage {
    /// Where the run stands.
    public let step: FlowStep
    /// E-mail address: what the run has; nil: nothing.
    public let email: String?
    /// Country: what the run has; nil: nothing.
    public let country: String?
    /// City: what the run has; nil: nothing.
    public let city: String?

    fileprivate init(_ step: FlowStep) throws(FlowError) {
      self.step = step
      self.email = try step.value("email")
      self.country = try step.value("country")
      self.city = try step.value("city")
    }

    /// Sends `submit`.
    ///
    /// - Parameter email: E-mail address
    /// - Parameter country: Country
    /// - Parameter city: City
    public func submit(
      email: String, country: String? = nil, city: String? = nil
    ) async throws(FlowError) -> SubmitResult {
      try await SubmitResult(
        self.step.send(
          "submit", FlowArgument("email", email), FlowArgument("country", country), FlowArgument("city", city)))
    }

    /// What `submit` can come to.
    public nonisolated enum SubmitResult: Sendable {
      /// Enter the code
      case proveEmailEnterCode(ProveEmailEnterCode)
      /// You have an account already. Sign in instead.
      case userAlreadyExists(FlowFailure<Identify>)
      /// Nothing can be sent to this address.
      case invalidUsername(FlowFailure<Identify>)
      /// Too many codes were sent; wait a while.
      case tooManyCodes(FlowFailure<ProveEmailEnterCode>)
      /// What was sent is missing something, or not valid; the run is where it was.
      case refused(FlowFailure<Identify>)

      fileprivate init(_ step: FlowStep) throws(FlowError) {
        switch step.arrival {
        case "prove-email/enter-code":
          self = .proveEmailEnterCode(try ProveEmailEnterCode(step))
        case "identify user_already_exists":
          self = .userAlreadyExists(try step.failure(at: Identify(step)))
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
  }
}

extension SignUp {
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
      /// Where do you live?
      case collectAttributesWhereYouLive(CollectAttributesWhereYouLive)
      /// About you
      case collectAttributesAboutYou(CollectAttributesAboutYou)
      /// The run is over.
      case completed(Completed)
      /// You have an account already. Sign in instead.
      case userAlreadyExists(FlowFailure<Identify>)
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
        case "collect-attributes/where-you-live":
          self = .collectAttributesWhereYouLive(try CollectAttributesWhereYouLive(step))
        case "collect-attributes/about-you":
          self = .collectAttributesAboutYou(try CollectAttributesAboutYou(step))
        case ".completed":
          self = .completed(try Completed(step))
        case "identify user_already_exists":
          self = .userAlreadyExists(try step.failure(at: Identify(step)))
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

extension SignUp {
  /// Where do you live?
  public nonisolated struct CollectAttributesWhereYouLive: FlowPage {
    /// Where the run stands.
    public let step: FlowStep
    /// Country: what the run has; nil: nothing.
    public let country: String?
    /// City: what the run has; nil: nothing.
    public let city: String?

    fileprivate init(_ step: FlowStep) throws(FlowError) {
      self.step = step
      self.country = try step.value("country")
      self.city = try step.value("city")
    }

    /// Sends `submit`.
    ///
    /// - Parameter country: Country
    /// - Parameter city: City
    public func submit(country: String, city: String) async throws(FlowError) -> SubmitResult {
      try await SubmitResult(self.step.send("submit", FlowArgument("country", country), FlowArgument("city", city)))
    }

    /// What `submit` can come to.
    public nonisolated enum SubmitResult: Sendable {
      /// About you
      case collectAttributesAboutYou(CollectAttributesAboutYou)
      /// The run is over.
      case completed(Completed)
      /// You have an account already. Sign in instead.
      case userAlreadyExists(FlowFailure<Identify>)
      /// What was sent is missing something, or not valid; the run is where it was.
      case refused(FlowFailure<CollectAttributesWhereYouLive>)

      fileprivate init(_ step: FlowStep) throws(FlowError) {
        switch step.arrival {
        case "collect-attributes/about-you":
          self = .collectAttributesAboutYou(try CollectAttributesAboutYou(step))
        case ".completed":
          self = .completed(try Completed(step))
        case "identify user_already_exists":
          self = .userAlreadyExists(try step.failure(at: Identify(step)))
        case "collect-attributes/where-you-live attributes_required",
          "collect-attributes/where-you-live attributes_invalid", "collect-attributes/where-you-live run_too_large",
          "collect-attributes/where-you-live denied":
          self = .refused(try step.failure(at: CollectAttributesWhereYouLive(step)))
        default:
          throw step.unexpected
        }
      }
    }
  }
}

extension SignUp {
  /// About you
  public nonisolated struct CollectAttributesAboutYou: FlowPage {
    /// Where the run stands.
    public let step: FlowStep
    /// Age: what the run has; nil: nothing.
    public let age: Int?
    /// Send me news: what the run has; nil: nothing.
    public let newsletter: Bool?
    /// Interests: what the run has; nil: nothing.
    public let interests: [Interests]?

    fileprivate init(_ step: FlowStep) throws(FlowError) {
      self.step = step
      self.age = try step.value("age")
      self.newsletter = try step.value("newsletter")
      self.interests = try step.value("interests")
    }

    /// Sends `submit`.
    ///
    /// - Parameter age: Age
    /// - Parameter newsletter: Send me news
    /// - Parameter interests: Interests
    public func submit(
      age: Int, newsletter: Bool, interests: [Interests]? = nil
    ) async throws(FlowError) -> SubmitResult {
      try await SubmitResult(
        self.step.send(
          "submit", FlowArgument("age", age), FlowArgument("newsletter", newsletter),
          FlowArgument("interests", interests)))
    }

    /// What `submit` can come to.
    public nonisolated enum SubmitResult: Sendable {
      /// The run is over.
      case completed(Completed)
      /// You have an account already. Sign in instead.
      case userAlreadyExists(FlowFailure<Identify>)
      /// What was sent is missing something, or not valid; the run is where it was.
      case refused(FlowFailure<CollectAttributesAboutYou>)

      fileprivate init(_ step: FlowStep) throws(FlowError) {
        switch step.arrival {
        case ".completed":
          self = .completed(try Completed(step))
        case "identify user_already_exists":
          self = .userAlreadyExists(try step.failure(at: Identify(step)))
        case "collect-attributes/about-you attributes_required", "collect-attributes/about-you attributes_invalid",
          "collect-attributes/about-you run_too_large", "collect-attributes/about-you denied":
          self = .refused(try step.failure(at: CollectAttributesAboutYou(step)))
        default:
          throw step.unexpected
        }
      }
    }
  }
}

extension SignUp {
  /// The end `completed`.
  public nonisolated struct Completed: Sendable {
    /// Signs the account in once.
    public let grant: Secret
    /// E-mail address.
    public let email: String
    /// Account id.
    public let accountId: String
    /// What went wrong on the way here; nil: nothing.
    public let problem: FlowProblem?

    fileprivate init(_ step: FlowStep) throws(FlowError) {
      self.grant = try step.handedOut(step.grant)
      self.email = try step.handedOut(step.result("email"))
      self.accountId = try step.handedOut(step.result("account.id"))
      self.problem = step.problem
    }
  }
}
