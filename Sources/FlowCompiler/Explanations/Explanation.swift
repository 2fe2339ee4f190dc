public import FlowSource

/// What `usher explain CODE` shows: what a diagnostic means, why the rule is there and how to fix it.
///
/// The pages are files, in `Pages/`; `make explanations` brings them into the program.
public struct Explanation: Sendable {
  /// The stable code, as in a diagnostic.
  public let code: String
  /// The rule in a few words.
  public let title: String
  /// Whether the code is an error or a warning.
  public let severity: Severity
  /// A few short paragraphs, an empty line between them; names and code stand in back quotes.
  public let text: String
  /// A tenant of which the compiler reports this code and nothing else; nil where a text cannot show it.
  public let broken: Example?
  /// The same tenant mended: the compiler has nothing to say about it.
  public let mended: Example?

  /// All pages, by their code.
  public static let all: [Explanation] = {
    var pages: [String: [(path: Substring, text: String)]] = [:]
    for (path, text) in files {
      let parts = path.split(separator: "/", maxSplits: 1)
      if let code = parts.first, let path = parts.last { pages[String(code), default: []].append((path, text)) }
    }
    return pages.sorted { $0.key < $1.key }.compactMap { Explanation($0.key, $0.value) }
  }()

  /// The page of a code, whatever its case; nil where there is no such code.
  public static func of(_ code: String) -> Explanation? {
    let wanted = code.uppercased()
    return all.first { $0.code == wanted }
  }
}

extension Explanation {
  /// Reads the files of a page. The first line of `text.md` is a heading, `# error[U401]: done without proof`; nil where it
  /// is none.
  private init?(_ code: String, _ files: [(path: Substring, text: String)]) {
    guard let page = files.first(where: { $0.path == "text.md" })?.text,
      let end = page.utf8.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let heading = page[..<end]
    let severities: [Severity] = [.error, .warning]
    guard let severity = severities.first(where: { heading.hasPrefix("# \($0)[\(code)]: ") }) else { return nil }
    self.code = code
    self.severity = severity
    title = String(heading.dropFirst("# \(severity)[\(code)]: ".count))
    text = String(page[end...].drop { $0 == "\n" }.dropLast())
    func tenant(_ folder: String) -> Example? {
      let files = files.filter { $0.path.hasPrefix(folder) }.map {
        Example.File(path: String($0.path.dropFirst(folder.count)), text: $0.text)
      }
      return files.isEmpty ? nil : Example(files: files)
    }
    broken = tenant("broken/")
    mended = tenant("mended/")
  }
}
