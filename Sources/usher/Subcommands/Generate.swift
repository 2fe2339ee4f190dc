import FlowCompiler
import FlowGenerator
import FlowModel
import FlowSource

/// `usher generate`: typed clients of a flow.
enum Generate: Subcommand {
  static let name = "generate"
  static let summary = "write a client of a flow, in Swift or TypeScript"
  static let usage = Usage(
    words: "swift|typescript DIR FLOW", wordCount: 3...3,
    first: ClientLanguage.allCases.map(\.rawValue),
    options: [Option("output", "o", value: "FILE", "where the client goes, instead of standard output"), .colour])
  static let details = """
    Its types are the flow's own states: a method for each event that a page offers, with the fields that it collects, and a result
    for each place it can lead to. Swift is made over the library FlowClient; a client in TypeScript is one file, strict, without
    dependencies. Make it anew where the flow changes: what is not there any more breaks the callers, at their own lines.

    """

  static func run(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let words = arguments.words
    guard let language = ClientLanguage(rawValue: words[0]) else {
      let languages = ClientLanguage.allCases.map(\.rawValue)
      throw .usage(
        "there are no clients in \(words[0].quoted)",
        help: nearest(words[0], among: languages).map { "did you mean `\($0)`?" }
          ?? "there are: \(languages.joined(separator: ", "))")
    }
    guard let (_, tenant) = try compileOne(words[1], arguments, briefly: true), let table = tenant.table else {
      return .problems
    }
    guard let flow = table.flow(named: words[2]) else {
      let names = table.flows.map(\.name)
      let near = nearest(words[2], among: names).map { "did you mean `\($0)`? " } ?? ""
      throw .usage("there is no flow \(words[2].quoted)", help: "\(near)There are: \(names.joined(separator: ", "))")
    }
    guard FlowShape(of: flow, in: table).isOffered else {
      throw .usage(
        "no application offers \(words[2].quoted)", help: "name it under one of the `applications:` of the tenant")
    }
    let client = language.client(of: flow, in: table)
    if let file = arguments.value("output") {
      try replaceFile(file, Array(client.utf8))
    } else {
      try StandardOutput.write(client)
    }
    return .clean
  }
}
