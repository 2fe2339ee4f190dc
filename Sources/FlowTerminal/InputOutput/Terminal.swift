public import Glibc

/// The real terminal, or the pipes in its place.
///
/// Input is read on a thread of its own. Without a terminal, prompts are printed plainly and passwords are read like
/// other lines.
public final class Terminal: TerminalIO {
  private static let lineLimit = 1 << 16

  private let input: LineInput
  private let promptDescriptor: Int32
  private let echo: EchoSwitch
  private let output: LineOutput
  private let errors: LineOutput
  private let signals: SignalWatch?

  /// A terminal over three open file descriptors, which stay open. Ignores SIGPIPE for the whole process;
  /// `watchesSignals`: SIGINT, SIGTERM, SIGHUP and SIGQUIT make `readLine` answer `interrupted` until `close`, and the
  /// second of them ends the process. Where the system has no descriptor or thread left for that, the first one does.
  public init(
    input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO,
    watchesSignals: Bool = true
  ) {
    signal(SIGPIPE, SIG_IGN)
    let echo = EchoSwitch(input)
    let signals = watchesSignals ? SignalWatch(echo) : nil
    self.echo = echo
    self.signals = signals
    self.output = LineOutput(output)
    self.errors = LineOutput(errors)
    promptDescriptor = output
    self.input = LineInput(
      LineReader(descriptor: input, limit: Self.lineLimit, interruption: signals?.interruption.descriptor ?? -1))
  }

  /// Gives the signals back.
  public func close() { signals?.stop() }

  /// Shows a prompt and waits for a line.
  public func readLine(prompt: String, isHidden: Bool) async -> TerminalInput {
    // All that was shown before stands above the prompt.
    guard await output.write([]) == 0 else { return .end }
    return await input.perform { [self] in ask(prompt, isHidden, &$0) } ?? .end
  }

  private func ask(_ prompt: String, _ isHidden: Bool, _ reader: inout LineReader) -> TerminalInput {
    // The echo goes before the prompt comes: whoever answers the prompt at once is not seen.
    if isHidden { echo.hide() }
    defer { echo.restore() }
    guard writeAll(prompt.utf8, to: promptDescriptor) == 0 else { return .end }
    let line = reader.next()
    // A person's Enter ended the prompt's line on the screen; nothing else did.
    if !echo.isTerminal || line == .end || line == .interrupted { _ = writeAll("\n".utf8, to: promptDescriptor) }
    switch line {
    case .line(let bytes):
      let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
      return String(validating: bytes, as: UTF8.self).map(TerminalInput.line) ?? .notText
    case .tooLong: return .tooLong
    case .interrupted: return .interrupted
    case .end: return .end
    }
  }

  /// Shows text, also while a prompt waits; on a screen, no wider than it.
  public func write(_ text: String) async {
    await output.write(Array((width.map { wrapped(text, to: $0) } ?? text).utf8))
  }

  /// The columns of the screen as it is now; nil where there is none, or it does not tell.
  private var width: Int? {
    var size = winsize()
    guard ioctl(promptDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes to standard error.
  public func writeError(_ text: String) async { await errors.write(Array(text.utf8)) }
}
