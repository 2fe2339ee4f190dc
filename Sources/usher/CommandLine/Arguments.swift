import FlowSource

/// The arguments of a subcommand, taken apart: `--name value`, `--name=value`, `-n value`, `-nvalue`, flags, words, and
/// `--`, behind which all are words.
struct Arguments {
  /// What is no option.
  private(set) var words: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// Takes arguments apart; unknown, repeated and incomplete options and too few or many words are bad usage.
  init(_ arguments: some Collection<String>, _ usage: Usage) throws(Failure) {
    let options = usage.options + [.help]
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      let (option, attached) = try Self.option(argument, options)
      guard let kind = option.value else {
        if attached != nil { throw .usage("the option `--\(option.name)` takes no value") }
        flags.insert(option.name)
        continue
      }
      guard let value = attached ?? rest.popFirst() else {
        throw .usage("the option `--\(option.name)` needs a value: \(kind)")
      }
      if values.updateValue(value, forKey: option.name) != nil {
        throw .usage("the option `--\(option.name)` stands twice")
      }
    }
    if has("help") { return }
    if words.count < usage.wordCount.lowerBound { throw .usage("something is missing: \(usage.words)") }
    if words.count > usage.wordCount.upperBound {
      throw .usage("\(words[usage.wordCount.upperBound].quoted) is one too many")
    }
  }

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// The value of an option, if it was given.
  func value(_ option: String) -> String? { values[option] }

  /// The value of an option that takes one of a few.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ option: String, default other: Choice
  ) throws(Failure) -> Choice {
    guard let value = values[option] else { return other }
    if let choice = Choice(rawValue: value) { return choice }
    let names = Option.names(Choice.self)
    let near = nearest(value, among: names).map { "did you mean `\($0)`? " } ?? ""
    throw .usage(
      "the option `--\(option)` cannot be \(value.quoted)",
      help: "\(near)It takes one of: \(names.joined(separator: ", "))")
  }

  private static func option(_ argument: String, _ options: [Option]) throws(Failure) -> (Option, String?) {
    if argument.hasPrefix("--") {
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      if let option = options.first(where: { $0.name == name }) {
        return (option, parts.count > 1 ? String(parts[1]) : nil)
      }
      let near = nearest(name, among: options.map(\.name))
      throw .usage("there is no option \("--\(name)".quoted)", help: near.map { "did you mean `--\($0)`?" })
    }
    let letter = argument.dropFirst().first
    guard let option = options.first(where: { $0.letter == letter }) else {
      throw .usage("there is no option \(argument.quoted)")
    }
    let attached = String(argument.dropFirst(2))
    return (option, attached.isEmpty ? nil : attached)
  }
}
