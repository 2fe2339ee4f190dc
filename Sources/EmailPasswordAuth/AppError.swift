/// Why a call failed: what the server answered, or that there is no answer.
///
/// Every call throws it as a typed error and hands it to its completion handler, so that its properties are there without a
/// cast: `catch { print(error.localizedDescription) }`.
public struct AppError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of reason it is: the protocol's `error_code`, or the client's own.
  public let code: Code
  /// The server's own text, or what happened on the way to it: a sentence without a secret.
  public let message: String
  /// The status of the answer; nil where there is none.
  public let status: Int?
  /// Where the server's operators find the call in their log; nil where the answer names no such place.
  public let link: String?
  /// In how many seconds the call may be repeated, where the server says so.
  public let retryAfter: Int?
  /// What is the matter with the connection; nil where there was an answer. The same call may be tried again.
  public let connection: ConnectionError?

  init(
    _ code: Code, _ message: String, status: Int? = nil, link: String? = nil, retryAfter: Int? = nil,
    connection: ConnectionError? = nil
  ) {
    self.code = code
    self.message = message
    self.status = status
    self.link = link
    self.retryAfter = retryAfter
    self.connection = connection
  }

  init(_ error: ConnectionError) { self.init(.connectionFailed, error.message, connection: error) }

  /// What an app shows: the text of ``message``. It is here so that nobody needs Foundation for it.
  public var localizedDescription: String { message }

  /// Whether the caller's own task was cancelled.
  public var isCancelled: Bool { connection?.code == .cancelled }

  /// Its code and message, for logs.
  public var description: String { "\(code.rawValue): \(message)" }

  static let cancelled = AppError(.cancelled)
  static let notLoggedIn = AppError(.userNotLoggedIn, "The user is not logged in.")
}
