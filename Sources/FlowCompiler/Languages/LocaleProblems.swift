import FlowModel
import FlowSource

/// U161 to U164: what is missing in a language's file, what nobody needs, and what is no text of its place.
func check(
  _ locales: [LocaleSyntax], of tenant: TenantSyntax, _ texts: [TenantText], _ problems: inout DiagnosticCollector
) {
  for text in texts where !text.isStandard {
    check(text, text.text, at: text.span, in: tenant.language, &problems)
  }
  let own = tenant.language
  let needs = WordNeeds(texts, own: own, locales)
  if !texts.isEmpty, !locales.contains(where: { $0.tag == own }) {
    reportMissing(own, at: tenant.languagePlace ?? tenant.name.span, needs, locales, &problems)
  }
  if locales.isEmpty { return }
  let places = TextPlaces(texts)
  for locale in locales {
    if locale.tag == own { refuseWordsOfFlows(locale, places, &problems) }
    reportUnused(locale, places, &problems)
    for text in locale.texts {
      guard let word = text.text, let source = places[text.path.map(\.text)] else { continue }
      check(source, word.text, at: word.span, in: locale.tag, &problems)
      if source.isOfMessage { checkMessage(source, word.text, at: word.span, in: locale.tag, &problems) }
    }
    reportMissing(locale.tag, at: .fileStart(locale.file), needs, locales, &problems)
  }
}

/// U160: a file of the flows' own language has standard words alone.
private func refuseWordsOfFlows(_ locale: LocaleSyntax, _ places: TextPlaces, _ problems: inout DiagnosticCollector) {
  let word = locale.texts.first { places[$0.path.map(\.text)]?.isStandard == false }.flatMap(\.path.last)
  guard let word else { return }
  problems.report(
    Diagnostic(
      "U160", .error, "the words in \(locale.tag.text.quoted) stand in the flows themselves", at: word.span,
      notes: ["`language` in tenant.yaml says which language that is; without it, that is `en`"],
      help: "write them there; a file of this language has standard words alone: `words`, `messages`, standard `errors`"
    ))
}

/// U161, once for a language. Of messages, U623 tells.
private func reportMissing(
  _ tag: LanguageTag, at place: Span, _ needs: WordNeeds, _ locales: [LocaleSyntax],
  _ problems: inout DiagnosticCollector
) {
  let missing = needs.missing(in: tag).filter { !$0.isOfMessage }
  guard let first = missing.first else { return }
  let isThere = locales.contains { $0.tag == tag }
  let kind = missing.allSatisfy(\.isStandard) ? "standard " : ""
  let count = missing.count == 1 ? "a \(kind)text is" : "\(missing.count) \(kind)texts are"
  let keys = missing.prefix(8).map { $0.path.joined(separator: ".").quoted }.joined(separator: ", ")
  problems.report(
    Diagnostic(
      "U161", .warning, "\(count) not in \(tag.text.quoted) yet", at: place,
      labels: first.isStandard ? [] : [Label(first.span, missing.count == 1 ? "this one" : "the first of them")],
      notes: [missing.count > 8 ? "\(keys) and \(missing.count - 8) more" : keys],
      help:
        "`usher locales extract DIR \(tag)` writes their places \(isThere ? "into the file" : "into locales/\(tag).yaml")"
    ))
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
    if places[Array(path[...known])] != nil {
      problems.report(
        Diagnostic(
          "U162", .error, "\(word.text.quoted) is a text, and has no keys below it", at: word.span,
          help: "write the words themselves: `\(word.text): …`"))
      continue
    }
    let names = places.keys(below: Array(above))
    let guess = Guess(word, among: names)
    let elsewhere = places.place(of: path, from: known).map { "write it as \($0.quoted)" }
    let place = above.isEmpty ? "a language's file" : above.joined(separator: ".").quoted
    problems.report(
      Diagnostic(
        "U162", .error, "\(place) has no \(word.text.quoted) that people would read", at: word.span,
        notes: names.isEmpty ? [] : ["there \(names.count == 1 ? "is" : "are") \(names.listed())"],
        help: guess?.help ?? elsewhere ?? "remove it",
        edit: guess?.edit(word)))
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

  /// Where words stand that are meant by keys at a wrong depth: below the keys around them those of a dot, or of another group.
  func place(of path: [String], from known: Int) -> String? {
    let keys = path.flatMap { $0.split(separator: ".").map(String.init) }
    if keys != path, byPath[keys] != nil || isGroup(keys) { return keys.joined(separator: ": ") }
    guard known == 0 else { return nil }
    return [standardGroup, "attributes", "flows"].map { [$0] + path }.first { byPath[$0] != nil || isGroup($0) }?
      .joined(separator: ": ")
  }

  func keys(below path: [String]) -> [String] { below[path] ?? [] }
}
