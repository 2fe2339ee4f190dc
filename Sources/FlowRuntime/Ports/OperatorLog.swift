import Synchronization

/// Something for the operator to read. The engine puts no secret, address or value of a client in one; a command that is
/// a tenant's function may say what it likes.
public struct LogEntry: Hashable, Sendable {
  /// How much it matters.
  public enum Level: UInt8, Hashable, Sendable, CaseIterable, Comparable {
    /// What was done.
    case info
    /// What was refused, or is tried again.
    case warning
    /// What somebody has to look at.
    case error

    /// Whether it matters less.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// How much it matters.
  public var level: Level
  /// What happened, as a sentence without a full stop.
  public var message: String
  /// The tenant it is about, where that is known.
  public var tenant: String?
  /// The run it is about, as replies name it.
  public var run: String?
  /// The correlation id of the request it is about, where it came of one.
  public var request: String?
  /// What it tells of accounts and the ways into them; nil: nothing.
  public var event: SecurityEvent?

  /// An entry.
  public init(_ level: Level, _ message: String, tenant: String? = nil, run: String? = nil) {
    self.level = level
    self.message = message
    self.tenant = tenant
    self.run = run
    request = RequestSubject.present?.id
  }

  /// An entry of an event: at the level and in the words of its kind, where there are none of its own.
  public init(_ event: SecurityEvent, _ message: String? = nil, tenant: String? = nil, run: String? = nil) {
    self.init(event.kind.level, message ?? event.kind.sentence, tenant: tenant, run: run)
    self.event = event
  }
}

/// Takes what the operator shall read, from any thread and without blocking it for long.
public protocol OperatorLog: Sendable {
  /// Takes an entry.
  func write(_ entry: LogEntry)
}

/// A log of lines of text: the message of each entry from some level on.
public struct LineLog: OperatorLog {
  private let level: LogEntry.Level
  private let line: @Sendable (String) -> Void

  /// A log that hands each line to a function.
  public init(from level: LogEntry.Level = .info, _ line: @escaping @Sendable (String) -> Void) {
    self.level = level
    self.line = line
  }

  /// Writes the message of an entry.
  public func write(_ entry: LogEntry) {
    if entry.level >= level { line(entry.message) }
  }
}

/// Writes a line that may come by the thousand: one a second, with the number of those that were left out.
final class ThrottledLog: Sendable {
  private let ports: EnginePorts
  private let state = Mutex<(next: Milliseconds, dropped: Int)>((.min, 0))

  init(_ ports: EnginePorts) { self.ports = ports }

  func write(_ message: String, _ token: ContinuationToken?) {
    let now = ports.clock.now()
    let dropped: Int? = state.withLock { state in
      // A clock that was set back must not make it silent.
      guard now >= state.next || state.next - now > 1000 else {
        state.dropped += 1
        return nil
      }
      defer { state = (now + 1000, 0) }
      return state.dropped
    }
    guard let dropped else { return }
    let more = dropped > 0 ? "; the same \(dropped) times more since the last such line" : ""
    ports.log.write(LogEntry(.warning, message + more, run: token?.run.hex))
  }
}
