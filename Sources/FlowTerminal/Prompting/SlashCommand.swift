/// What a line that begins with a slash means at a prompt.
enum SlashCommand: Hashable, Sendable {
  /// Take another of the page's events.
  case event(String)
  /// List what can be typed.
  case help
  /// Leave the run.
  case quit
  /// It looks like a command and is none.
  case unknown(String)
  /// No command: the text to take.
  case text(String)

  /// Reads a line. `//resend` is the text `/resend`. Where the text is hidden, all but the names that are commands is
  /// text: a password may begin with a slash.
  init(_ line: String, events: [String], isHidden: Bool) {
    guard line.first == "/" else {
      self = .text(line)
      return
    }
    let name = String(line.dropFirst())
    let trimmedName = isHidden ? name : trimmed(name)
    if let command = Self.command(trimmedName, events) {
      self = command
    } else if name.first == "/", !isHidden || Self.command(String(name.dropFirst()), events) != nil {
      self = .text(name)
    } else if !isHidden, !trimmedName.isEmpty, trimmedName.allSatisfy({ $0.isLetter || $0 == "-" || $0 == "_" }) {
      self = .unknown(trimmedName)
    } else {
      self = .text(line)
    }
  }

  private static func command(_ name: String, _ events: [String]) -> SlashCommand? {
    switch name {
    case "help": .help
    case "quit": .quit
    default: events.first { Self.name(of: $0, among: events) == name }.map(SlashCommand.event)
    }
  }

  /// What is typed behind the slash for an event: its name, but where that is one of the terminal's own commands.
  static func name(of event: String, among events: [String]) -> String {
    guard event == "help" || event == "quit" else { return event }
    var name = "to-" + event
    while events.contains(name) { name = "to-" + name }
    return name
  }
}
