import FlowCompiler
import FlowDiff
import FlowModel
import FlowSource
import FlowTooling
import Glibc

/// `usher diff`: what a new version of flows changes for clients and people, and which promises it does not keep.
enum Diff: Subcommand {
  static let name = "diff"
  static let summary = "tell what a new version of flows changes, and which promises it does not keep"
  static let usage = Usage(
    words: "OLD NEW", wordCount: 2...2,
    options: [
      Option("format", value: "FORMAT", of: DifferenceFormat.self, "pretty (the default), json, github or markdown"),
      Option("accept", value: "extended", of: Accepted.self, "let the exit code be 0 where nothing is lost"),
      Option("attacks", value: "DIR", "write the attacks that are possible now into DIR, for `usher run --replay`"),
      .colour,
    ])
  static let details = """
    OLD and NEW are folders of flows, tables that `usher compile` made, or folders at a Git revision, as in
    `main:flows/contoso` from the repository's root, or `main:./contoso` from where you are.
    The exit code is 0 where nobody can tell the versions apart, 5 where there is more and all holds that held, and 1 where
    a promise is lost: a page, event, field or end that clients knew, a bound, a proof, a condition or assignment that is another
    one now, or something that stood before an end on every path. Where an attack is possible that was not, it is performed on both versions.
    Names of states and files are no difference.

    """

  private enum Accepted: String, CaseIterable {
    case same
    case extended
  }

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let format = try arguments.choice("format", default: DifferenceFormat.pretty)
    let accepted = try arguments.choice("accept", default: Accepted.same)
    let isColoured = try StandardOutput.isColoured(arguments)
    let (old, new) = (arguments.words[0], arguments.words[1])
    let revisions = Revisions()
    defer { revisions.remove() }
    guard let before = try version(old, revisions, arguments, format),
      let after = try version(new, revisions, arguments, format)
    else {
      return .impossible
    }
    let difference = await Difference(before, after)
    let options = DifferenceReportOptions(old: old, new: new, isColoured: isColoured)
    try StandardOutput.write(revisions.named(report(difference, as: format, options)))
    if let folder = arguments.value("attacks") { try write(difference, to: folder) }
    switch difference.verdict {
    case .same: return .clean
    case .extended: return accepted == .extended ? .clean : .extended
    case .lost: return .problems
    }
  }

  /// One version by the word that names it; nil where it has errors, which are told.
  static func version(
    _ word: String, _ revisions: Revisions, _ arguments: Arguments, _ format: DifferenceFormat = .pretty
  ) throws(Failure) -> Version? {
    let path = try revisions.folder(word) ?? word
    if access(path, F_OK) != 0, errno == ENOENT {
      throw .impossible(
        "\(word.quoted): there is no such file or folder; a folder at a revision of Git is written `REVISION:FOLDER`")
    }
    if let bytes = TableReading.file(path) {
      do throws(TableFileError) {
        return Version(table: try TableFile.read(bytes).table)
      } catch {
        throw .impossible("\(word.quoted): \(error)")
      }
    }
    do throws(Version.Failure) {
      return try Version(folder: path)
    } catch {
      guard case .broken(let compilation) = error else {
        throw .impossible("there is no tenant in \(word.quoted)")
      }
      try refuseUnreadable(compilation)
      let problems = compilation.diagnostics.filter { $0.severity == .error }
      try StandardError.write(
        revisions.named(
          render(problems, in: compilation.sources, as: .pretty, colour: try StandardError.isColoured(arguments))))
      // A machine reads of it in its own format, too.
      if let machine: DiagnosticFormat = format == .json ? .json : format == .github ? .github : nil {
        try StandardOutput.write(
          revisions.named(render(problems, in: compilation.sources, as: machine, colour: false)))
      }
      try StandardError.write("usher: \(word.quoted) has errors, so that what it does is not known\n")
      return nil
    }
  }

  private static func write(_ difference: Difference, to folder: String) throws(Failure) {
    let attacks = difference.tenants.flatMap { tenant in
      tenant.changes.compactMap { change in change.attack.flatMap { $0.script.isEmpty ? nil : (tenant.tenant, $0) } }
    }
    if attacks.isEmpty { return try StandardError.write("usher diff: there is no attack to write\n") }
    try makeFolder(folder)
    for (tenant, attack) in attacks {
      let name = difference.tenants.count == 1 ? attack.file : "\(tenant)-\(attack.file)"
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      try replaceFile(path, Array(attack.script.utf8))
      try StandardError.write("usher diff: wrote \(path.quoted)\n")
    }
  }
}
