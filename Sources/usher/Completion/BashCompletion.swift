/// Completion for bash: a function that looks at the words of the line, without the package `bash-completion`.
enum BashCompletion {
  static func script(_ verbs: [any Subcommand.Type]) -> String {
    """
    # Completes the words of usher, in bash. Made by `usher completion bash`.
    _usher() {
      local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}
      local options='' first='' IFS=$' \\n'
      COMPREPLY=()
      # bash parts `--format=json` into three words.
      if [[ $word == = ]]; then word=''; elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
      if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W '\(joined(verbs.map { $0.name })) --help --version' -- "$word"))
        return
      fi
      case $verb in
    \(verbs.map(part).joined(separator: "\n"))
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
      elif ((COMP_CWORD == 2)) && [[ $first ]]; then
        COMPREPLY=($(compgen -W "$first" -- "$word"))
      else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
      fi
    }
    complete -o filenames -o bashdefault -F _usher usher

    """
  }

  private static func part(_ verb: any Subcommand.Type) -> String {
    let options = verb.usage.options + [.help]
    let valued = options.filter { $0.value != nil }
    let closed = valued.filter { !$0.choices.isEmpty }.map {
      "        \(names($0))) COMPREPLY=($(compgen -W '\(joined($0.choices))' -- \"$word\")); return ;;"
    }
    let open = valued.filter(\.choices.isEmpty).map(names)
    let files =
      open.isEmpty
      ? [] : ["        \(open.joined(separator: "|"))) mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); return ;;"]
    let cases = closed + files
    let first = verb.usage.first.isEmpty ? "" : " first='\(joined(verb.usage.first))'"
    let values = cases.isEmpty ? "" : "      case $previous in\n\(cases.joined(separator: "\n"))\n      esac\n"
    return """
        \(verb.name))
          options='\(joined(options.map { "--" + $0.name }))'\(first)
      \(values)      ;;
      """
  }

  private static func names(_ option: Option) -> String {
    "--\(option.name)" + (option.letter.map { "|-\($0)" } ?? "")
  }

  private static func joined(_ words: [String]) -> String { words.joined(separator: " ") }
}
