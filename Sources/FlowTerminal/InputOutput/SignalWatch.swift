import FlowRuntime
import FlowThreads
import Glibc
import Synchronization

/// Where the signal handler writes signal numbers; -1: nowhere.
/// INVARIANT: a descriptor stored here is never closed, so that a handler that just read it hits no other file.
private let sink = Atomic<Int32>(-1)

/// Turns the signals that ask a process to go into a wake-up that the reader waits for beside its input.
///
/// The first one only wakes the reader: the session says how to go on later, and leaves. The second one leaves at once. In
/// both cases the terminal is restored, and so it is around a stop by Ctrl-Z. There is one watch a process at most.
final class SignalWatch: Sendable {
  private static let asking = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let stopWatching: UInt8 = 0

  /// Signalled by the first signal, and from then on.
  let interruption: WakeUpPipe
  private let previous: [(Int32, sigaction)]

  /// Starts to watch; nil where another watch does already, or there are no descriptors or threads left.
  init?(_ echo: EchoSwitch) {
    guard sink.load(ordering: .acquiring) == -1, let interruption = WakeUpPipe(), let ends = makePipe() else {
      return nil
    }
    self.interruption = interruption
    guard sink.compareExchange(expected: -1, desired: ends.input, ordering: .acquiringAndReleasing).exchanged else {
      close(ends.output)
      close(ends.input)
      return nil
    }
    let code = startThread { [output = ends.output] in watch(output, echo, interruption) }
    guard code == 0 else {
      sink.store(-1, ordering: .releasing)
      return nil
    }
    var signals = Self.asking
    if echo.isTerminal { signals.append(SIGTSTP) }
    previous = signals.compactMap { number in
      var before = sigaction()
      sigaction(number, nil, &before)
      // What a parent has ignored stays so: that is how nohup works.
      if unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1 { return nil }
      handle(number)
      return (number, before)
    }
  }

  /// Restores the signals' earlier handlers.
  func stop() {
    for (number, var before) in previous { sigaction(number, &before, nil) }
    let output = sink.exchange(-1, ordering: .acquiringAndReleasing)
    if output >= 0 { _ = writeAll([Self.stopWatching], to: output) }
  }
}

private func handle(_ number: Int32) {
  var action = sigaction()
  action.__sigaction_handler.sa_handler = { number in
    // Only what is safe in a signal handler: an atomic load and write(2).
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    write(sink.load(ordering: .acquiring), &byte, 1)
    errno = error
  }
  action.sa_flags = SA_RESTART
  sigemptyset(&action.sa_mask)
  sigaction(number, &action, nil)
}

private func watch(_ pipe: Int32, _ echo: EchoSwitch, _ interruption: WakeUpPipe) {
  var isAsked = false
  var byte: UInt8 = 0
  while true {
    let size = read(pipe, &byte, 1)
    if size < 0, errno == EINTR { continue }
    guard size == 1, byte != 0 else { return }
    let number = Int32(byte)
    if number == SIGTSTP {
      let wasHidden = echo.restore()
      signal(SIGTSTP, SIG_DFL)
      // This thread blocks signals, and `raise` is for it alone.
      var stop = sigset_t()
      sigemptyset(&stop)
      sigaddset(&stop, SIGTSTP)
      pthread_sigmask(SIG_UNBLOCK, &stop, nil)
      raise(SIGTSTP)
      handle(SIGTSTP)
      if wasHidden { echo.hide() }
    } else if isAsked {
      echo.restore()
      _exit(128 + number)
    } else {
      isAsked = true
      interruption.signal()
    }
  }
}
