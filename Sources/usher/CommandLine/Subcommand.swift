import FlowTooling

/// One verb of the command line: what it takes, and what it does.
protocol Subcommand: SendableMetatype {
  /// The verb.
  static var name: String { get }
  /// What it does, in one line.
  static var summary: String { get }
  /// What it takes.
  static var usage: Usage { get }
  /// What else its help says; lines, ending with a line break, or nothing.
  static var details: String { get }
  /// Does it.
  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode
}

/// What a subcommand takes.
struct Usage: Sendable {
  /// How the words that are no options are called, such as `DIR [FLOW]`.
  let words: String
  /// How many of them there may be.
  let wordCount: ClosedRange<Int>
  /// What the first of them can be, where that is one of a few.
  let first: [String]
  /// The options.
  let options: [Option]

  init(words: String, wordCount: ClosedRange<Int>, first: [String] = [], options: [Option]) {
    self.words = words
    self.wordCount = wordCount
    self.first = first
    self.options = options
  }
}

/// An option.
struct Option: Sendable {
  /// The name, behind two dashes.
  let name: String
  /// The letter behind one dash, if there is one.
  let letter: Character?
  /// How the value is called; nil for a flag.
  let value: String?
  /// What the value can be, where that is one of a few.
  let choices: [String]
  /// What it does, in one line.
  let summary: String

  init(_ name: String, _ letter: Character? = nil, value: String? = nil, _ summary: String) {
    self.init(name: name, letter: letter, value: value, choices: [], summary: summary)
  }

  private init(name: String, letter: Character?, value: String?, choices: [String], summary: String) {
    self.name = name
    self.letter = letter
    self.value = value
    self.choices = choices
    self.summary = summary
  }

  /// One whose value is a case of an enumeration, which `Arguments.choice` reads.
  init<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, value: String, of choices: Choice.Type, _ summary: String
  ) {
    self.init(name: name, letter: nil, value: value, choices: Self.names(choices), summary: summary)
  }

  /// The names of an enumeration's cases, without that of what is not said.
  static func names<Choice: RawRepresentable<String> & CaseIterable>(_ choices: Choice.Type) -> [String] {
    choices.allCases.map(\.rawValue).filter { !$0.isEmpty }
  }

  static let help = Option("help", "h", "show this help")
  static let colour = Option("color", value: "WHEN", of: ColourChoice.self, "auto (the default), always or never")
}

/// How the program ends.
enum ExitCode: Int32 {
  /// All is well.
  case clean = 0
  /// It did what it was asked to, and found problems.
  case problems = 1
  /// It was not asked properly.
  case usage = 2
  /// It could not do it.
  case impossible = 3
  /// A run was left before its end.
  case unfinished = 4
  /// A new version of flows has more than the old one, and keeps all of its promises.
  case extended = 5
  /// Nobody reads what it writes, as behind `| head`: 128 and the number of SIGPIPE, which is what a shell expects.
  case readerGone = 141
}

/// Why a subcommand gave up.
enum Failure: Error {
  /// It was not asked properly, with what may help.
  case usage(String, help: String? = nil)
  /// It could not do it.
  case impossible(String)
  /// Nobody reads what it writes.
  case readerGone
}

extension String {
  /// The text as messages name it: in back quotes, controls escaped.
  var quoted: String { "`\(visible(self))`" }
}
