import FlowCompiler
import FlowSource
import TestSupport

/// A tenant under `Fixtures/broken`, with the problems that its own comments announce.
///
/// `# ! U107 somewhere` at the end of a line says that U107 starts at the first `somewhere` of that line; without a text
/// it starts with the line. Several marks follow one another: `# ! U107 a ! U116 b`. Where no comment can stand,
/// `expect.txt` has a line such as `flow.yaml:3:7 U001`.
struct MarkedFixture: CustomStringConvertible, Sendable {
  /// The folder's name.
  let name: String

  static let root = "Tests/FlowCompilerTests/Fixtures/broken"

  /// All of them, in order.
  static let all = names(Repository.root + "/" + root).map(MarkedFixture.init(name:))

  var description: String { name }
  var path: String { Repository.root + "/" + Self.root + "/" + name }

  /// What is announced, as `path:line:column code`.
  var announced: [String] {
    files("").flatMap { file in
      let bytes = readFile(path + "/" + file) ?? []
      let isList = file == "expect.txt"
      let lines = SourceFile(id: 0, path: file, bytes: bytes)
      return (1...lines.lineStarts.count).flatMap { number in
        isList ? lines.line(number).isEmpty ? [] : [lines.line(number)] : marks(lines.line(number), file, number)
      }
    }
  }

  private func marks(_ line: String, _ file: String, _ number: Int) -> [String] {
    let parts = line.split(separator: "# ! ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return [] }
    return parts[1].split(separator: " ! ").map { mark in
      let code = mark.prefix(4)
      let text = Array(mark.dropFirst(5).unicodeScalars)
      let scalars = Array(line.unicodeScalars)
      let column = scalars.indices.first { scalars[$0...].starts(with: text) }
      return "\(file):\(number):\(column.map { "\($0 + 1)" } ?? "?") \(code)"
    }
  }

  /// The paths of all YAML files and of `expect.txt`, from the fixture's folder.
  private func files(_ folder: String) -> [String] {
    names(path + "/" + folder).flatMap { name in
      name.hasSuffix(".yaml") || name == "expect.txt"
        ? [folder + name] : name.contains(".") ? [] : files(folder + name + "/")
    }
  }

  /// What the compiler finds.
  func compiled() -> Compilation { Compiler.compile(paths: [path]) }

  /// What the compiler finds once an edit is made.
  func compiled(with edit: Edit, of compilation: Compilation) -> Compilation? {
    guard let file = compilation.sources.file(edit.span),
      Set(["lost.yaml", "policy.yaml"]).isDisjoint(with: names(path))
    else { return nil }
    let texts = compilation.sources.files.map { other in
      other.path == file.path
        ? SourceText(
          path: other.path,
          bytes: other.bytes[..<Int(edit.span.start)] + Array(edit.replacement.utf8)
            + other.bytes[Int(edit.span.end)...])
        : SourceText(path: other.path, bytes: other.bytes)
    }
    return Compiler.compile(sources: [TenantSources(path: path, files: texts)])
  }

  /// A path as this fixture's files call it.
  func relative(_ other: String) -> String {
    other == path ? "." : other.hasPrefix(path + "/") ? String(other.dropFirst(path.count + 1)) : other
  }
}
