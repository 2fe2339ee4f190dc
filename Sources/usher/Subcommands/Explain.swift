import FlowCompiler
import FlowSource
import FlowTooling

/// `usher explain`: what a code means.
enum Explain: Subcommand {
  static let name = "explain"
  static let summary = "tell what a problem's code means, and how to fix it"
  static let usage = Usage(
    words: "[CODE…|all]", wordCount: 0...Int.max, first: Explanation.all.map(\.code) + ["all"], options: [.colour])
  static let details = "Without a CODE it lists them.\n"

  static func run(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let isColoured = try StandardOutput.isColoured(arguments)
    guard !arguments.words.isEmpty else {
      try StandardOutput.write(explanationList(Explanation.all, colour: isColoured))
      return .clean
    }
    var pages: [Explanation] = []
    for code in arguments.words {
      if code == "all" {
        pages += Explanation.all
      } else if let page = Explanation.of(code) {
        pages.append(page)
      } else {
        let near = nearest(code, among: Explanation.all.map(\.code))
        throw .usage(
          "there is no code \(code.quoted)",
          help: (near.map { "did you mean `\($0)`? " } ?? "") + "`usher explain` lists all codes")
      }
    }
    try StandardOutput.write(pages.map { explanationPage($0, colour: isColoured) }.joined(separator: "\n"))
    return .clean
  }
}
