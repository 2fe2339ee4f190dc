import FlowRuntime
import FlowTooling
import Glibc

/// Standard output: what was asked for.
enum StandardOutput {
  /// Writes all of a text.
  static func write(_ text: String) throws(Failure) { try writeAll(text, to: STDOUT_FILENO, "standard output") }

  /// Whether to write in colours: as asked, or where a person looks at a terminal that has them and wants them
  /// (`NO_COLOR`, no-color.org).
  static func isColoured(_ arguments: Arguments) throws(Failure) -> Bool { try coloured(arguments, STDOUT_FILENO) }

  /// What `--color` says; nil for `auto`.
  static func colourChoice(_ arguments: Arguments) throws(Failure) -> Bool? {
    switch try arguments.choice("color", default: ColourChoice.auto) {
    case .always: true
    case .never: false
    case .auto: nil
    }
  }
}

/// Standard error: what went wrong.
enum StandardError {
  /// Writes all of a text.
  static func write(_ text: String) throws(Failure) { try writeAll(text, to: STDERR_FILENO, "standard error") }

  /// What the operator shall read, one line an entry. A log that nobody takes stops nothing.
  static let log: any OperatorLog = Log()

  private struct Log: OperatorLog {
    /// Writes the message of an entry. What happens to accounts is before whoever runs a flow at a terminal: only what was
    /// refused is not.
    func write(_ entry: LogEntry) {
      if let event = entry.event, event.kind != .stepDenied, event.kind != .rowRefused { return }
      try? StandardError.write("usher: \(visible(entry.message))\n")
    }
  }

  /// Whether to write in colours.
  static func isColoured(_ arguments: Arguments) throws(Failure) -> Bool { try coloured(arguments, STDERR_FILENO) }
}

enum ColourChoice: String, CaseIterable {
  case auto, always, never
}

private func coloured(_ arguments: Arguments, _ descriptor: Int32) throws(Failure) -> Bool {
  if let choice = try StandardOutput.colourChoice(arguments) { return choice }
  let noColour = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
  let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? true
  return !noColour && !isDumb && isatty(descriptor) == 1
}

private func writeAll(_ text: String, to descriptor: Int32, _ name: String) throws(Failure) {
  var text = text
  let error = text.withUTF8 { write($0, to: descriptor) }
  switch error {
  case 0: break
  case EPIPE: throw .readerGone
  default: throw .impossible("cannot write to \(name): \(reason(error))")
  }
}

/// Writes all of some bytes; the error's number where that fails, else 0.
func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> Int32 {
  var rest = UnsafeRawBufferPointer(bytes)[...]
  return write(&rest, to: descriptor)
}

/// Writes some bytes, and leaves those that it could not write; the error's number then, else 0.
func write(_ rest: inout Slice<UnsafeRawBufferPointer>, to descriptor: Int32) -> Int32 {
  while !rest.isEmpty {
    let block = UnsafeRawBufferPointer(rebasing: rest)
    let count = Glibc.write(descriptor, block.baseAddress, block.count)
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno == EAGAIN {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&waiting, 1, -1)
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}

/// What the system says about an error's number.
func reason(_ error: Int32) -> String { String(cString: strerror(error)) }
