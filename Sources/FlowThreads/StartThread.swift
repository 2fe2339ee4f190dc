import Glibc

/// Starts a detached thread, for what blocks and so must not run on Swift's pool; 0, or an `errno` where the system has
/// no thread left, and then `body` is not run.
///
/// The thread takes no signals: they are the host's matter. With `SIGPIPE` and `SIGXFSZ` blocked, a reader that is gone and
/// a file that reaches its limit are errors to report instead of the end of the process.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Int32 {
  let start = Unmanaged.passRetained(ThreadStart(body))
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  var thread = pthread_t()
  let code = pthread_create(
    &thread, &attributes,
    { argument in
      guard let argument else { return nil }
      blockSignals()
      Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().body()
      return nil
    }, start.toOpaque())
  if code != 0 { start.release() }
  return code
}

/// Does `body` on a thread of its own, for what seldom comes and takes long; on the caller's where there is none left.
package func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    if startThread({ continuation.resume(returning: body()) }) != 0 { continuation.resume(returning: body()) }
  }
}

/// Blocks all signals but those of a crash, which whoever reports crashes wants to see.
private func blockSignals() {
  var signals = sigset_t()
  sigfillset(&signals)
  for crash in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&signals, crash) }
  pthread_sigmask(SIG_SETMASK, &signals, nil)
}

private final class ThreadStart {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
