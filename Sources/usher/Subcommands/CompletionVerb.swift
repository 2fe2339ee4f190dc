/// `usher completion`: what lets a shell complete the words of `usher`.
enum CompletionVerb: Subcommand {
  static let name = "completion"
  static let summary = "print what lets a shell complete these words"
  static let usage = Usage(
    words: "bash|zsh|fish", wordCount: 1...1, first: Shell.allCases.map(\.rawValue), options: [])
  static let details = """
    bash  put `source <(usher completion bash)` into ~/.bashrc, or write it to /etc/bash_completion.d/usher
    zsh   write it to a file `_usher` in a folder of $fpath, before `compinit`
    fish  write it to ~/.config/fish/completions/usher.fish

    """

  private enum Shell: String, CaseIterable { case bash, zsh, fish }

  static func run(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let word = arguments.words[0]
    guard let shell = Shell(rawValue: word) else {
      throw .usage("nothing completes words in \(word.quoted)", help: "there is `bash`, `zsh` and `fish`")
    }
    let verbs = Usher.subcommands
    switch shell {
    case .bash: try StandardOutput.write(BashCompletion.script(verbs))
    case .zsh: try StandardOutput.write(ZshCompletion.script(verbs))
    case .fish: try StandardOutput.write(FishCompletion.script(verbs))
    }
    return .clean
  }
}
