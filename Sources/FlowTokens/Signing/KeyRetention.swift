import FlowModel
public import FlowRuntime

/// For how long replaced keys verify, in milliseconds.
public struct KeyRetention: Hashable, Sendable {
  /// Those that sign access and id tokens.
  public var access: Milliseconds
  /// Those that sign sessions: the tokens of App Services.
  public var session: Milliseconds

  /// Some times.
  public init(access: Milliseconds, session: Milliseconds) {
    self.access = access
    self.session = session
  }

  /// So long that no token of any tenant ends before its time.
  public static let whole = KeyRetention(
    access: Milliseconds(TokenPolicy.accessRange.upperBound + 120) * 1000,
    session: Milliseconds(TokenPolicy.sessionRange.upperBound + 120) * 1000)

  func of(_ algorithm: SigningAlgorithm) -> Milliseconds { algorithm.isPublic ? access : session }
}
