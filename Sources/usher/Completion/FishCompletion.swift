/// Completion for fish: a line for each word, which shows what it is for.
enum FishCompletion {
  static func script(_ verbs: [any Subcommand.Type]) -> String {
    let names = verbs.map { line("__fish_use_subcommand", "-f -a \($0.name)", $0.summary) }
    return """
      # Completes the words of usher, in fish. Made by `usher completion fish`.
      complete -c usher -e
      \((names + verbs.flatMap(lines)).joined(separator: "\n"))

      """
  }

  private static func lines(_ verb: any Subcommand.Type) -> [String] {
    let condition = "__fish_seen_subcommand_from \(verb.name)"
    let first = verb.usage.first.map {
      line("\(condition); and test (count (commandline -opc)) -eq 2", "-f -a '\($0)'", nil)
    }
    return first
      + (verb.usage.options + [.help]).map { option in
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let value =
          option.value == nil
          ? "" : option.choices.isEmpty ? " -r -F" : " -x -a '\(option.choices.joined(separator: " "))'"
        return line(condition, "-l \(option.name)\(letter)\(value)", option.summary)
      }
  }

  private static func line(_ condition: String, _ what: String, _ summary: String?) -> String {
    "complete -c usher -n '\(condition)' \(what)" + (summary.map { " -d '\(quoted($0))'" } ?? "")
  }

  /// What stands in single quotes.
  private static func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
