import FlowCompiler
import FlowModel
import FlowSource
import FlowTooling
import Glibc

/// A tenant with one of its languages, which may have no file yet.
struct TranslatedTenant {
  let words: TenantWords
  let sources: SourceMap
  let tag: LanguageTag
  let path: String
  let file: LocaleFileText
  let locale: TenantWords.Locale?

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
  func counting(_ text: TenantText) -> String? {
    let plurals = (try? MessagePattern(text.text))?.plurals ?? []
    let ways = plurals.compactMap { isOrdinal, keys -> String? in
      guard let needed = PluralCategory.needed(in: tag, isOrdinal: isOrdinal).map({ $0.map(\.rawValue) }),
        Set(needed) != Set(keys.filter(PluralCategory.allNames.contains))
      else { return nil }
      return needed.listed()
    }
    return ways.first.map { "\(tag) counts by \($0)" }
  }

  /// Writes words and places; those that the file has no way to take are told, and returned.
  ///
  /// `marks`: what is to be looked at from now on; nil: as it was.
  func write(
    _ entries: [LocaleFileText.Entry], marks: TranslationMarks? = nil
  ) throws(Failure) -> [LocaleFileText.Entry] {
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
    if let marks, !file.mark(marks) {
      throw .impossible("\(path.quoted) takes no comments at its end; it is as it was")
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
