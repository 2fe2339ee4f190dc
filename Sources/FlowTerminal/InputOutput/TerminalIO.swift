/// What a person did at a prompt.
public enum TerminalInput: Hashable, Sendable {
  /// A line without its line break.
  case line(String)
  /// A line that is no text in UTF-8.
  case notText
  /// A line that is longer than any answer.
  case tooLong
  /// Ctrl-C, or the process was told to go.
  case interrupted
  /// There is no more input, or nobody sees the output.
  case end
}

/// A person's screen and keyboard, or a script in their place.
public protocol TerminalIO: Sendable {
  /// Shows a prompt and waits for a line. `isHidden`: the screen does not show what is typed.
  func readLine(prompt: String, isHidden: Bool) async -> TerminalInput
  /// Shows text.
  func write(_ text: String) async
  /// Writes text beside the conversation, to standard error.
  func writeError(_ text: String) async
}
