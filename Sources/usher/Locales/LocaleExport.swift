import FlowCompiler
import FlowModel
import FlowSource
import FlowTooling

extension TranslatedTenant {
  /// `usher locales export`. What a file that is there already has, of translations that were not imported, stays in it.
  func export(to target: String?) throws(Failure) -> ExitCode {
    let before = try target.flatMap { target throws(Failure) in try present(target) }
    var merged = MergedTranslations(before, language: tag)
    let needed = Set(words.needed(in: tag).map(\.path))
    for text in words.texts where needed.contains(text.path) || locale?.words[text.path] != nil {
      merged.add(entry(text), doubted: locale?.changed.first { $0.text.path == text.path }?.source)
    }
    let object = merged.finished()
    let bytes = Array(object.text.utf8)
    if let target {
      try replaceFile(target, bytes)
      for line in merged.told { try StandardError.write("usher locales: \(visible(target)): \(line)\n") }
    } else {
      try StandardOutput.write(String(decoding: bytes, as: UTF8.self))
    }
    return .clean
  }

  private func entry(_ text: TenantText) -> PortableObject.Entry {
    var entry = PortableObject.Entry(
      context: text.path.joined(separator: "."), source: words.source(of: text, in: tag),
      translation: locale?.words[text.path] ?? "")
    if !text.values.isEmpty {
      entry.notes = ["shows " + text.values.keys.sorted().map { "{\($0)}" }.joined(separator: ", ")]
    }
    if let counting = counting(text) { entry.notes.append(counting) }
    if text.isTemplate {
      let kind = text.path.dropFirst().first ?? ""
      entry.notes.append(
        "what is said of attributes cannot be said here, and is no text of its own: leave it out, or leave these words empty and "
          + "have them written as messages/\(kind).\(tag).txt; other values stand in one pair of braces")
    }
    if let file = sources.file(text.span) { entry.places = ["\(file.path):\(file.position(text.span.start).line)"] }
    return entry
  }

  /// The file that is exported into, if it is there. What is none of this language is not written over.
  private func present(_ target: String) throws(Failure) -> PortableObject? {
    guard let bytes = TableReading.file(target), !bytes.isEmpty else { return nil }
    let object = try portableObject(target, bytes, "it is as it was")
    return object
  }

  /// A PO file in this language. `outcome` says what becomes of it all where it is none.
  func portableObject(_ source: String, _ bytes: [UInt8], _ outcome: String) throws(Failure) -> PortableObject {
    guard let content = String(validating: bytes, as: UTF8.self) else {
      throw .impossible("\(source.quoted) is not in UTF-8; \(outcome)")
    }
    let object: PortableObject
    do throws(PortableObjectFailure) { object = try PortableObject(content) } catch {
      throw .impossible("\(source.quoted): line \(error.line): \(error.reason); \(outcome)")
    }
    guard !object.language.isEmpty else { return object }
    guard let other = LanguageTag(object.language) else {
      throw .impossible("\(source.quoted): its header names no language: `Language: \(visible(object.language))`")
    }
    // A translator's tool names the region as well, or leaves it out.
    guard other.fallbacks.contains(tag) || tag.fallbacks.contains(other) else {
      throw .impossible("\(source.quoted) is in \(other), and not in \(tag); \(outcome)")
    }
    return object
  }
}

/// The texts of an export, with what the file has that they are written over: nothing that a translator has finished is lost.
private struct MergedTranslations {
  private var object: PortableObject
  private var known: [String: PortableObject.Entry]
  private var isKept = 0
  private var isDoubtful = 0
  private var isRetired = 0

  init(_ before: PortableObject?, language: LanguageTag) {
    object = PortableObject(language: language.text, entries: [])
    known = Dictionary(
      (before?.entries ?? []).map { ($0.context, $0) }, uniquingKeysWith: { $1.source.isEmpty ? $0 : $1 })
    if let before { object.keepObsolete(of: before) }
  }

  /// A text with what the tenant's file says. `doubted`: what it was translated from, where those are not its words of today.
  mutating func add(_ entry: PortableObject.Entry, doubted: String?) {
    var entry = entry
    if let doubted { (entry.isUnsure, entry.previous) = (true, doubted) }
    defer { object.entries.append(entry) }
    guard let old = known.removeValue(forKey: entry.context), !old.translation.isEmpty else { return }
    let isSame = old.source == entry.source
    if entry.translation.isEmpty || entry.translation == old.translation {
      if entry.translation.isEmpty { isKept += 1 }
      entry.translation = old.translation
      if isSame {
        if old.isUnsure { (entry.isUnsure, entry.previous) = (true, old.previous) }
      } else {
        (entry.isUnsure, entry.previous) = (true, old.isUnsure ? old.previous ?? old.source : old.source)
        isDoubtful += 1
      }
    } else if !old.isUnsure, isSame {
      // Of two that are finished nobody knows which is meant: the translator's stays, and is not taken in as it is.
      entry.notes.append("the file of the language has: " + entry.translation)
      (entry.translation, entry.isUnsure) = (old.translation, true)
      isDoubtful += 1
    } else if !old.isUnsure {
      object.retire(old)
      isRetired += 1
    }
  }

  mutating func finished() -> PortableObject {
    for old in known.values.sorted(by: { $0.context < $1.context }) where !old.translation.isEmpty {
      object.retire(old)
      isRetired += 1
    }
    return object
  }

  /// What became of what the file had, as sentences.
  var told: [String] {
    func count(_ number: Int) -> String { number == 1 ? "1 translation" : "\(number) translations" }
    var told: [String] = []
    if isKept > 0 { told.append("\(count(isKept)) that it had, and that were not imported yet, stay") }
    if isDoubtful > 0 {
      told.append("\(count(isDoubtful)) to be looked at: marked as fuzzy, as the words have changed since")
    }
    if isRetired > 0 { told.append("\(count(isRetired)) kept as obsolete, as nobody reads the words any more") }
    return told
  }
}
