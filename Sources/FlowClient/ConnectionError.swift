/// Why there is no answer to a request.
public struct ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of reason it is.
  public enum Code: String, Hashable, Sendable {
    /// The caller's task was cancelled.
    case cancelled
    /// The request cannot be sent as it is: its address or a header is none.
    case malformed
    /// No connection came about, so nothing was sent: the host is unknown, nobody answers there, or the network is down.
    case unreachable
    /// The server's certificate is none that is trusted for its host. Nothing was sent.
    case untrusted
    /// The connection broke before the whole answer was there. The server may have taken the request.
    case interrupted
    /// There was no whole answer in time. The server may have taken the request.
    case timedOut
    /// The answer is larger than the connection takes.
    case tooLarge
    /// This machine cannot send requests: libcurl, memory or a thread is missing.
    case unavailable
  }

  /// The kind of reason.
  public let code: Code
  /// What happened and what to look at, in a sentence without a secret.
  public let message: String

  /// An error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The caller's task was cancelled.
  public static let cancelled = ConnectionError(.cancelled, "The call was cancelled.")

  /// Its code and message.
  public var description: String { "\(code.rawValue): \(message)" }
}
