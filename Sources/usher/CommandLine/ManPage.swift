import FlowSource

/// The manual page, in the macros of man(7).
enum ManPage {
  static func text(_ verbs: [any Subcommand.Type]) -> String {
    let exits = [
      ("0", "clean"), ("1", "problems were found"), ("2", "it was not asked properly"), ("3", "it could not do it"),
      ("4", "a run was left before its end"),
      ("5", "a new version has more than the old one, and keeps all of its promises"),
      ("141", "nobody reads the output any more"),
    ]
    return """
      .TH USHER 1 "" "usher \(Usher.version)" "User Commands"
      .SH NAME
      usher \\- identity flows as YAML state graphs, checked, compiled and run
      .SH SYNOPSIS
      .B usher
      .I COMMAND
      \\&...
      .SH DESCRIPTION
      Sign-up, sign-in and reset of passwords are written as graphs of states in YAML.
      .B usher
      checks such flows, proves them safe or prints the attack, and runs them.
      .B usher help
      .I TOPIC
      tells about the language.
      .SH COMMANDS
      \(verbs.map(section).joined(separator: "\n"))
      .SH EXIT STATUS
      \(exits.map { ".TP\n.B \($0.0)\n\(escaped($0.1))" }.joined(separator: "\n"))
      .SH ENVIRONMENT
      .TP
      .B NO_COLOR
      Where it is set, nothing is coloured unless \\fB\\-\\-color\\fR says so.

      """
  }

  private static func section(_ verb: any Subcommand.Type) -> String {
    let words = verb.usage.words.isEmpty ? "" : "\n.I \"\(escaped(verb.usage.words))\""
    let options = (verb.usage.options + [.help]).map { option in
      let letter = option.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
      let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
      return ".TP\n\(letter)\\fB\\-\\-\(escaped(option.name))\\fR\(value)\n\(escaped(option.summary))"
    }
    let details = verb.details.isEmpty ? "" : "\n.PP\n.nf\n\(lines(verb.details))\n.fi"
    return """
      .SS "usher \(verb.name)"
      \(sentence(verb.summary))
      .PP
      .B usher \(verb.name)\(words)
      .RI [ OPTION \\&...]
      \(options.joined(separator: "\n"))\(details)
      """
  }

  private static func sentence(_ text: String) -> String {
    escaped(text.prefix(1).uppercased() + text.dropFirst()) + "."
  }

  /// Lines that are shown as they stand.
  private static func lines(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { escaped($0) }.joined(separator: "\n")
  }

  /// A text in which nothing is an order, neither a backslash nor a dot or an apostrophe that begins a line; a hyphen can be
  /// searched for, and what is not ASCII is named.
  private static func escaped(_ text: some StringProtocol) -> String {
    let text = text.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case "`": text += "\\(ga"
      case _ where scalar.isASCII: text.unicodeScalars.append(scalar)
      default: text += "\\[u\(hexadecimal(scalar.value))]"
      }
    }
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  /// Four digits at least, as groff_char(7) has them.
  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
