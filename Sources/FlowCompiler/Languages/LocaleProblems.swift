import FlowModel
import FlowSource

/// U161 to U164: what is missing in a language's file, what nobody needs, and what is no text of its place.
func check(
  _ locales: [LocaleSyntax], of tenant: TenantSyntax, _ texts: [TenantText], _ problems: inout DiagnosticCollector
) {
  for text in texts { check(text, text.text, at: text.span, in: tenant.language, &problems) }
  if locales.isEmpty { return }
  let places = TextPlaces(texts)
  for locale in locales {
    if locale.tag == tenant.language {
      problems.report(
        Diagnostic(
          "U160", .error, "the words in \(locale.tag.text.quoted) stand in the flows themselves",
          at: .fileStart(locale.file),
          notes: ["`language` in tenant.yaml says which language that is; without it, that is `en`"],
          help: "remove the file, or say `language` in tenant.yaml"))
      continue
    }
    reportUnused(locale, places, &problems)
    for text in locale.texts {
      guard let word = text.text, let source = places[text.path.map(\.text)] else { continue }
      check(source, word.text, at: word.span, in: locale.tag, &problems)
    }
    reportMissing(locale, of: texts, locales, &problems)
  }
}

/// The texts that a language has no words for, not even in the languages that it falls back to.
func missing(_ texts: [TenantText], in tag: LanguageTag, _ locales: [LocaleSyntax]) -> [TenantText] {
  let chain = Set(tag.fallbacks)
  let there = Set(
    locales.filter { chain.contains($0.tag) }.flatMap(\.texts).filter { $0.text != nil }.map { $0.path.map(\.text) })
  let hasStandard = StandardWords.speaks(tag)
  return texts.filter { text in
    switch text.need {
    case .always: !there.contains(text.path)
    case .withoutStandard: !hasStandard && !there.contains(text.path)
    case .never: false
    }
  }
}

private func reportMissing(
  _ locale: LocaleSyntax, of texts: [TenantText], _ locales: [LocaleSyntax], _ problems: inout DiagnosticCollector
) {
  let missing = missing(texts, in: locale.tag, locales)
  guard let first = missing.first else { return }
  let count = missing.count == 1 ? "a text is" : "\(missing.count) texts are"
  let keys = missing.prefix(8).map { $0.path.joined(separator: ".").quoted }.joined(separator: ", ")
  problems.report(
    Diagnostic(
      "U161", .warning, "\(count) not in \(locale.tag.text.quoted) yet", at: .fileStart(locale.file),
      labels: [Label(first.span, missing.count == 1 ? "this one" : "the first of them")],
      notes: [missing.count > 8 ? "\(keys) and \(missing.count - 8) more" : keys],
      help: "`usher locales extract DIR \(locale.tag)` writes their places into the file"))
}

private func reportUnused(_ locale: LocaleSyntax, _ places: TextPlaces, _ problems: inout DiagnosticCollector) {
  var told = Set<Span>()
  for text in locale.texts {
    let path = text.path.map(\.text)
    if places[path] != nil || text.text == nil && places.isGroup(path) { continue }
    let known = path.indices.first { !places.isGroup(Array(path[...$0])) } ?? path.count - 1
    let word = text.path[known]
    guard told.insert(word.span).inserted else { continue }
    let above = path[..<known]
    if known == path.count - 1, places.isGroup(path) {
      problems.report(
        Diagnostic(
          "U162", .error, "\(word.text.quoted) holds further keys, and no words itself", at: word.span,
          notes: ["its keys are \(places.keys(below: path).listed())"], help: "write the words below one of them"))
      continue
    }
    let names = places.keys(below: Array(above))
    let guess = Guess(word, among: names)
    let place = above.isEmpty ? "a language's file" : above.joined(separator: ".").quoted
    problems.report(
      Diagnostic(
        "U162", .error, "\(place) has no \(word.text.quoted) that people would read", at: word.span,
        notes: names.isEmpty ? [] : ["there are \(names.listed())"], help: guess?.help ?? "remove it",
        edit: guess?.edit(word)))
  }
}

