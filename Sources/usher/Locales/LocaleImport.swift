import FlowCompiler
import FlowModel
import FlowSource
import FlowTooling

extension TranslatedTenant {
  /// `usher locales import`.
  func importing(from source: String?) throws(Failure) -> ExitCode {
    guard let source else { throw .usage("name the PO file", help: "such as `--file de.po`") }
    guard let bytes = TableReading.file(source) else { throw .impossible("cannot read \(source.quoted)") }
    let object = try portableObject(source, bytes, "nothing was changed")
    var taken = TakenTranslations(self, from: source)
    for entry in object.entries where !entry.translation.isEmpty { taken.take(entry) }
    for line in taken.told { try StandardError.write("usher locales: \(visible(line))\n") }
    guard taken.complaints.isEmpty else {
      for line in taken.complaints { try StandardError.write("usher locales: \(visible(line))\n") }
      try StandardError.write("usher locales: nothing was changed\n")
      return .problems
    }
    let isChanged = !taken.entries.isEmpty || taken.marks != file.marks
    let unwritten = isChanged ? try write(taken.entries, marks: taken.marks) : []
    let count = taken.entries.count - unwritten.count
    if tag == words.language, unwritten.isEmpty { try markOthers(taken.entries) }
    var line = "\(path): \(count) \(count == 1 ? "text" : "texts") written"
    if taken.replaced > 0 { line += ", \(taken.replaced) in place of others" }
    if taken.doubtful > 0 { line += ", \(taken.doubtful) to be looked at" }
    try StandardOutput.write(line + "\n")
    let said = Set(taken.entries.map(\.path)).union(locale?.words.keys.map { $0 } ?? [])
    for kind in words.kindsWithoutPage(said, in: tag) {
      try StandardError.write("usher locales: \(LocaleStatus.withoutPage(kind, tag))\n")
    }
    if taken.lost > 0 {
      let (are, they) = taken.lost == 1 ? ("translation is", "it is") : ("translations are", "they are")
      try StandardError.write(
        "usher locales: \(taken.lost) finished \(are) left out; \(they) in \(visible(source)) alone\n")
    }
    return unwritten.isEmpty && taken.lost == 0 ? .clean : .problems
  }
}

extension TranslatedTenant {
  /// Marks what other languages say at places whose words were written anew: they were translated from those before.
  private func markOthers(_ entries: [LocaleFileText.Entry]) throws(Failure) {
    let changed = words.texts.filter { text in entries.contains { $0.path == text.path && $0.words != text.shown } }
    for other in words.locales where other.tag != tag {
      guard let source = other.file.flatMap({ sources.file(.fileStart($0)) }) else { continue }
      var file = LocaleFileText(String(decoding: source.bytes, as: UTF8.self))
      var marks = file.marks
      let said = changed.filter { other.words[$0.path] != nil && marks.sources[$0.path] == nil }
      for text in said { marks.sources[text.path] = text.shown }
      guard !said.isEmpty, file.mark(marks) else { continue }
      try replaceFile(source.path, Array(file.text.utf8))
      try StandardError.write(
        "usher locales: \(source.path): \(said.count) to be looked at, as the words in \(tag) have changed\n")
    }
  }
}

/// What a PO file gives a language, and what of it cannot be taken in.
private struct TakenTranslations {
  private let tenant: TranslatedTenant
  private let source: String
  private let texts: [String: TenantText]
  /// What is to be written.
  private(set) var entries: [LocaleFileText.Entry] = []
  /// What is to be looked at then.
  private(set) var marks: TranslationMarks
  /// What cannot stand in its place.
  private(set) var complaints: [String] = []
  /// What is left out, or to be looked at.
  private(set) var told: [String] = []
  /// How many words stand in place of others, are to be looked at, and are finished and left out.
  private(set) var (replaced, doubtful, lost) = (0, 0, 0)

  init(_ tenant: TranslatedTenant, from source: String) {
    (self.tenant, self.source, marks) = (tenant, source, tenant.file.marks)
    texts = Dictionary(
      tenant.words.texts.map { ($0.path.joined(separator: "."), $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func take(_ entry: PortableObject.Entry) {
    let place = "\(source):\(entry.line): \(entry.context)"
    guard let text = texts[entry.context] else {
      told.append("left out: \(place): nobody reads it")
      if !entry.isUnsure { lost += 1 }
      return
    }
    if tenant.tag == tenant.words.language, !text.isStandard {
      let stands = tenant.sources.file(text.span).map { "\($0.path):\($0.position(text.span.start).line)" }
      return complaints.append(
        "\(place): the words in \(tenant.tag) stand in the flows themselves\(stands.map { ", at \($0)" } ?? "")")
    }
    if entry.isUnsure { return told.append("left out: \(place): it is fuzzy") }
    let present = tenant.locale?.words[text.path]
    let wrong = tenant.words.complaints(about: entry.translation, for: text, in: tenant.tag)
    if entry.source == tenant.words.source(of: text, in: tenant.tag) {
      for problem in wrong {
        complaints.append("\(place): \(problem.message)")
        complaints += problem.notes.map { "  note: \($0)" } + [problem.help].compactMap { $0.map { "  help: \($0)" } }
      }
      marks.sources[text.path] = nil
      if present == entry.translation { return }
      if present != nil { replaced += 1 }
    } else {
      // The words of the file may be of today's, and are not written over.
      if let present, present != entry.translation {
        lost += 1
        return told.append("left out: \(place): the words have changed since, and there are others in \(tenant.path)")
      }
      if let first = wrong.first {
        lost += 1
        return told.append("left out: \(place): the words have changed since, and \(first.message)")
      }
      marks.sources[text.path] = entry.source
      doubtful += 1
      told.append("to be looked at: \(place): the words have changed since")
      if present != nil { return }
    }
    entries.append(LocaleFileText.Entry(text.path, words: entry.translation))
  }
}
