import NativeAuth

// A result that is forgotten is found by the compiler.

func submit(_ state: SignUpCodeRequiredState) async throws {
  // error: switch must be exhaustive
  switch try await state.submitCode("12345678") {
  case .completed: break
  case .attributesRequired: break
  }
}
