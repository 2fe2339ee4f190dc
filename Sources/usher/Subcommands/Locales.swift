import FlowCompiler
import FlowJSON
import FlowModel
import FlowSource
import FlowTooling
import Glibc

/// `usher locales`: what a tenant says in which language, for translators.
enum Locales: Subcommand {
  static let name = "locales"
  static let summary = "see what is missing in a language, and hand it to translators"
  static let usage = Usage(
    words: "status|extract|export|import [DIR] [LOCALE]", wordCount: 1...3,
    first: verbs,
    options: [
      Option("format", value: "FORMAT", "status: pretty (the default) or json; export and import: po"),
      Option("file", "f", value: "FILE", "the PO file; an export without it goes to standard output"), .colour,
    ])
  static let details = """
    status [DIR]: what each language has, lacks, and has for nobody. The exit code is 1 where something is missing.
    What was translated from other words than those of today is to be looked at.
    extract DIR LOCALE: writes the places of all that is missing into DIR/locales/LOCALE.yaml, each with the words it stands
    for as a comment. What stands in the file stays as it is.
    export DIR LOCALE: all texts as a PO file of GNU gettext, with what is translated already. What a file that is there has
    beyond that stays in it: as fuzzy where the words have changed since, as obsolete where nobody reads them any more.
    import DIR LOCALE: writes the translations of a PO file into DIR/locales/LOCALE.yaml. Where one of them cannot stand in its
    place, as it lacks a value or a plural, it says so and changes nothing. One that was made from other words than those of
    today is written, and marked as to be looked at, in a comment, until one of today's words is imported. What is marked as
    fuzzy is left out. The exit code is 1 where something finished is left out.

    """

  private static let verbs = ["status", "extract", "export", "import"]

  static func run(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let verb = arguments.words[0]
    guard verbs.contains(verb) else {
      throw .usage(
        "there is no `usher locales \(verb)`",
        help: nearest(verb, among: verbs).map { "did you mean `\($0)`?" } ?? "there is \(verbs.joined(separator: ", "))"
      )
    }
    let folder = arguments.words.dropFirst().first
    if verb == "status" {
      guard arguments.words.count < 3 else { throw .usage("`status` takes one folder") }
      return try LocaleStatus.show(folder ?? ".", arguments)
    }
    guard let folder, let text = arguments.words.dropFirst(2).first else {
      throw .usage(
        "name the tenant's folder and the language", help: "such as `usher locales \(verb) flows/contoso de`")
    }
    guard let tag = LanguageTag(text), tag.isUsable else {
      throw .usage("\(text.quoted) is no language", help: "write a tag such as de or pt-BR")
    }
    guard tag.isAskedFor else {
      throw .usage(
        tag.complaint, help: tag.meant.map { "did you mean `\($0)`?" } ?? "write a tag such as de or pt-BR")
    }
    guard let found = try TranslatedTenant(folder, tag, arguments) else { return .problems }
    switch verb {
    case "extract": return try found.extract()
    case "export":
      try requirePO(arguments)
      return try found.export(to: arguments.value("file"))
    default:
      try requirePO(arguments)
      return try found.importing(from: arguments.value("file"))
    }
  }

  private static func requirePO(_ arguments: Arguments) throws(Failure) {
    guard ["po", nil].contains(arguments.value("format")) else {
      throw .usage("translations travel as PO", help: "write `--format po`, or leave it out")
    }
  }

  /// The tenants of a path with their words; nil, and the problems are told, where one of them is not whole.
  static func tenants(_ path: String, _ arguments: Arguments) throws(Failure) -> Compilation? {
    try refuseMissing([path])
    let compilation = Compiler.compile(paths: [path], withCases: false)
    // What is wrong with the words themselves is what this verb is for.
    let others = compilation.diagnostics.filter { $0.severity == .error && !isOfWords($0.code) }
    if compilation.tenants.allSatisfy({ $0.words?.texts.isEmpty == false }), !compilation.tenants.isEmpty {
      return compilation
    }
    try StandardError.write(
      render(others, in: compilation.sources, as: .pretty, colour: try StandardError.isColoured(arguments)))
    return nil
  }

  private static func isOfWords(_ code: String) -> Bool { Rule.of(code)?.family == .languages }
}
