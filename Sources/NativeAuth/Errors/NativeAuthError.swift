public import FlowClient

/// An error of a call. Its predicates are those that its step can have; `details` say all that is known.
public protocol NativeAuthError: Error, Sendable, CustomStringConvertible {
  /// All that is known.
  var details: ErrorDetails { get }

  /// An error of these details, as for an app's own tests.
  init(_ details: ErrorDetails)
}

/// What is known of an error.
public struct ErrorDetails: Hashable, Sendable {
  /// Why it came about.
  public var reason: ErrorReason
  /// The same in words: the server's, or ours.
  public var description: String
  /// Names the exchange in the server's log.
  public var correlationId: String
  /// The server's numbers, such as 50126; the first is the one to go by.
  public var errorCodes: [Int]
  /// Where the server says more about it.
  public var errorUri: String?
  /// The protocol's word for it, such as `invalid_grant`; nil: it was no answer of the server.
  public var serverError: String?
  /// The protocol's second word, such as `invalid_oob_value`.
  public var serverSuberror: String?

  /// Details.
  public init(
    reason: ErrorReason, description: String, correlationId: String = "", errorCodes: [Int] = [],
    errorUri: String? = nil, serverError: String? = nil, serverSuberror: String? = nil
  ) {
    self.reason = reason
    self.description = description
    self.correlationId = correlationId
    self.errorCodes = errorCodes
    self.errorUri = errorUri
    self.serverError = serverError
    self.serverSuberror = serverSuberror
  }
}

extension NativeAuthError {
  /// Why it came about.
  public var reason: ErrorReason { details.reason }
  /// The same in words: the server's, or ours.
  public var errorDescription: String? { details.description }
  /// Names the exchange in the server's log.
  public var correlationId: String { details.correlationId }
  /// The server's numbers, such as 50126.
  public var errorCodes: [Int] { details.errorCodes }
  /// Where the server says more about it.
  public var errorUri: String? { details.errorUri }

  /// Whether the flow goes on in a browser alone.
  public var isBrowserRequired: Bool { reason == .browserRequired }
  /// Whether another call on the same state is under way.
  public var isStateInUse: Bool { reason == .stateInUse }
  /// Whether the flow has gone on from the state, or has ended.
  public var isStatePast: Bool { reason == .stateIsPast }

  /// Why there was no answer, where there was none. The same call can be made again.
  public var connectionError: ConnectionError? {
    if case .connection(let error) = reason { return error }
    return nil
  }

  /// The error in words.
  public var description: String { details.description }
}
