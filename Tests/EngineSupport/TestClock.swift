public import FlowRuntime
import Synchronization

/// A clock that stands still until a test sets it.
public final class TestClock: TimeSource {
  private let time: Mutex<Milliseconds>

  /// A clock at a time; the default is 2025-06-01T00:00:00Z.
  public init(at time: Milliseconds = 1_748_736_000_000) { self.time = Mutex(time) }

  /// The time it shows.
  public func now() -> Milliseconds { time.withLock { $0 } }

  /// Moves on.
  public func advance(seconds: Int = 0, minutes: Int = 0, milliseconds: Milliseconds = 0) {
    time.withLock { $0 += Milliseconds(seconds + minutes * 60) * 1000 + milliseconds }
  }
}
