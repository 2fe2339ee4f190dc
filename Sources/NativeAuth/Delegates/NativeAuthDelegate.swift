/// What all delegates are. Their methods are called on the main actor.
///
/// A method that is required is required by the compiler. One that is optional has a default here; where it would be called and
/// is missing, the delegate's error method is called instead, with an error that names it (``ErrorReason/callbackMissing(_:)``).
@MainActor
public protocol NativeAuthDelegate: Sendable {}

/// Which optional method was missing.
///
/// INVARIANT: set by the defaults and taken by `tell` in one stretch on the main actor, between which nothing else runs. So one
/// default serves all delegates that have the method: a class may be several of them, and each has its own error method.
@MainActor
enum MissingCallback {
  private static var name: String?

  static func tell(_ name: String) { self.name = name }

  static func take() -> String? {
    defer { name = nil }
    return name
  }
}

/// An error that can say of a missing method.
protocol DelegateError: Error {
  init(missing details: ErrorDetails)
}

extension StepError: DelegateError {
  init(missing details: ErrorDetails) { self.init(Cause(details), newState: nil) }
}

extension NativeAuthError {
  init(missing details: ErrorDetails) { self.init(details) }
}

extension SignUpStartError: DelegateError {}
extension SignInStartError: DelegateError {}
extension ResetPasswordStartError: DelegateError {}
extension SignInAfterSignUpError: DelegateError {}
extension SignInAfterResetPasswordError: DelegateError {}
extension RetrieveAccessTokenError: DelegateError {}

/// Does what an async form does and tells a delegate, on the main actor: `answered` of what came of it, or `failed`.
func tell<Answer: Sendable, Failure: DelegateError>(
  _ work: @escaping @Sendable () async throws(Failure) -> Answer,
  failed: @escaping @MainActor @Sendable (Failure) -> Void,
  answered: @escaping @MainActor @Sendable (Answer) -> Void
) {
  // The task is the main actor's, so that it ends where it tells; the work is nobody's.
  Task.immediate { @MainActor in
    do throws(Failure) {
      let answer = try await work()
      tellAnswer {
        answered(answer)
      } orElse: {
        failed(Failure(missing: $0))
      }
    } catch {
      failed(error)
    }
  }
}

@MainActor
private func tellAnswer(_ answered: @MainActor () -> Void, orElse failed: @MainActor (ErrorDetails) -> Void) {
  _ = MissingCallback.take()
  answered()
  guard let name = MissingCallback.take() else { return }
  failed(
    ErrorDetails(
      reason: .callbackMissing(name), description: "The delegate has no \(name), which was to be called.",
      correlationId: ""))
}
