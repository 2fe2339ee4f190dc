import CMalloc
import FlowCompiler
import FlowRuntime
import FlowSource
import FlowThreads
import FlowTooling
import Glibc

/// `usher check`: all problems of all flows.
enum Check: Subcommand {
  static let name = "check"
  static let summary = "find all problems of flows"
  static let usage = Usage(
    words: "[PATH…]", wordCount: 0...Int.max,
    options: [
      Option(
        "format", value: "FORMAT", of: DiagnosticFormat.self, "pretty (the default), short, json, github or sarif"),
      Option("deny", value: "warnings", of: Denied.self, "let warnings fail the check, too"),
      Option(
        "storage", value: "WHERE",
        "sqlite:PATH: hold the flows against the accounts that rest there, beside a server that goes on"),
      Option("proofs", nil, "tell also what was proven of each flow, and which opt-outs are in force"),
      Option(
        "attacks", value: "DIR", "write an attack into DIR for each problem that has one, for `usher run --replay`"),
      Option(
        "report", value: "FILE", "write a page for a security review into FILE: Markdown for .md, HTML for .html"),
    ] + StorageAccess.keyOptions + FunctionOptions.checked + [.colour])
  static let details = """
    A PATH is a tenant's folder, a folder of tenants, a file of a tenant, or `-` for standard input.
    Without a PATH it is flows/.
    A problem that an attacker could use is shown with the shortest attack. --attacks looks for what the attacker would
    send, with the real engine, and tells how to perform it.
    --storage tells how many accounts would not be found, and how many values would count as absent, were these flows
    served, and what converts them. Nothing is changed.
    --secrets and --allow-hosts tell what `usher serve` with them, and in this environment, would refuse of the web hooks:
    where they are, and keys that are not there or too short.
    --report writes for each application and flow what an outsider can do, what was proven and where, what the engine
    enforces with the test that shows it, what is opted out and assumed, and how that stands to OWASP ASVS 5.0 and
    NIST SP 800-63B-4.

    """

  private enum Denied: String, CaseIterable {
    case nothing = ""
    case warnings
  }

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let format = try arguments.choice("format", default: DiagnosticFormat.pretty)
    let denied = try arguments.choice("deny", default: Denied.nothing)
    let isColoured = try StandardOutput.isColoured(arguments)
    let tellsProofs = arguments.has("proofs")
    let report = try arguments.value("report").map { path throws(Failure) -> (path: String, format: ReportFormat) in
      guard let format = ReportFormat(path: path) else {
        throw .usage("`--report` writes a file that ends in .md or .html, and not \(path.quoted)")
      }
      return (path, format)
    }
    let isProving = tellsProofs || report != nil
    guard !tellsProofs || [.pretty, .json].contains(format) else {
      throw .usage("`--proofs` goes with `--format pretty` or `json`")
    }
    for option in ["key", "key-command"] where arguments.value(option) != nil && arguments.value("storage") == nil {
      throw .usage("`--\(option)` goes with `--storage`")
    }
    let storage = try arguments.value("storage").map { _ throws(Failure) in try StorageAccess(arguments) }
    guard storage == nil || [.pretty, .short].contains(format) else {
      throw .usage("`--storage` goes with `--format pretty` or `short`")
    }
    let checksFunctions = FunctionOptions.checked.contains { arguments.value($0.name) != nil }
    let paths = arguments.words.isEmpty ? ["flows"] : arguments.words
    // A machine reads of it in its own format, too.
    if format == .pretty { try refuseMissing(paths) }
    // Whatever memory is taken is kept to the end: for threads that begin now it comes in one piece.
    _ = grow_arenas_by(48 << 20)
    let compilation = await onThread { Compiler.compile(paths: paths, isProving: isProving, isServing: true) }
    keepToTheEnd(compilation)
    let tables = compilation.tenants.compactMap(\.table)
    let refusals = checksFunctions ? try checkFunctions(tables, arguments) : []
    let rules = format == .sarif ? Explanation.all.map(RuleText.init) : []
    try StandardOutput.write(
      render(
        compilation.diagnostics, in: compilation.sources, as: format, colour: isColoured, rules: rules,
        version: Usher.version, proving: tellsProofs ? compilation.tenants : nil,
        others: refusals))
    try refuseUnreadable(compilation)
    if let report { try replaceFile(report.path, Array(securityReport(compilation, as: report.format).utf8)) }
    if let folder = arguments.value("attacks") { try await writeAttacks(compilation, to: folder) }
    var isClean = !(compilation.hasErrors || denied == .warnings && !compilation.diagnostics.isEmpty)
    if !refusals.isEmpty { isClean = false }
    if !checksFunctions, [.pretty, .short].contains(format) {
      try StandardError.write(tables.flatMap(ChannelRules.unseen).map { "note: \($0)\n" }.joined())
    }
    if let storage {
      let worst = try await checkAccounts(compilation.tenants.compactMap(\.table), in: storage)
      if worst == .error || denied == .warnings && worst == .warning { isClean = false }
    }
    return isClean ? .clean : .problems
  }
}

/// Lets go of a value only with the whole process: to free a large tenant piece by piece just before takes longer than its
/// output.
private func keepToTheEnd(_ value: some Sendable) { _ = Unmanaged.passRetained(Kept(value)) }

private final class Kept<Value: Sendable>: Sendable {
  private let value: Value
  init(_ value: Value) { self.value = value }
}

/// Fails where there is nothing at a path, whatever a verb wants with it: said once, before anything else is done.
func refuseMissing(_ paths: [String]) throws(Failure) {
  var status = stat()
  for path in paths where path != "-" && stat(path, &status) != 0 && errno == ENOENT {
    throw .impossible("\(path.quoted): there is no such file or folder")
  }
}

/// Fails where a path could not be read: then nothing is known of the flows, which is worse than a problem in them.
func refuseUnreadable(_ compilation: Compilation) throws(Failure) {
  guard let failure = compilation.unreadable.first else { return }
  throw .impossible("\(failure.path.quoted): this cannot be read: \(visible(failure.reason))")
}

/// The one tenant at a path, with its table; its problems go to standard error. `briefly`: of warnings alone no more than how
/// many there are.
func compileOne(
  _ path: String, _ arguments: Arguments, briefly: Bool = false, withCases: Bool = false
) throws(Failure) -> (Compilation, CompiledTenant)? {
  let isColoured = try StandardError.isColoured(arguments)
  try refuseMissing([path])
  let compilation = Compiler.compile(paths: [path], withCases: withCases)
  if briefly, !compilation.hasErrors, case let count = compilation.diagnostics.count, count > 0 {
    let check = "usher check \(ShellWord.quoted(path))"
    try StandardError.write(
      count == 1 ? "1 warning; `\(check)` shows it\n" : "\(count) warnings; `\(check)` shows them\n")
  } else if !compilation.diagnostics.isEmpty {
    try StandardError.write(
      render(compilation.diagnostics, in: compilation.sources, as: .pretty, colour: isColoured))
  }
  try refuseUnreadable(compilation)
  guard compilation.tenants.count < 2 else {
    let paths = compilation.tenants.map { $0.path.quoted }.joined(separator: ", ")
    throw .usage("there are \(compilation.tenants.count) tenants in \(path.quoted)", help: "name one of them: \(paths)")
  }
  guard !compilation.hasErrors, let tenant = compilation.tenants.first, tenant.table != nil else { return nil }
  return (compilation, tenant)
}
