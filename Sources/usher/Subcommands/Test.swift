import FlowCases
import FlowCompiler
import FlowJSON
import FlowSource
import FlowTooling

/// `usher test`: plays the cases of tenants.
enum Test: Subcommand {
  static let name = "test"
  static let summary = "play the cases of flows, and tell which ways they went"
  static let usage = Usage(
    words: "[PATH…]", wordCount: 0...Int.max,
    options: [
      Option("case", "c", value: "TEXT", "play only cases with TEXT in their name, flow or file"),
      Option("format", value: "FORMAT", of: CaseFormat.self, "pretty (the default), json, github, junit or tap"),
      Option("coverage", nil, "tell which events, outcomes, branches, time-outs and ends were taken"),
      Option("least", value: "PERCENT", "fail where less than PERCENT of what runs can take was taken"),
      Option("coverage-file", value: "FILE", "write what was taken into FILE, as JSON"),
      Option("step", nil, "walk through the one case that --case leaves, step by step"),
      Option("generate", nil, "write a case for all that no case takes, into tests/generated-FLOW.yaml"),
      Option("print", nil, "with --generate: print the files instead of writing them"),
      Option("mutate", nil, "change the flows a little, one change at a time, and tell which ones no case notices"),
      Option("most", value: "NUMBER", "how many ways --generate tries of each flow (6000); how many mutants (all)"),
      .colour,
    ])
  static let details = """
    A PATH is a tenant's folder, a folder of tenants, or one file: of cases, or of a flow. Without a PATH it is flows/.
    Cases lie in the folder tests/ of a tenant. They run on the real engine in memory, with a clock that they move;
    nothing leaves the process. `usher help testing` shows how they are written.
    What the compiler proves that no run can take is told as such, and counts as nothing.
    --generate and --mutate are jobs of their own, and write as pretty or json.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    try refuseTogether(arguments)
    if arguments.has("generate") || arguments.has("mutate") {
      let paths = arguments.words.isEmpty ? ["flows"] : arguments.words
      return arguments.has("generate") ? try await generate(arguments, paths) : try await mutate(arguments, paths)
    }
    let format = try arguments.choice("format", default: CaseFormat.pretty)
    let least = try leastShare(arguments.value("least"))
    let isColoured = try StandardOutput.isColoured(arguments)
    let paths = arguments.words.isEmpty ? ["flows"] : arguments.words
    try refuseMissing(paths)
    var suite = CaseSuite(paths: paths)
    let compilation = suite.compilation
    if compilation.hasErrors {
      let problems = compilation.diagnostics.filter { $0.severity == .error }
      try StandardOutput.write(report(of: problems, in: compilation.sources, as: format, colour: isColoured))
    }
    try refuseUnreadable(compilation)
    if compilation.hasErrors { return .problems }
    guard !suite.items.isEmpty else {
      throw .impossible(
        "there is no case here: write one into `\(casesFolder)/` beside the flows; `usher help testing` shows how")
    }
    if let text = arguments.value("case") {
      suite.keep(matching: text)
      guard !suite.items.isEmpty else { throw .usage("no case has \(text.quoted) in its name, flow or file") }
    }
    if arguments.has("step") { return try await walk(through: suite, isColoured) }
    let play = await CasePlay(suite)
    let tellsCoverage = arguments.has("coverage")
    let options = CaseReportOptions(tellsCoverage: tellsCoverage, isColoured: isColoured, least: least)
    try StandardOutput.write(report(play, as: format, options))
    if let file = arguments.value("coverage-file") {
      let json = coverageJSON(play.coverage, in: compilation.sources)
      try replaceFile(file, Array((json.prettyText + "\n").utf8))
    }
    let shortfall = options.shortfall(play)
    if let shortfall { try StandardError.write("usher test: \(shortfall)\n") }
    return play.failures.isEmpty && shortfall == nil ? .clean : .problems
  }

  /// Options that belong to one job are no good with another one.
  private static func refuseTogether(_ arguments: Arguments) throws(Failure) {
    let playing = ["case", "coverage", "least", "coverage-file", "step"]
    let jobs = ["generate", "mutate"].filter(arguments.has)
    guard let job = jobs.first else {
      for option in ["print", "most"] where arguments.has(option) || arguments.value(option) != nil {
        throw .usage("`--\(option)` goes with `--generate`" + (option == "most" ? " or `--mutate`" : ""))
      }
      return
    }
    var others = playing.filter { arguments.has($0) || arguments.value($0) != nil } + jobs.dropFirst()
    if job == "mutate", arguments.has("print") { others.append("print") }
    if let other = others.first { throw .usage("`--\(job)` does not go with `--\(other)`") }
  }

  /// Hundredths of a per cent.
  private static func leastShare(_ text: String?) throws(Failure) -> Int? {
    guard let text else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let rest = parts.count == 2 ? String(parts[1]) : "0"
    guard (1...2).contains(parts.count), (1...2).contains(rest.count), let whole = Int(parts[0]), whole >= 0,
      let hundredths = Int(rest.count == 1 ? rest + "0" : rest), hundredths >= 0,
      whole * 100 + hundredths <= 10_000
    else { throw .usage("`--least` takes 0 to 100, such as 95 or 99.5, and not \(text.quoted)") }
    return whole * 100 + hundredths
  }
}