/// Whether words fit their place: as a pattern, in what they show, and in the plurals of their language.
func check(
  _ place: TenantText, _ text: String, at span: Span, in tag: LanguageTag, _ problems: inout DiagnosticCollector
) {
  let pattern: MessagePattern
  do throws(MessagePattern.Failure) {
    pattern = try MessagePattern(text)
  } catch {
    let near = String(decoding: Array(text.utf8).dropFirst(error.offset).prefix(24), as: UTF8.self)
    problems.report(
      Diagnostic(
        "U163", .error, "these words cannot be read: \(error.message)", at: span,
        notes: near.isEmpty ? [] : ["at \(near.quoted)"],
        help: "`{name}` shows a value, `{name, plural, one {…} other {…}}` counts one"))
    return
  }
  let shown = pattern.arguments
  for (name, kinds) in shown.sorted(by: { $0.key < $1.key }) {
    guard let value = place.values[name] else {
      let known = place.values.keys.sorted()
      let guess = nearest(name, among: known)
      problems.report(
        Diagnostic(
          "U163", .error, "there is no value \("{\(name)}".quoted) here", at: span,
          notes: [
            known.isEmpty
              ? "the words at `\(place.path.joined(separator: "."))` stand for themselves"
              : "there is \(known.map { "{\($0)}" }.listed())"
          ],
          help: guess.map { "did you mean `{\($0)}`?" } ?? "a brace that people should read is written `'{'`"))
      continue
    }
    if kinds.contains(where: { !$0.takes(value) }) {
      problems.report(
        Diagnostic(
          "U163", .error, "the value \("{\(name)}".quoted) is \(value.kind), and this asks for something else",
          at: span,
          help: "write `{\(name)}`"))
    }
  }
  if let source = try? MessagePattern(place.text) {
    for name in source.arguments.keys.sorted() where shown[name] == nil && place.values[name] != nil {
      problems.report(
        Diagnostic(
          "U163", .error, "the value \("{\(name)}".quoted) is missing in these words", at: span,
          labels: [Label(place.span, "here they have it")], help: "write `{\(name)}` where people should read it"))
    }
  }
  for (isOrdinal, keys) in pattern.plurals {
    guard let needed = PluralCategory.needed(in: tag, isOrdinal: isOrdinal) else { continue }
    let missing = needed.map(\.rawValue).filter { !keys.contains($0) }
    if missing.isEmpty { continue }
    problems.report(
      Diagnostic(
        "U164", .error,
        "\(tag.text.quoted) counts in more ways: \(missing.listed()) \(missing.count == 1 ? "is" : "are") missing",
        at: span, notes: ["whole numbers need \(needed.map(\.rawValue).listed()) in this language"],
        help: "add `\(missing[0]) {…}`"))
  }
}

extension MessagePattern.ArgumentKind {
  fileprivate func takes(_ value: MessageValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.word, .text), (.number, .integer), (.number, .number), (.time, .time): true
    default: false
    }
  }
}

extension MessageValue {
  fileprivate var kind: String {
    switch self {
    case .text: "a text"
    case .integer, .number: "a number"
    case .time: "a time"
    }
  }
}

/// The places where a tenant has texts, by their keys.
private struct TextPlaces {
  private let byPath: [[String]: TenantText]
  private var below: [[String]: [String]] = [:]

  init(_ texts: [TenantText]) {
    byPath = Dictionary(texts.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    for text in texts {
      for depth in text.path.indices {
        let group = Array(text.path[..<depth])
        // Those of a group follow each other.
        if below[group]?.last != text.path[depth] { below[group, default: []].append(text.path[depth]) }
      }
    }
  }

  subscript(path: [String]) -> TenantText? { byPath[path] }

  func isGroup(_ path: [String]) -> Bool { below[path] != nil }

  func keys(below path: [String]) -> [String] { below[path] ?? [] }
}
