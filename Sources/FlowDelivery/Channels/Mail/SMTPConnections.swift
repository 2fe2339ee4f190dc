import Synchronization

/// The connections to one mail server that are not used just now. Whoever takes one brings it back.
final class SMTPConnections: Sendable {
  private let idle = Mutex<[SMTPConnection]>([])

  /// The one that was used last, or a new one; nil where there is no libcurl.
  func take() -> SMTPConnection? { idle.withLock { $0.popLast() } ?? SMTPConnection() }

  func bringBack(_ connection: SMTPConnection) { idle.withLock { $0.append(connection) } }
}
