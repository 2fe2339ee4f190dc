import Glibc

/// Starts a detached thread; returns 0 or an `errno`.
///
/// The thread takes no signals: they are the host's matter, and with `SIGXFSZ` blocked a file that reaches its limit is
/// an error to report instead of the end of the process.
func startThread(_ body: @escaping @Sendable () -> Void) -> Int32 {
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
      let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_SETMASK, &signals, nil)
      start.body()
      return nil
    }, start.toOpaque())
  if code != 0 { start.release() }
  return code
}

private final class ThreadStart {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

/// The system's words for an error number.
func describe(errno code: Int32) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
