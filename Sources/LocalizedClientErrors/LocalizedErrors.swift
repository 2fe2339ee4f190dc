public import EmailPasswordAuth
public import FlowClient
public import FoundationEssentials
public import NativeAuth

// An app that links this reads an error's own words in Foundation's `localizedDescription`, also where all that is known of it is
// `any Error`, as in a `Task` or behind a plain `throws`. It is a product of its own, as it is the only one that needs Foundation.

extension AppError: LocalizedError {
  /// What an app shows.
  public var errorDescription: String? { message }
}

extension ConnectionError: LocalizedError {
  /// What an app shows.
  public var errorDescription: String? { message }
}

extension FlowError: LocalizedError {
  /// What an app shows: the words of the flow, where there are some.
  public var errorDescription: String? {
    switch self {
    case .connection(let error): error.message
    case .movedOn(let problem), .expired(let problem), .ended(let problem), .denied(let problem),
      .unavailable(let problem),
      .tooManyRequests(let problem), .notOffered(let problem):
      problem.message
    case .unexpected(let answer): answer.description
    }
  }
}

extension StepError: LocalizedError {
  /// What an app shows.
  public var errorDescription: String? { cause.details.description }
}

extension SignUpStartError: LocalizedError {
  /// What an app shows.
  public var errorDescription: String? { details.description }
}

extension SignInStartError: LocalizedError {
  /// What an app shows.
  public var errorDescription: String? { details.description }
}

extension ResetPasswordStartError: LocalizedError {
  /// What an app shows.
  public var errorDescription: String? { details.description }
}

extension SignInAfterSignUpError: LocalizedError {
  /// What an app shows.
  public var errorDescription: String? { details.description }
}

extension SignInAfterResetPasswordError: LocalizedError {
  /// What an app shows.
  public var errorDescription: String? { details.description }
}

extension RetrieveAccessTokenError: LocalizedError {
  /// What an app shows.
  public var errorDescription: String? { details.description }
}
