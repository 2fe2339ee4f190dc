extension NativeAuthApplication {
  /// Starts a sign-in.
  public func signIn(parameters: SignInParameters, delegate: any SignInStartDelegate) {
    let request = SignInRequest(parameters)
    tell { () async throws(SignInStartError) in
      try await self.signIn(request)
    } failed: {
      delegate.onSignInStartError(error: $0)
    } answered: { result in
      switch result {
      case .codeRequired(let state, let sent):
        delegate.onSignInCodeRequired(
          newState: state, sentTo: sent.sentTo, channelTargetType: sent.channelTargetType, codeLength: sent.codeLength)
      case .passwordRequired(let state): delegate.onSignInPasswordRequired(newState: state)
      case .completed(let account): delegate.hear(.completed(account))
      case .awaitingMFA(let methods, let state): delegate.hear(.awaitingMFA(methods, state))
      case .strongAuthMethodRegistration(let methods, let state):
        delegate.hear(.strongAuthMethodRegistration(methods, state))
      }
    }
  }

  /// Starts a sign-in, as older tutorials write it.
  public func signIn(
    username: String, password: String? = nil, scopes: [String] = [], correlationId: String? = nil,
    delegate: any SignInStartDelegate
  ) {
    let parameters = SignInParameters(username: username)
    parameters.password = password
    parameters.scopes = scopes
    parameters.correlationId = correlationId
    signIn(parameters: parameters, delegate: delegate)
  }
}

extension SignInCodeRequiredState {
  /// Submits the code that the person has entered.
  public func submitCode(code: String, delegate: any SignInVerifyCodeDelegate) {
    tell { () async throws(StepError<VerifyCodeError, Self>) in
      try await self.submitCode(code)
    } failed: {
      delegate.onSignInVerifyCodeError(error: $0.cause, newState: $0.newState)
    } answered: {
      delegate.hear($0)
    }
  }

  /// Has another code sent; those before are void.
  public func resendCode(delegate: any SignInResendCodeDelegate) {
    tell { () async throws(StepError<ResendCodeError, Self>) in
      try await self.resendCode()
    } failed: {
      delegate.onSignInResendCodeError(error: $0.cause, newState: $0.newState)
    } answered: { state, sent in
      delegate.onSignInResendCodeCodeRequired(
        newState: state, sentTo: sent.sentTo, channelTargetType: sent.channelTargetType, codeLength: sent.codeLength)
    }
  }
}

extension SignInPasswordRequiredState {
  /// Submits the password that the person has entered.
  public func submitPassword(password: String, delegate: any SignInPasswordRequiredDelegate) {
    tell { () async throws(StepError<PasswordRequiredError, Self>) in
      try await self.submitPassword(password)
    } failed: {
      delegate.onSignInPasswordRequiredError(error: $0.cause, newState: $0.newState)
    } answered: {
      delegate.hear($0)
    }
  }
}

extension SignInAfterSignUpState {
  /// Signs in.
  public func signIn(parameters: SignInAfterSignUpParameters, delegate: any SignInAfterSignUpDelegate) {
    signIn(scopes: parameters.scopes, delegate: delegate)
  }

  /// Signs in, as older tutorials write it.
  public func signIn(scopes: [String] = [], delegate: any SignInAfterSignUpDelegate) {
    tell { () async throws(SignInAfterSignUpError) in
      try await self.signIn(scopes: scopes)
    } failed: {
      delegate.onSignInAfterSignUpError(error: $0)
    } answered: {
      delegate.hear($0)
    }
  }
}

extension SignInAfterResetPasswordState {
  /// Signs in.
  public func signIn(parameters: SignInAfterResetPasswordParameters, delegate: any SignInAfterResetPasswordDelegate) {
    signIn(scopes: parameters.scopes, delegate: delegate)
  }

  /// Signs in, as older tutorials write it.
  public func signIn(scopes: [String] = [], delegate: any SignInAfterResetPasswordDelegate) {
    tell { () async throws(SignInAfterResetPasswordError) in
      try await self.signIn(scopes: scopes)
    } failed: {
      delegate.onSignInAfterResetPasswordError(error: $0)
    } answered: {
      delegate.hear($0)
    }
  }
}

extension UserAccountResult {
  /// An access token: the one at hand while it is good, otherwise a new one.
  public func getAccessToken(parameters: GetAccessTokenParameters, delegate: any CredentialsDelegate) {
    getAccessToken(
      scopes: parameters.scopes, forceRefresh: parameters.forceRefresh, correlationId: parameters.correlationId,
      delegate: delegate)
  }

  /// The same, as older tutorials write it.
  public func getAccessToken(
    scopes: [String] = [], forceRefresh: Bool = false, correlationId: String? = nil,
    delegate: any CredentialsDelegate
  ) {
    let request = TokenRequest(scopes, forceRefresh, correlationId)
    tell { () async throws(RetrieveAccessTokenError) in
      try await self.getAccessToken(request)
    } failed: {
      delegate.onAccessTokenRetrieveError(error: $0)
    } answered: {
      delegate.onAccessTokenRetrieveCompleted(result: $0)
    }
  }
}
