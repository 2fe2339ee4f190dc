import FlowCases
import FlowSource
import FlowTooling

/// `usher explore`: goes all ways of a flow up to a depth.
enum Explore: Subcommand {
  static let name = "explore"
  static let summary = "try all ways of a flow, and tell what people would stumble over"
  static let usage = Usage(
    words: "DIR FLOW", wordCount: 2...2,
    options: [
      Option("depth", value: "STEPS", "how many steps a way has at the most (6)"),
      Option("most", value: "NUMBER", "how many ways to try (10000)"),
      Option("format", value: "FORMAT", of: WorkbenchFormat.self, "pretty (the default) or json"),
      .colour,
    ])
  static let details = """
    It starts the flow on the real engine in memory, sends what fits each page and what does not, as several people and as
    somebody who means harm, and lets accounts, functions and limits change on the way. It reports dead ends ("This is not
    possible now."), options that no branch expects, and pages from which no run came to an end; each with a way there, as
    the steps of a case.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let format = try Test.workbenchFormat(arguments)
    let isColoured = try StandardOutput.isColoured(arguments)
    let most = try Test.most(arguments, default: 10_000)
    let depth = try depth(arguments.value("depth"))
    guard let suite = try Test.wholeSuite([arguments.words[0]], as: format, isColoured) else { return .problems }
    let flows = FlowExploration.flows(of: suite)
    let name = arguments.words[1]
    guard let exploration = await FlowExploration(suite, flow: name, depth: depth, most: most) else {
      let near = nearest(name, among: flows).map { "did you mean `\($0)`? " } ?? ""
      let known =
        flows.isEmpty ? "The tenant has no flow that can be started" : "There are: \(flows.joined(separator: ", "))"
      throw .usage("there is no flow \(name.quoted)", help: near + known)
    }
    try StandardOutput.write(report(exploration, as: format, colour: isColoured))
    return exploration.findings.isEmpty ? .clean : .problems
  }

  private static func depth(_ text: String?) throws(Failure) -> Int {
    guard let text else { return 6 }
    guard let depth = Int(text), (1...50).contains(depth) else {
      throw .usage("`--depth` takes 1 to 50 steps, and not \(text.quoted)")
    }
    return depth
  }
}
