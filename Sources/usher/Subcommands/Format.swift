import FlowCompiler
import FlowSource
import FlowTooling
import FlowYAML
import Glibc

/// `usher fmt`: writes the files of tenants in their one form.
enum Format: Subcommand {
  static let name = "fmt"
  static let summary = "write the files of tenants in their one form"
  static let usage = Usage(
    words: "[PATH…]", wordCount: 0...Int.max,
    options: [
      Option("check", nil, "change nothing, and tell which files have another form"),
      .colour,
    ])
  static let details = """
    A PATH is a tenant's folder, a folder of tenants, one file, or `-` for a document on standard input, which goes to standard
    output. Without a PATH it is flows/.
    What a file says, its comments, its quotes and the order of its keys stay. Two spaces are a level; between entries there is
    one empty line at most; what is in brackets stays there while it fits 120 columns. Columns that are aligned stay so.
    A file that cannot be read is told of, and stays as it is. The names of files that were changed go to standard output.
    With --check the exit code is 1 where a file has another form.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let paths = arguments.words.isEmpty ? ["flows"] : arguments.words
    let isChecking = arguments.has("check")
    try refuseMissing(paths)
    var (problems, isClean) = (DiagnosticCollector(), true)
    var sources = SourceMap()
    for file in try files(paths) {
      let source = sources.add(path: file.path, bytes: file.bytes)
      switch formatYAML(source, &problems) {
      case .unreadable: isClean = false
      case .unsure:
        isClean = false
        try StandardError.write(
          "usher fmt: \(file.path.quoted) stays as it is: it is written in a way that cannot be kept\n")
      case .formatted(let bytes):
        if file.path == "-" {
          if isChecking {
            isClean = isClean && bytes == file.bytes
          } else {
            try StandardOutput.write(String(decoding: bytes, as: UTF8.self))
          }
          continue
        }
        if bytes == file.bytes { continue }
        if isChecking { isClean = false } else { try replace(file.path, bytes) }
        try StandardOutput.write(visible(file.path) + "\n")
      }
    }
    let found = problems.sorted()
    if !found.isEmpty {
      try StandardError.write(
        render(found, in: sources, as: .pretty, colour: try StandardError.isColoured(arguments)))
    }
    return isClean ? .clean : .problems
  }

  /// The YAML files that paths name: all of a tenant with what it shares, or the one.
  private static func files(_ paths: [String]) throws(Failure) -> [SourceText] {
    let found = findTenants(paths, standardInput: nil, withCases: true)
    if let failure = found.unreadable.first {
      throw .impossible("\(failure.path.quoted): this cannot be read: \(visible(failure.reason))")
    }
    let lone = Set(paths.filter(TableReading.isFile))
    let folders = paths.filter { !lone.contains($0) }.map { resolved($0) ?? $0 }
    var seen: Set<String> = []
    return (found.tenants.flatMap(\.everyFile) + found.policies + found.sharedAlone).filter { file in
      let isYAML = file.path == "-" || file.path.hasSuffix(".yaml") || file.path.hasSuffix(".yml")
      let isAsked = lone.contains(file.path) || isInside(resolved(file.path) ?? file.path, folders)
      return isYAML && isAsked && seen.insert(file.path).inserted
    }.sorted { $0.path < $1.path }
  }

  private static func isInside(_ path: String, _ folders: [String]) -> Bool {
    folders.contains { $0 == path || path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
  }

  private static func replace(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    var status = stat()
    try replaceFile(path, bytes, like: stat(path, &status) == 0 ? status : nil)
  }
}
