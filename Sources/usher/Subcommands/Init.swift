import FlowEditor
import FlowJSON
import FlowTooling
import Glibc

/// `usher init`: what a repository with flows in it has for CI, Git and editors.
enum Init: Subcommand {
  static let name = "init"
  static let summary = "add files for CI, Git and editors to a repository with flows in it"
  static let usage = Usage(words: "[DIR]", wordCount: 0...1, options: [])
  static let details = """
    To be called at the top of the repository. DIR is the folder of the flows there, without it flows/. A file that is there already
    stays as it is. The hook counts from `git config core.hooksPath .githooks` on.

    """

  static func run(_ arguments: Arguments) throws(Failure) -> ExitCode {
    var folder = arguments.words.first ?? "flows"
    while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    if folder.hasPrefix("./") { folder.removeFirst(2) }
    guard isPlain(folder) else {
      throw .usage(
        "\(folder.quoted) is no folder within this one that CI can name",
        help: "call it at the top of the repository, with a path of letters, digits, `-`, `_`, `.` and `/`")
    }
    try refuseMissing([folder])
    let schemas = SchemaKind.allCases.map { kind in
      ScaffoldFile(
        name: ".usher/\(kind.rawValue).json", summary: "the JSON Schema of each \(noun(kind))",
        text: jsonSchema(of: kind, KnownNames()).prettyText + "\n")
    }
    let files = repositoryFiles(folder: folder) + schemas
    let width = files.map { $0.name.utf8.count }.max() ?? 0
    var lines = ""
    for file in files {
      let isMade = try make(file)
      lines += "  \(padded(file.name, width))  \(isMade ? file.summary : "was there, and is as it was")\n"
    }
    try StandardOutput.write(lines + "Let Git call the hook: git config core.hooksPath .githooks\n")
    return .clean
  }

  /// Makes a file with its folders; false where there is one.
  private static func make(_ file: ScaffoldFile) throws(Failure) -> Bool {
    var info = stat()
    if lstat(file.name, &info) == 0 { return false }
    var folder = ""
    for part in file.name.split(separator: "/").dropLast() {
      folder += folder.isEmpty ? part : "/" + part
      try makeFolder(folder)
    }
    try createFile(file.name, Array(file.text.utf8), mode: file.text.hasPrefix("#!") ? 0o777 : 0o666)
    return true
  }

  private static func noun(_ kind: SchemaKind) -> String {
    switch kind {
    case .tenant: "tenant.yaml"
    case .flow: "flow"
    case .tests: "file of cases"
    case .policy: "policy.yaml"
    }
  }

  /// Whether a path stays within the folder, and can stand in files of CI as it is.
  private static func isPlain(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && part != ".." && part != "." && !part.hasPrefix("-")
        && part.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
          default: false
          }
        }
    }
  }
}
