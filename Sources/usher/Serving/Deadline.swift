import FlowRuntime
import FlowThreads
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
