import FlowCompiler
import FlowSource
import FlowTooling

/// `usher help`: a verb, or what the language has under a name.
enum HelpVerb: Subcommand {
  static let name = "help"
  static let summary = "tell what the language has: effects, types, conditions, errors, and each of them by its name"
  static let usage = Usage(
    words: "[TOPIC]", wordCount: 0...1,
    first: Usher.subcommands.map { $0.name } + referenceTopics.filter(ShellWord.isPlain),
    options: [Option("man", nil, "print the manual page of all commands, for man(1)"), .colour])
  static var details: String {
    let width = ReferencePage.all.map { $0.topic.utf8.count }.max() ?? 0
    let pages = ReferencePage.all.map { "  \(padded($0.topic, width))  \($0.title)\n" }
    return """
      A TOPIC is one of these pages, or whatever they tell of: an effect (`code.send`), a type (`phone`), a function of
      conditions (`age`), an error (`invalid_code`), a word of YAML (`submit`, `grants`); the code of a problem (`U401`);
      or a command.

      \(pages.joined())
      """
  }

  static func run(_ arguments: Arguments) throws(Failure) -> ExitCode {
    if arguments.has("man") {
      guard arguments.words.isEmpty else { throw .usage("`--man` is about all commands, and takes no topic") }
      try StandardOutput.write(ManPage.text(Usher.subcommands))
      return .clean
    }
    guard let topic = arguments.words.first else {
      try StandardOutput.write(Usher.help + "\n" + details)
      return .clean
    }
    if let verb = Usher.subcommands.first(where: { $0.name == topic }) {
      try StandardOutput.write(verb.help)
      return .clean
    }
    let isColoured = try StandardOutput.isColoured(arguments)
    if let page = Explanation.of(topic) {
      try StandardOutput.write(explanationPage(page, colour: isColoured))
    } else if let text = reference(about: topic) {
      try StandardOutput.write(terminalPage(text, colour: isColoured))
    } else {
      let near = nearest(topic, among: Usher.subcommands.map { $0.name } + referenceTopics)
      throw .usage(
        "there is no topic \(topic.quoted)",
        help: (near.map { "did you mean `\($0)`? " } ?? "") + "`usher help` lists what there is")
    }
    return .clean
  }
}
