public import FlowSource

/// What `usher explain CODE` shows: what a diagnostic means, why the rule is there and how to fix it.
///
/// The pages are files, in `Pages/`; `make explanations` brings them into the program.
public struct Explanation: Sendable {
  /// The stable code, as in a diagnostic.
  public let code: String
  /// The rule in a few words.
  public let title: String
  /// Whether the code is an error or a warning, as its rule says.
  public let severity: Severity
  /// A few short paragraphs, an empty line between them; names and code stand in back quotes.
  public let text: String
  /// A tenant of which the compiler reports this code and nothing else; nil where a text cannot show it.
  public let broken: Example?
  /// The same tenant without the problem: the compiler has nothing to say about it.
  public let fixed: Example?

  /// All pages, by their code.
  public static let all: [Explanation] = pages.keys.sorted().compactMap(page)

  /// The page of a code, whatever its case; nil where there is no such code.
  public static func of(_ code: String) -> Explanation? { page(code.uppercased()) }

  /// The files of each page.
  private static let pages: [String: [Example.File]] = {
    var pages: [String: [Example.File]] = [:]
    for (path, text) in files {
      guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")) else { continue }
      let name = String(path[path.utf8.index(after: slash)...])
      pages[String(path[..<slash]), default: []].append(Example.File(path: name, text: text))
    }
    return pages
  }()

  /// Reads the files of one page; nil where it has none, no rule has its code, or the first line of `text.md` is no
  /// heading such as `# U401: done without proof`.
  private static func page(_ code: String) -> Explanation? {
    guard let files = pages[code], let page = files.first(where: { $0.path == "text.md" })?.text,
      let end = page.utf8.firstIndex(of: UInt8(ascii: "\n")), page.hasPrefix("# \(code): "),
      let severity = Rule.severity(of: code)
    else { return nil }
    func tenant(_ folder: String) -> Example? {
      let files = files.filter { $0.path.hasPrefix(folder) }.map {
        Example.File(path: String($0.path.dropFirst(folder.count)), text: $0.text)
      }
      return files.isEmpty ? nil : Example(files: files)
    }
    return Explanation(
      code: code, title: String(page[..<end].dropFirst("# \(code): ".count)), severity: severity,
      text: String(page[end...].drop { $0 == "\n" }.dropLast()), broken: tenant("broken/"), fixed: tenant("fixed/"))
  }
}
