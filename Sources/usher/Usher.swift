import FlowModel
import FlowSource
import FlowStorageSQLite
import Glibc

/// The command `usher`: finds the subcommand, hands it its arguments, and turns how it went into an exit code.
@main
struct Usher {
  /// The version that `--version` says and reports carry.
  static let version = "0.1.0"

  /// All subcommands, in the order of the help.
  static let subcommands: [any Subcommand.Type] = [
    Check.self, Test.self, Explore.self, Compile.self, Run.self, Serve.self, Tenants.self, Accounts.self,
    SessionsVerb.self, AuditVerb.self, OutboxVerb.self, StorageVerb.self, Keys.self,
    Diff.self, Format.self, Graph.self, Generate.self, PreviewVerb.self, Locales.self,
    SchemaVerb.self, LanguageServer.self, Explain.self, New.self, Init.self, CompletionVerb.self, HelpVerb.self,
  ]

  /// What tells this build from others.
  private static var build: String {
    "build \(ProgramFile.build), table format \(TableFile.version), database schema \(Schema.current.version)"
  }

  static func main() async {
    guard !CommandLine.arguments.isEmpty else {
      // Swift reads them there.
      exit(report(.impossible("the arguments cannot be read: /proc is not mounted"), nil).rawValue)
    }
    let words = Array(CommandLine.arguments.dropFirst())
    let verb = words.first.flatMap { word in subcommands.first { $0.name == word } }
    do throws(Failure) {
      exit(try await run(words, verb).rawValue)
    } catch {
      exit(report(error, verb).rawValue)
    }
  }

  private static func run(_ words: [String], _ verb: (any Subcommand.Type)?) async throws(Failure) -> ExitCode {
    guard let first = words.first else {
      try StandardError.write(help)
      return .usage
    }
    if let verb {
      let arguments = try Arguments(words.dropFirst(), verb.usage)
      guard !arguments.has("help") else {
        try StandardOutput.write(verb.help)
        return .clean
      }
      return try await verb.run(arguments)
    }
    switch first {
    case "--version", "-V", "version":
      try StandardOutput.write("usher \(version) (\(build))\n")
    case "--help", "-h":
      try StandardOutput.write(help)
    default: throw unknown(first)
    }
    return .clean
  }

  private static func unknown(_ word: String) -> Failure {
    let kind = word.hasPrefix("-") ? "option" : "command"
    let names = kind == "option" ? ["--help", "--version"] : subcommands.map { $0.name }
    return .usage(
      "there is no \(kind) \(word.quoted)", help: nearest(word, among: names).map { "did you mean `\($0)`?" })
  }

  /// Says on standard error what went wrong. What cannot even be said there shows in the exit code alone.
  private static func report(_ failure: Failure, _ verb: (any Subcommand.Type)?) -> ExitCode {
    let name = verb.map { "usher " + $0.name } ?? "usher"
    switch failure {
    case .usage(let message, let help):
      let more = help ?? "`\(name) --help` tells what there is"
      try? StandardError.write("\(name): \(message)\nhelp: \(more)\n")
      return .usage
    case .impossible(let message):
      try? StandardError.write("\(name): \(message)\n")
      return .impossible
    case .readerGone: return .readerGone
    }
  }
}
