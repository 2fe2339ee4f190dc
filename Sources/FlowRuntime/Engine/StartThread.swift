import CSodium
import Glibc

/// Starts a detached thread, for what blocks and so must not run on Swift's pool; 0, or an `errno` where the system has
/// no thread left, and then `body` is not run.
///
/// `blockingSignals`: the thread takes none. They are the host's matter, and with `SIGXFSZ` blocked a file that reaches
/// its limit is an error to report instead of the end of the process.
package func startThread(blockingSignals: Bool = false, _ body: @escaping @Sendable () -> Void) -> Int32 {
  let start = Unmanaged.passRetained(ThreadStart(blockingSignals, body))
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  var thread = pthread_t()
  let code = pthread_create(
    &thread, &attributes,
    { argument in
      guard let argument else { return nil }
      let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
      if start.blocksSignals {
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
      }
      start.body()
      return nil
    }, start.toOpaque())
  if code != 0 { start.release() }
  return code
}

private final class ThreadStart {
  let blocksSignals: Bool
  let body: @Sendable () -> Void

  init(_ blocksSignals: Bool, _ body: @escaping @Sendable () -> Void) {
    self.blocksSignals = blocksSignals
    self.body = body
  }
}
