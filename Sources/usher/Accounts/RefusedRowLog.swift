import FlowRuntime
import Synchronization

/// Standard error as a log, which remembers whether rows were refused: a verb that goes on past them ends with a code that says so.
final class RefusedRowLog: OperatorLog {
  private let refused = Atomic(false)

  /// Whether a row was not as a server wrote it.
  var hasRefused: Bool { refused.load(ordering: .relaxed) }

  /// Writes an entry.
  func write(_ entry: LogEntry) {
    if entry.event?.kind == .rowRefused { refused.store(true, ordering: .relaxed) }
    StandardError.log.write(entry)
  }
}
