import FlowRuntime
import Glibc

/// Ends the process when something takes too long, whatever hangs then.
enum Deadline {
  /// After `seconds`, says why in the log and ends the process as one that could not do it.
  static func start(seconds: Int, _ log: ServeLog, _ message: String) {
    _ = startThread {
      sleep(UInt32(clamping: seconds))
      log.write(LogEntry(.error, message))
      usleep(100_000)
      _exit(ExitCode.impossible.rawValue)
    }
  }
}

/// The least address space that a server starts with. With less, threads and memory are refused in the middle of things, and
/// the runtime of the language waits for them for ever.
enum AddressSpace {
  private static let least: UInt64 = 512 << 20

  /// Throws where the process may have less.
  static func demand() throws(Failure) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < least else { return }
    throw .impossible(
      "the address space is limited to \(limit.rlim_cur >> 20) MiB (`ulimit -v`), and a server needs \(least >> 20) MiB"
    )
  }
}
