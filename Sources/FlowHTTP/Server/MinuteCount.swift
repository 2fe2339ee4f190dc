import Synchronization

/// Counts what may happen very often, and is told once a minute.
final class MinuteCount: Sendable {
  private let state = Mutex<(next: Int64, count: Int)>((.min, 0))

  /// Counts one more; how many there are to tell of, if it is time to.
  func add() -> Int? {
    let now = monotonicNanoseconds()
    return state.withLock { state in
      state.count += 1
      guard now >= state.next else { return nil }
      defer { state = (now + 60_000_000_000, 0) }
      return state.count
    }
  }
}
