public import FlowCompiler
public import FlowSource

/// How diagnostics are written down.
public enum DiagnosticFormat: String, Sendable, CaseIterable {
  /// For people: the line, a mark below it, what helps.
  case pretty
  /// One line each, as editors and `grep` read it.
  case short
  /// A versioned JSON object.
  case json
  /// Workflow commands that GitHub Actions shows beside the changed lines.
  case github
  /// SARIF 2.1.0, for code scanning.
  case sarif
}

/// What a rule's explanation page says, as SARIF carries it.
public struct RuleText: Hashable, Sendable {
  /// The code, such as `U107`.
  public var code: String
  /// What it finds, in one line.
  public var title: String
  /// The page, in Markdown.
  public var markdown: String

  /// The page of a code.
  public init(code: String, title: String, markdown: String) {
    self.code = code
    self.title = title
    self.markdown = markdown
  }
}

/// Diagnostics of one check in a format, ending with a line break unless there is nothing to say.
///
/// `colour` matters to `pretty` alone, `rules` and `version` to `sarif`. `proving` are tenants of which also is told what
/// was proven, by `pretty` and `json`. `others` are errors at no place of a file, such as that a server's settings would refuse a tenant.
public func render(
  _ diagnostics: [Diagnostic], in sources: SourceMap, as format: DiagnosticFormat, colour: Bool = false,
  rules: [RuleText] = [], version: String = "", proving tenants: [CompiledTenant]? = nil, others: [String] = []
) -> String {
  let concealed = ConcealedSources(sources)
  let shown = diagnostics.map(concealed.shown)
  return switch format {
  case .pretty:
    PrettyRenderer(sources: sources, style: Style(isColoured: colour)).render(diagnostics, others: others)
      + (tenants.map { ProofRenderer(sources: sources, style: Style(isColoured: colour)).render($0) } ?? "")
  case .short: renderShort(shown, in: sources) + others.map { "error: \(visible($0))\n" }.joined()
  case .json: renderJSON(shown, in: sources, proving: tenants, others: others)
  case .github:
    renderGitHub(shown, in: sources)
      + others.map { gitHubCommand("error", "usher check", $0, at: nil, in: sources) }.joined()
  case .sarif: SARIFRenderer(sources: sources, rules: rules, version: version).render(shown, others: others)
  }
}

/// How many problems of each kind there are, and where.
struct Tally: Hashable, Sendable {
  let errors: Int
  let warnings: Int
  /// In how many files they lie.
  let files: Int

  /// `others`: how many errors there are at no place of a file.
  init(_ diagnostics: [Diagnostic], others: Int = 0) {
    let placed = diagnostics.count { $0.severity == .error }
    errors = placed + others
    warnings = diagnostics.count - placed
    files = Set(diagnostics.map(\.span.file)).count
  }

  /// "3 errors, 1 warning in 2 files".
  var text: String {
    var kinds: [String] = []
    if errors > 0 { kinds.append(counted(errors, "error")) }
    if warnings > 0 { kinds.append(counted(warnings, "warning")) }
    let text = kinds.joined(separator: ", ")
    return files == 0 ? text : "\(text) in \(counted(files, "file"))"
  }
}

/// "1 error", "2 errors"; `plural` where an "s" does not make it.
package func counted(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
}

extension Severity {
  /// The name in all formats.
  var name: String { self == .error ? "error" : "warning" }
}

extension SourceMap {
  /// The path of a span's file, `?` for a span of no file.
  func path(of span: SourceSpan) -> String { file(span)?.path ?? "?" }

  /// The name of a span's file without its folders.
  func fileName(of span: SourceSpan) -> String { path(of: span).split(separator: "/").last.map(String.init) ?? "?" }
}
