/// What an app of the protocol can ask for, each answered by a flow of the tenant.
public enum AppServicesPart: String, Hashable, Sendable, CaseIterable {
  /// `POST register`.
  case register
  /// `POST confirm`.
  case confirm
  /// `POST confirm/send`.
  case resendConfirmation = "resend-confirmation"
  /// `POST confirm/call`.
  case retryConfirmation = "retry-confirmation"
  /// `POST reset/send`.
  case resetSend = "reset-send"
  /// `POST reset/call`.
  case resetCall = "reset-call"
  /// `POST reset`.
  case reset
  /// `POST login`.
  case logIn = "log-in"
}
