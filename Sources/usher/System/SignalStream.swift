import FlowRuntime
import FlowThreads
import Glibc
import Synchronization

/// Signals that a server handles in its own time, as a sequence: SIGTERM and SIGINT to end, SIGHUP to read its files again,
/// SIGUSR1 to open its log again.
enum SignalStream {
  /// Whether somebody takes the signals. Before, as at a start that takes long, those that ask for the end end the process.
  static let isTaken = Atomic<Bool>(false)
  // INVARIANT: written once, before the first handler is installed; handlers only read it.
  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  /// Catches the signals for the whole process. To be called once.
  static func start(_ signals: [Int32]) throws(Failure) -> AsyncStream<Int32> {
    var ends: [Int32] = [-1, -1]
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    guard pipe(&ends) == 0 else { throw .impossible("signals cannot be caught: \(reason(errno))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (source, sink) = (ends[0], ends[1])
    // The thread comes first: a signal that is caught must be read.
    let code = startThread {
      var byte: UInt8 = 0
      while true {
        let count = Glibc.read(source, &byte, 1)
        if count == 1 {
          let signal = Int32(byte)
          if !isTaken.load(ordering: .relaxed), [SIGTERM, SIGINT].contains(signal) { _exit(128 + signal) }
          continuation.yield(signal)
        } else if count == 0 || errno != EINTR {
          return
        }
      }
    }
    guard code == 0 else { throw .impossible("signals cannot be caught: \(reason(code))") }
    writeEnd = sink
    // In a handler little more than `write` is allowed (signal-safety(7)); the thread behind the pipe does the rest.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = Glibc.write(SignalStream.writeEnd, &byte, 1)
      errno = saved
    }
    action.sa_flags = SA_RESTART
    for signal in signals { sigaction(signal, &action, nil) }
    return stream
  }
}
