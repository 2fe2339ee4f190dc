import Glibc
import TestSupport
import Testing

/// A program in a pseudo-terminal, and the person before it.
final class PseudoTerminal {
  private let person: Int32
  private let process: pid_t
  private let program: String
  private var bytes: [UInt8] = []
  /// Up to where `see` has come, in bytes.
  private var position = 0
  private var isRunning = true

  /// All that was seen so far, its line breaks as LF.
  var screen: String { String(decoding: bytes, as: UTF8.self) }

  /// Starts a program with the terminal as its controlling one. There is no colour unless `environment` says otherwise.
  init(
    _ program: String, _ arguments: [String], folder: TemporaryFolder,
    environment: [String: String?] = ["NO_COLOR": "1"]
  ) throws {
    // What unlockpt(3) and ptsname(3) do; Swift's Glibc has neither.
    let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (locked, number): (Int32, Int32) = (0, 0)
    guard person >= 0, ioctl(person, unlock, &locked) == 0, ioctl(person, getNumber, &number) == 0 else {
      throw ProcessError.system("/dev/ptmx", errno)
    }
    self.program = program
    process = try start(
      program, arguments, environment: environment, folder: folder.path, .terminal("/dev/pts/\(number)"))
  }

  deinit {
    close(person)
    guard isRunning else { return }
    do {
      // Closing the terminal hangs up.
      guard try ending(of: process, program, sent: SIGHUP, log: { screen }) == nil else { return }
      kill(process, SIGKILL)
      // Of the two signals either may have come first.
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR { continue }
      let signal = status & 0x7F
      if signal != 0, signal != SIGHUP, signal != SIGKILL {
        throw ProcessError.died(program, signal: signal, lastLine: "none")
      }
    } catch {
      Issue.record(error)
    }
  }

  /// Whether what is typed is shown.
  var hasEcho: Bool {
    var settings = termios()
    tcgetattr(person, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Waits until a text is seen behind what was seen before; returns what came until its end.
  @discardableResult
  func see(_ text: String, seconds: Double = 20) throws -> String {
    let deadline = now() + seconds
    while true {
      let new = bytes[position...]
      if let range = new.firstRange(of: Array(text.utf8)) {
        position = range.upperBound
        return String(decoding: new[..<position], as: UTF8.self)
      }
      guard try more(within: deadline - now()) == true else {
        throw Stalled(description: "\(text.debugDescription) was not seen in:\n\(screen)")
      }
    }
  }

  /// Types a text.
  func type(_ text: String) { write(person, text, text.utf8.count) }

  /// Types a text and the return key.
  func enter(_ text: String) { type(text + "\n") }

  /// Waits for what comes next: true if there is more to see, false if the program has nothing to say for a moment, nil
  /// at its end.
  func more(within seconds: Double) throws -> Bool? {
    do {
      return try readMore(now() + seconds) ? true : nil
    } catch is Stalled {
      return false
    }
  }

  /// Waits for its end; the exit code. `sent` is a signal that may have ended it, such as that of a key.
  func finish(sent: Int32? = nil) throws -> Int32 {
    while try readMore(now() + 20) {}
    isRunning = false
    return try wait(process, 20, program, sent: sent, log: { screen })
  }

  private func readMore(_ deadline: Double) throws -> Bool {
    // Linux answers EIO once the last program has closed its side.
    guard let more = try readSome(person, until: deadline) else { return false }
    bytes += more.filter { $0 != UInt8(ascii: "\r") }
    return true
  }
}
