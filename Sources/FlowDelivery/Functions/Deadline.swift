import Glibc

/// A time by which something must be over, on a clock that nobody sets.
struct Deadline {
  private let time: Int

  /// `milliseconds` from now, at most 24 days (what libcurl and `poll` can count).
  init(in milliseconds: Int) { time = Self.now() + min(max(0, milliseconds), Int(Int32.max)) }

  /// The milliseconds that are left, never below 0.
  var remaining: Int { max(0, time - Self.now()) }

  /// Whether none are left.
  var hasPassed: Bool { remaining == 0 }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
