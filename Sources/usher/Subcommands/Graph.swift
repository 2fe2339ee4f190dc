import FlowCases
import FlowCompiler
import FlowDiff
import FlowModel
import FlowSource
import FlowTooling

/// `usher graph`: a picture of flows.
enum Graph: Subcommand {
  static let name = "graph"
  static let summary = "draw flows"
  static let usage = Usage(
    words: "[DIR [FLOW]]", wordCount: 0...2,
    options: [
      Option("format", value: "FORMAT", of: GraphFormat.self, "mermaid (the default), dot or svg"),
      Option("coverage", nil, "colour what the tenant's cases took, and what they did not"),
      Option(
        "diff", value: "OLD", "colour what is new, another, or gone since OLD: a folder, a table or `REVISION:FOLDER`"),
      Option("output", "o", value: "FILE", "where the picture goes, instead of standard output"),
      .colour,
    ])
  static let details = """
    Without a FLOW all of the tenant are drawn, or the one whose file is named instead of DIR. Without DIR it is flows/.
    Pages are rounded boxes, effects hexagons, choices diamonds; a branch with an error is red and dashed. With --coverage
    the cases of tests/ are played: what they took is green, what they did not red, and what no run can take grey.
    With --diff the flows are drawn as they are with what OLD had beside it: what is new is green, what is another now yellow or, where
    a promise is lost, red, and what is gone red and dashed.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let format = try arguments.choice("format", default: GraphFormat.mermaid)
    let path = arguments.words.first ?? "flows"
    if let old = arguments.value("diff") { return try compare(path, with: old, format, arguments) }
    guard let (compilation, tenant) = try compileOne(path, arguments), let table = tenant.table else {
      return .problems
    }
    var flows = table.flows
    if arguments.words.count > 1 {
      let name = arguments.words[1]
      flows.removeAll { $0.name != name }
      if flows.isEmpty {
        let names = table.flows.map(\.name)
        let near = nearest(name, among: names).map { "did you mean `\($0)`? " } ?? ""
        throw .usage("there is no flow \(name.quoted)", help: "\(near)There are: \(names.joined(separator: ", "))")
      }
    } else if let place = tenant.flows.first(where: { compilation.sources.file($0.span)?.path == path }) {
      flows.removeAll { $0.name != place.name }
    }
    let marks = arguments.has("coverage") ? await CasePlay(CaseSuite(paths: [tenant.path])).marks(of: tenant.name) : [:]
    return try show(arguments) { () throws(GraphError) in
      try draw(flows, of: table, as: format, expressions: tenant.expressions, marks: marks)
    }
  }

  private static func compare(
    _ path: String, with old: String, _ format: GraphFormat, _ arguments: Arguments
  ) throws(Failure) -> ExitCode {
    if arguments.has("coverage") { throw .usage("`--diff` and `--coverage` colour the same lines: give one of them") }
    let revisions = Revisions()
    defer { revisions.remove() }
    guard let before = try Diff.version(old, revisions, arguments),
      let after = try Diff.version(path, revisions, arguments)
    else { return .problems }
    let name = arguments.words.dropFirst().first
    guard let flows = after.compared(with: before, flow: name) else {
      throw .usage("\(old.quoted) and \(path.quoted) are not one tenant each")
    }
    if let name, flows.isEmpty { throw .usage("there is no flow \(name.quoted) in either of the two") }
    return try show(arguments) { () throws(GraphError) in try draw(flows, as: format) }
  }

  private static func show(
    _ arguments: Arguments, _ draw: () throws(GraphError) -> String
  ) throws(Failure) -> ExitCode {
    let picture: String
    do throws(GraphError) { picture = try draw() } catch { throw .impossible("\(error)") }
    if let file = arguments.value("output") {
      try replaceFile(file, Array(picture.utf8))
    } else {
      try StandardOutput.write(picture)
    }
    return .clean
  }
}
