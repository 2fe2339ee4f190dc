import FlowCases
import FlowCompiler
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
      Option("output", "o", value: "FILE", "where the picture goes, instead of standard output"),
      .colour,
    ])
  static let details = """
    Without a FLOW all of the tenant are drawn, or the one whose file is named instead of DIR. Without DIR it is flows/.
    Pages are rounded boxes, effects hexagons, choices diamonds; a branch with an error is red and dashed. With --coverage
    the cases of tests/ are played: what they took is green, what they did not red, and what no run can take grey.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let format = try arguments.choice("format", default: GraphFormat.mermaid)
    let path = arguments.words.first ?? "flows"
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
    let picture: String
    do throws(GraphError) {
      picture = try draw(flows, of: table, as: format, expressions: tenant.expressions, marks: marks)
    } catch {
      throw .impossible("\(error)")
    }
    if let file = arguments.value("output") {
      try replaceFile(file, Array(picture.utf8))
    } else {
      try StandardOutput.write(picture)
    }
    return .clean
  }
}
