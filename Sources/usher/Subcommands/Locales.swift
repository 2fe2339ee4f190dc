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
    options: [
      Option("format", value: "FORMAT", "status: pretty (the default) or json; export and import: po"),
      Option("file", "f", value: "FILE", "the PO file; an export without it goes to standard output"), .colour,
    ])
  static let details = """
    status [DIR]: what each language has, lacks, and has for nobody. The exit code is 1 where something is missing.
    extract DIR LOCALE: writes the places of all that is missing into DIR/locales/LOCALE.yaml, each with the words it stands
    for as a comment. What stands in the file stays as it is.
    export DIR LOCALE: all texts as a PO file of GNU gettext, with what is translated already.
    import DIR LOCALE: writes the translations of a PO file into DIR/locales/LOCALE.yaml. Where one of them cannot stand in its
    place, as it lacks a value or a plural, it says so and changes nothing. What is marked as fuzzy, or was translated from
    other words than those of today, is left out.

    """

  static func run(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let verbs = ["status", "extract", "export", "import"]
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

/// `usher locales status`.
enum LocaleStatus {
  private enum Format: String, CaseIterable { case pretty, json }

  static func show(_ path: String, _ arguments: Arguments) throws(Failure) -> ExitCode {
    let format = try arguments.choice("format", default: Format.pretty)
    guard let compilation = try Locales.tenants(path, arguments) else { return .problems }
    let tenants = compilation.tenants.compactMap { tenant in tenant.words.map { (tenant.name, $0) } }
    switch format {
    case .json:
      let list = tenants.map { name, words in
        [
          "tenant": .string(name), "language": .string(words.language.text),
          "locales": .array(words.locales.map(json)),
        ]
          as JSON
      }
      try StandardOutput.write((["version": 1, "tenants": .array(list)] as JSON).text + "\n")
    case .pretty: for (name, words) in tenants { try StandardOutput.write(lines(name, words)) }
    }
    let isWhole = tenants.allSatisfy { $0.1.locales.allSatisfy { $0.missing.isEmpty && $0.unused.isEmpty } }
    return isWhole ? .clean : .problems
  }

  private static func key(_ path: [String]) -> String { path.joined(separator: ".") }

  private static func json(_ locale: TenantWords.Locale) -> JSON {
    let needed = locale.needed.count
    return [
      "locale": .string(locale.tag.text), "texts": .int(Int64(needed)),
      "translated": .int(Int64(needed - locale.missing.count)),
      "missing": .array(locale.missing.map { .string(key($0.path)) }),
      "unused": .array(locale.unused.map { .string(key($0)) }),
    ]
  }

  private static func lines(_ name: String, _ words: TenantWords) -> String {
    var text = "\(visible(name)), in \(words.language): \(words.texts.count { !$0.isStandard }) texts\n"
    if words.locales.isEmpty { text += "  no other language; `usher locales extract DIR de` begins one\n" }
    for locale in words.locales {
      let needed = locale.needed.count
      text += "  \(locale.tag): \(needed - locale.missing.count) of \(needed)"
      text += locale.missing.isEmpty ? ", complete\n" : "\n"
      for one in locale.missing { text += "    missing: \(visible(key(one.path)))  \(visible(one.shown))\n" }
      for path in locale.unused { text += "    unused:  \(visible(key(path)))\n" }
    }
    return text
  }
}

/// A tenant with one of its languages, which may have no file yet.
struct TranslatedTenant {
  private let words: TenantWords
  private let sources: SourceMap
  private let tag: LanguageTag
  private let path: String
  private let file: LocaleFileText
  private let locale: TenantWords.Locale?

  init?(_ folder: String, _ tag: LanguageTag, _ arguments: Arguments) throws(Failure) {
    guard let compilation = try Locales.tenants(folder, arguments) else { return nil }
    guard compilation.tenants.count == 1, let tenant = compilation.tenants.first, let words = tenant.words else {
      throw .usage("there are \(compilation.tenants.count) tenants in \(folder.quoted)", help: "name the folder of one")
    }
    locale = words.locales.first { $0.tag == tag }
    guard words.language != tag || locale != nil else {
      throw .usage(
        "the words in \(tag) stand in the flows themselves", help: "`language` in tenant.yaml says which that is")
    }
    (self.words, self.tag, sources) = (words, tag, compilation.sources)
    let known = locale?.file.flatMap { compilation.sources.file(.fileStart($0)) }
    // A file that is there and could not be read is none to begin anew.
    if known == nil, let unread = compilation.sources.files.first(where: { $0.isLocale(of: tag) }) {
      throw .impossible("\(unread.path.quoted) cannot be read; `usher check` says why. It is as it was")
    }
    path = known?.path ?? "\(tenant.path)/locales/\(tag).yaml"
    file = LocaleFileText(known.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "")
  }

  func extract() throws(Failure) -> ExitCode {
    let missing = words.missing(in: tag)
    if missing.isEmpty {
      try StandardOutput.write("\(path): nothing is missing\n")
      return .clean
    }
    let entries = missing.map { text in
      LocaleFileText.Entry(text.path, comment: text.shown + (counting(text).map { "; \($0)" } ?? ""))
    }
    let left = try write(entries)
    let count = missing.count - left.count
    try StandardOutput.write("\(path): \(count) \(count == 1 ? "text waits" : "texts wait") for words\n")
    return left.isEmpty ? .clean : .problems
  }

  /// In what ways the language counts, of words that count and do so in others; nil for others.
  private func counting(_ text: TenantText) -> String? {
    let plurals = (try? MessagePattern(text.text))?.plurals ?? []
    let ways = plurals.compactMap { isOrdinal, keys -> String? in
      guard let needed = PluralCategory.needed(in: tag, isOrdinal: isOrdinal).map({ $0.map(\.rawValue) }),
        Set(needed) != Set(keys.filter(PluralCategory.allNames.contains))
      else { return nil }
      return needed.listed()
    }
    return ways.first.map { "\(tag) counts by \($0)" }
  }

  func export(to target: String?) throws(Failure) -> ExitCode {
    let needed = Set(words.needed(in: tag).map(\.path))
    let texts = words.texts.filter { needed.contains($0.path) || locale?.words[$0.path] != nil }
    let entries = texts.map { text in
      var entry = PortableObject.Entry(
        context: text.path.joined(separator: "."), source: text.shown, translation: locale?.words[text.path] ?? "")
      if !text.values.isEmpty {
        entry.notes = ["shows " + text.values.keys.sorted().map { "{\($0)}" }.joined(separator: ", ")]
      }
      if let counting = counting(text) { entry.notes.append(counting) }
      if text.isTemplate { entry.notes.append("there values stand in two pairs of braces, here they stand in one") }
      if let file = sources.file(text.span) { entry.places = ["\(file.path):\(file.position(text.span.start).line)"] }
      return entry
    }
    let bytes = Array(PortableObject(language: tag.text, entries: entries).text.utf8)
    if let target {
      try replaceFile(target, bytes)
    } else {
      try StandardOutput.write(String(decoding: bytes, as: UTF8.self))
    }
    return .clean
  }

  func importing(from source: String?) throws(Failure) -> ExitCode {
    guard let source else { throw .usage("name the PO file", help: "such as `--file de.po`") }
    guard let bytes = TableReading.file(source) else { throw .impossible("cannot read \(source.quoted)") }
    guard let content = String(validating: bytes, as: UTF8.self) else {
      throw .impossible("\(source.quoted) is not in UTF-8")
    }
    let object: PortableObject
    do throws(PortableObjectFailure) { object = try PortableObject(content) } catch {
      throw .impossible("\(source.quoted): line \(error.line): \(error.reason)")
    }
    if !object.language.isEmpty {
      guard let other = LanguageTag(object.language) else {
        throw .impossible("\(source.quoted): its header names no language: `Language: \(visible(object.language))`")
      }
      // A translator's tool names the region as well, or leaves it out.
      guard other.fallbacks.contains(tag) || tag.fallbacks.contains(other) else {
        throw .impossible("\(source.quoted) is in \(other), and not in \(tag); nothing was changed")
      }
    }
    let texts = Dictionary(
      words.texts.map { ($0.path.joined(separator: "."), $0) }, uniquingKeysWith: { first, _ in first })
    var (entries, complaints, left): ([LocaleFileText.Entry], [String], [String]) = ([], [], [])
    for entry in object.entries where !entry.translation.isEmpty {
      let place = "\(source):\(entry.line): \(entry.context)"
      guard let text = texts[entry.context] else {
        left.append("\(place): nobody reads it")
        continue
      }
      if entry.isUnsure || entry.source != text.shown {
        left.append("\(place): \(entry.isUnsure ? "it is fuzzy" : "the words have changed since")")
        continue
      }
      complaints += words.complaints(about: entry.translation, for: text, in: tag).map { "\(place): \($0)" }
      if locale?.words[text.path] != entry.translation {
        entries.append(LocaleFileText.Entry(text.path, words: entry.translation))
      }
    }
    for line in left { try StandardError.write("usher locales: left out: \(visible(line))\n") }
    guard complaints.isEmpty else {
      for line in complaints { try StandardError.write("usher locales: \(visible(line))\n") }
      try StandardError.write("usher locales: nothing was changed\n")
      return .problems
    }
    let unwritten = entries.isEmpty ? [] : try write(entries)
    let count = entries.count - unwritten.count
    try StandardOutput.write("\(path): \(count) \(count == 1 ? "text" : "texts") written\n")
    return unwritten.isEmpty ? .clean : .problems
  }

  /// Writes words and places; those that the file has no way to take are told, and returned.
  private func write(_ entries: [LocaleFileText.Entry]) throws(Failure) -> [LocaleFileText.Entry] {
    var (file, left) = (file, [LocaleFileText.Entry]())
    switch file.write(entries) {
    case .written: break
    case .unreadable: throw .impossible("\(path.quoted) cannot be read as YAML; `usher check` says why")
    case .unfaithful:
      left = file.writeEach(entries)
      for entry in left where left.count < entries.count {
        let line = file.line(of: entry.path)
        try StandardError.write(
          "usher locales: \(path):\(line): \(visible(entry.path.joined(separator: "."))) cannot be put in here; write "
            + "plain keys and words, one below the other\n")
      }
      if left.count < entries.count { break }
      throw .impossible(
        "\(path.quoted) is written in a way in which nothing can be put in without harm to the rest; it is as it was. "
          + "Write it as plain keys and words, one below the other, without anchors and lists")
    }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    if mkdir(folder, 0o777) != 0, errno != EEXIST {
      throw .impossible("cannot make \(folder.quoted): \(reason(errno))")
    }
    try replaceFile(path, Array(file.text.utf8))
    return left
  }
}

extension SourceFile {
  /// Whether it is called as the file of a language.
  fileprivate func isLocale(of tag: LanguageTag) -> Bool {
    let parts = path.split(separator: "/").suffix(2)
    guard parts.count == 2, parts.first == "locales", let name = parts.last else { return false }
    return LanguageTag(String(name.prefix { $0 != "." })) == tag
  }
}
