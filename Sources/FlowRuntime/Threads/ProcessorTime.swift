import Glibc

/// How long a processor has worked. No file that imports libsodium as well may speak of `timespec`: the compiler would take it for
/// libsodium's in all files.
enum ProcessorTime {
  /// The time that this thread has had, in nanoseconds.
  @Sendable static func ofThread() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
