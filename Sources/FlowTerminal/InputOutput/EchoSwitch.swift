import Glibc
import Synchronization

/// Turns the echo of a terminal off and restores what was before; does nothing where there is no terminal.
final class EchoSwitch: Sendable {
  /// Whether the descriptor is a terminal.
  let isTerminal: Bool
  private let descriptor: Int32
  /// The settings before the echo was turned off; nil while it is on.
  private let before = Mutex<termios?>(nil)

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  func hide() {
    before.withLock { before in
      var settings = termios()
      guard isTerminal, before == nil, tcgetattr(descriptor, &settings) == 0 else { return }
      before = settings
      settings.c_lflag &= ~tcflag_t(ECHO)
      // The line break at the end of a password is still shown.
      settings.c_lflag |= tcflag_t(ECHONL)
      // Not TCSAFLUSH, which throws away what was typed ahead.
      tcsetattr(descriptor, TCSANOW, &settings)
    }
  }

  /// Restores the terminal. Returns whether its echo was off.
  @discardableResult
  func restore() -> Bool {
    before.withLock { before in
      guard var settings = before else { return false }
      tcsetattr(descriptor, TCSANOW, &settings)
      before = nil
      return true
    }
  }
}
