import NativeAuth

// Each state has only the steps that are legal there.

func signUpCode(_ state: SignUpCodeRequiredState, _ delegate: any SignUpPasswordRequiredDelegate) async throws {
  // error: value of type 'SignUpCodeRequiredState' has no member 'submitPassword'
  _ = try await state.submitPassword("Tr0ub4dor")
  // error: value of type 'SignUpCodeRequiredState' has no member 'submitPassword'
  state.submitPassword(password: "Tr0ub4dor", delegate: delegate)
  // error: value of type 'SignUpCodeRequiredState' has no member 'submitAttributes'
  _ = try await state.submitAttributes([:])
  // error: value of type 'SignUpCodeRequiredState' has no member 'signIn'
  _ = try await state.signIn()
}

func signUpPassword(_ state: SignUpPasswordRequiredState, _ delegate: any SignUpVerifyCodeDelegate) async throws {
  // error: value of type 'SignUpPasswordRequiredState' has no member 'submitCode'
  _ = try await state.submitCode("12345678")
  // error: value of type 'SignUpPasswordRequiredState' has no member 'submitCode'
  state.submitCode(code: "12345678", delegate: delegate)
  // error: value of type 'SignUpPasswordRequiredState' has no member 'resendCode'
  _ = try await state.resendCode()
}

func signUpAttributes(_ state: SignUpAttributesRequiredState) async throws {
  // error: value of type 'SignUpAttributesRequiredState' has no member 'submitCode'
  _ = try await state.submitCode("12345678")
}

func afterSignUp(_ state: SignInAfterSignUpState, _ delegate: any CredentialsDelegate) async throws {
  // error: value of type 'SignInAfterSignUpState' has no member 'submitAttributes'
  _ = try await state.submitAttributes([:])
  // error: value of type 'SignInAfterSignUpState' has no member 'getAccessToken'
  state.getAccessToken(delegate: delegate)
}

func resetCode(_ state: ResetPasswordCodeRequiredState) async throws {
  // error: value of type 'ResetPasswordCodeRequiredState' has no member 'submitPassword'
  _ = try await state.submitPassword("Tr0ub4dor")
}

func resetPassword(_ state: ResetPasswordRequiredState) async throws {
  // error: value of type 'ResetPasswordRequiredState' has no member 'signIn'
  _ = try await state.signIn()
}

func signInPassword(_ state: SignInPasswordRequiredState) async throws {
  // error: value of type 'SignInPasswordRequiredState' has no member 'resendCode'
  _ = try await state.resendCode()
}

func secondFactor(_ state: AwaitingMFAState) async throws {
  // error: value of type 'AwaitingMFAState' has no member 'submitChallenge'
  _ = try await state.submitChallenge("12345678")
}

// Nobody makes a state out of nothing.

func forged() {
  // error: 'SignInAfterSignUpState' initializer is inaccessible due to 'internal' protection level
  _ = SignInAfterSignUpState.init
}

// An error has the predicates of its step.

func predicates(_ start: SignInStartError, _ verify: StepError<VerifyCodeError, SignInCodeRequiredState>) {
  // error: value of type 'SignInStartError' has no member 'isUserAlreadyExists'
  _ = start.isUserAlreadyExists
  // error: value of type 'StepError<VerifyCodeError, SignInCodeRequiredState>' has no dynamic member 'isInvalidPassword' using key path from root type 'VerifyCodeError'
  _ = verify.isInvalidPassword
}
