import NativeAuth

// A result that is forgotten is found by the compiler.

func submit(_ state: SignUpCodeRequiredState) async throws {
  switch try await state.submitCode("12345678") {  // error: switch must be exhaustive
  case .completed: break
  case .attributesRequired: break
  }
}
