extension NativeAuthApplication {
  /// Starts a sign-up.
  public func signUp(parameters: SignUpParameters, delegate: any SignUpStartDelegate) {
    let request = SignUpRequest(parameters)
    tell { () async throws(SignUpStartError) in
      try await self.signUp(request)
    } failed: {
      delegate.onSignUpStartError(error: $0)
    } answered: { result in
      switch result {
      case .codeRequired(let state, let sent):
        delegate.onSignUpCodeRequired(
          newState: state, sentTo: sent.sentTo, channelTargetType: sent.channelTargetType, codeLength: sent.codeLength)
      case .attributesInvalid(let names): delegate.onSignUpAttributesInvalid(attributeNames: names)
      }
    }
  }

  /// Starts a sign-up, as older tutorials write it.
  public func signUp(
    username: String, password: String? = nil, attributes: [String: String]? = nil, correlationId: String? = nil,
    delegate: any SignUpStartDelegate
  ) {
    let parameters = SignUpParameters(username: username)
    parameters.password = password
    parameters.attributes = attributes
    parameters.correlationId = correlationId
    signUp(parameters: parameters, delegate: delegate)
  }
}

extension SignUpCodeRequiredState {
  /// Submits the code that the person has entered.
  public func submitCode(code: String, delegate: any SignUpVerifyCodeDelegate) {
    tell { () async throws(StepError<VerifyCodeError, Self>) in
      try await self.submitCode(code)
    } failed: {
      delegate.onSignUpVerifyCodeError(error: $0.cause, newState: $0.newState)
    } answered: { result in
      switch result {
      case .completed(let state): delegate.onSignUpCompleted(newState: state)
      case .passwordRequired(let state): delegate.onSignUpPasswordRequired(newState: state)
      case .attributesRequired(let attributes, let state):
        delegate.onSignUpAttributesRequired(attributes: attributes, newState: state)
      }
    }
  }

  /// Has another code sent; those before are void.
  public func resendCode(delegate: any SignUpResendCodeDelegate) {
    tell { () async throws(StepError<ResendCodeError, Self>) in
      try await self.resendCode()
    } failed: {
      delegate.onSignUpResendCodeError(error: $0.cause, newState: $0.newState)
    } answered: { state, sent in
      delegate.onSignUpResendCodeCodeRequired(
        newState: state, sentTo: sent.sentTo, channelTargetType: sent.channelTargetType, codeLength: sent.codeLength)
    }
  }
}

extension SignUpPasswordRequiredState {
  /// Submits the password that the person has chosen.
  public func submitPassword(password: String, delegate: any SignUpPasswordRequiredDelegate) {
    tell { () async throws(StepError<PasswordRequiredError, Self>) in
      try await self.submitPassword(password)
    } failed: {
      delegate.onSignUpPasswordRequiredError(error: $0.cause, newState: $0.newState)
    } answered: { result in
      switch result {
      case .completed(let state): delegate.onSignUpCompleted(newState: state)
      case .attributesRequired(let attributes, let state):
        delegate.onSignUpAttributesRequired(attributes: attributes, newState: state)
      }
    }
  }
}

extension SignUpAttributesRequiredState {
  /// Submits attributes, as texts.
  public func submitAttributes(attributes: [String: String], delegate: any SignUpAttributesRequiredDelegate) {
    tell { () async throws(StepError<AttributesRequiredError, Self>) in
      try await self.submitAttributes(attributes)
    } failed: {
      delegate.onSignUpAttributesRequiredError(error: $0.cause)
    } answered: { result in
      switch result {
      case .completed(let state): delegate.onSignUpCompleted(newState: state)
      case .attributesRequired(let attributes, let state):
        delegate.onSignUpAttributesRequired(attributes: attributes, newState: state)
      case .attributesInvalid(let names, let state):
        delegate.onSignUpAttributesInvalid(attributeNames: names, newState: state)
      }
    }
  }
}
