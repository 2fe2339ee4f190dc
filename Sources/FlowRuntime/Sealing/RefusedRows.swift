import Synchronization

/// The rows that one transaction has found to be not as this server wrote them. They are told once it is over: a step that is
/// taken again, as its slow work had to be done first, meets them again.
final class RefusedRows: Sendable {
  private struct Row: Hashable {
    let name: String
    let tenant: String?
  }

  private let rows = Mutex<[Row]>([])

  /// Forgets an attempt that the backend makes again.
  func begin() { rows.withLock { $0 = [] } }

  func note(_ name: String, tenant: String? = nil) {
    let row = Row(name: name, tenant: tenant)
    rows.withLock { if !$0.contains(row) { $0.append(row) } }
  }

  /// Notes what ended the transaction, where that was a row, and tells of all.
  func tell(_ log: any OperatorLog, after error: (any Error)? = nil) {
    if error is PendingWork { return }
    if case .forged(let name)? = error as? StorageError, !rows.withLock({ $0.contains { $0.name == name } }) {
      note(name)
    }
    for row in rows.withLock({ $0 }) {
      log.write(
        LogEntry(
          SecurityEvent(.rowRefused), "\(row.name) is not as this server wrote it, and was refused", tenant: row.tenant)
      )
    }
  }
}
