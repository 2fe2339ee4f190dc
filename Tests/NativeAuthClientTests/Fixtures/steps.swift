import NativeAuth

// Each state has only the steps that are legal there.

func signUpCode(_ state: SignUpCodeRequiredState, _ delegate: any SignUpPasswordRequiredDelegate) async throws {
  _ = try await state.submitPassword("Tr0ub4dor")  // error: value of type 'SignUpCodeRequiredState' has no member 'submitPassword'
  state.submitPassword(password: "Tr0ub4dor", delegate: delegate)  // error: value of type 'SignUpCodeRequiredState' has no member 'submitPassword'
  _ = try await state.submitAttributes([:])  // error: value of type 'SignUpCodeRequiredState' has no member 'submitAttributes'
  _ = try await state.signIn()  // error: value of type 'SignUpCodeRequiredState' has no member 'signIn'
}

func signUpPassword(_ state: SignUpPasswordRequiredState, _ delegate: any SignUpVerifyCodeDelegate) async throws {
  _ = try await state.submitCode("12345678")  // error: value of type 'SignUpPasswordRequiredState' has no member 'submitCode'
  state.submitCode(code: "12345678", delegate: delegate)  // error: value of type 'SignUpPasswordRequiredState' has no member 'submitCode'
  _ = try await state.resendCode()  // error: value of type 'SignUpPasswordRequiredState' has no member 'resendCode'
}

func signUpAttributes(_ state: SignUpAttributesRequiredState) async throws {
  _ = try await state.submitCode("12345678")  // error: value of type 'SignUpAttributesRequiredState' has no member 'submitCode'
}

func afterSignUp(_ state: SignInAfterSignUpState, _ delegate: any CredentialsDelegate) async throws {
  _ = try await state.submitAttributes([:])  // error: value of type 'SignInAfterSignUpState' has no member 'submitAttributes'
  state.getAccessToken(delegate: delegate)  // error: value of type 'SignInAfterSignUpState' has no member 'getAccessToken'
}

func resetCode(_ state: ResetPasswordCodeRequiredState) async throws {
  _ = try await state.submitPassword("Tr0ub4dor")  // error: value of type 'ResetPasswordCodeRequiredState' has no member 'submitPassword'
}

func resetPassword(_ state: ResetPasswordRequiredState) async throws {
  _ = try await state.signIn()  // error: value of type 'ResetPasswordRequiredState' has no member 'signIn'
}

func signInPassword(_ state: SignInPasswordRequiredState) async throws {
  _ = try await state.resendCode()  // error: value of type 'SignInPasswordRequiredState' has no member 'resendCode'
}

func secondFactor(_ state: AwaitingMFAState) async throws {
  _ = try await state.submitChallenge("12345678")  // error: value of type 'AwaitingMFAState' has no member 'submitChallenge'
}

// Nobody makes a state out of nothing.

func forged() {
  _ = SignInAfterSignUpState()  // error: 'SignInAfterSignUpState' initializer is inaccessible due to 'internal' protection level
}

// An error has the predicates of its step.

func predicates(_ start: SignInStartError, _ verify: StepError<VerifyCodeError, SignInCodeRequiredState>) {
  _ = start.isUserAlreadyExists  // error: value of type 'SignInStartError' has no member 'isUserAlreadyExists'
  _ = verify.isInvalidPassword  // error: value of type 'StepError<VerifyCodeError, SignInCodeRequiredState>' has no dynamic member 'isInvalidPassword' using key path from root type 'VerifyCodeError'
}
