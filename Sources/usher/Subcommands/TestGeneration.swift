import FlowCases
import FlowCompiler
import FlowSource
import FlowTooling
import Glibc

/// `usher test --generate`: cases for what no case takes, in files of their own.
extension Test {
  static func generate(_ arguments: Arguments, _ paths: [String]) async throws(Failure) -> ExitCode {
    let format: WorkbenchFormat = try workbenchFormat(arguments)
    let most = try most(arguments, default: 6_000)
    let isColoured = try StandardOutput.isColoured(arguments)
    let suite = try wholeSuite(paths, as: format, isColoured)
    guard let suite else { return .problems }
    let generation = await CaseGeneration(suite, only: flowFiles(paths, in: suite), plays: most)
    let isWritten = !arguments.has("print")
    if isWritten {
      for file in generation.files {
        if let end = file.path.lastIndex(of: "/") { try makeFolder(String(file.path[..<end])) }
        // It is made and never replaced: what has come there meanwhile is somebody's own.
        try createFile(file.path, Array(file.text.utf8))
      }
      try StandardOutput.write(report(generation, as: format, colour: isColoured))
    } else if format == .json {
      try StandardOutput.write(report(generation, as: format, isWritten: false))
    } else {
      for file in generation.files { try StandardOutput.write("# \(visible(file.path))\n\(file.text)\n") }
      try StandardError.write(report(generation, as: format, isWritten: false))
    }
    return generation.misses.isEmpty ? .clean : .problems
  }

  /// All cases of the tenants that paths lead to, without errors; nil where there are some, which are told.
  static func wholeSuite(
    _ paths: [String], as format: WorkbenchFormat, _ isColoured: Bool
  ) throws(Failure) -> CaseSuite? {
    try refuseMissing(paths)
    if paths.contains("-") { throw .usage("cases lie beside flows: name their folder") }
    let suite = CaseSuite(paths: paths, isWhole: true)
    try refuseUnreadable(suite.compilation)
    guard suite.compilation.hasErrors else { return suite }
    let problems = suite.compilation.diagnostics.filter { $0.severity == .error }
    let same = format == .json ? CaseFormat.json : .pretty
    try StandardOutput.write(report(of: problems, in: suite.compilation.sources, as: same, colour: isColoured))
    return nil
  }

  /// The flows' files among paths that are all files; none: whatever the paths lead to.
  static func flowFiles(_ paths: [String], in suite: CaseSuite) -> Set<String> {
    let files = Set(paths.filter { path in suite.compilation.sources.files.contains { $0.path == path } })
    return files.count == paths.count ? files : []
  }

  static func workbenchFormat(_ arguments: Arguments) throws(Failure) -> WorkbenchFormat {
    try arguments.choice("format", default: WorkbenchFormat.pretty)
  }

  /// How much is tried at the most.
  static func most(_ arguments: Arguments, default usual: Int) throws(Failure) -> Int {
    guard let text = arguments.value("most") else { return usual }
    guard let number = Int(text), (1...10_000_000).contains(number) else {
      throw .usage("`--most` takes a number from 1 to 10000000, and not \(text.quoted)")
    }
    return number
  }
}
