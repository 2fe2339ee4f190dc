extension AwaitingMFAState {
  /// Has a code sent by a method.
  public func requestChallenge(authMethod: AuthMethod, delegate: any MFARequestChallengeDelegate) {
    tell { () async throws(StepError<MFARequestChallengeError, Self>) in
      try await self.requestChallenge(authMethod)
    } failed: {
      delegate.onMFARequestChallengeError(error: $0.cause, newState: nil)
    } answered: { state, sent in
      delegate.onMFARequestChallengeVerificationRequired(
        newState: state, sentTo: sent.sentTo, channelTargetType: sent.channelTargetType, codeLength: sent.codeLength)
    }
  }
}

extension MFARequiredState {
  /// Has a code sent by another method, or by the same once more.
  public func requestChallenge(authMethod: AuthMethod, delegate: any MFARequestChallengeDelegate) {
    tell { () async throws(StepError<MFARequestChallengeError, Self>) in
      try await self.requestChallenge(authMethod)
    } failed: {
      delegate.onMFARequestChallengeError(error: $0.cause, newState: $0.newState)
    } answered: { state, sent in
      delegate.onMFARequestChallengeVerificationRequired(
        newState: state, sentTo: sent.sentTo, channelTargetType: sent.channelTargetType, codeLength: sent.codeLength)
    }
  }

  /// Submits the code that the person has entered.
  public func submitChallenge(challenge: String, delegate: any MFASubmitChallengeDelegate) {
    tell { () async throws(StepError<MFASubmitChallengeError, Self>) in
      try await self.submitChallenge(challenge)
    } failed: {
      delegate.onMFASubmitChallengeError(error: $0.cause, newState: $0.newState)
    } answered: {
      delegate.hear($0)
    }
  }
}

extension RegisterStrongAuthState {
  /// Has a code sent to an address or number that is to become a strong method.
  public func requestChallenge(
    parameters: ChallengeAuthMethodParameters, delegate: any RegisterStrongAuthChallengeDelegate
  ) {
    let (method, contact) = (parameters.authMethod, parameters.verificationContact)
    tell { () async throws(StepError<RegisterStrongAuthChallengeError, Self>) in
      try await self.requestChallenge(method, contact)
    } failed: {
      delegate.onRegisterStrongAuthChallengeError(error: $0.cause, newState: $0.newState)
    } answered: {
      delegate.hear($0)
    }
  }
}

extension RegisterStrongAuthVerificationRequiredState {
  /// Has a code sent to another address, or to the same once more.
  public func requestChallenge(
    parameters: ChallengeAuthMethodParameters, delegate: any RegisterStrongAuthChallengeDelegate
  ) {
    let (method, contact) = (parameters.authMethod, parameters.verificationContact)
    tell { () async throws(StepError<RegisterStrongAuthChallengeError, Self>) in
      try await self.requestChallenge(method, contact)
    } failed: {
      delegate.onRegisterStrongAuthChallengeError(
        error: $0.cause, newState: $0.newState.map { RegisterStrongAuthState($0.step) })
    } answered: {
      delegate.hear($0)
    }
  }

  /// Submits the code that the person has entered: it registers the method, and signs in.
  public func submitChallenge(challenge: String, delegate: any RegisterStrongAuthSubmitChallengeDelegate) {
    tell { () async throws(StepError<RegisterStrongAuthSubmitChallengeError, Self>) in
      try await self.submitChallenge(challenge)
    } failed: {
      delegate.onRegisterStrongAuthSubmitChallengeError(error: $0.cause, newState: $0.newState)
    } answered: {
      delegate.onSignInCompleted(result: $0)
    }
  }
}

extension RegisterStrongAuthChallengeDelegate {
  fileprivate func hear(_ result: RegisterStrongAuthResult) {
    switch result {
    case .completed(let account): onSignInCompleted(result: account)
    case .verificationRequired(let state, let sent):
      onRegisterStrongAuthVerificationRequired(
        result: RegisterStrongAuthVerificationRequiredResult(
          newState: state, sentTo: sent.sentTo, channelTargetType: sent.channelTargetType, codeLength: sent.codeLength))
    }
  }
}
