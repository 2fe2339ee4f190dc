import FlowJSON

/// What a factor leads to.
enum SignInProgress: Sendable {
  case completed(UserAccountResult)
  case awaitingMFA([AuthMethod], token: String)
  case registration([AuthMethod], token: String)
}

/// What signs in.
enum SignInGrant: Sendable {
  case password(String)
  case code(String)
  case secondCode(String)
  /// What a sign-up, a reset or a registration has handed out.
  case continuation

  fileprivate var fields: [Wire.Field] {
    switch self {
    case .password(let password): [("grant_type", "password"), ("password", password)]
    case .code(let code): [("grant_type", "oob"), ("oob", code)]
    case .secondCode(let code): [("grant_type", "mfa_oob"), ("oob", code)]
    case .continuation: [("grant_type", "continuation_token")]
    }
  }
}

extension Wire {
  /// Starts a sign-in and asks for its challenge.
  func signIn(_ username: String, _ correlation: String) async throws(WireFailure) -> (
    token: String, challenge: Challenge
  ) {
    guard !username.isEmpty else { throw .emptyUsername(correlation) }
    let token = try await post(.signInInitiate, start(username), correlation).continuation
    return try await challenge(.signInChallenge, token, correlation)
  }

  /// Asks for tokens.
  func signIn(_ grant: SignInGrant, _ step: Step) async throws(WireFailure) -> SignInProgress {
    switch grant {
    case .code(let code), .secondCode(let code): try Self.check(code: code, step.correlation)
    case .password(let password): try Self.check(password: password, step.correlation, orElse: .invalidCredentials)
    case .continuation: break
    }
    do {
      let tokens = try await tokens(
        [("continuation_token", step.token)] + grant.fields, scopes: step.scopes, step.correlation)
      let account = UserAccountResult(TokenStore(self, tokens, username: step.username))
      current.set(account)
      return .completed(account)
    } catch {
      if let token = error.refusal?.asks(for: "mfa_required") {
        let (token, methods) = try await methods(.signInIntrospect, token, step.correlation)
        return .awaitingMFA(methods, token: token)
      }
      if let token = error.refusal?.asks(for: "registration_required") {
        let (token, methods) = try await methods(.registerIntrospect, token, step.correlation)
        return .registration(methods, token: token)
      }
      throw error
    }
  }

  /// New tokens for a refresh token.
  func refresh(_ refreshToken: String, _ scopes: [String], _ correlation: String) async throws(WireFailure) -> Tokens {
    try await tokens([("grant_type", "refresh_token"), ("refresh_token", refreshToken)], scopes: scopes, correlation)
  }

  /// Asks for tokens of some scopes, and of those without which there is no account.
  private func tokens(_ grant: [Field], scopes: [String], _ correlation: String) async throws(WireFailure) -> Tokens {
    let all = scopes + ["openid", "profile", "offline_access"].filter { !scopes.contains($0) }
    let fields = grant + [("scope", all.joined(separator: " ")), ("client_info", "true")]
    return try Tokens(try await post(.token, fields, correlation), asked: all, now: configuration.time.now())
  }

  private func methods(_ endpoint: Endpoint, _ token: String, _ correlation: String) async throws(WireFailure) -> (
    token: String, methods: [AuthMethod]
  ) {
    let answer = try await post(endpoint, [("continuation_token", token)], correlation)
    let methods = answer.object["methods"]?.array?.compactMap(AuthMethod.init) ?? []
    guard !methods.isEmpty else { throw answer.missing("methods") }
    return (try answer.continuation, methods)
  }
}

extension AuthMethod {
  /// Reads an element of `methods`; nil where it is none.
  fileprivate init?(_ json: JSON) {
    guard let id = json["id"]?.string, let channel = json["challenge_channel"]?.string else { return nil }
    self.init(
      id: id, challengeType: json["challenge_type"]?.string ?? "oob", channelTargetType: ChannelType(value: channel),
      loginHint: json["login_hint"]?.string ?? "")
  }
}
