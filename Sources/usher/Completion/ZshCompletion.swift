/// Completion for zsh: a function of its completion system, which shows what each word is for.
enum ZshCompletion {
  static func script(_ verbs: [any Subcommand.Type]) -> String {
    """
    #compdef usher
    # Completes the words of usher, in zsh. Made by `usher completion zsh`.
    _usher() {
      local -a verbs
      verbs=(
    \(verbs.map { "    '\($0.name):\(quoted($0.summary))'" }.joined(separator: "\n"))
      )
      if ((CURRENT == 2)); then
        _describe -t commands command verbs
        return
      fi
      local verb=$words[2]
      shift words
      ((CURRENT--))
      case $verb in
    \(verbs.map(part).joined(separator: "\n"))
      esac
    }
    if [[ $funcstack[1] == _usher ]]; then _usher "$@"; else compdef _usher usher; fi

    """
  }

  private static func part(_ verb: any Subcommand.Type) -> String {
    let options = (verb.usage.options + [.help]).flatMap(specifications)
    let first = verb.usage.first.isEmpty ? [] : ["'1: :(\(verb.usage.first.joined(separator: " ")))'"]
    let lines = (options + first + ["'*: :_files'"]).map { "      \($0)" }
    return "    \(verb.name))\n      _arguments -s \\\n\(lines.joined(separator: " \\\n")) ;;"
  }

  private static func specifications(_ option: Option) -> [String] {
    let names = ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
    return names.map { name in
      let text = "[\(quoted(escaped(option.summary)))]"
      guard let value = option.value else { return "'\(name)\(text)'" }
      let action = option.choices.isEmpty ? "_files" : "(\(option.choices.joined(separator: " ")))"
      return "'\(name)\(name.hasPrefix("--") ? "=" : "+")\(text):\(escaped(value)):\(action)'"
    }
  }

  /// What stands in single quotes.
  private static func quoted(_ text: String) -> String { text.replacing("'", with: "'\\''") }

  /// What stands in a specification's brackets.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += "[]:\\".contains($1) ? "\\\($1)" : String($1) }
  }
}
