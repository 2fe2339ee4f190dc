extension Usher {
  /// The help for all of it.
  static var help: String {
    let width = subcommands.map { $0.name.utf8.count }.max() ?? 0
    let verbs = subcommands.map { "  \(padded($0.name, width))  \($0.summary)\n" }
    return """
      usher: identity flows as YAML state graphs, checked, compiled and run

      Usage: usher COMMAND …

      \(verbs.joined())
      `usher COMMAND --help` tells more about one, `usher help TOPIC` about the language, `usher --version` the version.
      Exit codes: 0 clean, 1 problems found, 2 bad usage, 3 could not do it.

      """
  }
}

extension Subcommand {
  /// The help for one verb.
  static var help: String {
    let options = (usage.options + [.help]).map { option in
      let letter = option.letter.map { "-\($0), " } ?? "    "
      return (letter + "--" + option.name + (option.value.map { " " + $0 } ?? ""), option.summary)
    }
    let width = options.map { $0.0.utf8.count }.max() ?? 0
    let lines = options.map { "  \(padded($0.0, width))  \($0.1)\n" }
    let words = usage.words.isEmpty ? "" : " " + usage.words
    return """
      usher \(name): \(summary)

      Usage: usher \(name)\(words) [OPTION…]

      \(lines.joined())\(details.isEmpty ? "" : "\n" + details)
      """
  }
}

/// A text with spaces behind it, to fill a column.
func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.utf8.count))
}
