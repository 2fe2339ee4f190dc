import Glibc

/// The system's clock.
public struct SystemClock: TimeSource {
  /// The clock.
  public init() {}

  /// Milliseconds since 1970-01-01T00:00:00Z.
  public func now() -> Milliseconds {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Milliseconds(time.tv_sec) * 1000 + Milliseconds(time.tv_nsec) / 1_000_000
  }
}
